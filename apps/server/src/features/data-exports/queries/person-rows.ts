import { type RawBuilder, sql } from 'kysely'
import type { DB } from '../../../platform/db/database.ts'
import { listPersonTables, own } from '../../../platform/person-tables.ts'

/** Rows of a person that become one file of the copy. */
export interface PersonRows {
  readonly file: string
  readonly tables: readonly (keyof DB)[]
  /** One column, a JSON object each. */
  rows(userId: string, now: Date): RawBuilder<unknown>
}

/** What is in the copy beside the account, which the control plane keeps: by the names of the files. */
export function listPersonRows(): PersonRows[] {
  return listPersonTables()
    .flatMap(([table, { rows = own, copy }]): PersonRows[] => {
      if (copy === undefined || typeof copy === 'string') return []
      const { file } = copy
      if ('select' in copy) return [{ file, tables: [table, ...(copy.also ?? [])], rows: copy.select }]
      const left = ['tenant_id', ...(copy.without ?? [])]
      const isTheirs = (userId: string) => sql.raw(rows({ userId, membershipIds: [], pseudonym: '' }))
      return [
        {
          file,
          tables: [table],
          rows: (userId, now) => sql`
            select to_jsonb(t) - ${left}::text[] ${copy.titleOf ? sql`|| ${titleOf(copy.titleOf)}` : sql``}
              ${copy.with ? sql`|| ${copy.with(userId, now)}` : sql``} as row
            from ${sql.table(table)} t where (${isTheirs(userId)}) ${copy.only ? sql`and ${copy.only(now)}` : sql``}
            order by ${sql.raw(copy.order)}`,
        },
      ]
    })
    .sort((a, b) => (a.file < b.file ? -1 : 1))
}

/** Tables that name people and are not in the copy, with why. */
export function listLeftOut(): Partial<Record<keyof DB, string>> {
  return Object.fromEntries(
    listPersonTables().flatMap(([table, { copy }]) => (typeof copy === 'string' ? [[table, copy]] : [])),
  )
}

function titleOf(column: string): RawBuilder<unknown> {
  return sql`jsonb_build_object('title', (select d.title from documents d where d.id = t.${sql.ref(column)}))`
}
