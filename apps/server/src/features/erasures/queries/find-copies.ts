import { searchForm } from '@learnt/contract/text'
import pg from 'pg'
import { qualified } from '../../../platform/db/tables.ts'
import type { Erased } from '../../../platform/person-tables.ts'
import { isWordless, listContentTables } from './fates.ts'

/** What an erasure has to find, while it runs. */
export interface ErasureSearch {
  /** Addresses, user names and the like, and the whole name where nobody else has it. */
  readonly words: readonly string[]
  /** Ids of uploads that go, and SHA-256 of bytes that go with no upload. */
  readonly files: readonly string[]
  readonly blobs: readonly string[]
  /** Whom the mail about the end goes to. */
  readonly mail: { readonly to: string; readonly teamId: string; readonly locale: string | null }
}

/** Shorter ones stand in too many other words. */
const shortest = { word: 4, number: 6 }

/**
 * By what copies of a person are found in texts of others: what leads to them alone. A name that somebody else has too is
 * left out, since the texts may mean the other person.
 */
export async function findWords(client: pg.ClientBase, userId: string): Promise<string[]> {
  const { rows } = await client.query<{ word: string; least: number }>(
    `with mine as (select * from memberships where user_id = $1 and erased_at is null),
     names as (
       select distinct rtrim(called || ' ' || last_name) as name, called as first_name, last_name
       from mine, unnest(array[first_name, shown_first_name]) called where called <> '' and last_name <> ''),
     others as (
       select lower(rtrim(called || ' ' || m.last_name)) as name
       from memberships m, unnest(array[m.first_name, m.shown_first_name]) called where m.user_id <> $1 and m.erased_at is null)
     select word, least from (
       select email as word, $2::int as least from mine union select username, $2 from mine
       union select employee_id, $2 from mine union select phone, $3 from mine
       union select n.name, $2 from names n where lower(n.name) not in (select o.name from others o)
       union select n.last_name || ', ' || n.first_name, $2 from names n where lower(n.name) not in (select o.name from others o)
     ) w where length(word) >= least`,
    [userId, shortest.word, shortest.number],
  )
  // By itself: the control plane may lie elsewhere.
  const { rows: addresses } = await client.query<{ word: string }>(
    `select email as word from control.users where id = $1 union select unnest(additional_emails) from control.users where id = $1`,
    [userId],
  )
  const words = new Set([...rows, ...addresses].map((row) => row.word).filter((word) => word.length >= shortest.word))
  return [...words].sort((a, b) => b.length - a.length)
}

/** A regular expression of PostgreSQL for these words, as people write them, as search keeps them and inside JSON. */
export function patternOf(words: readonly string[]): string | null {
  const forms = new Set(words.flatMap((word) => [word, JSON.stringify(word).slice(1, -1), searchForm(word)]))
  const all = [...forms].filter((form) => form !== '').sort((a, b) => b.length - a.length)
  if (all.length === 0) return null
  const escaped = all.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return `(?<![[:alnum:]_.+-])(?:${escaped.join('|')})(?![[:alnum:]_-])`
}

/** A text in JSON. */
const jsonText = '"(?:[^"\\\\]|\\\\.)*"'

interface TextColumn {
  readonly table: string
  readonly name: string
  readonly type: 'text' | 'json' | 'jsonb' | 'text[]'
}

