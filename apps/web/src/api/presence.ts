import type { LiveMessage, LiveRequest } from '@learnt/contract/live'
import { mostWatched, type PresenceArea } from '@learnt/contract/presence-areas'

export type PersonPresence = Extract<LiveMessage, { say: 'presence' }>['people'][number]

export interface PresenceBook {
  /** Where this page is. */
  here(area: PresenceArea): void
  /** Hears of a person while shown; what is known is in `read`. */
  watch(userId: string, listener: () => void): () => void
  /** Null: not known, or not for us to know. */
  read(userId: string): PersonPresence | null
  /** The socket is open: say again what it does not know. */
  opened(): void
  /** The socket is lost, and with it all that was known. */
  lost(): void
  hear(people: readonly PersonPresence[]): void
}

/** People come onto the screen by the dozen: they are asked for together. */
const gatherMs = 100

/** Who is there of the people on screen, over the page's one socket. */
export function createPresence(say: (request: LiveRequest) => void): PresenceBook {
  const known = new Map<string, PersonPresence>()
  const watched = new Map<string, Set<() => void>>()
  let place: PresenceArea | null = null
  let gathering: ReturnType<typeof setTimeout> | undefined
  /** Of whom the server tells this page. */
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
          // a list that is drawn anew shows them again in a moment, and is not told again what it was told
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
