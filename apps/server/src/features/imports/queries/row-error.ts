import { type RawBuilder, sql } from 'kysely'

/** An error of a row, as JSON to append to its errors; `found` and `named` are SQL. */
export function errorOf(
  code: string,
  field: string | RawBuilder<unknown>,
  found: RawBuilder<unknown>,
  named?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const more = named === undefined ? sql`` : sql`, 'named', left(${named}, 500)`
  return sql`jsonb_build_object('code', ${code}::text, 'field', ${field}::text, 'found', left(${found}, 200)${more})`
}
