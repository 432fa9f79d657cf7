import { sql } from 'kysely'
import type { Impersonator } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { ProblemError } from '../../../platform/problem.ts'

/** From looking to writing; the tenant has the last word, now and on every later request. */
export async function allowWriting(ctx: Ctx, { actingId, writes }: Impersonator): Promise<void> {
  if (writes) return
  await ctx.write(async (tx) => {
    const { rows } = await sql<{ allowed: boolean }>`
      select control.allow_acting_writes(${ctx.actor.sessionId}, ${actingId}) as allowed`.execute(tx)
    if (!rows[0]?.allowed) throw new ProblemError('not-allowed', { detail: 'reason.actingLooksOnly' })
    await Promise.all([
      tx.updateTable('impersonationSessions').set({ wroteFrom: ctx.now }).where('id', '=', actingId).execute(),
      audit(ctx, tx, {
        action: 'impersonation.allowWriting',
        subjectType: 'membership',
        subjectId: ctx.actor.membershipId,
        after: { impersonationId: actingId },
      }),
    ])
  })
}
