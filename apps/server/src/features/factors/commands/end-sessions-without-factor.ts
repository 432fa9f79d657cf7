import type { Role } from '@learnt/contract/roles'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { announce } from '../../../platform/outbox.ts'
import { mintTenantId } from '../../../platform/tenant/tenant-id.ts'

/** A tenant asks more from now on: who has shown less signs in anew, but for whoever is just changing it. */
export async function endSessionsWithoutFactor(
  ctx: Ctx,
  tenantId: string,
  of: { readonly requiredFor: readonly Role[]; readonly afterProvider: boolean },
): Promise<void> {
  if (of.requiredFor.length === 0) return
  await ctx.services.db.tenant(mintTenantId(tenantId)).write(async (tx) => {
    const { rows } = await sql<{ sessionId: string; userId: string }>`
      select * from control.end_sessions_without_factor(${[...of.requiredFor]}::text[], ${ctx.actor.sessionId}, ${of.afterProvider},
        ${ctx.now})`.execute(tx)
    await Promise.all(
      rows.map(({ sessionId, userId }) => announce(ctx, tx, { topic: 'me', userId, kind: 'signedOut', id: sessionId })),
    )
  })
}
