import { type DocumentType, documentKinds, documentTypes } from '@learnt/contract/document-kinds'
import { visibleToLearners } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { containerSources } from '../../assignments/commands/recompute-containers.ts'
import { listShownTypes } from '../../documents/queries.ts'

/** What somebody has had for longer, of a document that learners have seen for longer, is no news to them. */
const newForDays = 2
/** People told by one transaction. */
const peopleAtOnce = 5000

/** Documents given to people; which people, or between which ids, as far as the sender knows. */
interface Assigned extends Record<string, unknown> {
  readonly documentIds: readonly string[]
  readonly userIds?: readonly string[]
  readonly within?: { readonly from: string; readonly until: string }
}

/**
 * Tells people about documents they have to do. Leaves out offers, and the steps of a bundle, pathway or package. Run
 * again it tells nobody twice.
 */
export async function tellAssigned(ctx: Ctx, { documentIds, userIds, within }: Assigned): Promise<void> {
  const since = new Date(ctx.now.getTime() - newForDays * 86_400_000)
  const types = await ctx.read(listShownTypes)
  const among = within ? sql<boolean>`a.user_id between ${within.from} and ${within.until}` : sql<boolean>`true`
  for (const documentId of documentIds) {
    for (const receivers of userIds ? portionsOf(userIds) : [among]) {
      let after = sql<boolean>`true`
      for (let seen = peopleAtOnce; seen === peopleAtOnce; ) {
        const step = await ctx.write((tx) =>
          notifyMany(ctx, tx, {
            kind: 'courseAssigned',
            atMost: peopleAtOnce,
            from: sql`
              select a.user_id, null::text as team_id, 'courseAssigned:' || a.id as key, ${linkOf} as link,
                jsonb_build_object('documentType', c.type, 'courseId', c.id, 'title', c.title, 'dueDay', a.due_day, 'isBundle', c.is_bundle) as params
              from assignments a join documents c on c.id = a.document_id
              where a.document_id = ${documentId} and ${receivers} and ${after} and ${isToDo(types)} and ${isOwn}
                -- Of a cycle that follows another they are told by other words, or know it themselves.
                and a.cycle_reason is null
                and (a.assigned_at > ${since} or exists (
                  select from document_versions v where v.document_id = c.id and v.number = 1 and v.published_at > ${since}))
              order by a.user_id limit ${peopleAtOnce}`,
          }),
        )
        after = sql`a.user_id > ${step.last}`
        seen = step.seen
      }
    }
  }
}

/** People who are named, so many at a time: a statement's memory does not grow with them. */
function portionsOf(userIds: readonly string[]): RawBuilder<boolean>[] {
  return Array.from(
    { length: Math.ceil(userIds.length / peopleAtOnce) },
    (_, at) => sql<boolean>`a.user_id = any(${userIds.slice(at * peopleAtOnce, (at + 1) * peopleAtOnce)}::uuid[])`,
  )
}

/** Of assignments `a` of documents `c`: required, open to learners, not waiting for another, and not done. */
export function isToDo(types: readonly DocumentType[]): RawBuilder<boolean> {
  return sql<boolean>`(
    a.document_type = any(${types}::text[]) and a.is_active and not a.is_optional and a.waits_for is null and a.state not in ('completed', 'passed')
    and c.status in (${sql.join(visibleToLearners.map((one) => sql.lit(one)))}))`
}

/**
 * Had by itself, not only as a part of a container. `offset 0`: each is looked up by its key. As a join, two sets that the
 * planner takes for small (a tenant that came since it counted) are compared each with each.
 */
export const isOwn: RawBuilder<boolean> = sql<boolean>`
  exists (select from assignment_sources s where s.assignment_id = a.id and s.kind not in ${containerSources} offset 0)`

/** The page where the person of the assignment `a` does it: a course is opened by the assignment, others by the document. */
export const linkOf: RawBuilder<string> = sql<string>`
  case a.document_type ${sql.join(
    documentTypes.map((type) => {
      const [before, after = ''] = documentKinds[type].learner.one('|').split('|')
      const id = type === 'course' ? sql`a.id` : sql`a.document_id`
      return sql`when ${sql.lit(type)} then ${sql.lit(before)} ${
        documentKinds[type].learner.one('|').includes('|') ? sql`|| ${id} || ${sql.lit(after)}` : sql``
      }`
    }),
    sql` `,
  )} end`
