import { type RawBuilder, sql } from 'kysely'
import type { Filter } from 'scim2-parse-filter'
import { readFilter } from '../patch.ts'
import { wrong } from '../protocol.ts'
import { splitName } from '../read-resource.ts'
import { enterpriseSchema, type ResourceName } from '../schemas.ts'
import { shownUserName } from './people.ts'

interface Column {
  readonly kind: 'text' | 'exact' | 'boolean' | 'moment'
  readonly value: RawBuilder<unknown>
  /** A faster way to the rows that are equal to a value: by an index. */
  readonly equals?: (value: string) => RawBuilder<boolean>
}

const isActive = sql<boolean>`(m.status not in ('inactive', 'terminated', 'archived'))`
const email: Column = { kind: 'text', value: sql`m.email`, equals: (value) => sql<boolean>`m.email = lower(${value})` }
const phone: Column = { kind: 'text', value: sql`m.phone` }

/** The person who manages, by id. */
const manager: Column = {
  kind: 'exact',
  value: sql`coalesce(m.managers[1], '')`,
}

const columnsOf: Record<ResourceName, Readonly<Record<string, Column>>> = {
  User: {
    id: { kind: 'exact', value: sql`m.user_id::text` },
    externalid: {
      kind: 'exact',
      value: sql`coalesce(s.external_id, '')`,
      equals: (value) =>
        sql<boolean>`(m.user_id = any (array(select user_id from scim_people where external_id <> '' and external_id = ${value}))
          and coalesce(s.external_id, '') = ${value})`,
    },
    username: {
      kind: 'text',
      value: shownUserName,
      // By the indexes first, and then by what is really shown.
      equals: (value) => sql<boolean>`(m.user_id = any (array(
        select user_id from scim_people where user_name_key = lower(${value})
        union select user_id from memberships where username <> '' and username in (${value}, lower(${value}))
        union select user_id from memberships where email <> '' and email = lower(${value})
        union select ${userIdOfPlaceholder(value)}::uuid)) and lower(${shownUserName}) = lower(${value}))`,
    },
    displayname: {
      kind: 'text',
      value: sql`coalesce(s.attributes ->> 'displayName', rtrim(m.first_name || ' ' || m.last_name))`,
    },
    nickname: { kind: 'text', value: sql`coalesce(s.attributes ->> 'nickName', '')` },
    usertype: { kind: 'text', value: sql`coalesce(s.attributes ->> 'userType', '')` },
    preferredlanguage: { kind: 'text', value: sql`coalesce(s.attributes ->> 'preferredLanguage', '')` },
    locale: { kind: 'text', value: sql`coalesce(s.attributes ->> 'locale', '')` },
    timezone: { kind: 'text', value: sql`coalesce(s.attributes ->> 'timezone', '')` },
    'name.givenname': { kind: 'text', value: sql`m.first_name` },
    'name.familyname': { kind: 'text', value: sql`m.last_name` },
    'name.formatted': { kind: 'text', value: sql`rtrim(m.first_name || ' ' || m.last_name)` },
    title: { kind: 'text', value: sql`coalesce(m.position[1], '')` },
    active: { kind: 'boolean', value: isActive },
    emails: email,
    'emails.value': email,
    'emails.type': {
      kind: 'text',
      value: sql`case when m.email = '' then '' else coalesce(s.attributes #>> '{email,type}', 'work') end`,
    },
    'emails.primary': {
      kind: 'boolean',
      value: sql`(m.email <> '' and coalesce(s.attributes #>> '{email,primary}', 'true') = 'true')`,
    },
    phonenumbers: phone,
    'phonenumbers.value': phone,
    'phonenumbers.type': {
      kind: 'text',
      value: sql`case when m.phone = '' then '' else coalesce(s.attributes #>> '{phone,type}', 'work') end`,
    },
    'meta.created': { kind: 'moment', value: sql`m.created_at` },
    'meta.lastmodified': { kind: 'moment', value: sql`greatest(m.updated_at, s.updated_at)` },
    [`${enterpriseSchema.toLowerCase()}:employeenumber`]: { kind: 'text', value: sql`m.employee_id` },
    [`${enterpriseSchema.toLowerCase()}:department`]: { kind: 'text', value: sql`coalesce(m.div1[1], '')` },
    [`${enterpriseSchema.toLowerCase()}:division`]: { kind: 'text', value: sql`coalesce(m.div2[1], '')` },
    [`${enterpriseSchema.toLowerCase()}:manager`]: manager,
    [`${enterpriseSchema.toLowerCase()}:manager.value`]: manager,
    'groups.value': { kind: 'exact', value: sql`''` },
  },
  Group: {
    id: { kind: 'exact', value: sql`g.audience_id::text` },
    externalid: { kind: 'exact', value: sql`g.external_id` },
    displayname: {
      kind: 'text',
      value: sql`a.title`,
      equals: (value) => sql<boolean>`lower(a.title) = lower(${value})`,
    },
    'meta.created': { kind: 'moment', value: sql`g.created_at` },
    'meta.lastmodified': { kind: 'moment', value: sql`greatest(g.updated_at, a.updated_at)` },
    'members.value': { kind: 'exact', value: sql`''` },
    members: { kind: 'exact', value: sql`''` },
  },
}

/** What a filter selects; true without one. */
export function filterCondition(of: ResourceName, text: string | undefined): RawBuilder<boolean> {
  if (text === undefined || text.trim() === '') return sql<boolean>`true`
  return condition(of, readFilter(text), '')
}

