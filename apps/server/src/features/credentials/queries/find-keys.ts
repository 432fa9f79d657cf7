import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

export interface KeyRow {
  readonly id: string
  readonly publicKey: string
  readonly sealedKey: string | null
  readonly createdAt: Date
  readonly replacedAt: Date | null
}

/** All keys of the tenant, the current one first. */
export async function listKeys(tx: ReadTx): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select id, public_key, sealed_key, created_at, replaced_at from issuer_keys
    order by replaced_at desc nulls first, id`.execute(tx)
  return rows
}

export async function findCurrentKey(tx: ReadTx): Promise<KeyRow | null> {
  const { rows } = await sql<KeyRow>`
    select id, public_key, sealed_key, created_at, replaced_at from issuer_keys where replaced_at is null`.execute(tx)
  return rows[0] ?? null
}

/** Since when the tenant has its key, and when the one before it was replaced. */
export async function findKeyDates(tx: ReadTx) {
  const { rows } = await sql<{ createdAt: Date | null; lastReplacedAt: Date | null }>`
    select max(created_at) filter (where replaced_at is null) as created_at, max(replaced_at) as last_replaced_at
    from issuer_keys`.execute(tx)
  return rows[0] ?? { createdAt: null, lastReplacedAt: null }
}
