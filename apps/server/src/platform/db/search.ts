import { type RawBuilder, sql } from 'kysely'

// `like` on a column of a tenant table reads every row of the tenant, because row security keeps it from the index. These
// functions ask the index and answer ids.
const functions = { members: sql.raw('control.search_members'), courses: sql.raw('control.search_courses') }

/** Rows in whose search text all of these words stand, capitals or not; `%` and `_` are letters as any others. */
export function matchesWords(
  what: keyof typeof functions,
  id: RawBuilder<unknown>,
  words: readonly string[],
): RawBuilder<boolean> {
  const [first, ...others] = words
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  if (first === undefined) return sql<boolean>`true`
  return sql<boolean>`${id} = any (array(select ${functions[what]}(${first}, ${others}::text[])))`
}
