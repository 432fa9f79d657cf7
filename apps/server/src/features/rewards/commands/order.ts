import type { ApprovalLevel } from '@learnt/contract/forms/content'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { notify } from '../../../platform/notify.ts'
import { invalid, notFound, ProblemError } from '../../../platform/problem.ts'
import type { RequestKindRules } from '../../../platform/request-kinds.ts'
import { listAdministratorsOf } from '../../accounts/queries.ts'
import { postPoints } from '../../points/commands/post-points.ts'
import { mustHaveRewards } from '../../points/queries/find-rule.ts'
import { openByLevels } from '../../requests/commands/levels.ts'
import { closeOrder } from '../policy.ts'
import { findOrder } from '../queries/list-orders.ts'
import type { RewardRow } from '../queries/list-rewards.ts'

const link = '/apps/rewards?tab=orders'
const adminLink = '/apps/admin/rewards?tab=orders'

/**
 * Buys a reward for the session's membership: one of the stock and the points are taken in one transaction, or neither.
 * NOTE a request is locked before its order, an order before its reward, a reward before a balance, everywhere.
 */
export async function orderReward(ctx: Ctx, tx: WriteTx, rewardId: string, cost: number): Promise<string> {
  const { membershipId, userId } = ctx.actor
  await mustHaveRewards(tx)
  const { rows } = await sql<RewardRow>`
    update rewards set stock = stock - 1, revision = revision + 1
    where id = ${rewardId} and is_offered and (stock is null or stock > 0) returning *`.execute(tx)
  const [reward] = rows
  if (!reward) {
    const known = await tx.selectFrom('rewards').select('isOffered').where('id', '=', rewardId).executeTakeFirst()
    if (!known?.isOffered) throw notFound()
    throw new ProblemError('wrong-state', { detail: 'reason.rewards.soldOut' })
  }
  if (reward.cost !== cost) throw new ProblemError('wrong-state', { detail: 'reason.rewards.otherPrice' })
  const id = newId()
  const [entry] = await postPoints(ctx, tx, [
    { membershipId, kind: 'redeem', amount: -cost, key: `order:${id}`, reason: reward.title, byUserId: userId },
  ])
  if (entry === undefined) throw invalid({ 'body.cost': 'points.notEnough' })
  const isApproved = reward.approval === 'none'
  await tx
    .insertInto('rewardOrders')
    .values({
      id,
      rewardId,
      membershipId,
      userId,
      title: reward.title,
      cost,
      state: isApproved ? 'ordered' : 'waiting',
      orderedAt: ctx.now,
    })
    .execute()
  await audit(ctx, tx, {
    action: 'rewardOrders.make',
    subjectType: 'rewardOrder',
    subjectId: id,
    subjectTitle: reward.title,
    after: { rewardId, cost },
  })
  if (isApproved) await tellAdministrators(ctx, tx, { id, title: reward.title, membershipId, userId })
  else
    await openByLevels(ctx, tx, {
      orderId: id,
      note: '',
      title: reward.title,
      userId,
      membershipId,
      levels: [levelOf(reward.approval as 'managers' | 'administrators')],
    })
  return id
}

/** An administrator has given it to the person. */
export async function deliverOrder(ctx: Ctx, tx: WriteTx, id: string, note: string): Promise<void> {
  const order = await holdOrder(ctx, tx, id)
  authorize(ctx.actor, closeOrder, order)
  await close(ctx, tx, id, 'delivered', note)
  await audit(ctx, tx, {
    action: 'rewardOrders.deliver',
    subjectType: 'rewardOrder',
    subjectId: id,
    subjectTitle: order.title,
    subjectPerson: order.userId,
    after: { note },
  })
  const { title, userId } = order
  await notify(ctx, tx, { kind: 'rewardDelivered', userId, key: `reward:${id}:closed`, link, params: { title, note } })
}

