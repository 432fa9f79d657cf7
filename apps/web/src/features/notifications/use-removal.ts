import { limits } from '@learnt/contract/measures'
import type { Notification } from '@learnt/contract/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast, showUndo } from '../../ui/toasts.ts'

/** Removing, with ten seconds to take it back: until then, or until the page is left, only this page hides it. */
export function useRemoval() {
  const { t } = useTranslation(['notifications', 'problems'])
  const { t: words } = useTranslation('problems')
  const client = useQueryClient()
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const waiting = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  const show = useCallback((id: string) => {
    setRemoved((before) => new Set([...before].filter((one) => one !== id)))
  }, [])
  const send = useRef<(id: string) => void>(() => {})
  send.current = (id) => {
    clearTimeout(waiting.current.get(id))
    waiting.current.delete(id)
    call(api.notifications.remove, { params: { notificationId: id } }, { keepalive: true })
      .catch((error: unknown) => {
        // another tab was first
        if (isProblem(error, 'not-found')) return
        show(id)
        showToast({ variant: 'error', text: problemText(words, error) })
      })
      .finally(() => void client.invalidateQueries({ queryKey: ['notifications'] }))
  }
  useEffect(() => {
    const open = waiting.current
    const sendAll = () => {
      for (const id of [...open.keys()]) send.current(id)
    }
    addEventListener('pagehide', sendAll)
    return () => {
      removeEventListener('pagehide', sendAll)
      sendAll()
    }
  }, [])

  return {
    isRemoved: (id: string) => removed.has(id),
    remove({ id }: Notification) {
      setRemoved((before) => new Set([...before, id]))
      waiting.current.set(
        id,
        setTimeout(() => send.current(id), limits.undoMs),
      )
      showUndo(t('removed'), t('undo'), () => {
        clearTimeout(waiting.current.get(id))
        // too late: it is gone already
        if (waiting.current.delete(id)) show(id)
      })
    },
  }
}
