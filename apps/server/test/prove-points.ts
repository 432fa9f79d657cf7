import { sql } from 'kysely'
import { redeemPoints } from '../src/features/points/commands/redeem.ts'
import { readSettings } from '../src/platform/env.ts'
import { ProblemError } from '../src/platform/problem.ts'
import { sessionCookieName } from '../src/platform/session/token.ts'
import { mintTenantId } from '../src/platform/tenant-id.ts'
import { prepareGround } from '../src/start.ts'
import type { TestApp } from './app.ts'
import { contextOf } from './given/assignments.ts'
import { givenPerson } from './given/people.ts'

/** How many redemptions run at one moment, waiting for a connection or the balance. */
const atOnce = 60

/** A person with points and an open session, inserted into the database of the running server. */
export interface PersonWithPoints {
  readonly userId: string
  readonly membershipId: string
  readonly cookie: string
}

export interface PointProof {
  people(count: number, role?: 'learner' | 'admin'): Promise<PersonWithPoints[]>
  /**
   * Redeems without the operations, which allow one account 30 calls a second; returns how many were granted and
   * refused.
   */
  redeem(person: PersonWithPoints, amount: number, times: number): Promise<{ granted: number; refused: number }>
  /** Faults of the ledger; `acknowledged`: ids of entries that the server confirmed. */
  check(of: { acknowledged: ReadonlySet<string>; stock: number }): Promise<string[]>
  sizes(): Promise<{ entries: number; orders: number; balance: number }>
  balanceOf(membershipId: string): Promise<{ balance: number; entries: number }>
  close(): Promise<void>
}

export async function openPointProof(settings: Record<string, string>): Promise<PointProof> {
  const read = readSettings({ ...settings, LOG_LEVEL: 'silent' })
  const { services, stop } = await prepareGround({ say: () => {}, ifRunning: 'join', settings: read })
  const tenantId = mintTenantId('learnt')
  const tenant = services.db.tenant(tenantId)
  const name = sessionCookieName(read)
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await tenant.read((tx) => query.execute(tx))).rows
  return {
    async people(count, role = 'learner') {
      const made: PersonWithPoints[] = []
      while (made.length < count) {
        const some = await Promise.all(
          Array.from({ length: Math.min(20, count - made.length) }, () =>
            givenPerson({ services } as TestApp, { tenantId, teamId: 'learnt' }, { roles: [role] }),
          ),
        )
        for (const { userId, membershipId, token } of some)
          made.push({ userId, membershipId, cookie: `${name}=${token}` })
      }
      return made
    },

    async redeem(person, amount, times) {
      const ctx = contextOf({ services } as TestApp, { ...person, tenantId, teamId: 'learnt' })
      const found = { granted: 0, refused: 0 }
      let left = times
      const work = async () => {
        while (left-- > 0)
          try {
            await ctx.write((tx) => redeemPoints(ctx, tx, amount))
            found.granted++
          } catch (error) {
            if (!(error instanceof ProblemError) || error.code !== 'invalid-input') throw error
            found.refused++
          }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      return found
    },

    async check({ acknowledged, stock }) {
      const wrong = await rows<{ what: string }>(sql`
        select 'the balance of ' || m.id || ' is ' || m.reward_points_count || ', its entries come to ' || coalesce(e.sum, 0) as what
        from memberships m left join (select membership_id, sum(amount) as sum from point_entries group by 1) e on e.membership_id = m.id
        where m.reward_points_count <> coalesce(e.sum, 0)
        union all
        select 'the balance of ' || id || ' is ' || reward_points_count from memberships where reward_points_count < 0
        union all
        select 'entry ' || id || ' says ' || balance || ' and follows ' || before || ' with ' || amount from (
          select id, amount, balance, place, coalesce(lag(balance) over chain, 0) as before, row_number() over chain as nth
          from point_entries window chain as (partition by membership_id order by place)
        ) e where balance <> before + amount or balance < 0 or place <> nth
        union all
        select 'the order ' || o.id || ' is ' || o.state || ' and has ' || e.taken || ' entries that took and ' || e.back || ' that gave back'
        from reward_orders o cross join lateral (
          select count(*) filter (where key = 'order:' || o.id and amount = -o.cost) as taken,
            count(*) filter (where key = 'refund:' || o.id and amount = o.cost) as back from point_entries where membership_id = o.membership_id
        ) e where e.taken <> 1 or e.back <> case when o.state in ('refused', 'withdrawn') then 1 else 0 end
        union all
        select 'an entry took points for the order ' || substr(key, 7) || ', which is not there' from point_entries
        where key like 'order:%' and not exists (select from reward_orders o where 'order:' || o.id = key)
        union all
        select r.stock || ' of the reward are left, ' || o.kept || ' are ordered or delivered, there were ' || ${stock}::integer
        from rewards r cross join lateral (
          select count(*) as kept from reward_orders o where o.reward_id = r.id and o.state not in ('refused', 'withdrawn')) o
        where r.stock < 0 or r.stock + o.kept <> ${stock}::integer`)
      const kept = new Set((await rows<{ id: string }>(sql`select id from point_entries`)).map((row) => row.id))
      const lost = [...acknowledged].filter((id) => !kept.has(id)).map((id) => `LOST entry ${id}`)
      return [...lost, ...wrong.map((row) => row.what)]
    },

    async sizes() {
      const [row] = await rows<{ entries: number; orders: number; balance: number }>(sql`
        select (select count(*)::int from point_entries) as entries, (select count(*)::int from reward_orders) as orders,
          (select coalesce(sum(reward_points_count), 0)::int from memberships) as balance`)
      return row ?? { entries: 0, orders: 0, balance: 0 }
    },

    async balanceOf(membershipId) {
      const [row] = await rows<{ balance: number; entries: number }>(sql`
        select reward_points_count as balance, (select count(*)::int from point_entries e where e.membership_id = m.id and e.kind = 'redeem') as entries
        from memberships m where id = ${membershipId}`)
      return row ?? { balance: 0, entries: 0 }
    },

    close: stop,
  }
}
