import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { pointLimits } from './points.ts'
import { Can, Id, Moment, PageQuery, pageOf, queryList, Revision } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    rewardOrders: { verbs: 'deliver' | 'make' | 'refuse'; subjects: 'rewardOrder' }
    rewards: { verbs: 'change' | 'create' | 'remove'; subjects: 'reward' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    /** Somebody ordered what points can buy; an administrator has to deliver it. */
    rewardOrdered: { title: string; person: string }
    rewardApproved: { title: string }
    /** `note` may be empty. */
    rewardDelivered: { title: string; note: string }
    rewardRefused: { title: string; reason: string; points: number }
  }
}

export const rewardLimits = { title: 200, description: 2000, note: 1000 } as const

/** Who has to approve an order first. */
export const rewardApprovals = ['none', 'managers', 'administrators'] as const

/**
 * - `waiting`: for approval
 * - `ordered`: an administrator has to deliver it
 * - `refused`, `withdrawn`: the points came back
 */
export const orderStates = ['waiting', 'ordered', 'delivered', 'refused', 'withdrawn'] as const
const OrderState = z.enum(orderStates)

const Amount = z.number().int().min(1).max(pointLimits.amount)
const Note = z.string().trim().max(rewardLimits.note)

const fields = {
  title: z.string().trim().min(1, { error: 'required' }).max(rewardLimits.title),
  description: z.string().trim().max(rewardLimits.description),
  imageFileId: Id.nullable(),
  cost: Amount,
  /** How many are left; null: there is always one. */
  stock: z.number().int().min(0).max(pointLimits.amount).nullable(),
  approval: z.enum(rewardApprovals),
  /** How people get it; they read it with the reward and with their order. */
  deliveryNote: Note,
  /** People see it and can order it. */
  isOffered: z.boolean(),
}

/** What points can buy, as administrators see it. */
export const Reward = z.object({
  id: Id,
  ...fields,
  /** Address of a small picture; '' without one. */
  image: z.string(),
  /** Orders that are not closed. */
  open: z.number().int(),
  /** All that were ever made. */
  orders: z.number().int(),
  revision: Revision,
  updatedAt: Moment,
})
export type Reward = z.infer<typeof Reward>

/** The same as people see it who can buy it. */
const OfferedReward = Reward.pick({
  id: true,
  title: true,
  description: true,
  image: true,
  cost: true,
  stock: true,
  approval: true,
  deliveryNote: true,
}).extend({ can: Can })
export type OfferedReward = z.infer<typeof OfferedReward>

export const RewardOrder = z.object({
  id: Id,
  rewardId: Id,
  /** As the reward was when it was ordered. */
  title: z.string(),
  cost: z.number().int(),
  image: z.string(),
  deliveryNote: z.string(),
  state: OrderState,
  /** What the administrator says with the delivery, or why it was refused. */
  note: z.string(),
  orderedAt: Moment,
  closedAt: Moment.nullable(),
  /** Of a waiting one: the request to withdraw. */
  requestId: Id.nullable(),
  userId: Id,
  name: z.string(),
  email: z.string(),
})
export type RewardOrder = z.infer<typeof RewardOrder>

const params = z.object({ rewardId: Id })
const orderParams = z.object({ orderId: Id })

