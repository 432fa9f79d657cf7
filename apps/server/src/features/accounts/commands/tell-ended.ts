import type { Ctx } from '../../../platform/context.ts'
import { announce } from '../../../platform/outbox.ts'
import { mintTenantId } from '../../../platform/tenant-id.ts'
import { ifPossible } from '../../sessions/commands/end-sessions.ts'

export interface EndedSession {
  readonly sessionId: string
  readonly tenantId: string
}

/** Tells the browsers of ended sessions, each in the tenant where it was; their next request is refused in any case. */
export async function tellEnded(ctx: Ctx, userId: string, ended: readonly EndedSession[]): Promise<void> {
  for (const [tenantId, group] of Map.groupBy(ended, (one) => one.tenantId)) {
    await ifPossible(
      ctx,
      ctx.services.db
        .tenant(mintTenantId(tenantId))
        .write((tx) =>
          Promise.all(
            group.map((one) => announce(ctx, tx, { topic: 'me', userId, kind: 'signedOut', id: one.sessionId })),
          ),
        ),
    )
  }
}
