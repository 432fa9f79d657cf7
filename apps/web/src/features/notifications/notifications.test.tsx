import { documentKinds, documentTypes } from '@learnt/contract/document-kinds'
import { usualQuickSettings } from '@learnt/contract/layout'
import type { Notification } from '@learnt/contract/notifications'
import { RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import * as live from '../../api/LiveProvider.tsx'
import type { Change } from '../../api/live.ts'
import { memoryRouter } from '../../testing/memory-router.ts'
import { prepareComponents } from '../../testing/show.tsx'
import { showSignedIn } from '../../testing/show-signed-in.tsx'
import { readToasts } from '../../ui/toasts.ts'
import { i18n } from '../../words/i18n.ts'
import { groupByDay } from './group-by-day.ts'
import { NotificationBell } from './NotificationBell.tsx'
import { NotificationsPage } from './NotificationsPage.tsx'
import { notificationPaths } from './paths.ts'
import { type NotificationWords, wordsOf } from './words.ts'

const world = {
  items: [] as Notification[],
  sent: [] as string[],
  hear: (_: Change) => {},
  me: {} as Record<string, unknown>,
  serverTime: '',
}

prepareComponents({ namespaces: ['common', 'shell', 'notifications', 'problems', 'parts'] })

const started = '2026-11-20T09:00:00.000Z'
const given = (id: string, of: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'courseAssigned',
  params: { courseId: id, title: `Course ${id}`, dueDay: null, isBundle: false },
  link: `/apps/course/${id}`,
  createdAt: '2026-11-20T10:00:00.000Z',
  readAt: null,
  ...of,
})
const unread = () => world.items.filter((one) => one.readAt === null)

beforeEach(() => {
  world.items = []
  world.sent = []
  world.me = { unreadNotifications: 2, preferences: { quick: usualQuickSettings } }
  world.serverTime = started
  vi.spyOn(live, 'useChange').mockImplementation((_topic, _kind, listener) => {
    world.hear = listener
  })
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit) => {
    if (method !== 'GET') world.sent.push(`${method} ${address}`)
    const answer = (body: unknown) =>
      new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
    if (address.endsWith('/unread')) return answer({ count: unread().length })
    if (address.endsWith('/read-all')) return answer({ marked: unread().length })
    if (method !== 'GET') return new Response(null, { status: 204 })
    const items = address.includes('filter=unread') ? unread() : world.items
    return answer({ items, next: null, total: items.length })
  })
})

const open = (element: ReactElement, search = '') => {
  const router = memoryRouter(`${notificationPaths.myNotifications}${search}`, {
    [notificationPaths.myNotifications]: () => element,
  })
  return showSignedIn(<RouterProvider router={router as never} />, { me: world.me, serverTime: world.serverTime })
}
const bell = (count: number) => screen.findByRole('button', { name: `Notifications: ${count} unread` })
const tell = () =>
  act(async () => world.hear({ say: 'changed', topic: 'me', kind: 'notification', id: 'x', cursor: '1' }))

it('shows the number of the start-up answer without a request', async () => {
  const asked = vi.fn(fetch)
  vi.stubGlobal('fetch', asked)
  open(<NotificationBell />)
  await bell(2)
  expect(asked).not.toHaveBeenCalled()
})

it('follows the socket, and announces what is new once', async () => {
  world.me = { ...world.me, unreadNotifications: 0 }
  open(<NotificationBell />)
  await bell(0)
  world.items = [given('1'), given('old', { createdAt: '2026-11-19T10:00:00.000Z' })]
  await tell()
  await bell(2)
  await waitFor(() => expect(readToasts().map((one) => one.text)).toEqual(['You have a new course: Course 1']))
  world.items = [given('3', { kind: 'jobFailed', createdAt: '2026-11-20T12:00:00.000Z' }), ...world.items]
  await tell()
  await bell(3)
  // The tray of jobs has announced it already.
  expect(readToasts()).toHaveLength(1)
})

it('reads out instead, when the person has switched pop-ups off', async () => {
  world.serverTime = '2026-11-20T13:00:00.000Z'
  world.me = { unreadNotifications: 0, preferences: { quick: { ...usualQuickSettings, notifications: false } } }
  open(<NotificationBell />)
  await bell(0)
  world.items = [given('9', { createdAt: '2026-11-20T14:00:00.000Z' })]
  await tell()
  await bell(1)
  await waitFor(() =>
    expect(document.querySelector('[role=status]')?.textContent).toBe('You have a new course: Course 9'),
  )
  expect(readToasts()).toEqual([])
})

