import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { ReadTx } from '../../platform/db/database.ts'

/** What is sent about a person: no name, no address; the employee number only if the tenant wants it. */
export async function findTraits(
  tx: ReadTx,
  membershipId: string,
  { withEmployeeId }: { withEmployeeId: boolean },
): Promise<object> {
  const row = await tx
    .selectFrom('memberships')
    .select(['roles', 'status', 'position', 'employeeId'])
    .where('id', '=', membershipId)
    .executeTakeFirst()
  if (!row) return {}
  const { employeeId, ...traits } = row
  return withEmployeeId ? { ...traits, employeeId } : traits
}

export interface EventCount {
  readonly day: string
  readonly name: string
  readonly count: number
  readonly people: number
}

/** Days are the tenant's; newest first. */
export async function countEvents(tx: ReadTx, actor: Actor, of: { days: number; now: Date }): Promise<EventCount[]> {
  const since = new Date(of.now.getTime() - of.days * 86_400_000)
  const { rows } = await sql<EventCount>`
    select to_char(at at time zone control.zone_of_tenant(), 'YYYY-MM-DD') as day, name,
      count(*)::int as count, count(distinct user_id)::int as people
    from analytics_events
    where at > ${since} and (${actor.wholeTenant} or team_id = ${actor.teamId})
    group by 1, 2 order by 1 desc, 2 limit 5000`.execute(tx)
  return rows
}
