import { adminReports } from '@learnt/contract/report-lists'
import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { matchesWords } from '../../platform/db/search.ts'

export interface ScheduleRow {
  id: string
  ownerId: string
  ownerName: string
  viewId: string
  viewName: string
  list: string
  query: string
  rhythm: string
  weekdays: number[]
  monthDay: number
  time: string
  zone: string
  shows: string
  isActive: boolean
  stoppedReason: string | null
  nextAt: Date
  lastAt: Date | null
  /** Whether the asking person gets it; null: they were not chosen. */
  receives: boolean | null
  receivers: { userId: string; name: string; email: string; receives: boolean; canSee: boolean }[]
}

/** Whether an active membership `m` has a role that sees the report of a list of saved views. */
export type WhoSees = (list: RawBuilder<unknown>) => RawBuilder<boolean>

/** Administrators see all reports; managers see them where the tenant has reports for them, but never those of administrators alone. */
export async function findWhoSeesReports(tx: ReadTx): Promise<WhoSees> {
  const { rows } = await sql<{ managersToo: boolean }>`
    select (control.settings_of_tenant() #> '{features,managerReports}') is distinct from 'false'::jsonb as managers_too`.execute(
    tx,
  )
  const managersToo = rows[0]?.managersToo ?? false
  return (list) => sql<boolean>`(m.status = 'active' and (m.roles && '{admin,superadmin}'::text[]
    or (${managersToo}::boolean and 'manager' = any(m.roles) and ${list} <> all (${adminReports.map(({ views }) => views)}::text[]))))`
}

/** What a person made, and what they get; one's own first, each by the next date. */
export async function listSchedules(tx: ReadTx, userId: string): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    ${rowsFor(userId, await findWhoSeesReports(tx))}
    where s.owner_id = ${userId} or mine.user_id is not null
    order by s.owner_id <> ${userId}, s.is_active desc, s.next_at, s.id limit 200`.execute(tx)
  return rows
}

export async function findSchedule(tx: ReadTx, userId: string, scheduleId: string): Promise<ScheduleRow | null> {
  const { rows } =
    await sql<ScheduleRow>`${rowsFor(userId, await findWhoSeesReports(tx))} where s.id = ${scheduleId}`.execute(tx)
  return rows[0] ?? null
}

export async function findZone(tx: ReadTx): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select control.zone_of_tenant() as zone`.execute(tx)
  return rows[0]?.zone ?? 'UTC'
}

function rowsFor(userId: string, sees: WhoSees): RawBuilder<unknown> {
  return sql`
    select s.id, s.owner_id, coalesce(rtrim(o.shown_first_name || ' ' || o.last_name), '') as owner_name, s.view_id, v.name as view_name, v.list, v.query,
      s.rhythm, s.weekdays::int[] as weekdays, s.month_day, to_char(s.day_time, 'HH24:MI') as time, s.zone, s.shows, s.is_active,
      s.stopped_reason, s.next_at, s.last_at,
      case when mine.user_id is not null then mine.stopped_at is null end as receives,
      case when s.owner_id = ${userId} then (
        select coalesce(jsonb_agg(jsonb_build_object(
          'userId', r.user_id, 'name', rtrim(p.shown_first_name || ' ' || p.last_name), 'email', p.email, 'receives', r.stopped_at is null,
          'canSee', exists (select from memberships m where m.user_id = r.user_id and ${sees(sql`v.list`)})
        ) order by p.sort_name, r.user_id), '[]')
        from schedule_receivers r join memberships p on p.user_id = r.user_id and p.is_primary where r.schedule_id = s.id
      ) else '[]' end as receivers
    from schedules s
    join saved_views v on v.id = s.view_id
    left join memberships o on o.user_id = s.owner_id and o.is_primary
    left join schedule_receivers mine on mine.schedule_id = s.id and mine.user_id = ${userId}`
}

/** Who can be chosen: people who see the report, in the whole tenant for those who look after it, else in the own team. */
export async function listPossibleReceivers(
  tx: ReadTx,
  actor: Actor,
  of: { search?: string | undefined; list?: string | undefined; among?: readonly string[] },
): Promise<{ userId: string; name: string; email: string }[]> {
  const isWide = isAdmin(actor) && actor.wholeTenant
  const sees = await findWhoSeesReports(tx)
  const { rows } = await sql<{ userId: string; name: string; email: string }>`
    select user_id, name, email from (
      select distinct on (m.user_id) m.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email, m.sort_name
      from memberships m
      where ${sees(sql`${of.list ?? ''}::text`)} and ${isWide ? sql`true` : sql`m.team_id = ${actor.teamId}`}
        and ${of.search ? matchesWords('members', sql`m.id`, [of.search]) : sql`true`}
        and ${of.among ? sql`m.user_id = any (${of.among}::uuid[])` : sql`true`}
      order by m.user_id, m.is_primary desc
    ) people order by sort_name, user_id limit ${of.among ? of.among.length : 20}`.execute(tx)
  return rows
}
