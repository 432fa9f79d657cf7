import type { FoundColleagues } from '@learnt/contract/colleagues'
import type { CustomField } from '@learnt/contract/custom-fields'
import {
  type DuplicateSign,
  type exportColumns,
  type MemberFilter,
  type memberSortKeys,
  memberWordFilters,
  type RuleField,
} from '@learnt/contract/members'
import { organisationFields } from '@learnt/contract/team-values'
import { fullName, searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import type { Ctx } from '../../platform/context.ts'
import { selectCells } from '../../platform/csv.ts'
import type { ReadTx, Row } from '../../platform/db/database.ts'
import { foundPage, type PageBehind, searched } from '../../platform/db/search.ts'
import { countedAs, countUpTo, readCount, type Total } from '../../platform/list-counts.ts'
import type { SearchKind } from '../../platform/search-kinds.ts'
import { readTenantConfig } from '../../platform/tenant/settings.ts'
import { columnsFor, type FileColumn, type FileFormat } from '../../platform/xlsx.ts'
import { fieldConditions, indexedConditions, duplicateSigns as signs } from '../reach/queries/field-conditions.ts'
import { isReached, reachOf, standsFor } from '../reach/queries/look-after.ts'
import { inEitherRole, visibleMembers } from '../reach/queries/visible-members.ts'
import { listTeamsOfTenant } from '../teams/queries.ts'

export type MemberRecord = Row<'memberships'>
export type Filter = z.output<typeof MemberFilter>
type SortKey = (typeof memberSortKeys)[number]

const listColumns = [
  'id',
  'userId',
  'teamId',
  'firstName',
  'lastName',
  'preferredName',
  'email',
  'username',
  'employeeId',
  'avatar',
  'status',
  'roles',
  'position',
  'tags',
  'phone',
  'dob',
  'terminationDate',
  'hasLoggedIn',
  'rewardPointsCount',
  'managers',
  ...organisationFields,
  'createdAt',
  'updatedAt',
] as const
export type ListedMember = Pick<MemberRecord, (typeof listColumns)[number]> & {
  lastSeenAt: Date | null
  sortKey: string
}

// Plain columns: row security keeps expressions out of index conditions.
const sortKeys: Record<SortKey, { by: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  name: { by: sql`sort_name`, type: sql`text` },
  email: { by: sql`email`, type: sql`text` },
  status: { by: sql`status`, type: sql`text` },
  createdAt: { by: sql`created_at`, type: sql`timestamptz` },
}

/** One page of the people whom an administrator sees, and how many there are: one round trip. */
export async function listMembers(tx: ReadTx, actor: Actor, of: PageOf): Promise<Total & { rows: ListedMember[] }> {
  if (of.filter.search) return listFound(tx, actor, of)
  const [rows, total] = await Promise.all([pageOfMembers(tx, actor, of), totalOf(tx, actor, of.filter)])
  return { rows, ...total }
}

/** As the list of people, which leaves out people whom this administrator does not look after. */
export const memberSearch: SearchKind = {
  finds: ['person'],
  mayFind: isAdmin,
  find: async (ctx, tx, words, limit) => {
    // Memberships are listed, and people found: a person in several teams stands there once.
    const of = { filter: { search: words }, sort: 'name', direction: 'asc', limit: 2 * limit, after: null } as const
    const { rows } = await listMembers(tx, ctx.actor, of)
    const found = new Map<string, (typeof rows)[number]>()
    for (const row of rows) if (!found.has(row.userId) || row.teamId === ctx.actor.teamId) found.set(row.userId, row)
    return [...found.values()].slice(0, limit).map((row) => ({
      kind: 'person',
      documentType: null,
      id: row.userId,
      title: fullName(row),
      detail: row.email,
      teamId: row.teamId,
    }))
  },
}

/** The same where words are looked for. */
async function listFound(tx: ReadTx, actor: Actor, of: PageOf): Promise<Total & { rows: ListedMember[] }> {
  const key = sortKeys[of.sort]
  const page = foundPage('members', { search: of.filter.search, where: matches(actor, of.filter), key, page: of })
  const { rows } = await sql<ListedMember & { found: number }>`
    select ${sql.join(listColumns.map((column) => sql.ref(column)))}, (${key.by})::text as sort_key,
      ${lastSeenAt} as last_seen_at, found
    from ${page} page join memberships on id = found_id order by place`.execute(tx)
  // Behind the last page nobody says how many there are.
  return {
    rows,
    ...(rows[0] || of.after === null ? countedAs(rows[0]?.found ?? 0) : await totalOf(tx, actor, of.filter)),
  }
}

/** Teams and statuses are counted all the time; anything else as far as people read numbers. */
function totalOf(tx: ReadTx, actor: Actor, filter: Filter): Promise<Total> {
  if (
    filter.search ||
    filter.role?.length ||
    filter.gap?.length ||
    memberWordFilters.some((field) => filter[field]?.length)
  )
    return countUpTo(tx, sql`${searched('members', filter.search)} where ${matches(actor, filter)}`)
  const asked = filter.teamId?.length ? filter.teamId : undefined
  const teamIds = actor.wholeTenant ? asked : (asked ?? [actor.teamId]).filter((id) => id === actor.teamId)
  return readCount(tx, 'members', { teamIds, statuses: filter.status?.length ? filter.status : undefined })
}

interface PageOf extends PageBehind {
  readonly filter: Filter
  readonly sort: SortKey
}

/** One more row than asked for says that there is a next page. */
function pageOfMembers(tx: ReadTx, actor: Actor, of: PageOf): Promise<ListedMember[]> {
  return inOrder(tx, actor, of).select(listColumns).select(lastSeenAt.as('lastSeenAt')).execute()
}

/** The control plane knows when somebody was last seen. In the same statement: asked apart it is a round trip more. */
const lastSeenAt = sql<Date | null>`
  (select entry.last_used_at from control.directory_entry(user_id, team_id) entry)`

export type ExportedMember = Pick<MemberRecord, 'firstName' | 'lastName' | 'email' | 'status'>

/** Columns of a file of people `m`, with the headings of `exported`. */
export function memberFile(
  actor: Actor,
  of: { selection: Parameters<typeof matchesSelection>[1]; format: FileFormat; columns: readonly FileColumn[] },
): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))} from memberships m
    where id in (select id from memberships where ${matchesSelection(actor, of.selection)}) order by sort_name, id`
}

type ExportColumn = (typeof exportColumns)[number]

/** How each column of a file of people `m` is read, by the tenant's own fields: some hold days, or ids of people. */
export function memberColumn(column: ExportColumn, fields: readonly CustomField[]): Pick<FileColumn, 'type' | 'of'> {
  const own = ownColumns[column as keyof typeof ownColumns]
  if (own) return own
  const values = sql.ref(`m.${column === 'team' ? 'teamId' : column}`)
  const kind = fields.find(({ field }) => field === column)?.kind
  if (kind === 'person') return { type: 'text', of: namesIn(values) }
  if (kind === 'date') return { type: 'written', of: sql`array_to_string(${values}, ', ')` }
  return scalarColumns.has(column)
    ? { type: 'text', of: values }
    : { type: 'text', of: sql`array_to_string(${values}, ', ')` }
}

const scalarColumns: ReadonlySet<string> = new Set([
  'firstName',
  'lastName',
  'email',
  'username',
  'employeeId',
  'team',
  'phone',
])
const ownColumns = {
  name: { type: 'text', of: sql`rtrim(m.shown_first_name || ' ' || m.last_name)` },
  status: { type: 'word', of: sql`m.status` },
  lastSeen: {
    type: 'moment',
    of: sql`(select entry.last_used_at from control.directory_entry(m.user_id, m.team_id) entry)`,
  },
  createdAt: { type: 'moment', of: sql`m.created_at` },
  updatedAt: { type: 'moment', of: sql`m.updated_at` },
  dob: { type: 'day', of: sql`m.dob` },
  terminationDate: { type: 'day', of: sql`m.termination_date` },
  managers: { type: 'text', of: namesIn(sql`m.managers`) },
  hasLoggedIn: { type: 'flag', of: sql`m.has_logged_in` },
  points: { type: 'integer', of: sql`m.reward_points_count` },
} as const

function namesIn(values: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select string_agg(rtrim(p.shown_first_name || ' ' || p.last_name), ', ' order by p.sort_name) from memberships p
    where p.is_primary and p.user_id = any (array(select one::uuid from unnest(${values}) one where one ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')))`
}

