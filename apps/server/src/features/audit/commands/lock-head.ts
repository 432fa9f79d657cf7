import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { hashOfNothing } from '../../../platform/audit-hashes.ts'

/** Locks the end of a tenant's chain on the owner's connection, which is bound to the tenant; a new chain where there is none. */
export async function lockHead(
  client: pg.ClientBase,
  tenantId: string,
  now: Date,
): Promise<{ chainId: string; seq: number; hash: string }> {
  const chainId = randomUUID()
  await client.query(
    `insert into audit_heads (tenant_id, chain_id, seq, hash, sealed_at, signed_seq)
     values ($1, $2, 0, decode($3, 'hex'), $4, 0) on conflict do nothing`,
    [tenantId, chainId, hashOfNothing(tenantId, chainId), now],
  )
  const { rows } = await client.query<{ chain_id: string; seq: string; hash: string }>(
    `select chain_id, seq, encode(hash, 'hex') as hash from audit_heads where tenant_id = $1 for update`,
    [tenantId],
  )
  const [head] = rows
  if (!head) throw new Error(`The audit chain of ${tenantId} has no head`)
  return { chainId: head.chain_id, seq: Number(head.seq), hash: head.hash }
}
