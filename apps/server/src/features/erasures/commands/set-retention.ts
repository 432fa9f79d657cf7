import type { ProofKind, RetentionInput } from '@learnt/contract/erasures'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Sets how long a kind of record is kept as proof. What is kept of people erased before keeps the day that was told. */
export async function setRetention(ctx: Ctx, kind: ProofKind, { months, reason }: RetentionInput): Promise<void> {
  await ctx.write(async (tx) => {
    const before = await tx
      .selectFrom('retentionPeriods')
      .select(['months', 'reason'])
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst()
    if ((before?.months ?? 0) === months && (before?.reason ?? '') === reason) return
    const fields = { months, reason, updatedBy: ctx.actor.userId, updatedAt: ctx.now }
    if (months === 0) await tx.deleteFrom('retentionPeriods').where('kind', '=', kind).execute()
    else
      await tx
        .insertInto('retentionPeriods')
        .values({ kind, ...fields })
        .onConflict((conflict) => conflict.columns(['tenantId', 'kind']).doUpdateSet(fields))
        .execute()
    await audit(ctx, tx, {
      action: 'erasures.setRetention',
      subjectType: 'tenant',
      subjectId: ctx.actor.tenantId,
      before: { kind, months: before?.months ?? 0, reason: before?.reason ?? '' },
      after: { kind, months, reason },
    })
  })
}