/** Other people's records that may be the same person's, as far as the administrator sees them. */
export async function listDuplicates(
  tx: ReadTx,
  actor: Actor,
  member: Pick<MemberRecord, 'id' | 'userId'>,
): Promise<
  (Pick<MemberRecord, 'userId' | 'teamId' | 'firstName' | 'lastName' | 'email' | 'status'> & {
    signs: DuplicateSign[]
  })[]
> {
  const found = Object.entries(signs).map(
    ([sign, { of, counts }]) => sql`
      select other.id, ${sign} as sign from (select * from memberships where id = ${member.id} and ${counts}) own
      join memberships other on (${sql.join(of('other'))}) = (${sql.join(of('own'))})`,
  )
  const { rows } = await sql<
    Pick<MemberRecord, 'userId' | 'teamId' | 'firstName' | 'lastName' | 'email' | 'status'> & { signs: DuplicateSign[] }
  >`
    select m.user_id, m.team_id, m.first_name, m.last_name, m.email, m.status, f.signs
    from (select id, array_agg(distinct sign) as signs from (${sql.join(found, sql` union all `)}) each group by id) f
    join memberships m on m.id = f.id
    where m.user_id <> ${member.userId} and ${visibleMembers(actor)}
    order by cardinality(f.signs) desc, m.sort_name, m.id limit 20`.execute(tx)
  return rows
}

