import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { notify } from '../../../platform/notify.ts'
import { invalid } from '../../../platform/problem.ts'
import { mustHaveRewards } from '../queries/find-rule.ts'
import { postPoints } from './post-points.ts'

/** Spends points of the session's membership; refused above the balance. Answers the entry's id. */
export async function redeemPoints(ctx: Ctx, tx: WriteTx, amount: number): Promise<string> {
  const { membershipId, userId } = ctx.actor
  await mustHaveRewards(tx)
  const [id] = await postPoints(ctx, tx, [
    { membershipId, kind: 'redeem', amount: -amount, key: `redeem:${newId()}`, byUserId: userId },
  ])
  if (id === undefined) throw invalid({ 'body.rewardPointAmount': 'points.notEnough' })
  await audit(ctx, tx, {
    action: 'points.redeem',
    subjectType: 'membership',
    subjectId: membershipId,
    after: { amount },
  })
  return id
}

/** Gives or takes points by hand. Answers the entry's id. */
export async function adjustPoints(
  ctx: Ctx,
  tx: WriteTx,
  of: {
    readonly member: { readonly id: string; readonly userId: string; readonly teamId: string }
    readonly amount: number
    readonly reason: string
  },
): Promise<string> {
  await mustHaveRewards(tx)
  const { member, amount, reason } = of
  const [id] = await postPoints(ctx, tx, [
    { membershipId: member.id, kind: 'adjust', amount, key: `adjust:${newId()}`, reason, byUserId: ctx.actor.userId },
  ])
  if (id === undefined) throw invalid({ 'body.amount': 'points.fewerThere' })
  await Promise.all([
    audit(ctx, tx, {
      action: 'points.adjust',
      subjectType: 'membership',
      subjectId: member.id,
      after: { amount, reason },
    }),
    notify(ctx, tx, {
      kind: amount > 0 ? 'pointsGiven' : 'pointsTaken',
      userId: member.userId,
      teamId: member.teamId,
      key: `points:${id}`,
      params: { points: Math.abs(amount), reason },
      by: ctx.actor,
      link: '/pages/profile',
    }),
  ])
  return id
}
