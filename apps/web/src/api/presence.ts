import type { LiveMessage, LiveRequest } from '@learnt/contract/live'
import { mostWatched, type PresenceArea } from '@learnt/contract/presence-areas'

export type PersonPresence = Extract<LiveMessage, { say: 'presence' }>['people'][number]

export interface PresenceBook {
  /** Where this page is. */
  here(area: PresenceArea): void
  /** Calls the listener on changes while the person is on screen; `read` returns the latest value. */
  watch(userId: string, listener: () => void): () => void
  /** Null: unknown, or this reader may not know. */
  read(userId: string): PersonPresence | null
  /** The socket is open: send the server what it does not know. */
  opened(): void
  /** The socket closed, so what it said is out of date. */
  lost(): void
  hear(people: readonly PersonPresence[]): void
}

/** Lists show dozens of people at once, so one message asks for them all. */
const gatherMs = 100

/** Which of the people on screen are online, over the page’s one socket. */
export function createPresence(say: (request: LiveRequest) => void): PresenceBook {
  const known = new Map<string, PersonPresence>()
  const watched = new Map<string, Set<() => void>>()
  let place: PresenceArea | null = null
  let gathering: ReturnType<typeof setTimeout> | undefined
  /** The people that the server sends this page changes about. */
  let asked: ReadonlySet<string> = new Set()

  const ask = () => {
    gathering = undefined
    const userIds = [...watched.keys()].slice(0, mostWatched)
    if (userIds.length === asked.size && userIds.every((userId) => asked.has(userId))) return
    asked = new Set(userIds)
    for (const userId of known.keys()) if (!asked.has(userId)) known.delete(userId)
    say({ say: 'watch', userIds })
  }
  const gather = () => {
    if (gathering === undefined) gathering = setTimeout(ask, gatherMs)
  }
  const tell = (userId: string) => {
    for (const listener of watched.get(userId) ?? []) listener()
  }

  return {
    here(area) {
      if (area === place) return
      place = area
      say({ say: 'here', area })
    },
    watch(userId, listener) {
      const listeners = watched.get(userId)
      if (listeners) listeners.add(listener)
      else {
        watched.set(userId, new Set([listener]))
        gather()
      }
      return () => {
        const left = watched.get(userId)
        left?.delete(listener)
        if (left?.size === 0) {
          // A list that renders again shows the same people a moment later. Waiting saves the server from answering
          // twice.
          watched.delete(userId)
          gather()
        }
      }
    },
    read: (userId) => known.get(userId) ?? null,
    opened() {
      if (place !== null) say({ say: 'here', area: place })
      asked = new Set()
      if (watched.size > 0) ask()
    },
    lost() {
      const before = [...known.keys()]
      known.clear()
      asked = new Set()
      for (const userId of before) tell(userId)
    },
    hear(people) {
      for (const person of people) {
        if (!asked.has(person.userId)) continue
        known.set(person.userId, person)
        tell(person.userId)
      }
    },
  }
}
