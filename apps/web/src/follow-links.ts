import type { Team } from '@learnt/contract/session'
import type { QueryClient } from '@tanstack/react-query'
import { followIntents } from './link-intent.ts'
import { drawHeadAhead, followHeads } from './next-heads.tsx'

/** What comes before the page that a link leads to: its questions, and its head. Returns how to stop. */
export function followLinks(
  client: QueryClient,
  router: Parameters<typeof followHeads>[0],
  person: { held: readonly string[]; team: Team },
): () => void {
  const stops = [
    followIntents(client, { held: person.held, features: person.team.settings.features }, (pathname) =>
      drawHeadAhead(pathname, client, person),
    ),
    followHeads(router, client, person),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
