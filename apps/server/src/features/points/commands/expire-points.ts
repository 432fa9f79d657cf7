import { sql } from 'kysely'
import type { Ctx, Services } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listOpenTenantRows } from '../../../platform/tenant/open-tenants.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { lockBalances, postPoints } from './post-points.ts'

/** People in one transaction. */
const portion = 500

/** Takes points that were not spent in time, oldest first, in every tenant whose points expire. */
export async function expirePoints(services: Services, stopping: AbortSignal): Promise<void> {
  for (const tenant of await listOpenTenantRows(services.db)) {
    if (stopping.aborted) return
    if (!readTenantConfig(tenant.settings).rewards) continue
    const ctx = systemContext(services, tenant.id, { requestId: newId() })
    let after: string | null = ''
    while (after !== null && !stopping.aborted) after = await expirePortion(ctx, after)
  }
}

interface Expired {
  membershipId: string
  amount: number
}

/** Answers the id to go on behind; null: nobody is left. */
async function expirePortion(ctx: Ctx, after: string): Promise<string | null> {
  const due = await ctx.read((tx) => sql<Expired>`${expired(ctx, sql`e.membership_id > ${after}`)}`.execute(tx))
  const ids = due.rows.map(({ membershipId }) => membershipId)
  if (ids.length === 0) return null
  await ctx.write(async (tx) => {
    const [, { rows }] = await Promise.all([
      lockBalances(tx, ids),
      // Asked again under the lock: what was spent meanwhile does not expire.
      sql<Expired>`${expired(ctx, sql`e.membership_id = any(${ids}::text[])`)}`.execute(tx),
    ])
    const day = ctx.now.toISOString().slice(0, 10)
    await postPoints(
      ctx,
      tx,
      rows.map(({ membershipId, amount }) => ({
        membershipId,
        kind: 'expire',
        amount: -amount,
        key: `expire:${membershipId}:${day}`,
      })),
    )
  })
  return ids.length < portion ? null : (ids.at(-1) ?? null)
}

/** Points earned before the day and not used up since, as far as they are still there. */
function expired(ctx: Ctx, only: ReturnType<typeof sql>) {
  return sql`
    select membership_id, amount from (
      select e.membership_id, least(
          coalesce(sum(e.amount) filter (where e.amount > 0 and e.created_at < ${ctx.now}::timestamptz - make_interval(months => s.expire_after_months)), 0)
            + coalesce(sum(e.amount) filter (where e.amount < 0), 0),
          (select m.reward_points_count from memberships m where m.id = e.membership_id))::int as amount
      from point_entries e join point_settings s on s.expire_after_months is not null
      where ${only} group by e.membership_id, s.expire_after_months
    ) late where amount > 0 order by membership_id limit ${portion}`
}