/** An order by an attribute; without one, people by name and groups by title. */
export function filterOrder(of: ResourceName, by: string | undefined, descending: boolean): RawBuilder<unknown> {
  const id = of === 'User' ? sql`m.id` : sql`g.audience_id`
  if (by === undefined || by.trim() === '')
    return of === 'User' ? sql`m.sort_name, m.id` : sql`lower(a.title), g.audience_id`
  const column = columnOf(of, by, '')
  const value = column.kind === 'text' ? sql`lower(${column.value})` : column.value
  return descending ? sql`${value} desc, ${id} desc` : sql`${value}, ${id}`
}

function condition(of: ResourceName, filter: Filter, inside: string): RawBuilder<boolean> {
  switch (filter.op) {
    case 'and':
    case 'or':
      return sql<boolean>`(${sql.join(
        filter.filters.map((one) => condition(of, one, inside)),
        filter.op === 'and' ? sql` and ` : sql` or `,
      )})`
    case 'not':
      return sql<boolean>`(not ${condition(of, filter.filter, inside)})`
    case '[]':
      return condition(of, filter.valFilter, filter.attrPath)
    case 'pr': {
      const { kind, value } = columnOf(of, filter.attrPath, inside)
      if (kind === 'boolean') return sql<boolean>`true`
      return kind === 'moment' ? sql<boolean>`(${value} is not null)` : sql<boolean>`(${value} <> '')`
    }
    default:
      return comparison(of, filter, inside)
  }
}

type Comparison = Extract<Filter, { compValue: unknown }>

function comparison(of: ResourceName, { op, attrPath, compValue }: Comparison, inside: string): RawBuilder<boolean> {
  const name = nameOf(of, attrPath, inside)
  if (name === 'members.value' || name === 'members' || name === 'groups.value') return isMember(of, op, compValue)
  const column = columnOf(of, attrPath, inside)
  if (column.kind === 'boolean') {
    const wanted =
      typeof compValue === 'boolean'
        ? compValue
        : /^(true|false)$/i.test(String(compValue))
          ? /^true$/i.test(String(compValue))
          : null
    if (wanted === null || (op !== 'eq' && op !== 'ne'))
      throw wrong('invalidFilter', `${attrPath} is compared with true or false.`)
    return sql<boolean>`(${column.value} = ${(op === 'eq') === wanted})`
  }
  if (compValue === null) {
    if (op !== 'eq' && op !== 'ne') throw wrong('invalidFilter', 'Nothing is more or less than null.')
    return op === 'eq' ? sql<boolean>`(${column.value} = '')` : sql<boolean>`(${column.value} <> '')`
  }
  const text = String(compValue)
  if (column.kind === 'moment') {
    const asked = new Date(text).getTime()
    if (Number.isNaN(asked)) throw wrong('invalidFilter', `${attrPath} is compared with a moment.`)
    // A full synchronisation asks for all since the year 0001, the first that .NET knows.
    const moment = new Date(Math.min(Math.max(asked, earliest), latest))
    return sql<boolean>`(date_trunc('milliseconds', ${column.value}) ${signOf(op)} ${moment}::timestamptz)`
  }
  if (op === 'eq' && column.equals) return column.equals(text)
  const [left, right] =
    column.kind === 'exact' ? [column.value, sql`${text}::text`] : [sql`lower(${column.value})`, sql`lower(${text})`]
  switch (op) {
    case 'co':
      return sql<boolean>`(position(${right} in ${left}) > 0)`
    case 'sw':
      return sql<boolean>`starts_with(${left}, ${right})`
    case 'ew':
      return sql<boolean>`(right(${left}, length(${right})) = ${right})`
    default:
      return sql<boolean>`(${left} ${signOf(op)} ${right})`
  }
}

const earliest = Date.UTC(1900, 0, 1)
const latest = Date.UTC(2200, 0, 1)

function signOf(op: string): RawBuilder<unknown> {
  const signs: Record<string, RawBuilder<unknown>> = {
    eq: sql`=`,
    ne: sql`<>`,
    gt: sql`>`,
    ge: sql`>=`,
    lt: sql`<`,
    le: sql`<=`,
  }
  const sign = signs[op]
  if (!sign) throw wrong('invalidFilter', `There is no comparison ${op} of this attribute.`)
  return sign
}

function isMember(of: ResourceName, op: string, value: unknown): RawBuilder<boolean> {
  if (op !== 'eq' || typeof value !== 'string') throw wrong('invalidFilter', 'Members and groups are found by eq.')
  const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) ? value : null
  return of === 'Group'
    ? sql<boolean>`exists (select from audience_people p where p.audience_id = g.audience_id and p.user_id = ${id}::uuid)`
    : sql<boolean>`exists (select from audience_people p join scim_groups g on g.audience_id = p.audience_id
        where p.audience_id = ${id}::uuid and g.team_id = m.team_id and p.user_id = m.user_id)`
}

function columnOf(of: ResourceName, path: string, inside: string): Column {
  const column = columnsOf[of][nameOf(of, path, inside)]
  if (!column) throw wrong('invalidFilter', `There is no looking for ${path.slice(0, 100)}.`)
  return column
}

/** The name of a column: of the core without its schema. Inside of brackets, names are below the attribute before them. */
function nameOf(of: ResourceName, path: string, inside: string): string {
  const { extension, name } = splitName(of, inside === '' ? path : `${inside}.${path}`)
  return `${extension ? `${extension}:` : ''}${name}`.toLowerCase()
}

function userIdOfPlaceholder(value: string): string | null {
  return /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@no-mail\.invalid$/i.exec(value)?.[1] ?? null
}