/** The person does not get it; the points and the one that was kept for them come back. */
export async function refuseOrder(ctx: Ctx, tx: WriteTx, id: string, note: string): Promise<void> {
  const order = await holdOrder(ctx, tx, id)
  authorize(ctx.actor, closeOrder, order)
  await giveBack(ctx, tx, id, 'refused', note)
  await audit(ctx, tx, {
    action: 'rewardOrders.refuse',
    subjectType: 'rewardOrder',
    subjectId: id,
    subjectTitle: order.title,
    subjectPerson: order.userId,
    after: { note },
  })
}

/** What the decision about an order's request means for the order. */
export const orderRequests: RequestKindRules = {
  kind: 'order',
  tellsItself: true,

  async decided(ctx, tx, request, said) {
    if (request.orderId === null || !said.isFinal) return
    refuseActing(ctx)
    if (said.decision === 'decline') return giveBack(ctx, tx, request.orderId, 'refused', said.reason)
    await tx
      .updateTable('rewardOrders')
      .set({ state: 'ordered' })
      .where('id', '=', request.orderId)
      .where('state', '=', 'waiting')
      .execute()
    const { orderId: id, title, userId, membershipId } = request
    await notify(ctx, tx, { kind: 'rewardApproved', userId, key: `reward:${id}:approved`, link, params: { title } })
    await tellAdministrators(ctx, tx, { id, title, userId, membershipId })
  },

  async withdrawn(ctx, tx, request) {
    refuseActing(ctx)
    if (request.orderId !== null) await giveBack(ctx, tx, request.orderId, 'withdrawn', '')
  },
}

/** Nobody moves points while acting as somebody else. */
function refuseActing({ actor }: Ctx): void {
  if (actor.impersonator) throw new ProblemError('not-allowed')
}

/** Closes an open order and gives back what it took. A second time does nothing. */
async function giveBack(
  ctx: Ctx,
  tx: WriteTx,
  id: string,
  state: 'refused' | 'withdrawn',
  note: string,
): Promise<void> {
  const order = await close(ctx, tx, id, state, note)
  if (!order) return
  const { rewardId, membershipId, userId, title, cost } = order
  await sql`update rewards set stock = stock + 1, revision = revision + 1 where id = ${rewardId}`.execute(tx)
  await postPoints(ctx, tx, [{ membershipId, kind: 'refund', amount: cost, key: `refund:${id}`, reason: title }])
  if (state === 'refused')
    await notify(ctx, tx, {
      kind: 'rewardRefused',
      userId,
      key: `reward:${id}:closed`,
      link,
      params: { title, reason: note, points: cost },
    })
}

function close(ctx: Ctx, tx: WriteTx, id: string, state: 'delivered' | 'refused' | 'withdrawn', note: string) {
  return tx
    .updateTable('rewardOrders')
    .set({ state, note, closedAt: ctx.now, closedBy: ctx.actor.userId })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'ordered'])
    .returningAll()
    .executeTakeFirst()
}

async function holdOrder(ctx: Ctx, tx: WriteTx, id: string) {
  await sql`select from reward_orders where id = ${id} for update`.execute(tx)
  return findOrder(ctx, tx, id)
}

/** One level: any of the managers, or the administrators, who may as well after a week. */
function levelOf(by: 'managers' | 'administrators'): ApprovalLevel {
  return {
    key: 'approval',
    title: { text: '', translations: {} },
    who: { by },
    need: 'any',
    escalateAfterDays: 7,
    seesPages: null,
    mayChange: [],
  }
}

/** Somebody has to deliver it. */
async function tellAdministrators(
  ctx: Ctx,
  tx: WriteTx,
  of: { id: string; title: string; membershipId: string; userId: string },
): Promise<void> {
  const teamId = of.membershipId.slice(of.membershipId.indexOf(':') + 1)
  const [administrators, person] = await Promise.all([
    listAdministratorsOf(tx, teamId, ctx.actor.tenantId),
    tx
      .selectFrom('memberships')
      .select(['shownFirstName as firstName', 'lastName'])
      .where('id', '=', of.membershipId)
      .executeTakeFirst(),
  ])
  for (const administrator of administrators)
    await notify(ctx, tx, {
      kind: 'rewardOrdered',
      userId: administrator.userId,
      teamId: administrator.teamId,
      key: `reward:${of.id}`,
      link: adminLink,
      params: { title: of.title, person: `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim() },
    })
}