/** All rows that a filter matches, a thousand at a time and each in a transaction of its own. */
export async function* readAllMembers(
  read: <T>(fn: (tx: ReadTx) => Promise<T>) => Promise<T>,
  actor: Actor,
  of: Pick<PageOf, 'filter' | 'sort' | 'direction'>,
): AsyncGenerator<ExportedMember> {
  const limit = 1000
  let after: PageOf['after'] = null
  for (;;) {
    const from: PageOf['after'] = after
    const rows: (ExportedMember & { id: string; sortKey: string })[] = await read((tx) =>
      inOrder(tx, actor, { ...of, limit, after: from })
        .select(['firstName', 'lastName', 'email', 'status'])
        .execute(),
    )
    yield* rows.slice(0, limit)
    const last = rows[limit - 1]
    if (rows.length <= limit || !last) return
    after = [last.sortKey, last.id]
  }
}

function inOrder(tx: ReadTx, actor: Actor, of: PageOf) {
  const { by, type } = sortKeys[of.sort]
  const direction = sql.raw(of.direction)
  const beyond = sql.raw(of.direction === 'asc' ? '>' : '<')
  const conditions = matches(actor, of.filter)
  const wanted = of.after
    ? sql<boolean>`${conditions} and (${by}, id) ${beyond} (${of.after[0]}::text::${type}, ${of.after[1]}::text)`
    : conditions
  return (
    tx
      .selectFrom('memberships')
      // As text, so that the cursor holds every digit of it.
      .select(['id', sql<string>`(${by})::text`.as('sortKey')])
      .$if(!of.filter.search, (query) => query.where(wanted))
      .$if(Boolean(of.filter.search), (query) =>
        query.where(sql<boolean>`id = any (array(
          select id from ${searched('members', of.filter.search)} where ${wanted}
          order by ${by} ${direction}, id ${direction} limit ${of.limit + 1}))`),
      )
      .orderBy(by, of.direction)
      .orderBy('id', of.direction)
      .limit(of.limit + 1)
  )
}

