import { usualLayout, usualQuickSettings } from '@learnt/contract/layout'
import type { Me, Preferences, Start, Team } from '@learnt/contract/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef } from 'react'
import { call } from './call.ts'
import { api } from './operations.ts'
import { readTeamHint } from './team-hint.ts'

export interface Session {
  start: Start
  team: Team
  settings: Team['settings']
  /** Null on pages that nobody needs to be signed in for. */
  me: Me | null
  preferences: Preferences
  /** Shows the change at once and stores it; rejects, with the old one shown again, when it could not be stored. */
  prefer: (change: Partial<Preferences>) => Promise<void>
  /** Asks the server again, after something about the person or team changed. */
  refresh: () => Promise<void>
}

export const noPreferences: Preferences = {
  favourites: [],
  locale: null,
  colorScheme: 'system',
  navbarFolded: false,
  theme: null,
  barThemes: { navbar: null, toolbar: null, footer: null },
  layout: usualLayout,
  customScrollbars: true,
  direction: null,
  quick: usualQuickSettings,
  days: null,
  mails: { badges: true, certificates: true },
}

const SessionContext = createContext<Session | null>(null)
export const startKey = ['session', 'start'] as const

/** Team and person of this page, for everything below. `first` is what main.tsx asked before anything was shown. */
export function SessionProvider({ first, children }: { first: Start; children: ReactNode }) {
  const client = useQueryClient()
  const changes = useRef({ open: 0, made: 0 })
  const { data: start } = useQuery({
    queryKey: startKey,
    queryFn: async () => {
      const { open, made } = changes.current
      const found = await call(api.session.start, { query: readTeamHint() })
      const own = client.getQueryData<Start>(startKey)?.me
      // NOTE an answer that crossed a change of preferences on its way may not know it yet, and must not take it back
      if ((open === 0 && made === changes.current.made) || !found.me || !own) return found
      return { ...found, me: { ...found.me, preferences: own.preferences } }
    },
    initialData: first,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const waiting = useRef<Promise<unknown>>(Promise.resolve())
  const prefer = useCallback(
    async (change: Partial<Preferences>) => {
      const before = client.getQueryData<Start>(startKey)
      if (!before?.me) return
      const preferences = { ...before.me.preferences, ...change }
      client.setQueryData<Start>(startKey, { ...before, me: { ...before.me, preferences } })
      // one after the other: the server keeps the whole object, the last one has to win
      const mine = waiting.current.then(() => call(api.session.preferences, { body: preferences }))
      waiting.current = mine.catch(() => {})
      changes.current.open++
      changes.current.made++
      try {
        await mine
        changes.current.open--
      } catch (error) {
        changes.current.open--
        await client.invalidateQueries({ queryKey: startKey })
        throw error
      }
    },
    [client],
  )
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: startKey }), [client])
  const session = useMemo<Session>(
    () => ({
      start,
      team: start.team,
      settings: start.team.settings,
      me: start.me,
      preferences: start.me?.preferences ?? noPreferences,
      prefer,
      refresh,
    }),
    [start, prefer, refresh],
  )
  return <SessionContext value={session}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession stands outside of SessionProvider')
  return session
}

/** For pages whose rule lets only signed-in people in. */
export function useMe(): Me {
  const { me } = useSession()
  if (!me) throw new Error('Nobody is signed in')
  return me
}
