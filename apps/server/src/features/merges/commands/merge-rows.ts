import { type RawBuilder, sql } from 'kysely'
import type { ReadTx, WriteTx } from '../../../platform/db/database.ts'
import { personColumns, ruleColumns } from '../queries/person-columns.ts'
import { isRow, keyOf, readTables, type TableShape, takenRows } from '../queries/tables.ts'

/** Which record gives to which. */
export interface Pair {
  readonly mergeId: string
  readonly stay: string
  readonly gone: string
  /** The membership that takes what belongs to memberships. */
  readonly stayMembershipId: string
}

export const table = (name: string): RawBuilder<unknown> => sql.raw(`"${name}"`)

/** Tables with columns that simply pass from one record to the other. */
export const movedTables: readonly string[] = Object.entries(personColumns)
  .filter(([, columns]) => Object.values(columns).includes('move'))
  .map(([name]) => name)

const ownTables = ['assignments', 'assignment_sources', 'memberships', ...ruleColumns.map((one) => one.table)]

/** All tables that a merge touches, by name. Throws for another name. */
export async function readShapes(
  tx: ReadTx,
): Promise<{ shape: (name: string) => TableShape; shapes: readonly TableShape[] }> {
  const found = await readTables(tx, [...movedTables, ...ownTables])
  const shape = (name: string) => {
    const one = found.get(name)
    if (!one) throw new Error(`No such table: ${name}`)
    return one
  }
  return { shape, shapes: [...found.values()] }
}

/** Moves one record's rows in a table to the other, except those it already has. Answers how many rows moved. */
export async function moveRows(tx: WriteTx, shape: TableShape, pair: Pair): Promise<number> {
  const columns = Object.entries(personColumns[shape.name] ?? {}).filter(([, fate]) => fate === 'move')
  const hasMembership = columns.some(([column]) => column === 'membership_id')
  let count = 0
  for (const [column] of columns) {
    if (column === 'membership_id') continue
    const own = table(column)
    const withMembership = hasMembership && column === 'user_id'
    const taken = takenRows(shape, { column, stay: pair.stay, gone: pair.gone })
    const before = withMembership
      ? sql`jsonb_build_object(${sql.lit(column)}, old.${own}, 'membership_id', old.membership_id)`
      : sql`jsonb_build_object(${sql.lit(column)}, old.${own})`
    // What stood between the two stays as it was: nobody stands in for themself, or reminds themself.
    const others = columns.flatMap(([other]) =>
      other === column || other === 'membership_id'
        ? []
        : sql`and t.${table(other)} is distinct from ${pair.stay}::uuid`,
    )
    const { rows } = await sql<{ count: number }>`
      with moved as (
        update ${table(shape.name)} t set ${own} = ${pair.stay}::uuid
          ${withMembership ? sql`, membership_id = case when membership_id is null then null else ${pair.stayMembershipId} end` : sql``}
        where t.${own} = ${pair.gone}::uuid ${others.length > 0 ? sql.join(others, sql` `) : sql``} ${taken ? sql`and t.ctid not in (${taken})` : sql``}
        returning ${keyOf(shape, 'new')} as row_key, ${before} as before
      ), kept as (
        insert into person_merge_rows (merge_id, table_name, row_key, before)
        select ${pair.mergeId}::uuid, ${shape.name}, row_key, before from moved
        on conflict (tenant_id, merge_id, table_name, row_key) do update set before = person_merge_rows.before || excluded.before
      )
      select count(*)::int as count from moved`.execute(tx)
    count += rows[0]?.count ?? 0
  }
  return count
}

/** Keeps columns of rows `t` as they are before they change. */
export async function keepColumns(
  tx: WriteTx,
  shape: TableShape,
  of: { mergeId: string; columns: readonly string[]; where: RawBuilder<unknown> },
): Promise<void> {
  const parts = of.columns.map((column) => sql`${sql.lit(column)}, t.${table(column)}`)
  await sql`
    insert into person_merge_rows (merge_id, table_name, row_key, before)
    select ${of.mergeId}::uuid, ${shape.name}, ${keyOf(shape, 't')}, jsonb_build_object(${sql.join(parts)})
    from ${table(shape.name)} t where ${of.where}
    on conflict (tenant_id, merge_id, table_name, row_key) do update set before = excluded.before || person_merge_rows.before`.execute(
    tx,
  )
}

/** How the merge left each row that it touched: what is otherwise later happened since. */
export async function keepOutcome(tx: WriteTx, shapes: readonly TableShape[], mergeId: string): Promise<void> {
  for (const shape of shapes) {
    await sql`
      update person_merge_rows r set after = case when r.before is null then to_jsonb(t) else ${projected} end
      from ${table(shape.name)} t where r.merge_id = ${mergeId} and r.table_name = ${shape.name} and ${isRow(shape, 't')}`.execute(
      tx,
    )
  }
}

/** A row `t` with the columns alone that were kept of it. */
const projected = sql`(select jsonb_object_agg(k, to_jsonb(t) -> k) from jsonb_object_keys(r.before) k)`

/** Gives each kept column back what it was, where it still is what the merge made it. */
export async function restoreColumns(
  tx: WriteTx,
  shape: TableShape,
  mergeId: string,
  but: RawBuilder<unknown>,
): Promise<void> {
  const set = shape.columns.map(({ name }) => sql`${table(name)} = b.${table(name)}`)
  await sql`
    update ${table(shape.name)} x set ${sql.join(set)}
    from (
      select t.ctid as place_of_row, (jsonb_populate_record(t, coalesce((
        select jsonb_object_agg(k, r.before -> k) from jsonb_object_keys(r.before) k where to_jsonb(t) -> k is not distinct from r.after -> k), '{}'))).*
      from person_merge_rows r join ${table(shape.name)} t on ${isRow(shape, 't')}
      where r.merge_id = ${mergeId} and r.table_name = ${shape.name} and ${but}
    ) b where x.ctid = b.place_of_row`.execute(tx)
}
