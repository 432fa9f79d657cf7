import type { CustomFieldName } from '@learnt/contract/custom-fields'
import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { fieldReaders } from '../../../platform/rule-uses.ts'

/** What reads a field: rules of every kind, saved audiences and forms that choose an approver by it; due dates that count from it. By their titles. */
export interface FieldReaders {
  readonly rules: string[]
  readonly dueDates: string[]
  /** People sign in with the field's value in place of their address. */
  readonly isUnique: boolean
}

/** Behind the rules' lock nothing begins to read the field. */
export async function listReaders(tx: ReadTx, tenantId: string, field: CustomFieldName): Promise<FieldReaders> {
  const [rules, dueDates, headings] = await Promise.all([
    sql<{ title: string }>`
      select title from (${sql.join(
        fieldReaders.map((titles) => titles(field)),
        sql` union `,
      )}) readers order by lower(title), title`.execute(tx),
    sql<{ title: string }>`
      select title from permissions where due->>'kind' = 'field' and due->>'field' = ${field} order by lower(title), title`.execute(
      tx,
    ),
    sql<{ isUnique: boolean }>`
      select ${field} in (select control.unique_headings(${tenantId})) as is_unique`.execute(tx),
  ])
  return {
    rules: rules.rows.map((row) => row.title),
    dueDates: dueDates.rows.map((row) => row.title),
    isUnique: headings.rows[0]?.isUnique ?? false,
  }
}
