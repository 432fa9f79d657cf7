import type { Notification } from '@learnt/contract/notifications'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

interface Page {
  items: Notification[]
}

/** Marking, shown at once on every list that is open. */
export function useMarks() {
  const client = useQueryClient()
  const { t } = useTranslation('problems')
  const onError = (error: Error) => {
    showToast({ variant: 'error', text: problemText(t, error) })
    void client.invalidateQueries({ queryKey: ['notifications'] })
  }
  const read = useSend(api.notifications.read, { onError })
  const unread = useSend(api.notifications.unreadAgain, { onError })
  const all = useSend(api.notifications.readAll, { onError })
  return {
    markRead(one: Notification) {
      if (one.readAt !== null) return
      mark(client, (other) => other.id === one.id, new Date().toISOString())
      count(client, (before) => before - 1)
      read.mutate({ params: { notificationId: one.id } })
    },
    markUnread(one: Notification) {
      mark(client, (other) => other.id === one.id, null)
      count(client, (before) => before + 1)
      unread.mutate({ params: { notificationId: one.id } })
    },
    /** Up to the newest that is on screen: what comes at this moment has not been seen. */
    markAllRead(newest: Notification) {
      mark(client, (other) => other.createdAt <= newest.createdAt, new Date().toISOString())
      all.mutate({ body: { until: newest.createdAt } })
    },
    isMarkingAll: all.isPending,
  }
}

function mark(client: QueryClient, which: (one: Notification) => boolean, readAt: string | null): void {
  const changed = <P extends Page>(page: P): P => ({
    ...page,
    items: page.items.map((one) => (which(one) && (readAt === null || one.readAt === null) ? { ...one, readAt } : one)),
  })
  client.setQueriesData<Page | { pages: Page[] }>(
    { queryKey: ['notifications', 'list'] },
    (data) => data && ('pages' in data ? { ...data, pages: data.pages.map(changed) } : changed(data)),
  )
}

function count(client: QueryClient, next: (before: number) => number): void {
  client.setQueryData<{ count: number }>(queryOf(api.notifications.unread).queryKey, (data) =>
    data && data.count < 100 ? { count: Math.max(0, next(data.count)) } : data,
  )
}
