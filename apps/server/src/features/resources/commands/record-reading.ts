import type { ResourceEvent, ResourceType } from '@learnt/contract/resources'
import type { ProgressState } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { deterministicId } from '../../../platform/ids.ts'
import { announcedBeside } from '../../../platform/outbox.ts'
import { invalid, notFound } from '../../../platform/problem.ts'
import { advanceAssignment } from '../../assignments/commands/advance-assignment.ts'
import { type Around, aroundOf, followMove, lockAround } from '../../assignments/commands/recompute-containers.ts'
import { waitsForOf } from '../../assignments/queries.ts'
import { describeStatement, storeStatements } from '../../learning/commands/statements.ts'
import { countTime } from '../../learning/policy.ts'
import { finishes, mayReadResource, type OwnResourceStanding, verbsOf } from '../policy.ts'

interface Loaded extends OwnResourceStanding, Around {
  readonly id: string
  readonly title: string
  readonly versionId: string | null
  readonly type: ResourceType
  readonly isShown: boolean
  readonly timedUntil: Date
}

/** Types of activity, as ADL names them. */
const activityTypes = {
  file: 'http://adlnet.gov/expapi/activities/file',
  link: 'http://adlnet.gov/expapi/activities/link',
  media: 'http://adlnet.gov/expapi/activities/media',
}

/**
 * Records what a reader did with a resource: the count of this version, the assignment, the containers that it is part of,
 * the deltas of the reports, the xAPI statements and the word to the person's browsers, in one transaction. The
 * assignment's row is locked first, so that of several events at once none is lost.
 */
export function recordReading(
  ctx: Ctx,
  of: { documentId: string; event: ResourceEvent; versionNumber?: number | undefined; seconds: number },
): Promise<{ state: ProgressState; completedAt: Date | null }> {
  return ctx.write(async (tx) => {
    const assignmentId = deterministicId(
      'assignment',
      ctx.actor.tenantId,
      ctx.actor.userId,
      'resource',
      of.documentId,
      '0',
    )
    const [held, loaded] = await Promise.all([
      // With the containers around it: of two steps finished at once the second must see the first.
      lockAround(tx, [assignmentId]),
      // A statement of its own, so that it sees what the one before waited for.
      load(ctx, tx, of),
    ])
    authorize(ctx.actor, mayReadResource, loaded)
    if (loaded.versionId === null) throw of.versionNumber ? invalid({ 'body.versionNumber': 'invalid' }) : notFound()

    const time = countTime(loaded.timedUntil, ctx.now, of.seconds)
    const advanced = await advanceAssignment(ctx, tx, {
      assignmentId: loaded.id,
      versionId: loaded.versionId,
      isFinished: finishes(of.event, loaded),
      seconds: time.seconds,
      timedUntil: time.until,
      beside: countRead(ctx, { ...of, assignmentId: loaded.id, versionId: loaded.versionId }),
    })
    if (!advanced) throw notFound()

    const { before, state, progress } = advanced
    const scene = {
      publicUrl: ctx.services.settings.publicUrl,
      impersonatorId: ctx.actor.impersonator?.userId ?? null,
      tenantId: ctx.actor.tenantId,
      userId: ctx.actor.userId,
      assignmentId: loaded.id,
      document: { id: of.documentId, title: loaded.title, kind: 'resources', type: activityTypeOf(loaded.type) },
      now: ctx.now,
    } as const
    const statements = verbsOf(of.event, { before, after: state }).map((verb) =>
      describeStatement(scene, { verb, step: null, state, progress, scorePercent: null, seconds: time.seconds }),
    )
    const isMoved = before !== state
    const mine = { topic: 'me', userId: ctx.actor.userId, kind: 'progress' } as const
    await Promise.all([
      storeStatements(ctx, tx, scene, statements, isMoved ? announcedBeside(ctx, { ...mine, id: loaded.id }) : null),
      isMoved ? followMove(ctx, tx, loaded, { before, after: state, held }) : null,
    ])
    return { state, completedAt: advanced.completedAt }
  })
}

async function load(
  ctx: Ctx,
  tx: WriteTx,
  of: { documentId: string; versionNumber?: number | undefined },
): Promise<Loaded | null> {
  const { rows } = await sql<Loaded>`
    select a.id, a.user_id, a.is_active and not a.needs_request as is_active, d.title, d.status as document_status, ${waitsForOf} as waits_for,
      coalesce(a.timed_until, a.assigned_at) as timed_until, v.id as version_id, coalesce(v.content->>'type', d.subtype) as type, not exists (
        select from prepared_files p where p.file_id = (v.content->>'fileId')::uuid and p.state = 'failed') as is_shown,
      ${aroundOf(sql`array[a.id]`)}
    from assignments a join documents d on d.id = a.document_id
    left join document_versions v on ${
      of.versionNumber
        ? sql`v.document_id = d.id and v.number = ${of.versionNumber}`
        : sql`v.id = d.published_version_id`
    }
    where a.user_id = ${ctx.actor.userId} and a.document_type = 'resource' and a.document_id = ${of.documentId}
    order by a.cycle desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The event in the row of this person and version, as a CTE. */
function countRead(
  ctx: Pick<Ctx, 'now'>,
  of: { assignmentId: string; versionId: string; event: ResourceEvent },
): RawBuilder<unknown> {
  const [opened, downloads] = [of.event === 'open' ? 1 : 0, of.event === 'download' ? 1 : 0]
  const readAt = of.event === 'read' ? ctx.now : null
  return sql`reads as (
    insert into resource_reads as r (assignment_id, version_id, opened, downloads, first_opened_at, last_opened_at, read_at)
    values (${of.assignmentId}, ${of.versionId}, ${opened}, ${downloads}, ${ctx.now}, ${ctx.now}, ${readAt})
    on conflict (tenant_id, assignment_id, version_id) do update set
      opened = r.opened + excluded.opened,
      downloads = r.downloads + excluded.downloads,
      last_opened_at = greatest(r.last_opened_at, excluded.last_opened_at),
      read_at = coalesce(r.read_at, excluded.read_at))`
}

function activityTypeOf(type: ResourceType): string {
  if (type === 'link') return activityTypes.link
  return type === 'image' || type === 'video' || type === 'audio' ? activityTypes.media : activityTypes.file
}
