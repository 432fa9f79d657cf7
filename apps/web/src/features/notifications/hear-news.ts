import type { Notification } from '@learnt/contract/notifications'
import type { Start } from '@learnt/contract/session'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Change } from '../../api/live.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { startKey } from '../../api/SessionProvider.tsx'
import { showToast } from '../../ui/toasts.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { i18n } from '../../words/i18n.ts'
import { loadWords } from './load-words.ts'
import { notificationPaths } from './paths.ts'
import { type NotificationWords, saidByTray, wordsOf } from './words.ts'

/** A burst asks once. */
const burstMs = 100
/** When the server notifies very many people together, their pages ask at different moments. */
const spreadMs = 5000

let waiting: ReturnType<typeof setTimeout> | undefined
/** Everything up to this moment was shown. Before the first news it is the moment when the bell began to listen. */
let shownUntil: string | undefined

interface Page {
  /** When it began to listen, by the server’s clock: the change that brings news also refetches the start-up answer. */
  readonly since: string | undefined
  open(path: string): void
}

/**
 * A notification came, was read or removed: lists and count update, and new ones pop up briefly or are only read out.
 */
export function hearNews(client: QueryClient, change: Change, page: Page): void {
  const start = client.getQueryData<Start>(startKey)
  const toEverybody = change.say === 'changed' && change.id === start?.me?.tenantId
  if (waiting !== undefined) return
  waiting = setTimeout(
    () => {
      waiting = undefined
      void follow(client, page)
    },
    toEverybody ? Math.random() * spreadMs : burstMs,
  )
}

async function follow(client: QueryClient, { since: began, open }: Page): Promise<void> {
  const { queryKey } = queryOf(api.notifications.unread)
  const count = () => client.getQueryData<{ count: number }>(queryKey)?.count ?? 0
  const before = count()
  await client.invalidateQueries({ queryKey: ['notifications'] })
  const start = client.getQueryData<Start>(startKey)
  // news pops up for the person, not for an administrator who acts as them
  if (count() <= before || document.hidden || !start?.me || start.me.impersonation) return
  const since = shownUntil ?? began ?? start.serverTime
  const [answer] = await Promise.all([
    call(api.notifications.list, { query: { filter: 'unread', limit: 10 } }).catch(() => null),
    loadWords(),
  ])
  const items = answer?.items.filter((one) => one.createdAt > since) ?? []
  const [newest] = items
  if (newest) shownUntil = newest.createdAt
  const news = items.filter((one) => !saidByTray.includes(one.kind))
  if (news.length > 0) tell(news, start.me.preferences.quick.notifications, open)
}

function tell(news: readonly Notification[], inPassing: boolean, open: (path: string) => void): void {
  const t = i18n.getFixedT(null, ['notifications', 'common', 'shell']) as NotificationWords
  const [only] = news.length === 1 ? news : []
  const text = only ? wordsOf(t, i18n.language, only) : t('several', { count: news.length })
  if (!inPassing) {
    readOut(text)
    return
  }
  const link = only ? only.link : notificationPaths.myNotifications
  const run = () => {
    if (only) void call(api.notifications.read, { params: { notificationId: only.id } }).catch(() => {})
    open(link ?? notificationPaths.myNotifications)
  }
  showToast({ variant: 'info', text, ...(link ? { action: { label: t('open'), run } } : {}) })
}

let region: HTMLElement | undefined

/** For screen readers, when they have a moment. */
function readOut(text: string): void {
  if (!region) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    Object.assign(region.style, visuallyHidden, { width: '1px', height: '1px', margin: '-1px' })
    document.body.append(region)
  }
  const of = region
  of.textContent = ''
  // screen readers skip a region that has just appeared or repeats its text
  setTimeout(() => {
    of.textContent = text
  }, burstMs)
}
