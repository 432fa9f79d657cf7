import { api } from '@learnt/contract'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { mustHaveRewards } from '../points/queries/find-rule.ts'
import { deliverOrder, orderReward, refuseOrder } from './commands/order.ts'
import { changeReward, createReward, removeReward } from './commands/save-reward.ts'
import { presentOffered, presentOrder, presentReward } from './present.ts'
import { findOrder, listOrders } from './queries/list-orders.ts'
import { findReward, listOffered, listRewards } from './queries/list-rewards.ts'

const { rewards } = api

export const rewardRoutes: Route[] = [
  route(rewards.offered, ({ ctx, query }) =>
    ctx.read(async (tx) => {
      await mustHaveRewards(tx)
      const { rows, next, total, balance } = await listOffered(ctx, tx, query)
      return { items: rows.map((row) => presentOffered(ctx, row, balance)), next, total, rewardPointsCount: balance }
    }),
  ),

  route(rewards.order, async ({ ctx, params, body }) => {
    const id = await ctx.write((tx) => orderReward(ctx, tx, params.rewardId, body.cost))
    const [order, { balance }] = await ctx.read((tx) =>
      Promise.all([getOrder(ctx, tx, id), listOffered(ctx, tx, { limit: 1 })]),
    )
    return { ...order, rewardPointsCount: balance }
  }),

  route(rewards.mine, async ({ ctx, query }) => {
    const { rows, next, total } = await ctx.read((tx) => listOrders(ctx, tx, 'own', query))
    return { items: rows.map((row) => presentOrder(ctx, row)), next, total }
  }),

  route(rewards.list, async ({ ctx, query }) => {
    const { rows, next, total } = await ctx.read((tx) => listRewards(ctx, tx, query))
    return { items: rows.map((row) => presentReward(ctx, row)), next, total }
  }),

  route(rewards.create, async ({ ctx, body }) => {
    const id = await ctx.write((tx) => createReward(ctx, tx, body))
    return presentReward(ctx, await getReward(ctx, id))
  }),

  route(rewards.change, async ({ ctx, params, body }) => {
    await ctx.write((tx) => changeReward(ctx, tx, params.rewardId, body))
    return presentReward(ctx, await getReward(ctx, params.rewardId))
  }),

  route(rewards.remove, async ({ ctx, params }) => {
    const reward = await getReward(ctx, params.rewardId)
    await ctx.write((tx) => removeReward(ctx, tx, reward))
    return undefined
  }),

  route(rewards.orders, async ({ ctx, query }) => {
    const { rows, next, total } = await ctx.read((tx) => listOrders(ctx, tx, 'seen', query))
    return { items: rows.map((row) => presentOrder(ctx, row)), next, total }
  }),

  route(rewards.deliver, async ({ ctx, params, body }) => {
    await ctx.write((tx) => deliverOrder(ctx, tx, params.orderId, body.note))
    return ctx.read((tx) => getOrder(ctx, tx, params.orderId))
  }),

  route(rewards.refuse, async ({ ctx, params, body }) => {
    await ctx.write((tx) => refuseOrder(ctx, tx, params.orderId, body.note))
    return ctx.read((tx) => getOrder(ctx, tx, params.orderId))
  }),
]

async function getReward(ctx: Ctx, id: string) {
  const reward = await ctx.read((tx) => findReward(tx, id))
  if (!reward) throw notFound()
  return reward
}

async function getOrder(ctx: Ctx, tx: Parameters<typeof findOrder>[1], id: string) {
  const order = await findOrder(ctx, tx, id)
  if (!order) throw notFound()
  return presentOrder(ctx, order)
}
