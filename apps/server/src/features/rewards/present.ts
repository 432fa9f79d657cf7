import type { OfferedReward, Reward, RewardOrder } from '@learnt/contract/rewards'
import type { Ctx } from '../../platform/context.ts'
import { imageUrl } from '../files/queries.ts'
import { refusalOf } from './policy.ts'
import type { OrderRow } from './queries/list-orders.ts'
import type { RewardRow } from './queries/list-rewards.ts'

export function presentReward(ctx: Ctx, row: RewardRow): Reward {
  const {
    id,
    title,
    description,
    imageFileId,
    cost,
    stock,
    approval,
    deliveryNote,
    isOffered,
    open,
    orders,
    revision,
  } = row
  return {
    id,
    title,
    description,
    imageFileId,
    cost,
    stock,
    approval,
    deliveryNote,
    isOffered,
    open,
    orders,
    revision,
    image: imageUrl(ctx, imageFileId),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function presentOffered(ctx: Ctx, row: RewardRow, balance: number): OfferedReward {
  const { id, title, description, imageFileId, cost, stock, approval, deliveryNote } = row
  return {
    id,
    title,
    description,
    cost,
    stock,
    approval,
    deliveryNote,
    image: imageUrl(ctx, imageFileId),
    can: { order: refusalOf(row, balance) },
  }
}

export function presentOrder(ctx: Ctx, row: OrderRow): RewardOrder {
  const { id, rewardId, title, cost, deliveryNote, state, note, requestId, userId, name, email } = row
  return {
    id,
    rewardId,
    title,
    cost,
    deliveryNote,
    state,
    note,
    requestId,
    userId,
    name,
    email,
    image: imageUrl(ctx, row.imageFileId),
    orderedAt: row.orderedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}
