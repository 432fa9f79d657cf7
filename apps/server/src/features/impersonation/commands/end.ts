import { sql } from 'kysely'
import type { Impersonator } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'

/** The session is the administrator's own again. Twice does no harm. */
export async function endImpersonation(ctx: Ctx, { actingId }: Impersonator): Promise<void> {
  await ctx.write(async (tx) => {
    const { rows } = await sql<{ ended: boolean }>`
      select control.end_impersonation(${ctx.actor.sessionId}, ${actingId}) as ended`.execute(tx)
    if (!rows[0]?.ended) return
    await Promise.all([
      tx
        .updateTable('impersonationSessions')
        .set({ status: 'inactive', endedAt: ctx.now })
        .where('id', '=', actingId)
        .where('status', '=', 'active')
        .execute(),
      audit(ctx, tx, {
        action: 'impersonation.end',
        subjectType: 'membership',
        subjectId: ctx.actor.membershipId,
        after: { impersonationId: actingId },
      }),
    ])
  })
}
