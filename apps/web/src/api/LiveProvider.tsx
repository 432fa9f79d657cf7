import type { LiveTopic } from '@learnt/contract/live'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { type Change, createLive, type Live } from './live.ts'

const LiveContext = createContext<Live | null>(null)

/** Parts of the contract that a topic's change outdates. */
const outdatedBy: Record<LiveTopic, readonly string[]> = {
  me: ['session', 'learning'],
  jobs: ['jobs'],
  courses: ['courses', 'learning'],
  reports: ['reports'],
}

/** Holds the browser's one socket while somebody is signed in. */
export function LiveProvider({ children, onSignedOut }: { children: ReactNode; onSignedOut: () => void }) {
  const [live, setLive] = useState<Live | null>(null)
  const signedOut = useRef(onSignedOut)
  signedOut.current = onSignedOut
  useEffect(() => {
    const made = createLive({
      address: `${location.origin.replace(/^http/, 'ws')}/api/live`,
      onSignedOut: () => signedOut.current(),
    })
    setLive(made)
    return () => made.close()
  }, [])
  return <LiveContext value={live}>{children}</LiveContext>
}

/** Keeps the answers of a topic's part of the contract fresh while the page is open. */
export function useLive(topic: LiveTopic, onChange?: (change: Change) => void): void {
  const live = useContext(LiveContext)
  const client = useQueryClient()
  const listener = useRef(onChange)
  listener.current = onChange
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const stop = live?.follow(topic, (change) => {
      listener.current?.(change)
      // a burst of changes asks once
      waiting ??= setTimeout(() => {
        waiting = undefined
        for (const part of outdatedBy[topic]) void client.invalidateQueries({ queryKey: [part] })
      }, 150)
    })
    return () => {
      clearTimeout(waiting)
      stop?.()
    }
  }, [live, topic, client])
}