it('opens the newest, marks opened ones as read, and all of them', async () => {
  world.items = [given('1'), given('2', { link: null, kind: 'passwordChanged', params: {} })]
  open(<NotificationBell />)
  fireEvent.click(await bell(2))
  const panel = await screen.findByRole('dialog', { name: 'Notifications' })
  const course = await within(panel).findByRole('link', { name: 'Unread: You have a new course: Course 1' })
  expect(course.getAttribute('href')).toBe('/apps/course/1')
  fireEvent.click(within(panel).getByRole('button', { name: 'Unread: Your password was changed' }))
  await waitFor(() => expect(world.sent).toEqual(['PUT /api/notifications/2/read']))
  fireEvent.click(within(panel).getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(world.sent[1]).toBe('POST /api/notifications/read-all'))
  expect(within(panel).getByRole('link', { name: 'All notifications' }).getAttribute('href')).toBe(
    '/pages/mynotifications',
  )
})

it('lets an administrator who acts as the person read, but change nothing', async () => {
  world.me = { ...world.me, impersonation: { name: 'Ada' } }
  world.items = [given('1')]
  open(<NotificationsPage />)
  const line = await screen.findByRole('link', { name: /Course 1/ })
  fireEvent.click(line)
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
  expect(world.sent).toEqual([])
})

it('says on its page when nothing has happened, when everything is read, and when fetching failed', async () => {
  const { unmount } = open(<NotificationsPage />)
  await screen.findByText('No notifications yet')
  unmount()
  const second = open(<NotificationsPage />, '?show=unread')
  await screen.findByText('No unread notifications')
  second.unmount()
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  open(<NotificationsPage />)
  await screen.findByRole('alert')
})

it('groups by the days in the reader’s time zone', () => {
  const at = (moment: string) => given(moment, { createdAt: new Date(moment).toISOString() })
  const groups = groupByDay(
    [at('2026-11-20T08:00'), at('2026-11-20T00:01'), at('2026-11-19T23:59'), at('2026-10-31T12:00')],
    new Date('2026-11-20T10:00'),
  )
  expect(groups.map((group) => [group.day, group.ago, group.items.length])).toEqual([
    ['2026-11-20', 0, 2],
    ['2026-11-19', 1, 1],
    ['2026-10-31', 20, 1],
  ])
})

it('has words for every kind, with the names in it, and general ones for kinds of a later version', () => {
  const t = i18n.getFixedT('en', ['notifications', 'common', 'shell']) as NotificationWords
  const say = (kind: string, params: Notification['params']) => wordsOf(t, 'en', given('1', { kind, params }))
  expect(say('courseAssigned', { title: 'A $t(title) {{x}}', dueDay: '2026-12-01', isBundle: true })).toBe(
    'You have a new bundle of courses: A $t(title) {{x}}, due on 2026-12-01',
  )
  expect(say('courseOverdue', { title: 'A', dueDay: '2026-12-01' })).toBe('A was due on 2026-12-01 and is not finished')
  expect(say('rolesChanged', { name: 'Ada', roles: 'learner manager' })).toBe(
    'Ada changed your roles to: Learner and Manager',
  )
  expect(say('statusChanged', { name: 'Ada', status: 'active' })).toBe('Ada changed your status to: Active')
  expect(say('jobFailed', { jobId: '1', job: 'packages.import', subject: 'a.zip' })).toMatch(/^Failed: .*a\.zip$/)
  expect(say('newDevice', { browser: 'Firefox', system: null })).toContain('new device: Firefox')
  expect(say('newDevice', { browser: null, system: null })).toContain('an unknown browser')
  expect(say('recoveryCodeUsed', { left: 1 })).toContain('1 code left')
  expect(say('fromTomorrow', {})).toBe('New notification')
})

it('has words for every kind of document, and for finishing those with steps', () => {
  const t = i18n.getFixedT('en', ['notifications', 'common', 'shell']) as unknown as NotificationWords
  const say = (kind: string, params: Notification['params']) => wordsOf(t, 'en', given('n', { kind, params }))
  for (const documentType of documentTypes) {
    const params = { documentType, courseId: 'x', title: 'Thing' }
    const said = [say('courseAssigned', { ...params, dueDay: '2026-11-28', isBundle: false })]
    if (documentKinds[documentType].hasSteps) said.push(say('documentFinished', params))
    for (const text of said) expect(text).toContain('Thing')
  }
  expect(say('newSteps', { documentType: 'pathway', title: 'Thing', steps: 2 })).toBe('Thing has 2 new steps for you')
})
