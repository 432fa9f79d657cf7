import { type ErasureKind, type ProofKind, proofKinds } from '@learnt/contract/erasures'
import type pg from 'pg'
import { snakeCase } from '../../../platform/db/names.ts'
import { readCatalogue } from '../../../platform/db/tables.ts'
import { type Erased, listPersonTables, own } from '../../../platform/person-tables.ts'

/** What becomes of some rows of a table. */
export interface Fate {
  readonly table: string
  readonly kind: ErasureKind
  /** SQL over the row `t`. */
  where(of: Erased): string
  /** The columns that lose what they say, with SQL for what they say then; null: the rows go. */
  readonly becomes: null | ((of: Erased) => Readonly<Record<string, string>>)
  readonly isCounted: boolean
}

export function listFates(): Fate[] {
  return listPersonTables().flatMap(([table, { rows = own, erased = [], isCounted = false }]) =>
    erased.map((fate) => ({ ...fate, table: snakeCase(table), where: fate.rows ?? rows, isCounted })),
  )
}

/** The same so that a row goes before the one that it points at. */
export async function orderFates(client: pg.ClientBase): Promise<Fate[]> {
  const { tenant } = await readCatalogue(client)
  const place = new Map(tenant.map(({ name }, at) => [name, at]))
  const placeOf = ({ table }: Fate) => place.get(table) ?? -1
  return listFates().sort((a, b) => placeOf(b) - placeOf(a))
}

export function isProof(kind: ErasureKind): kind is ProofKind {
  return (proofKinds as readonly string[]).includes(kind)
}

/** When the latest record of each kind of proof was made, from which its retention counts. */
export function latestProofs(of: Erased): string {
  return listPersonTables()
    .flatMap(([table, { rows = own, madeAt, erased }]) =>
      madeAt
        ? `select '${erased?.[0]?.kind}' as kind, max(${madeAt}) as made from ${snakeCase(table)} t where ${rows(of)}`
        : [],
    )
    .join(' union all ')
}

export function listContentTables(): string[] {
  return listPersonTables().flatMap(([table, { isContent }]) => (isContent ? snakeCase(table) : []))
}

/** Whether a column of a person's rows holds no words of or about them. */
export function isWordless(table: string, column: string): boolean {
  return listPersonTables().some(([name, { wordless }]) => snakeCase(name) === table && wordless?.includes(column))
}
