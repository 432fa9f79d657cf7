import type { AuditVerbs } from '@learnt/contract/audit-actions'
import type { PublicationState, PublicationVerb } from '@learnt/contract/states'
import { publicationRank, publicationTransitions } from '@learnt/contract/states'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'
import { coursePolicy } from '../policy.ts'
import { type CourseRecord, lockCourse } from '../queries.ts'

/**
 * Runs a change of one course under its lock: the rights and the state are asked again for the row as it is then, so that
 * of two changes at once the second sees what the first did.
 */
export function changeCourse<T>(
  ctx: Ctx,
  course: Pick<CourseRecord, 'id'>,
  verb: PublicationVerb,
  change: (tx: WriteTx, locked: CourseRecord) => Promise<T>,
): Promise<T> {
  return ctx.write(async (tx) => {
    const locked = await lockCourse(tx, course.id)
    authorize(ctx.actor, coursePolicy[verb], locked)
    return change(tx, locked)
  })
}

/** Columns of the state that a verb leads to. */
export function stateAfter(
  course: CourseRecord,
  verb: PublicationVerb,
): { status: PublicationState; statusRank: number; statusBefore: PublicationState | null } {
  const next = publicationTransitions[course.status][verb]
  if (next === undefined) throw new Error(`No ${verb} from ${course.status}`)
  const status = next === 'before' ? (course.statusBefore as PublicationState) : next
  return { status, statusRank: publicationRank[status], statusBefore: status === 'archived' ? course.status : null }
}

/** Leaves the trace of a change, and tells the pages that show courses. */
export async function tell(
  ctx: Ctx,
  tx: WriteTx,
  verb: AuditVerbs['courses'],
  course: { id: string; title: string },
  facts: { before?: unknown; after?: unknown } = {},
): Promise<void> {
  await Promise.all([
    audit(ctx, tx, {
      action: `courses.${verb}`,
      subjectType: 'course',
      subjectId: course.id,
      subjectTitle: course.title,
      ...facts,
    }),
    announce(ctx, tx, { topic: 'courses', userId: null, kind: verb, id: course.id }),
  ])
}
