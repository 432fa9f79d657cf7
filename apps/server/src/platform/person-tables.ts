import type { ErasureKind } from '@learnt/contract/erasures'
import type { RawBuilder } from 'kysely'
import pg from 'pg'
import type { DB } from './db/database.ts'

/** Who is erased, in the words of the statements. */
export interface Erased {
  readonly userId: string
  readonly membershipIds: readonly string[]
  /** Stands where a name stood. */
  readonly pseudonym: string
}

/** Rows of a person: a condition over the row `t`. */
type Rows = (of: Erased) => string

/** What becomes of some rows of a table. The columns that are not named hold no words of or about a person. */
interface Fate {
  readonly kind: ErasureKind
  /** Absent: of the rows of the person. */
  readonly rows?: Rows
  /** The columns that lose what they say, with SQL for what they say then; null: the rows go. */
  readonly becomes: null | ((of: Erased) => Readonly<Record<string, string>>)
}

/** A file in the copy of a person's data, with one object for each row: all columns but the tenant's name. */
interface CopiedFile {
  /** Also names the text that says what it is: `step-waivers.json` is `dataExports.files.stepWaivers`. */
  readonly file: `${string}.json` | `${string}.ndjson`
  /** Columns that are ours or somebody else's. */
  readonly without?: readonly string[]
  /** Column that names a document, whose title is added. */
  readonly titleOf?: string
  /** Further columns. */
  readonly with?: (userId: string, now: Date) => RawBuilder<unknown>
  /** Of the person's rows these alone. */
  readonly only?: (now: Date) => RawBuilder<unknown>
  readonly order: string
}

/** The same by a query of its own: one column `row`. */
interface CopiedRows extends Pick<CopiedFile, 'file'> {
  readonly select: (userId: string) => RawBuilder<unknown>
  /** Further tables that are in it. */
  readonly also?: readonly (keyof DB)[]
}

/** What a table keeps of a person, for the copy of their data and for their erasure. */
export interface PersonTable {
  /** Which rows are the person's; absent: those with their `user_id`. */
  readonly rows?: Rows
  /** What of it is in the copy, or why it is not. */
  readonly copy?: CopiedFile | CopiedRows | string
  /** What becomes of it when the person is erased. */
  readonly erased?: readonly Fate[]
  /** When a row was made, as SQL: it may be kept as proof for some time after that. */
  readonly madeAt?: string
  /** How many rows there are says something to a person; rows of the others each belong to one that is counted. */
  readonly isCounted?: true
  /** Columns of a person's rows that hold no words of or about them: states, keys, ids, and titles of the tenant's content. */
  readonly wordless?: readonly string[]
  /** Content of the tenant: authors wrote it for everybody, so copies of a person are not looked for in it. */
  readonly isContent?: true
}

export type PersonTables = { readonly [Table in keyof DB]?: PersonTable }

const tables: Record<string, PersonTable> = {
  idempotencyKeys: { copy: 'digests of requests, forgotten after a day', erased: [gone('messages')] },
  liveEvents: {
    copy: 'signals for open pages, without content, forgotten within minutes',
    erased: [gone('messages')],
  },
}

/** Adds what a feature keeps of people. `app.ts` adds those of every feature. */
export function addPersonTables(added: PersonTables): void {
  Object.assign(tables, added)
}

export function listPersonTables(): [keyof DB, PersonTable][] {
  return Object.entries(tables) as [keyof DB, PersonTable][]
}

/** A value in a statement of an erasure. */
export const literal = (value: string) => pg.escapeLiteral(value)
export const userOf = (of: Erased) => `${literal(of.userId)}::uuid`
export const membershipsOf = (of: Erased) => `array[${of.membershipIds.map(literal).join(', ')}]::text[]`

/** Rows with the person's id in one of these columns. */
export const by =
  (...columns: string[]): Rows =>
  (of) =>
    `(${columns.map((column) => `t.${column} = ${userOf(of)}`).join(' or ')})`
export const own = by('user_id')
/** Rows that belong to a row of the person's in another table. */
export const within =
  (table: string, column: string): Rows =>
  (of) =>
    `t.${column} in (select x.id from ${table} x where x.user_id = ${userOf(of)})`

export function gone(kind: ErasureKind, rows?: Rows): Fate {
  return { kind, ...(rows ? { rows } : {}), becomes: null }
}

export function emptied(
  kind: ErasureKind,
  columns: Readonly<Record<string, string>> | NonNullable<Fate['becomes']>,
  rows?: Rows,
): Fate {
  return { kind, ...(rows ? { rows } : {}), becomes: typeof columns === 'function' ? columns : () => columns }
}

/** The pseudonym takes the place of the name. */
export const named =
  (...columns: string[]) =>
  (of: Erased) =>
    Object.fromEntries(columns.map((column) => [column, literal(of.pseudonym)]))
