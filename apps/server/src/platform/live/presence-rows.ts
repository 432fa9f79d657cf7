import type { PresenceArea } from '@learnt/contract/presence-areas'
import { sql } from 'kysely'
import { type Actor, isAdmin } from '../actor.ts'
import type { ReadTx, WriteTx } from '../db/database.ts'

export const presenceChannel = 'learnt_presence'

/** What a browser says of its device, as far as it can be made out. */
export interface Device {
  readonly deviceType: string | null
  readonly mobileVendor: string | null
  readonly mobileModel: string | null
  readonly browserName: string | null
  readonly browserVersion: string | null
  readonly osName: string | null
  readonly osVersion: string | null
}

export interface PresenceRow extends Device {
  readonly userId: string
  readonly state: 'online' | 'offline'
  readonly currentTeam: string | null
  readonly currentFeature: PresenceArea | null
  readonly firstName: string | null
  readonly lastName: string | null
  readonly avatar: string | null
  readonly currentUserTeam: string | null
  readonly lastChanged: Date | null
  /** 0: nothing was ever written down of the person. */
  readonly revision: number
}

/** Somebody who is here, as one process has it. */
export interface Here extends Device {
  readonly userId: string
  readonly membershipId: string
  readonly teamId: string
  readonly area: PresenceArea
}

/**
 * Those of the people that the actor may see: team-mates, and everybody for an administrator of the whole tenant.
 * Leaves out where and how somebody works in a team the actor does not see.
 */
export async function listPresence(tx: ReadTx, actor: Actor, userIds: readonly string[]): Promise<PresenceRow[]> {
  const whole = actor.wholeTenant && isAdmin(actor)
  const { rows } = await sql<PresenceRow>`
    select m.user_id, coalesce(p.state, 'offline') as state, p.last_changed, coalesce(p.revision, 0) as revision,
      ${seenOnly(actor.teamId, whole)}
    from (
      select distinct user_id from memberships
      where user_id = any (${[...userIds]}::uuid[]) and (${whole} or (team_id = ${actor.teamId} and status = 'active'))
    ) m
    left join presence p on p.user_id = m.user_id
    order by m.user_id`.execute(tx)
  return rows
}

const told = [
  'current_team',
  'current_feature',
  'first_name',
  'last_name',
  'avatar',
  'current_user_team',
  'device_type',
  'mobile_vendor',
  'mobile_model',
  'browser_name',
  'browser_version',
  'os_name',
  'os_version',
]

function seenOnly(teamId: string, whole: boolean) {
  return sql.join(
    told.map((name) => {
      const column = sql.raw(name)
      return sql`case when ${whole} or p.current_team = ${teamId} then p.${column} end as ${column}`
    }),
  )
}

/** What all processes are told of one person: id, whether there, area, team, since when, and how late a word it is. */
export type Told = readonly [
  userId: string,
  state: 'online' | 'offline',
  area: PresenceArea | null,
  teamId: string | null,
  since: string,
  revision: number,
]

/** Told to all processes with the commit. */
export interface PresenceNews {
  readonly tenantId: string
  readonly people: readonly Told[]
}

