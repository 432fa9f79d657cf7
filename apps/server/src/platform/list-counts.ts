import type { DocumentType } from '@learnt/contract/document-kinds'
import { limits } from '@learnt/contract/measures'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from './context.ts'
import type { ReadTx } from './db/database.ts'
import { listOpenTenants } from './tenant/open-tenants.ts'
import { mintTenantId, type TenantId } from './tenant-id.ts'

/** People, or documents of one type. */
export type CountedList = 'members' | DocumentType

export interface Total {
  readonly total: number
  /** False: there are more than `total`, and nobody counted how many. */
  readonly totalIsExact: boolean
}

/**
 * How many rows of a list there are, by team and status, exactly, from a handful of rows: what a round has added up and
 * what was changed since, seen in one moment.
 */
export async function readCount(
  tx: ReadTx,
  list: CountedList,
  of: { teamIds?: readonly string[] | undefined; statuses?: readonly string[] | undefined },
): Promise<Total> {
  const team = of.teamIds ? sql`team_id = any (${of.teamIds}::text[])` : sql`true`
  const status = of.statuses ? sql`status = any (${of.statuses}::text[])` : sql`true`
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(amount), 0)::int as total from (
      select amount from list_counts where list = ${list} and ${team} and ${status}
      union all
      select change from list_count_deltas where list = ${list} and ${team} and ${status}
    ) counted`.execute(tx)
  return { total: rows[0]?.total ?? 0, totalIsExact: true }
}

/** Rows of any question, counted as far as a person reads numbers: `rows` is what stands behind `select`. */
export async function countUpTo(tx: ReadTx, from: RawBuilder<unknown>): Promise<Total> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select from ${from} limit ${limits.countedAtMost + 1}) counted`.execute(tx)
  return countedAs(rows[0]?.total ?? 0)
}

/** A number that was counted to beyond what people read, as they read it. */
export function countedAs(total: number): Total {
  return { total: Math.min(total, limits.countedAtMost), totalIsExact: total <= limits.countedAtMost }
}

/** Adds up what has changed; each change once, even if another process does it at the same time. */
export async function foldListCounts(services: Services): Promise<void> {
  const waiting = await services.db.dangerouslyLookAsSystem((tx) =>
    tx.selectFrom('listCountDeltas').select('tenantId').distinct().execute(),
  )
  for (const { tenantId } of waiting)
    await services.db.tenant(mintTenantId(tenantId)).write(async (tx) => {
      await sql`
        with moved as (delete from list_count_deltas returning list, team_id, status, change)
        insert into list_counts (list, team_id, status, amount)
        -- Two at once take the rows in one order.
        select list, team_id, status, sum(change) from moved group by 1, 2, 3 order by 1, 2, 3
        on conflict (tenant_id, list, team_id, status) do update set amount = list_counts.amount + excluded.amount`.execute(
        tx,
      )
    })
}

/** Lists whose kept number differs from a count, in one moment. */
export async function compareListCounts(tx: ReadTx): Promise<{ list: CountedList; kept: number; counted: number }[]> {
  const { rows } = await sql<{ list: CountedList; kept: number; counted: number }>`
    with kept as (${kept}), truth as (${truth})
    select list, coalesce(k.amount, 0)::int as kept, coalesce(t.amount, 0)::int as counted
    from kept k full join truth t using (list, team_id, status) where coalesce(k.amount, 0) <> coalesce(t.amount, 0)`.execute(
    tx,
  )
  return rows
}

/** Appends what is missing to be what a count gives. What is not committed yet is in neither: nobody has to wait. */
export async function recountLists(services: Services, tenantId: TenantId): Promise<void> {
  await services.db.tenant(tenantId).write(async (tx) => {
    await sql`
      with kept as (${kept}), truth as (${truth})
      insert into list_count_deltas (list, team_id, status, change)
      select list, team_id, status, coalesce(t.amount, 0) - coalesce(k.amount, 0)
      from kept k full join truth t using (list, team_id, status) where coalesce(k.amount, 0) <> coalesce(t.amount, 0)`.execute(
      tx,
    )
  })
}

/** Once a day for each tenant: proves that the numbers are what a count gives, says so when not, and mends them. */
export async function checkListCountsOfTheDay(services: Services, stopping?: AbortSignal): Promise<void> {
  const now = services.clock.now()
  for (const tenantId of await listOpenTenants(services.db)) {
    if (stopping?.aborted) return
    const tenant = services.db.tenant(tenantId)
    // The first look only starts the clock; the process that moves the mark does the work.
    const isDue = await tenant.write(async (tx) => {
      await sql`insert into rollup_marks (name, folded_at) values ('lists', ${now}) on conflict do nothing`.execute(tx)
      const { rows } = await sql`
        update rollup_marks set folded_at = ${now} where name = 'lists' and folded_at <= ${now}::timestamptz - interval '1 day' returning 1`.execute(
        tx,
      )
      return rows.length > 0
    })
    if (!isDue) continue
    const differing = await tenant.read(compareListCounts)
    if (differing.length === 0) continue
    services.log.error({ tenant: tenantId, differing }, 'numbers beside lists differ from a count; put right')
    await recountLists(services, tenantId)
  }
}

const truth: RawBuilder<unknown> = sql`
  select 'members' as list, team_id, status, count(*) as amount from memberships group by 2, 3
  union all select type, '', status, count(*) from documents group by 1, 3`

const kept: RawBuilder<unknown> = sql`
  select list, team_id, status, sum(amount) as amount from (
    select list, team_id, status, amount from list_counts
    union all select list, team_id, status, change from list_count_deltas
  ) said group by 1, 2, 3`
