import { limits } from '@learnt/contract/measures'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'

// `like` on a column of a tenant table reads every row of the tenant, because row security keeps it from the index. These
// functions ask the index: they answer the bound tenant's rows with the columns that lists choose and sort by.
const tables = {
  members: { function: sql.raw('control.search_members'), name: sql.raw('memberships'), id: 'text' },
  documents: { function: sql.raw('control.search_documents'), name: sql.raw('documents'), id: 'uuid' },
  fileTexts: { function: sql.raw('control.search_file_texts'), name: sql.raw('prepared_files'), id: 'uuid' },
}
type Searched = keyof typeof tables

/** What a list reads from: the table, or under its name those rows in whose search text all of these words stand. */
export function searched(what: Searched, search: string | undefined): RawBuilder<unknown> {
  const patterns = patternsOf(search?.split(/\s+/) ?? [])
  return patterns ? sql`${call(what, patterns)} ${tables[what].name}` : tables[what].name
}

/** Whether the row is one in whose search text all of these words stand, capitals or not. */
export function matchesWords(what: Searched, id: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  const patterns = patternsOf(words)
  if (!patterns) return sql<boolean>`true`
  return sql<boolean>`${id} = any (array(select hit.id from ${call(what, patterns)} hit))`
}

/**
 * Whether all words of a search stand in an expression over the row's own columns, capitals or not. Reads every row that
 * other conditions leave: for tables that stay small.
 */
export function hasWords(text: RawBuilder<unknown>, search: string | undefined): RawBuilder<boolean> {
  const patterns = patternsOf(search?.split(/\s+/) ?? [])
  if (!patterns) return sql<boolean>`true`
  return sql<boolean>`(${sql.join(
    patterns.map((pattern) => sql`search_form(${text}) like ${pattern}`),
    sql` and `,
  )})`
}

/** Which page of a sorted list: what comes behind the row with this key, one row more than asked for. */
export interface PageBehind {
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly after: readonly [key: string, id: string] | null
}

/**
 * One page of a searched list in its order, and how many there are: found once for both. Rows of `found_id`, `place` from 1
 * and `found`, which ends beyond what lists count; to be joined with the table. No row: nobody, or nobody after `after`.
 */
export function foundPage(
  what: Searched,
  of: {
    readonly search: string | undefined
    readonly where: RawBuilder<unknown>
    readonly key: { readonly by: RawBuilder<unknown>; readonly type: RawBuilder<unknown> }
    readonly page: PageBehind
  },
): RawBuilder<unknown> {
  const { after, limit } = of.page
  const direction = sql.raw(of.page.direction)
  const beyond = after
    ? sql`(key, id) ${sql.raw(of.page.direction === 'asc' ? '>' : '<')} (${after[0]}::text::${of.key.type}, ${after[1]}::text::${sql.raw(tables[what].id)})`
    : sql`true`
  return sql`(
    with hits as materialized (select id, ${of.key.by} as key from ${searched(what, of.search)} where ${of.where})
    select id as found_id, row_number() over (order by key ${direction}, id ${direction}) as place,
      (select count(*)::int from (select from hits limit ${limits.countedAtMost + 1}) counted) as found
    from hits where ${beyond} order by key ${direction}, id ${direction} limit ${limit + 1})`
}

function call(what: Searched, [first, ...others]: readonly string[]): RawBuilder<unknown> {
  return sql`${tables[what].function}(${first}, ${others}::text[])`
}

/** The longest first, which leads to the index; `%` and `_` are letters as any others. Null: nothing is looked for. */
function patternsOf(words: readonly string[]): string[] | null {
  const patterns = words
    .map((word) => searchForm(word))
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return patterns.length === 0 ? null : patterns
}