/** Stores who is online and who has left, in one transaction of the tenant; answers what to announce. */
export async function putPresence(
  tx: WriteTx,
  of: { tenantId: string; processId: string; here: readonly Here[]; gone: readonly string[]; now: Date },
): Promise<PresenceNews[]> {
  const { rows: came } =
    of.here.length === 0
      ? { rows: [] }
      : await sql<Written>`
          insert into presence (user_id, state, current_team, current_feature, first_name, last_name, avatar, current_user_team,
            device_type, mobile_vendor, mobile_model, browser_name, browser_version, os_name, os_version, process_id, last_changed)
          select s.user_id, 'online', s.team_id, s.area, m.shown_first_name, m.last_name, m.avatar, m.id,
            s.device_type, s.mobile_vendor, s.mobile_model, s.browser_name, s.browser_version, s.os_name, s.os_version,
            ${of.processId}, ${of.now}
          from jsonb_to_recordset(${JSON.stringify(of.here.map(asRecord))}::jsonb) as s (user_id uuid, membership_id text, team_id text,
            area text, device_type text, mobile_vendor text, mobile_model text, browser_name text, browser_version text, os_name text, os_version text)
          join memberships m on m.id = s.membership_id
          order by s.user_id
          on conflict (tenant_id, user_id) do update set
            state = 'online', current_team = excluded.current_team, current_feature = excluded.current_feature,
            first_name = excluded.first_name, last_name = excluded.last_name, avatar = excluded.avatar,
            current_user_team = excluded.current_user_team, device_type = excluded.device_type,
            mobile_vendor = excluded.mobile_vendor, mobile_model = excluded.mobile_model, browser_name = excluded.browser_name,
            browser_version = excluded.browser_version, os_name = excluded.os_name, os_version = excluded.os_version,
            process_id = excluded.process_id, last_changed = excluded.last_changed, revision = presence.revision + 1
          returning user_id, revision`.execute(tx)
  const left =
    of.gone.length === 0
      ? []
      : (
          await sql<Written>`
            update presence set ${nothingElse}, last_changed = ${of.now}
            where user_id = any (${[...of.gone]}::uuid[]) and process_id = ${of.processId}
            returning user_id, revision`.execute(tx)
        ).rows
  const hereById = new Map(of.here.map((one) => [one.userId, one]))
  const since = of.now.toISOString()
  return newsOf(of.tenantId, [
    ...came.map(({ userId, revision }): Told => {
      const { area = null, teamId = null } = hereById.get(userId) ?? {}
      return [userId, 'online', area, teamId, since, revision]
    }),
    ...left.map(({ userId, revision }): Told => [userId, 'offline', null, null, since, revision]),
  ])
}

interface Written {
  readonly userId: string
  readonly revision: number
}

/** Takes back what dead processes said of their people. For the system's role. */
export async function clearDead(tx: WriteTx, quietSeconds: number, now: Date): Promise<PresenceNews[]> {
  const { rows: dead } = await sql<{ id: string }>`
    select process as id from control.bury_live_processes(make_interval(secs => ${quietSeconds})) process`.execute(tx)
  if (dead.length === 0) return []
  const { rows } = await sql<Written & { tenantId: string }>`
    update presence set ${nothingElse}, last_changed = ${now}
    where process_id = any (${dead.map((one) => one.id)}::uuid[]) returning tenant_id, user_id, revision`.execute(tx)
  return [...Map.groupBy(rows, (row) => row.tenantId)].flatMap(([tenantId, people]) =>
    newsOf(
      tenantId,
      people.map(({ userId, revision }): Told => [userId, 'offline', null, null, now.toISOString(), revision]),
    ),
  )
}

const nothingElse = sql.raw(
  `state = 'offline', process_id = null, revision = revision + 1, ${told.map((name) => `${name} = null`).join(', ')}`,
)

function asRecord(here: Here) {
  return {
    user_id: here.userId,
    membership_id: here.membershipId,
    team_id: here.teamId,
    area: here.area,
    device_type: here.deviceType,
    mobile_vendor: here.mobileVendor,
    mobile_model: here.mobileModel,
    browser_name: here.browserName,
    browser_version: here.browserVersion,
    os_name: here.osName,
    os_version: here.osVersion,
  }
}

/** A notification holds 8000 bytes; one person takes about 130. */
const perNotification = 50

function newsOf(tenantId: string, people: readonly Told[]): PresenceNews[] {
  const news: PresenceNews[] = []
  for (let at = 0; at < people.length; at += perNotification)
    news.push({ tenantId, people: people.slice(at, at + perNotification) })
  return news
}

/** In the transaction that wrote it. */
export async function notifyPresence(tx: WriteTx, news: readonly PresenceNews[]): Promise<void> {
  for (const one of news) await sql`select pg_notify(${presenceChannel}, ${JSON.stringify(one)})`.execute(tx)
}