export const rewards = {
  offered: endpoint({
    id: 'rewards.offered',
    summary: 'What the person’s points can buy, the cheapest first, with the balance.',
    method: 'GET',
    path: '/api/rewards',
    access: 'signedIn',
    callers: ['token', 'looking'],
    query: PageQuery,
    response: pageOf(OfferedReward).extend({ rewardPointsCount: z.number().int() }),
  }),
  order: endpoint({
    id: 'rewards.order',
    summary: 'Buy a reward: its points are taken and one is kept for the person, or neither.',
    method: 'POST',
    path: '/api/rewards/:rewardId/orders',
    access: 'signedIn',
    callers: ['token'],
    idempotency: 'required',
    audit: 'rewardOrders.make',
    sample: (given) => ({ body: { cost: 1 }, params: { rewardId: given.rewardId }, alsoFine: [409, 422] }),
    params,
    body: z.strictObject({
      /** What the person was shown; refused when it costs something else by now. */
      cost: Amount,
    }),
    response: RewardOrder.extend({ rewardPointsCount: z.number().int() }),
    status: 201,
  }),
  mine: endpoint({
    id: 'rewards.mine',
    summary: 'The person’s own orders, newest first.',
    method: 'GET',
    path: '/api/my/reward-orders',
    access: 'signedIn',
    callers: ['token', 'looking'],
    query: PageQuery.omit({ search: true }),
    response: pageOf(RewardOrder),
  }),
  list: endpoint({
    id: 'rewards.list',
    summary: 'All rewards by title.',
    method: 'GET',
    path: '/api/admin/rewards',
    access: 'admin',
    callers: ['token', 'looking'],
    query: PageQuery,
    response: pageOf(Reward),
  }),
  create: endpoint({
    id: 'rewards.create',
    summary: 'Add something that points can buy.',
    method: 'POST',
    path: '/api/admin/rewards',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'rewards.create',
    idempotency: 'honoured',
    sample: () => ({
      body: {
        title: 'Coffee mug',
        description: '',
        imageFileId: null,
        cost: 10,
        stock: 5,
        approval: 'none',
        deliveryNote: '',
        isOffered: true,
      },
    }),
    body: z.strictObject(fields),
    response: Reward,
    status: 201,
  }),
  change: endpoint({
    id: 'rewards.change',
    summary: 'Change a reward; orders that were made keep their price.',
    method: 'PUT',
    path: '/api/admin/rewards/:rewardId',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'rewards.change',
    sample: (given) => ({
      body: {
        title: `${given.mark} mug`,
        description: '',
        imageFileId: null,
        cost: 10,
        stock: null,
        approval: 'managers',
        deliveryNote: '',
        isOffered: true,
        revision: 1,
      },
    }),
    params,
    body: z.strictObject({ ...fields, revision: Revision }),
    response: Reward,
  }),
  remove: endpoint({
    id: 'rewards.remove',
    summary: 'Remove a reward that nobody has ordered.',
    method: 'DELETE',
    path: '/api/admin/rewards/:rewardId',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'rewards.remove',
    sample: (given) => ({ params: { rewardId: given.spareRewardId } }),
    params,
  }),
  orders: endpoint({
    id: 'rewards.orders',
    summary: 'Orders of the people whom the administrator sees, oldest first.',
    method: 'GET',
    path: '/api/admin/reward-orders',
    access: 'admin',
    callers: ['token', 'looking'],
    query: PageQuery.extend({ state: queryList(OrderState) }),
    response: pageOf(RewardOrder),
  }),
  deliver: endpoint({
    id: 'rewards.deliver',
    summary: 'Say that an order was delivered; the person reads the note.',
    method: 'POST',
    path: '/api/admin/reward-orders/:orderId/deliver',
    access: 'admin',
    callers: ['token'],
    audit: 'rewardOrders.deliver',
    sample: () => ({ body: { note: '' } }),
    params: orderParams,
    body: z.strictObject({ note: Note.default('') }),
    response: RewardOrder,
  }),
  refuse: endpoint({
    id: 'rewards.refuse',
    summary: 'Refuse an order that was not delivered; the points come back, and the person reads the reason.',
    method: 'POST',
    path: '/api/admin/reward-orders/:orderId/refuse',
    access: 'admin',
    callers: ['token'],
    audit: 'rewardOrders.refuse',
    sample: () => ({ body: { note: 'Sold out' } }),
    params: orderParams,
    body: z.strictObject({ note: Note.min(1, { error: 'required' }) }),
    response: RewardOrder,
  }),
}
