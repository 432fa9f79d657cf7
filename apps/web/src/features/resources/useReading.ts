import type { OwnResource, ResourceEvent } from '@learnt/contract/resources'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { measureTime } from '../learning/time-spent.ts'
import { askOwnResource } from './asks.ts'

/** What the view of a resource reports: each event once while the page is open, but every download. */
export interface Reading {
  opened(): void
  read(): void
  downloaded(): void
  playing(playing: boolean): void
}

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'] as const

/** Records what a reader does. Without a connection it waits for one; somebody who only looks on records nothing. */
export function useReading({ resourceId, versionNumber }: Pick<OwnResource, 'resourceId' | 'versionNumber'>): Reading {
  const { impersonation } = useMe()
  const looksOnly = impersonation?.writes === false
  const client = useQueryClient()
  const [time] = useState(() => measureTime(Date.now, !document.hidden))
  const told = useRef(new Set<string>())
  const { mutate } = useMutation({
    mutationKey: ['resources', 'record'],
    // One after the other, so that an opening is there before what follows it.
    scope: { id: `resource:${resourceId}` },
    retry: (count, error) => count < 5 && isProblem(error, 'unavailable'),
    mutationFn: (body: { event: ResourceEvent; versionNumber: number; seconds: number }) =>
      call(api.resources.record, { params: { documentId: resourceId }, body }),
    onSuccess: ({ state, completedAt }) => {
      client.setQueryData<OwnResource>(
        askOwnResource(resourceId).queryKey,
        (before) => before && { ...before, state, completedAt },
      )
      void client.invalidateQueries({ queryKey: ['resources', 'mine'] })
    },
  })
  useEffect(() => {
    const touch = () => time.touch()
    const show = () => time.setVisible(!document.hidden)
    for (const name of touches) addEventListener(name, touch, { passive: true, capture: true })
    document.addEventListener('visibilitychange', show)
    return () => {
      for (const name of touches) removeEventListener(name, touch, { capture: true })
      document.removeEventListener('visibilitychange', show)
    }
  }, [time])
  return useMemo(() => {
    const tell = (event: ResourceEvent) => {
      if (!looksOnly) mutate({ event, versionNumber, seconds: time.take() })
    }
    const once = (event: ResourceEvent) => {
      const key = `${resourceId}:${versionNumber}:${event}`
      if (told.current.has(key)) return
      told.current.add(key)
      tell(event)
    }
    return {
      opened: () => once('open'),
      read: () => once('read'),
      downloaded: () => tell('download'),
      playing: (playing) => time.setPlaying(playing),
    }
  }, [looksOnly, mutate, resourceId, versionNumber, time])
}
