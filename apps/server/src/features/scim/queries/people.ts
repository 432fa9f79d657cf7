import { organisationFields } from '@learnt/contract/team-values'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx, Row } from '../../../platform/db/database.ts'
import type { Kept } from '../read-resource.ts'

const columns = [
  'id',
  'userId',
  'teamId',
  'status',
  'roles',
  'firstName',
  'lastName',
  'email',
  'username',
  'employeeId',
  'phone',
  'dob',
  'terminationDate',
  'managers',
  'tags',
  'position',
  ...organisationFields,
  'erasedAt',
  'revision',
  'createdAt',
  'updatedAt',
] as const

export type PersonRow = Pick<Row<'memberships'>, (typeof columns)[number]> & {
  userName: string
  externalId: string
  attributes: Kept
  managerWanted: string | null
  scimRevision: number
  scimUpdatedAt: Date | null
  /** The provider of another team looks after the person, too, and was first. */
  isOfAnother: boolean
  /** The manager's name, if in the same team; empty for one in another team, which a token does not see. */
  managerName: string
  groups: { id: string; title: string }[]
}

/** The user name that is answered: as the provider sent it, else what the person signs in with. `m` and `s` are the rows. */
export const shownUserName = sql<string>`coalesce(nullif(s.user_name, ''), nullif(m.username, ''), nullif(m.email, ''), m.user_id::text || '@no-mail.invalid')`

/** What a provider says of somebody is its team's: a token of another team where they are as well reads none of it. */
const ofPerson = sql`memberships m left join scim_people s on s.user_id = m.user_id
  and (s.token_id is null or exists (select from scim_tokens k where k.id = s.token_id and k.team_id = m.team_id))`

/** Whether the provider of another team looks after somebody who is still there: what it says is not this team's to change. */
export function isOfAnother(row: string, teamId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from scim_tokens k join memberships o on o.team_id = k.team_id and o.status <> 'archived'
    where k.id = ${sql.ref(`${row}.tokenId`)} and o.user_id = ${sql.ref(`${row}.userId`)} and k.team_id <> ${teamId})`
}

/** Columns of a person: of `m`, a membership, and `s`, what providers say of the person. */
const selected = sql`
  ${sql.join(columns.map((column) => sql.ref(`m.${column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`)))},
  ${shownUserName} as user_name, coalesce(s.external_id, '') as external_id, coalesce(s.attributes, '{}') as attributes, s.manager_wanted,
  coalesce(s.revision, 0) as scim_revision, s.updated_at as scim_updated_at,
  exists (select from scim_people x where x.user_id = m.user_id and ${isOfAnother('x', sql`m.team_id`)}) as is_of_another,
  coalesce((select rtrim(b.shown_first_name || ' ' || b.last_name) from memberships b
    where m.managers <> '{}' and b.user_id = m.managers[1]::uuid and b.team_id = m.team_id and b.status <> 'archived'), '') as manager_name,
  coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'title', a.title) order by a.title, a.id)
    from audience_people p join scim_groups g on g.audience_id = p.audience_id and g.team_id = m.team_id join audiences a on a.id = g.audience_id
    where p.user_id = m.user_id), '[]') as groups`

/** Whether SCIM knows the person in this team: archived people are gone from it. */
function isKnown(teamId: string): RawBuilder<boolean> {
  return sql<boolean>`m.team_id = ${teamId} and m.status <> 'archived'`
}

export async function findPerson(
  tx: ReadTx,
  teamId: string,
  userId: string,
  { archived = false }: { archived?: boolean } = {},
): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`
    select ${selected} from ${ofPerson}
    where m.id = ${`${userId}:${teamId}`} and ${archived ? sql`true` : sql`m.status <> 'archived'`}`.execute(tx)
  return rows[0] ?? null
}

export async function listPeople(
  tx: ReadTx,
  teamId: string,
  of: { where: RawBuilder<boolean>; order: RawBuilder<unknown>; offset: number; limit: number },
): Promise<{ rows: PersonRow[]; total: number }> {
  const found = sql`${isKnown(teamId)} and ${of.where}`
  const [{ rows }, { rows: counted }] = await Promise.all([
    of.limit === 0
      ? { rows: [] }
      : sql<PersonRow>`
          select ${selected} from ${ofPerson} where ${found} order by ${of.order} offset ${of.offset} limit ${of.limit}`.execute(
          tx,
        ),
    sql<{ total: number }>`select count(*)::int as total from ${ofPerson} where ${found}`.execute(tx),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Memberships of everybody in the tenant, archived or not, who has one of these already. */
export async function findTaken(
  tx: ReadTx,
  of: { userName: string; email: string; externalId: string },
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${selected} from ${ofPerson}
    where m.user_id = any (array(
      select user_id from scim_people where user_name_key = lower(${of.userName})
      union select user_id from memberships where username <> '' and username in (${of.userName}, lower(${of.userName}))
      union select user_id from memberships where email <> '' and email in (${of.email}, lower(${of.userName}))
      union select user_id from scim_people where external_id <> '' and external_id = ${of.externalId}))
    order by m.id`.execute(tx)
  return rows
}

/**
 * The person of the tenant who is meant by an id, a user name, an address or an external id; null: nobody. Managers may be
 * in another team.
 */
export async function findNamed(tx: ReadTx, name: string): Promise<string | null> {
  const key = name.toLowerCase()
  const { rows } = await sql<{ userId: string }>`
    select user_id from (
      select user_id, 1 as place from memberships where user_id = ${/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key) ? key : null}::uuid
      union all select user_id, 2 from scim_people where user_name_key = ${key}
      union all select user_id, 3 from scim_people where external_id <> '' and external_id = ${name}
      union all select user_id, 4 from memberships where email <> '' and email = ${key}
      union all select user_id, 5 from memberships where username <> '' and username in (${name}, ${key})
    ) found order by place, user_id limit 1`.execute(tx)
  return rows[0]?.userId ?? null
}

/** A membership of the team whose manager was named before being here, and is this person. */
export interface Waiting {
  readonly id: string
  readonly userId: string
  readonly managers: readonly string[]
}

/**
 * The person `id` of the team as they are, with what `s`, a statement that writes their row of `scim_people`, has made of it,
 * and who waits for somebody of these names.
 */
export async function findWritten(
  tx: ReadTx,
  of: { id: string; userId: string; teamId: string; names: readonly string[] },
  s: RawBuilder<unknown>,
): Promise<{ person: PersonRow; waiting: Waiting[] }> {
  const { rows } = await sql<PersonRow & { waiting: Waiting[] }>`
    with s as (${s} returning *)
    select ${selected}, (
      select coalesce(json_agg(json_build_object('id', w.id, 'userId', w.user_id, 'managers', w.managers)), '[]') from (
        select b.id, b.user_id, b.managers from scim_people other join memberships b on b.user_id = other.user_id and b.team_id = ${of.teamId}
        where other.manager_wanted = any (${[...of.names]}::text[]) and other.user_id <> ${of.userId} order by b.id limit 5000) w) as waiting
    from memberships m left join s on s.user_id = m.user_id where m.id = ${of.id}`.execute(tx)
  const { waiting, ...person } = rows[0] as PersonRow & { waiting: Waiting[] }
  return { person, waiting }
}

/** Which of these are people of the team. */
export async function listKnown(tx: ReadTx, teamId: string, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ userId: string }>`
    select m.user_id from memberships m where ${isKnown(teamId)} and m.id = any (${userIds.map((id) => `${id}:${teamId}`)}::text[])`.execute(
    tx,
  )
  return rows.map((row) => row.userId)
}
