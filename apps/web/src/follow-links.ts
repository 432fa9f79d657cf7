import type { Team } from '@learnt/contract/session'
import type { QueryClient } from '@tanstack/react-query'
import { followIntents } from './link-intent.ts'
import { drawHeadAhead, drawHeadsAhead, followHeads } from './next-heads.tsx'
import type { createAppRouter } from './router.tsx'

/** What comes before the page that a link leads to: its code, its questions, and its head. Returns how to stop. */
export function followLinks(
  client: QueryClient,
  router: Pick<ReturnType<typeof createAppRouter>, 'subscribe' | 'preloadRoute'>,
  person: { held: readonly string[]; team: Team },
): () => void {
  const stops = [
    followIntents(client, { held: person.held, features: person.team.settings.features }, (pathname) => {
      void router.preloadRoute({ to: pathname }).catch(() => {})
      drawHeadAhead(pathname, client, person)
    }),
    followHeads(router, client, person),
    drawHeadsAhead(router, client, person),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
