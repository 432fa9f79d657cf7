import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

/** A table as the catalog describes it. */
export interface TableShape {
  readonly name: string
  /** Columns that can be written, with their types. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** The primary key but the tenant. */
  readonly key: readonly string[]
  /** Unique keys but the tenant, each column or expression as SQL; partial ones as if they held for all rows. */
  readonly uniques: readonly (readonly string[])[]
}

/** The tables of a merge, from the catalog: a new column or key needs no word here. */
export async function readTables(tx: ReadTx, names: readonly string[]): Promise<Map<string, TableShape>> {
  const { rows } = await sql<TableShape>`
    select c.relname as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'tenant_id') as columns,
      (select jsonb_agg(a.attname order by k.place) from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k (num, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num where i.indrelid = c.oid and i.indisprimary and a.attname <> 'tenant_id') as key,
      coalesce((select jsonb_agg(u.parts) from (
        select (select jsonb_agg(pg_get_indexdef(i.indexrelid, n, true) order by n) filter (where pg_get_indexdef(i.indexrelid, n, true) <> 'tenant_id')
          from generate_series(1, i.indnkeyatts) n) as parts
        from pg_index i where i.indrelid = c.oid and i.indisunique) u where u.parts is not null), '[]') as uniques
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any (${[...names]}::text[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

const name = (column: string): RawBuilder<unknown> => sql.raw(`"${column}"`)

/** The key of a row `t` as JSON. */
export function keyOf({ key }: TableShape, row: string): RawBuilder<unknown> {
  const parts = key.map((column) => sql`${sql.lit(column)}, ${sql.raw(row)}.${name(column)}`)
  return sql`jsonb_build_object(${sql.join(parts)})`
}

/** Whether a row is the one that the key of a row `r` of person_merge_rows names. */
export function isRow({ key, columns }: TableShape, row: string): RawBuilder<boolean> {
  const each = key.map((column) => {
    const type = columns.find((one) => one.name === column)?.type ?? 'text'
    return sql`${sql.raw(row)}.${name(column)} = (r.row_key ->> ${sql.lit(column)})::${sql.raw(type)}`
  })
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** Rows of one person that the other has the like of, by any unique key that holds the person's column. */
export function takenRows(
  shape: TableShape,
  of: { column: string; stay: string; gone: string },
): RawBuilder<unknown> | null {
  const kept = shape.uniques
    .filter((parts) => parts.includes(of.column))
    .map((parts) => parts.filter((part) => part !== of.column))
  if (kept.length === 0) return null
  const table = name(shape.name)
  const column = name(of.column)
  const one = (parts: readonly string[]) => {
    const value =
      parts.length === 0 ? sql`'[]'::jsonb` : sql`jsonb_build_array(${sql.join(parts.map((part) => sql.raw(part)))})`
    return sql`
      select g.at from (select ctid as at, ${value} as k from ${table} where ${column} = ${of.gone}::uuid) g
      join (select ${value} as k from ${table} where ${column} = ${of.stay}::uuid) s on s.k = g.k`
  }
  return sql.join(kept.map(one), sql` union all `)
}
