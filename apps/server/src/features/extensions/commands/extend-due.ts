import type { DocumentType } from '@learnt/contract/document-kinds'
import type { extensions } from '@learnt/contract/extensions'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { announce } from '../../../platform/outbox.ts'
import { invalid } from '../../../platform/problem.ts'
import { lockingOrder, settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { dayInZone } from '../../assignments/queries.ts'
import { linkOf } from '../../notifications/commands/tell-assigned.ts'
import { followContainers } from '../../permissions/commands/give-steps.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import { isOpenTo } from '../../reach/queries/visible-members.ts'
import { type Extendable, refuseExtension } from '../policy.ts'

type Body = z.output<typeof extensions.extend.body>
type Answer = z.input<typeof extensions.extend.response>

interface Found extends Extendable {
  readonly id: string
  readonly userId: string
  readonly documentId: string
  readonly documentType: DocumentType
  /** In the tenant's zone. */
  readonly today: string
  readonly name: string
  readonly title: string
}

/**
 * Gives people a later date, all or those of many that can have one. The rows are locked before they are read, so that of
 * two extensions at once the second counts and says what it followed.
 */
export async function extendDue(ctx: Ctx, tx: WriteTx, { assignmentIds, day, reason }: Body): Promise<Answer> {
  const ids = [...new Set(assignmentIds)]
  const found = new Map((await lockFound(ctx, tx, ids)).map((one) => [one.id, one]))
  if ([...found.values()].some((one) => day < one.today)) throw invalid({ 'body.day': 'inThePast' })
  const refused = ids.flatMap((assignmentId): Answer['refused'] => {
    const one = found.get(assignmentId)
    if (!one) return [{ assignmentId, reason: 'notFound', name: '', title: '' }]
    const why = refuseExtension(one, day)
    return why ? [{ assignmentId, reason: why, name: one.name, title: one.title }] : []
  })
  const left = new Set(refused.map((one) => one.assignmentId))
  const extended = [...found.values()].filter((one) => !left.has(one.id))
  if (extended.length > 0) await extend(ctx, tx, extended, { day, reason })
  return { extended: extended.length, refused }
}

/** Those of the assignments that the caller looks after, locked. */
async function lockFound(ctx: Ctx, tx: WriteTx, ids: readonly string[]): Promise<Found[]> {
  const [, { rows }] = await Promise.all([
    lockRules(tx, 'shared'),
    // What is locked is read as whoever was waited for has left it.
    sql<Found>`
      with locked as materialized (
        select a.* from assignments a join documents d on d.id = a.document_id where a.id = any(${ids}::uuid[]) order by ${lockingOrder} for update of a
      )
      select a.id, a.user_id, a.document_id, a.document_type, a.state, a.is_optional, a.is_active, a.due_day::text as due_day, d.title, (${dayInZone(ctx.now)})::text as today,
        coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = a.user_id and m.is_primary), '') as name,
        (select day_that_ends(min(s.due_at), control.zone_of_tenant())::text from assignment_sources s where s.assignment_id = a.id and not s.is_optional) as rule_day
      from locked a join documents d on d.id = a.document_id
      where ${isOpenTo(ctx.actor)} and a.user_id <> ${ctx.actor.userId}`.execute(tx),
  ])
  return rows
}

async function extend(
  ctx: Ctx,
  tx: WriteTx,
  found: readonly Found[],
  { day, reason }: Pick<Body, 'day' | 'reason'>,
): Promise<void> {
  const made = found.map((one) => ({ ...one, extensionId: newId() }))
  await sql`
    insert into due_extensions (id, assignment_id, user_id, from_day, to_day, due_at, reason, extended_by, extended_at)
    select one.id, one.assignment_id, one.user_id, one.from_day, ${day}::date, end_of_day(${day}::date, control.zone_of_tenant()), ${reason}, ${ctx.actor.userId}, ${ctx.now}
    from unnest(${made.map((one) => one.extensionId)}::uuid[], ${made.map((one) => one.id)}::uuid[], ${made.map((one) => one.userId)}::uuid[],
      ${made.map((one) => one.dueDay)}::date[]) as one(id, assignment_id, user_id, from_day)`.execute(tx)
  const settled = await settleAssignments(
    ctx,
    tx,
    made.map((one) => one.id),
    { held: true },
  )
  await followContainers(ctx, tx, settled.containers)
  await Promise.all([
    ...made.map((one) =>
      audit(ctx, tx, {
        action: 'extensions.extend',
        subjectType: one.documentType,
        subjectId: one.documentId,
        subjectTitle: one.title,
        subjectPerson: one.userId,
        before: { dueDay: one.dueDay },
        after: { userId: one.userId, dueDay: day, reason },
      }),
    ),
    ...[...new Set(made.map((one) => one.userId))].map((userId) =>
      announce(ctx, tx, { topic: 'me', userId, kind: 'progress', id: userId }),
    ),
    notifyMany(ctx, tx, {
      kind: 'dueExtended',
      atMost: made.length,
      from: sql`
        select a.user_id, null::text as team_id, 'dueExtended:' || e.id as key, ${linkOf} as link,
          jsonb_build_object('documentType', c.type, 'courseId', c.id, 'title', c.title, 'dueDay', e.to_day, 'reason', e.reason, 'name', (
            select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = e.extended_by and m.is_primary)) as params
        from due_extensions e join assignments a on a.id = e.assignment_id join documents c on c.id = a.document_id
        where e.id = any(${made.map((one) => one.extensionId)}::uuid[])`,
    }),
  ])
}
