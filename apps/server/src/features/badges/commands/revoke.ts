import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { awardPolicy } from '../policy.ts'
import { findAward } from '../queries/find-awards.ts'
import { tellRevoked } from './tell.ts'

/** Revokes an award for good: its rule does not give it again for the same. */
export async function revokeAward(ctx: Ctx, tx: WriteTx, id: string, reason: string): Promise<void> {
  await sql`select from badge_awards where id = ${id} for update`.execute(tx)
  const award = await findAward(ctx, tx, id)
  authorize(ctx.actor, awardPolicy.revoke, award)
  await tx
    .updateTable('badgeAwards')
    .set({ revokedAt: ctx.now, revokedBy: ctx.actor.userId, revokeReason: reason })
    .where('id', '=', id)
    .execute()
  await audit(ctx, tx, {
    action: 'badges.revoke',
    subjectType: 'badge',
    subjectId: award.badgeId,
    subjectTitle: `${award.title} (${award.holderName})`,
    subjectPerson: award.userId,
    after: { awardId: id, reason },
  })
  await tellRevoked(ctx, tx, { which: sql`g.id = ${id}`, atMost: 1 })
}
