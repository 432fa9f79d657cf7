import { type ErasurePart, proofKinds, type RetentionPeriod } from '@learnt/contract/erasures'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { countByKind, keptProofs, partsOf } from './count-parts.ts'
import { latestProofs } from './fates.ts'

/** What erasing somebody would do, counted now. */
export async function previewErasure(
  ctx: Ctx,
  userId: string,
): Promise<{ parts: ErasurePart[]; keepsAccount: boolean }> {
  const elsewhere = await ctx.read((tx) =>
    sql<{ known: boolean }>`select control.is_known_elsewhere(${userId}) as known`.execute(tx),
  )
  const parts = await ctx.read(async (tx) => {
    const ids = await tx.selectFrom('memberships').select('id').where('userId', '=', userId).execute()
    const of = { userId, membershipIds: ids.map((row) => row.id), pseudonym: '' }
    const [counts, latest, periods] = await Promise.all([
      sql<{ kind: string; records: number }>`${sql.raw(countByKind(of))}`.execute(tx),
      sql<{ kind: string; made: Date | null }>`${sql.raw(latestProofs(of))}`.execute(tx),
      listPeriods(tx),
    ])
    const records = [...counts.rows, { kind: 'profile', records: ids.length }]
    return partsOf(records, keptProofs(latest.rows, periods, ctx.now))
  })
  return { parts, keepsAccount: elsewhere.rows[0]?.known ?? false }
}

/** Every kind of proof with its months; 0 where it goes with the person. */
export async function listPeriods(tx: ReadTx): Promise<RetentionPeriod[]> {
  const rows = await tx.selectFrom('retentionPeriods').select(['kind', 'months', 'reason']).execute()
  return proofKinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, months: 0, reason: '' })
}
