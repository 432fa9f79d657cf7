import { api } from '@learnt/contract'
import type { Presented } from '@learnt/contract/endpoint'
import type { Notification } from '@learnt/contract/notifications'
import { authorize } from '../../platform/authorize.ts'
import { cutPage, decodeCursor } from '../../platform/cursor.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { memberPolicy } from '../members/policy.ts'
import { findMember } from '../members/queries.ts'
import { markAllRead, markRead, markUnread, removeNotification } from './commands/mark.ts'
import { notificationPolicy } from './policy.ts'
import {
  countUnread,
  findNotification,
  listNotifications,
  listNotificationsOf,
  type NotificationRow,
} from './queries.ts'

export const notificationRoutes: Route[] = [
  route(api.notifications.list, async ({ ctx, query }) => {
    const { filter, limit } = query
    const list = `notifications:${filter}`
    const after = decodeCursor(ctx, list, query.cursor) as [string, string] | null
    const { rows, total, totalIsExact } = await ctx.read((tx) =>
      listNotifications(tx, ctx.actor, { filter, limit, after }),
    )
    const page = cutPage(ctx, list, rows, { limit, key: (last) => [last.createdText, last.id] })
    return {
      items: page.rows.map(presentNotification),
      next: page.next,
      total,
      totalIsExact,
    }
  }),

  route(api.notifications.ofPerson, async ({ ctx, params, query: { limit, cursor } }) => {
    const list = `notificationsOf:${params.userId}`
    const after = decodeCursor(ctx, list, cursor) as [string, string] | null
    const { rows, total, totalIsExact } = await ctx.read(async (tx) => {
      authorize(ctx.actor, memberPolicy.read, await findMember(tx, ctx.actor, params.userId, undefined))
      return listNotificationsOf(tx, ctx.actor, params.userId, { limit, after })
    })
    const page = cutPage(ctx, list, rows, { limit, key: (last) => [last.createdText, last.id] })
    return { items: page.rows.map(presentNotification), next: page.next, total, totalIsExact }
  }),

  route(api.notifications.unread, async ({ ctx }) => ({ count: await ctx.read((tx) => countUnread(tx, ctx.actor)) })),

  route(api.notifications.read, async ({ ctx, params }) => {
    const one = await ctx.read((tx) => findNotification(tx, params.notificationId))
    authorize(ctx.actor, notificationPolicy.mark, one)
    await markRead(ctx, one)
    return undefined
  }),

  route(api.notifications.unreadAgain, async ({ ctx, params }) => {
    const one = await ctx.read((tx) => findNotification(tx, params.notificationId))
    authorize(ctx.actor, notificationPolicy.mark, one)
    await markUnread(ctx, one)
    return undefined
  }),

  route(api.notifications.readAll, async ({ ctx, body }) => ({
    marked: await markAllRead(ctx, new Date(body.until)),
  })),

  route(api.notifications.remove, async ({ ctx, params }) => {
    const one = await ctx.read((tx) => findNotification(tx, params.notificationId))
    authorize(ctx.actor, notificationPolicy.remove, one)
    await removeNotification(ctx, one)
    return undefined
  }),
]

function presentNotification(row: NotificationRow): Presented<typeof Notification> {
  return {
    id: row.id,
    kind: row.kind,
    params: row.params as Notification['params'],
    link: row.link,
    createdAt: row.createdAt,
    readAt: row.readAt,
  }
}
