import { hidden, type Rule, wrongState } from '../../platform/authorize.ts'

export interface OrderSubject {
  readonly state: string
  /** The actor sees the person as an administrator. */
  readonly isSeen: boolean
}

/** What was approved, or needs no approval, is delivered or refused once. */
export const closeOrder: Rule<OrderSubject> = (_, order) => {
  if (!order.isSeen) return hidden
  if (order.state === 'waiting') return wrongState('rewards.waits')
  return order.state === 'ordered' ? null : wrongState('rewards.closed')
}

/** Why somebody cannot buy a reward now; null: they can. */
export function refusalOf(reward: { stock: number | null; cost: number }, balance: number): string | null {
  if (reward.stock === 0) return 'rewards.soldOut'
  return reward.cost > balance ? 'rewards.notEnough' : null
}