/** Ids that a filter matches, in order of id, beyond one that was dealt with: how a bulk job goes through them. */
export async function listMatchingIds(
  tx: ReadTx,
  actor: Actor,
  filter: Filter,
  beyond: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${searched('members', filter.search)} where ${matches(actor, filter)} and id > ${beyond} order by id limit ${limit}`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** What a selection means, as a condition on memberships. */
export function matchesSelection(
  actor: Actor,
  selection:
    | { readonly by: 'ids'; readonly ids: readonly string[] }
    | { readonly by: 'filter'; readonly filter: Filter },
): RawBuilder<boolean> {
  if (selection.by === 'ids')
    return sql<boolean>`(${visibleMembers(actor, 'memberships')} and id = any (${[...selection.ids]}::text[]))`
  const { filter } = selection
  return sql<boolean>`id in (select id from ${searched('members', filter.search)} where ${matches(actor, filter)})`
}

export async function countMatching(tx: ReadTx, actor: Actor, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${searched('members', filter.search)} where ${matches(actor, filter)}`.execute(
    tx,
  )
  return rows[0]?.total ?? 0
}

/** The membership that is meant by a person: of the named team, else of the administrator's, else the first that there is. */
export function findMember(
  tx: ReadTx,
  actor: Actor,
  userId: string,
  teamId: string | undefined,
): Promise<MemberRecord | undefined> {
  return tx
    .selectFrom('memberships')
    .selectAll()
    .where('userId', '=', userId)
    .$if(teamId !== undefined, (query) => query.where('teamId', '=', teamId ?? ''))
    .$if(teamId === undefined && !actor.wholeTenant, (query) => query.where('teamId', '=', actor.teamId))
    .orderBy(sql`team_id = ${actor.teamId}`, 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** All that a person is in the tenant, whatever became of it. */
export function listMembershipsOf(
  tx: ReadTx,
  userId: string,
): Promise<Pick<MemberRecord, 'userId' | 'teamId' | 'roles'>[]> {
  return tx.selectFrom('memberships').select(['userId', 'teamId', 'roles']).where('userId', '=', userId).execute()
}

/** The membership of a person that a manager looks after; the first one of several. */
export function findManaged(tx: ReadTx, actor: Actor, userId: string): Promise<MemberRecord | undefined> {
  return tx
    .selectFrom('memberships as m')
    .selectAll()
    .where('m.userId', '=', userId)
    .where(standsFor(reachOf(actor, 'manager')))
    .executeTakeFirst()
}

/** Names of people by their ids. */
export async function readNames(tx: ReadTx, userIds: readonly string[]): Promise<Record<string, string>> {
  return Object.fromEntries((await namesOf(tx, userIds)).map((one) => [one.userId, one.name]))
}

export interface MemberSurroundings {
  readonly isDefault: boolean
  /** And the people whom the tenant's own fields name. */
  readonly managers: { userId: string; name: string }[]
  readonly otherTeams: { id: string; userId: string; teamId: string; roles: string[] }[]
  readonly teams: { id: string; displayName: string }[]
}

/** Names of the people whom rows of a list name: their managers, and those in the tenant's own fields. */
export function readNamesIn(tx: ReadTx, rows: readonly ListedMember[]): Promise<Record<string, string>> {
  const ids = rows.flatMap((row) => [
    ...row.managers,
    ...organisationFields.flatMap((field) => row[field].filter(isId)),
  ])
  return readNames(tx, [...new Set(ids)])
}

/** What a member's page shows beside the row: at most four statements, one round trip. */
export async function readSurroundings(
  tx: ReadTx,
  member: Pick<MemberRecord, 'id' | 'userId' | 'teamId' | 'managers' | (typeof organisationFields)[number]>,
): Promise<MemberSurroundings> {
  const [entry, managers, otherTeams, teams] = await Promise.all([
    sql<{ isDefault: boolean }>`
      select is_default
      from control.directory_entry(${member.userId}, ${member.teamId})`.execute(tx),
    // Ids in the tenant's own fields are people, or else nobody has them.
    namesOf(tx, [...member.managers, ...organisationFields.flatMap((field) => member[field].filter(isId))]),
    tx
      .selectFrom('memberships')
      .select(['id', 'userId', 'teamId', 'roles'])
      .where('userId', '=', member.userId)
      .where('id', '<>', member.id)
      .orderBy('createdAt')
      .execute(),
    sql<{ id: string; displayName: string }>`select id, display_name from control.teams_of_tenant()`.execute(tx),
  ])
  const { isDefault = false } = entry.rows[0] ?? {}
  return { isDefault, managers, otherTeams, teams: teams.rows }
}

function isId(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

async function namesOf(tx: ReadTx, userIds: readonly string[]): Promise<{ userId: string; name: string }[]> {
  // Planned anew each time, for nobody knows beforehand how many there are: dearer than all else that is asked here.
  if (userIds.length === 0) return []
  const { rows } = await sql<{ userId: string; name: string }>`
    select user_id::text as user_id, rtrim(shown_first_name || ' ' || last_name) as name
    from memberships where is_primary and user_id = any (${[...userIds]}::text[]::uuid[])`.execute(tx)
  return rows
}

type Counted = { value: string; count: number }[]

/**
 * How many people stand behind each filter value, of those whom the administrator sees, most first. All rows are read
 * once: few of them differ in what is counted by.
 */
export async function countFacets(
  tx: ReadTx,
  actor: Actor,
): Promise<{ status: Counted; role: Counted; team: Counted }> {
  const { rows } = await sql<{ facet: 'status' | 'role' | 'team'; value: string; count: number }>`
    with alike as materialized (
      select status, roles, team_id, count(*) as count from memberships where ${visibleMembers(actor, 'memberships')} group by 1, 2, 3
    )
    select 'status' as facet, status as value, sum(count)::int as count from alike group by 2
    union all select 'role', role, sum(count)::int from alike, unnest(roles) role group by 2
    union all select 'team', team_id, sum(count)::int from alike group by 2
    order by count desc, value`.execute(tx)
  const of = (facet: string) =>
    rows.flatMap((row) => (row.facet === facet ? { value: row.value, count: row.count } : []))
  return { status: of('status'), role: of('role'), team: of('team') }
}

const scalarFields: ReadonlySet<RuleField> = new Set(['employeeId', 'teamId', 'status'])
const MAX_VALUES = 50

/**
 * Values that active people have in an attribute, of the memberships that the administrator sees, most frequent first;
 * rules count people, not memberships.
 */
export async function listAttributeValues(
  tx: ReadTx,
  actor: Pick<Actor, 'wholeTenant' | 'teamId'>,
  field: RuleField,
  search: string | undefined,
): Promise<{ value: string; label: string; count: number }[]> {
  const column = sql.ref(field)
  const values = scalarFields.has(field)
    ? sql`select user_id, ${column} as value from memberships where ${whose(field)} and ${visibleMembers(actor, 'memberships')}`
    : sql`select user_id, value from memberships, unnest(${column}) value where ${whose(field)} and ${visibleMembers(actor, 'memberships')}`
  const names = field === 'managers' ? namesOfPrimary : field === 'teamId' ? await namesOfTeams(tx) : null
  // Few need their labels, but for a search: the most frequent, and those that only the label puts behind the last of them.
  const likely = search
    ? sql`select value, count from counted`
    : sql`select value, count from counted order by count desc fetch first ${MAX_VALUES} rows with ties`
  const { rows } = await sql<{ value: string; label: string; count: number }>`
    with counted as (select value, count(distinct user_id) as count from (${values}) each where value <> '' group by value),
    likely as materialized (select value, count, ${names?.key ?? sql`null`} as key from (${likely}) l),
    named as (select value, ${names ? sql`coalesce(name, value)` : sql`value`} as label, count from likely ${names?.joined ?? sql``})
    select value, label, count from named
    where ${search ? sql`search_form(label) like ${`%${escapeLike(searchForm(search))}%`}` : sql`true`}
    order by count desc, lower(label), value limit ${MAX_VALUES}`.execute(tx)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Where a value finds its name: its key, and what it is joined with. */
interface Names {
  readonly key: RawBuilder<unknown>
  readonly joined: RawBuilder<unknown>
}

// A UUID before the join: row security lets only plain columns use the index. What is none names nobody.
const namesOfPrimary: Names = {
  key: sql`case when value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end`,
  joined: sql`left join (select user_id, rtrim(shown_first_name || ' ' || last_name) as name from memberships where is_primary) p on user_id = key`,
}

/** Asked before, because no statement asks tenant tables and the control plane at once. */
async function namesOfTeams(tx: ReadTx): Promise<Names> {
  const { rows } = await sql<{ id: string; displayName: string }>`
    select id, display_name from control.teams_of_tenant()`.execute(tx)
  const [ids, names] = [rows.map((row) => row.id), rows.map((row) => row.displayName)]
  return {
    key: sql`value`,
    joined: sql`left join unnest(${ids}::text[], ${names}::text[]) as t (id, name) on id = key`,
  }
}

/** Teams that an administrator may look into and put people in. */
export function teamsInScope<T extends { readonly id: string }>(actor: Actor, teams: readonly T[]): T[] {
  return teams.filter((team) => actor.wholeTenant || team.id === actor.teamId)
}

function whose(field: RuleField): RawBuilder<boolean> {
  return field === 'status' ? sql<boolean>`true` : sql<boolean>`status = 'active'`
}

/** What is asked beside the words that are looked for. */
function matches(actor: Actor, filter: Filter): RawBuilder<boolean> {
  const conditions = [visibleMembers(actor, 'memberships'), ...indexedConditions(filter, 'memberships')]
  const further = fieldConditions(filter)
  // What is searched has fewer columns.
  if (further.length > 0)
    conditions.push(sql`id in (select m.id from memberships m where ${sql.join(further, sql` and `)})`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (one) => `\\${one}`)
}

/**
 * Colleagues of the caller's own team by their names, as far as the tenant shows them to everybody. Where it does not, a
 * whole address finds its person, and whoever looks after somebody finds them by name. `among`: of rows `memberships`.
 */
export async function findColleagues(
  { actor }: Pick<Ctx, 'actor'>,
  tx: ReadTx,
  of: { search: string; among?: RawBuilder<boolean>; limit?: number },
): Promise<FoundColleagues> {
  const stored = await sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx)
  const shows = readTenantConfig(stored.rows[0]?.settings).colleagues
  const patterns = searchForm(of.search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${escapeLike(word)}%`)
  const isOwn = inEitherRole(actor, (reach) => isReached(reach, sql`memberships.user_id`))
  const isNamed = sql`search_form(shown_first_name || ' ' || last_name) like all (${patterns}::text[])`
  const isFound =
    shows === 'off'
      ? sql`(${isNamed} and ${isOwn} or email <> '' and lower(email) = lower(${of.search}::text))`
      : isNamed
  const teamIds = sql`array(
    select o.team_id from memberships o where o.user_id = memberships.user_id and o.status = 'active' order by o.is_primary desc, o.team_id)`
  const [{ rows }, teams] = await Promise.all([
    sql<{ id: string; name: string; teamIds: string[] }>`
      select user_id as id, rtrim(shown_first_name || ' ' || last_name) as name, ${shows === 'nameAndTeam' ? teamIds : sql`'{}'::text[]`} as team_ids
      from memberships where team_id = ${actor.teamId} and status = 'active' and ${isFound} and ${of.among ?? sql`true`}
      order by sort_name, user_id limit ${of.limit ?? 10}`.execute(tx),
    shows === 'nameAndTeam' ? listTeamsOfTenant(tx) : [],
  ])
  const nameOf = new Map(teams.map((team) => [team.id, team.displayName]))
  return {
    shows,
    items: rows.map(({ id, name, teamIds }) => ({ id, name, teams: teamIds.map((team) => nameOf.get(team) ?? team) })),
  }
}

/** Whether somebody of a membership `memberships` is a colleague of one of these people: of a team of theirs. */
export function isColleagueOf(userIds: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from memberships other join memberships mine on mine.team_id = other.team_id
    where other.user_id = memberships.user_id and mine.user_id = any (${[...userIds]}::uuid[]))`
}
