import {
  type DuplicateSign,
  type MemberFilter,
  type MemberGap,
  type MemberWordFilter,
  memberWordFilters,
} from '@learnt/contract/members'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'

const scalarFilters: readonly MemberWordFilter[] = ['username', 'employeeId', 'phone', 'preferredName']

/** What a filter of the people list asks of memberships, as far as the search index knows it too. */
export function indexedConditions(filter: z.output<typeof MemberFilter>, alias = 'm'): RawBuilder<boolean>[] {
  const { status, role, teamId } = filter
  return [
    ...(status?.length ? [sql<boolean>`${sql.ref(`${alias}.status`)} = any (${status}::text[])`] : []),
    ...(role?.length ? [sql<boolean>`${sql.ref(`${alias}.roles`)} && ${role}::text[]`] : []),
    ...(teamId?.length ? [sql<boolean>`${sql.ref(`${alias}.teamId`)} = any (${teamId}::text[])`] : []),
  ]
}

/** What a filter of the people list asks of fields that no search index holds; `m` is the membership. */
export function fieldConditions(filter: z.output<typeof MemberFilter>): RawBuilder<boolean>[] {
  const named = memberWordFilters.flatMap((field) => {
    const values = filter[field]
    if (!values?.length) return []
    const column = sql.ref(`m.${field}`)
    const isScalar = scalarFilters.includes(field)
    return isScalar ? sql<boolean>`${column} = any (${values}::text[])` : sql<boolean>`${column} && ${values}::text[]`
  })
  return [...named, ...[...new Set(filter.gap)].map((gap) => gaps[gap])]
}

/** By what two records may be of one person: what has to be the same, and when it says anything. */
export const duplicateSigns: Record<
  DuplicateSign,
  { of: (table: string) => RawBuilder<unknown>[]; counts: RawBuilder<boolean> }
> = {
  nameAndBirth: { of: (m) => [sql.ref(`${m}.sortName`), sql.ref(`${m}.dob`)], counts: sql<boolean>`dob is not null` },
  phone: { of: (m) => [sql.ref(`${m}.phone`)], counts: sql<boolean>`phone <> ''` },
  email: { of: (m) => [sql.ref(`${m}.email`)], counts: sql<boolean>`email <> ''` },
  employeeId: { of: (m) => [sql.ref(`${m}.employeeId`)], counts: sql<boolean>`employee_id <> ''` },
  // Alike: the same last name, and first names that begin with the same three letters.
  nameAndPlace: {
    of: (m) => [
      sql`lower(${sql.ref(`${m}.lastName`)})`,
      sql`left(lower(${sql.ref(`${m}.firstName`)}), 3)`,
      sql.ref(`${m}.loc1`),
    ],
    counts: sql<boolean>`loc1 <> '{}'`,
  },
}

const gaps: Record<MemberGap, RawBuilder<boolean>> = {
  notSignedIn: sql<boolean>`not m.has_logged_in`,
  noManager: sql<boolean>`m.user_id not in (select r.user_id from manager_relations r)`,
  duplicate: sql<boolean>`m.id in (${sql.join(
    Object.values(duplicateSigns).map((sign) => sharing(sign)),
    sql` union all `,
  )})`,
}

/** Memberships that another person has the same with. Counted once for all: people's own other memberships are no second person. */
function sharing({ of, counts }: (typeof duplicateSigns)[DuplicateSign]): RawBuilder<unknown> {
  return sql`
    select unnest(ids) from (
      select array_agg(id) as ids from memberships same where ${counts} group by ${sql.join(of('same'))}
      having min(user_id::text) <> max(user_id::text)) alike`
}