/** Every column of the tenants' tables that holds words. */
export async function listTextColumns(client: pg.ClientBase): Promise<TextColumn[]> {
  const { rows } = await client.query<TextColumn>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
       and not a.attisdropped and a.attgenerated = '' and a.attname <> 'tenant_id'
       and format_type(a.atttypid, null) in ('text', 'json', 'jsonb', 'text[]')
     order by 1, a.attnum`,
  )
  return rows
}

/** Columns that are not searched: the person's own, which is seen to by itself, and what is needed until the end. */
const notSearched = () => ['memberships', 'kept_proofs', 'retention_periods', ...listContentTables()]

/**
 * One statement for each table that puts the pseudonym in the place of every word that is found, and of every name that
 * stands beside the person's id: they may have been called otherwise when it was written. `within`: rows of a table that
 * are looked at, where not all are.
 */
export function replaceWords(
  columns: readonly TextColumn[],
  of: {
    readonly pattern: string | null
    readonly person: Erased
    readonly except: readonly string[]
    readonly within?: Readonly<Record<string, string>>
  },
): { table: string; sql: string }[] {
  // Without words nothing is found.
  const pattern = pg.escapeLiteral(of.pattern ?? '\\Z.')
  const name = pg.escapeLiteral(of.person.pseudonym)
  const id = JSON.stringify(of.person.userId)
  const [before, after] = [`("id": ${id}, "name": )${jsonText}`, `("name": )${jsonText}(, "userId": ${id})`].map(
    (one) => pg.escapeLiteral(one),
  )
  const called = JSON.stringify(of.person.pseudonym).replaceAll('\\', '\\\\')
  const tables = new Map<string, TextColumn[]>()
  const left = notSearched()
  for (const column of columns) {
    if (left.includes(column.table) || of.except.includes(column.table)) continue
    if (column.table === 'erase_requests' && column.name === 'search') continue
    // Ids and actions are sealed for ever, and somebody may be called as an action is.
    if (column.table === 'audit_entries' && isWordless(column.table, column.name)) continue
    tables.set(column.table, [...(tables.get(column.table) ?? []), column])
  }
  const replaced = (sql: string) => `regexp_replace(${sql}, ${pattern}, ${name}, 'gi')`
  const renamed = (sql: string) =>
    `regexp_replace(regexp_replace(${sql}, ${before}, ${pg.escapeLiteral(`\\1${called}`)}, 'g'), ${after}, ${pg.escapeLiteral(`\\1${called}\\2`)}, 'g')`
  return [...tables].map(([table, its]) => {
    const sets = its.map(({ name: column, type }) => {
      const quoted = `t.${pg.escapeIdentifier(column)}`
      const value =
        type === 'text'
          ? replaced(quoted)
          : type === 'text[]'
            ? `case when ${quoted} is null then null else array(select ${replaced('x')} from unnest(${quoted}) with ordinality u(x, place) order by place) end`
            : `${renamed(replaced(`${quoted}::text`))}::${type}`
      return `${pg.escapeIdentifier(column)} = ${value}`
    })
    const where = its.map(({ name: column, type }) =>
      type === 'text[]'
        ? `array_to_string(t.${pg.escapeIdentifier(column)}, E'\\n') ~* ${pattern}`
        : type === 'text'
          ? `t.${pg.escapeIdentifier(column)} ~* ${pattern}`
          : `(t.${pg.escapeIdentifier(column)}::text ~* ${pattern} or strpos(t.${pg.escapeIdentifier(column)}::text, ${pg.escapeLiteral(id)}) > 0)`,
    )
    const rows = of.within?.[table]
    return {
      table,
      sql: `update ${qualified({ schema: 'public', name: table })} t set ${sets.join(', ')} where (${where.join(' or ')})${rows ? ` and ${rows}` : ''}`,
    }
  })
}

/** Ids of uploads of the person, or in their answers, and files of feeds that name them; not of what is kept as proof. */
export async function findFiles(
  client: pg.ClientBase,
  userId: string,
  kept: readonly string[],
): Promise<{ files: string[]; blobs: string[] }> {
  const submissions = !kept.includes('submissions')
  const { rows: files } = await client.query<{ id: string }>(
    `with uuids as (
       select (regexp_matches(a.value::text || coalesce(a.earlier::text, ''), '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'))[1]::uuid as id
       from answers a join submissions s on s.id = a.submission_id where s.user_id = $1 and $2
     )
     select f.id from files f where (f.purpose = 'answer' and (f.id in (select id from uuids) or (f.created_by = $1 and $2)))
       and f.id not in (select file_id from outside_certificates where $4)
     union select file_id from outside_certificates where user_id = $1 and $3
     union select evidence_file_id from step_waivers where user_id = $1 and evidence_file_id is not null
     union select file_id from feed_runs where file_id is not null
       and (id in (select run_id from feed_rows where user_id = $1) or created_by = $1)
     union select f.id from files f join memberships m on m.avatar like '%' || f.id || '%' where m.user_id = $1 and m.avatar <> ''`,
    [userId, submissions, !kept.includes('outsideCertificates'), kept.includes('outsideCertificates')],
  )
  const { rows: blobs } = await client.query<{ sha256: string }>(
    `select pdf_sha256 as sha256 from certificates where user_id = $1 and pdf_sha256 is not null and $2
     union select sha256 from data_exports where user_id = $1 and sha256 is not null
     union select result ->> 'sha256' from jobs where result ? 'sha256'`,
    [userId, !kept.includes('certificates')],
  )
  return { files: files.map((row) => row.id), blobs: blobs.map((row) => row.sha256) }
}

/** Of these bytes those that no row names any more. */
export async function findUnnamed(client: pg.ClientBase, blobs: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ sha256: string }>(
    `select sha256 from unnest($1::text[]) as sha256 where sha256 not in (
       select sha256 from files union select v.value ->> 'sha256' from files, jsonb_each(variants) v where v.value ? 'sha256'
       union select sha256 from packages union select m from packages, unnest(media) m
       union select pdf_sha256 from certificates where pdf_sha256 is not null
       union select svg_sha256 from badge_versions where svg_sha256 is not null
       union select png_sha256 from badge_versions where png_sha256 is not null
       union select sha256 from data_exports where sha256 is not null
       union select result ->> 'sha256' from jobs where result ? 'sha256')`,
    [blobs],
  )
  return rows.map((row) => row.sha256)
}
