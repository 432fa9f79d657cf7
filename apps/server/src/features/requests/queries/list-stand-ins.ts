import type { StandIn } from '@learnt/contract/requests'
import { type RawBuilder, sql } from 'kysely'
import { isAdmin } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { visibleMembers } from '../../reach/queries/visible-members.ts'
import { todayOf } from './deciders.ts'

/** Stand-ins of the caller whose days are not over, and the day in the tenant's zone. */
export async function listStandIns(ctx: Ctx, tx: ReadTx): Promise<{ items: StandIn[]; today: string }> {
  const [{ rows }, day] = await Promise.all([
    sql<StandIn>`
      select s.id, s.stand_in_id as user_id, s.from_day::text as from_day, s.until_day::text as until_day,
        coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = s.stand_in_id and m.is_primary), '') as name
      from stand_ins s where s.user_id = ${ctx.actor.userId} and s.until_day >= ${todayOf(ctx)} order by s.from_day, s.id`.execute(
      tx,
    ),
    sql<{ today: string }>`select ${todayOf(ctx)}::text as today`.execute(tx),
  ])
  return { items: rows, today: day.rows[0]?.today ?? '' }
}

/** Whether somebody was ever asked to decide about a request by name. */
export async function isEverAsked(ctx: Ctx, tx: ReadTx): Promise<boolean> {
  const { rows } = await sql<{ isAsked: boolean }>`
    select exists (select from request_deciders where user_id = ${ctx.actor.userId}) as is_asked`.execute(tx)
  return rows[0]?.isAsked ?? false
}

/**
 * Whom the caller may name: managers and administrators, who decide about people anyway, the caller's own people, and
 * colleagues who report to the same manager. Administrators may name anybody. Nobody finds everybody's people here.
 */
export function mayBeStandIn({ actor }: Ctx): RawBuilder<boolean> {
  const { userId } = actor
  const isKnown = sql`(memberships.roles && '{manager,admin,superadmin}'::text[] or memberships.user_id in (
    select user_id from manager_relations
    where manager_id = ${userId} or manager_id in (select manager_id from manager_relations where user_id = ${userId})))`
  return sql<boolean>`(memberships.status = 'active' and memberships.user_id <> ${userId}
    and ${visibleMembers(actor, 'memberships')} and ${isAdmin(actor) ? sql`true` : isKnown})`
}
