import type { ChainReport } from '@learnt/contract/audit-chain'
import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

interface ChainRow {
  head: { seq: number; hash: string; sealedAt: Date } | null
  waiting: number
  check: { checkedAt: Date; outcome: ChainReport } | null
}

/** How far the log is sealed, and the latest check; three statements, one round trip. */
export async function findChain(tx: ReadTx): Promise<ChainRow> {
  const [head, waiting, check] = await Promise.all([
    tx
      .selectFrom('auditHeads')
      .select(['seq', 'sealedAt', sql<string>`encode(hash, 'hex')`.as('hash')])
      .executeTakeFirst(),
    tx.selectFrom('auditPending').select(sql<number>`count(*)::int`.as('count')).executeTakeFirst(),
    tx.selectFrom('auditChecks').select(['checkedAt', 'outcome']).executeTakeFirst(),
  ])
  return {
    head: head && Number(head.seq) > 0 ? { ...head, seq: Number(head.seq) } : null,
    waiting: waiting?.count ?? 0,
    check: check ? { checkedAt: check.checkedAt, outcome: check.outcome as unknown as ChainReport } : null,
  }
}
