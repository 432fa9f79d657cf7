import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { planAnew } from '../../../platform/db/plan-anew.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { changeAssignments } from '../../assignments/commands/change-assignments.ts'
import { settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { everybody, inRange, type Range } from '../../reach/queries/match-people.ts'
import { dueOfPermission } from '../queries/due-of-permission.ts'
import { findNextRange } from '../queries/find-next-range.ts'
import { rowsAtOnce } from './apply-permission.ts'
import { followContainers } from './give-steps.ts'
import { lockRules } from './lock-rules.ts'
import { tell } from './tell.ts'

/**
 * To be called in the transaction that publishes a document for the first time: whoever was given it before has
 * it from now on, and the days until it is due count from now. Many rows are written in the background.
 */
export async function startGiving(ctx: Ctx, tx: WriteTx, documentId: string): Promise<void> {
  await lockRules(tx, 'alone')
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from assignments where document_id = ${documentId}`.execute(tx)
  const people = rows[0]?.people ?? 0
  if (people > rowsAtOnce) return enqueue(ctx, tx, 'permissions.startGiving', { documentId })
  await planAnew(tx, people)
  await startRange(ctx, tx, documentId, everybody)
  await tell(ctx, tx, [documentId], [])
}

/** The background part, some people at a time; begun again after a crash it does the rest. */
export async function finishStartGiving(ctx: Ctx, { documentId }: { documentId: string }): Promise<void> {
  let after: string | null = null
  for (;;) {
    const until: string | null = await ctx.write(async (tx) => {
      await lockRules(tx, 'alone')
      const range = await findNextRange(tx, after, 2000)
      await planAnew(tx, range.people)
      await startRange(ctx, tx, documentId, range)
      if (range.until === null) await tell(ctx, tx, [documentId], [])
      return range.until
    })
    if (until === null) return
    after = until
  }
}

async function startRange(ctx: Ctx, tx: WriteTx, documentId: string, range: Range): Promise<void> {
  const rows = await changeAssignments<{ id: string }>(ctx, tx, {
    found: sql`
    zone as materialized (select control.zone_of_tenant() as name),
    waiting as materialized (
      select a.id, a as was from assignments a
      where a.document_id = ${documentId} and a.started_at is null and ${inRange(range, sql`a.user_id`)}
        and exists (select from assignment_sources s where s.assignment_id = a.id)
      order by a.id for update
    )`,
    update: { from: 'waiting', set: { assignedAt: sql`${ctx.now}` } },
    beside: sql`
    by_rule as (
      update assignment_sources s set granted_at = ${ctx.now}, due_at = ${dueOfPermission(sql`z.name`, sql`${ctx.now}::timestamptz`, sql`s.due_shift_days`, { userId: sql`s.user_id`, membershipId: sql`s.membership_id` })}
      from waiting w, permissions p, zone z where s.assignment_id = w.id and s.kind = 'rule' and p.id = s.source_id
    ),
    by_hand as (
      update assignment_sources s set granted_at = ${ctx.now},
        due_at = case when s.due_days is null then s.due_at else end_of_day((${ctx.now}::timestamptz at time zone z.name)::date + s.due_days + s.due_shift_days, z.name) end
      from waiting w, zone z where s.assignment_id = w.id and s.kind = 'manual'
    )`,
    answer: sql`select id from waiting`,
  })
  const settled = await settleAssignments(
    ctx,
    tx,
    rows.map((row) => row.id),
  )
  await followContainers(ctx, tx, settled.containers)
}
