import type { LiveTopic } from '@learnt/contract/live'
import { areaOfPath } from '@learnt/contract/presence-areas'
import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Change, createLive, type Live } from './live.ts'
import type { PersonPresence } from './presence.ts'
import { startKey } from './SessionProvider.tsx'

const LiveContext = createContext<Live | null>(null)

/** The parts of the contract that a change in a topic makes stale. */
const outdatedBy: Record<LiveTopic, readonly string[]> = {
  me: ['session', 'learning', 'pathways', 'resources', 'catalogues', 'requests'],
  jobs: ['jobs'],
  // documents of every kind
  courses: ['courses', 'pathways', 'learningPackages', 'resources', 'documents', 'learning'],
  reports: ['reports'],
}

/**
 * These kinds of change make nothing else of their topic stale. The components that show them listen with useChange().
 */
const ofNoOtherPart: ReadonlySet<string> = new Set(['notification', 'points', 'badge'])

/** Holds the browser’s one socket while a person is signed in. */
export function LiveProvider({
  children,
  onSignedOut,
}: {
  children: ReactNode
  /** Answers whether the page stays open; if so, it connects again. */
  onSignedOut: () => Promise<boolean>
}) {
  const [live, setLive] = useState<Live | null>(null)
  const [round, setRound] = useState(0)
  const client = useQueryClient()
  const signedOut = useRef(onSignedOut)
  signedOut.current = onSignedOut
  useEffect(() => {
    const made = createLive({
      address: `${location.origin.replace(/^http/, 'ws')}/api/live`,
      onSignedOut: () => void signedOut.current().then((stays) => stays && setRound(round + 1)),
    })
    setLive(made)
    const stop = followTeam(made, () => void client.invalidateQueries({ queryKey: startKey }))
    return () => {
      stop()
      made.close()
    }
  }, [client, round])
  return <LiveContext value={live}>{children}</LiveContext>
}

/** Open pages update the team’s look and navigation, at random moments so that they do not all ask at once. */
function followTeam(live: Live, refresh: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const stop = live.follow('me', (change) => {
    if (change.say === 'changed' && change.kind === 'team') waiting ??= setTimeout(again, Math.random() * 2000)
  })
  const again = () => {
    waiting = undefined
    refresh()
  }
  return () => {
    clearTimeout(waiting)
    stop()
  }
}

/** Whether a person on screen is online. Null: unknown, or this reader may not know. */
export function usePresence(userId: string): PersonPresence | null {
  const live = useContext(LiveContext)
  const subscribe = useCallback(
    (listener: () => void) => live?.presence.watch(userId, listener) ?? (() => {}),
    [live, userId],
  )
  return useSyncExternalStore(subscribe, () => live?.presence.read(userId) ?? null)
}

/** Team-mates see in which part of the product this page is. */
export function useHere(path: string): void {
  const live = useContext(LiveContext)
  useEffect(() => live?.presence.here(areaOfPath(path)), [live, path])
}

/** Listens to one kind of change, and to the request to fetch everything again. It does nothing else by itself. */
export function useChange(topic: LiveTopic, kind: string, onChange: (change: Change) => void): void {
  const live = useContext(LiveContext)
  const listener = useRef(onChange)
  listener.current = onChange
  useEffect(
    () =>
      live?.follow(topic, (change) => {
        if (change.say === 'reset' || change.kind === kind) listener.current(change)
      }),
    [live, topic, kind],
  )
}

/** Keeps the answers of a topic’s part of the contract fresh while the page is open. */
export function useLive(topic: LiveTopic, onChange?: (change: Change) => void): void {
  const live = useContext(LiveContext)
  const client = useQueryClient()
  const listener = useRef(onChange)
  listener.current = onChange
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    const stop = live?.follow(topic, (change) => {
      listener.current?.(change)
      if (change.say === 'changed' && ofNoOtherPart.has(change.kind)) return
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
