import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { unreadCountedAtMost } from './notification-kinds.ts'
import { Id, Moment, PageQuery, pageOf } from './values.ts'

export const Notification = z.object({
  id: Id,
  /** One of NotificationParams; a page that does not know it says that something happened. */
  kind: z.string(),
  /** What the words of the kind name; see NotificationParams. */
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Page of the product that shows what it is about. */
  link: z.string().nullable(),
  createdAt: Moment,
  readAt: Moment.nullable(),
})
export type Notification = z.infer<typeof Notification>

export const notificationFilters = ['all', 'unread'] as const

const notificationParams = z.object({ notificationId: Id })

export const notifications = {
  list: endpoint({
    id: 'notifications.list',
    summary: 'What happened for the signed-in person in this team, newest first.',
    method: 'GET',
    path: '/api/notifications',
    access: 'signedIn',
    callers: ['token', 'looking'],
    query: PageQuery.omit({ search: true }).extend({ filter: z.enum(notificationFilters).default('all') }),
    response: pageOf(Notification),
  }),
  ofPerson: endpoint({
    id: 'notifications.ofPerson',
    summary: 'What a person was told in the product, newest first; nothing about their account.',
    method: 'GET',
    path: '/api/members/:userId/notifications',
    access: 'admin',
    callers: ['token', 'looking'],
    params: z.object({ userId: Id }),
    query: PageQuery.omit({ search: true }),
    response: pageOf(Notification),
  }),
  unread: endpoint({
    id: 'notifications.unread',
    summary: `How many of them are unread, up to ${unreadCountedAtMost}.`,
    method: 'GET',
    path: '/api/notifications/unread',
    access: 'signedIn',
    callers: ['token', 'looking'],
    response: z.object({ count: z.number().int() }),
  }),
  read: endpoint({
    id: 'notifications.read',
    summary: 'Mark one as read.',
    method: 'PUT',
    path: '/api/notifications/:notificationId/read',
    access: 'signedIn',
    callers: ['token'],
    audit: null,
    params: notificationParams,
  }),
  unreadAgain: endpoint({
    id: 'notifications.unreadAgain',
    summary: 'Mark one as unread.',
    method: 'DELETE',
    path: '/api/notifications/:notificationId/read',
    access: 'signedIn',
    callers: ['token'],
    audit: null,
    params: notificationParams,
  }),
  readAll: endpoint({
    id: 'notifications.readAll',
    summary:
      'Mark as read what there was until a moment, as a rule that of the newest on screen: later ones stay unread.',
    method: 'POST',
    path: '/api/notifications/read-all',
    access: 'signedIn',
    callers: ['token'],
    audit: null,
    sample: () => ({ body: { until: '2026-11-20T09:00:00.000Z' } }),
    body: z.strictObject({ until: Moment }),
    response: z.object({ marked: z.number().int() }),
  }),
  remove: endpoint({
    id: 'notifications.remove',
    summary: 'Throw one away.',
    method: 'DELETE',
    path: '/api/notifications/:notificationId',
    access: 'signedIn',
    callers: ['token'],
    audit: null,
    params: notificationParams,
  }),
}
