import type { Team } from '@learnt/contract/session'
import type { QueryClient } from '@tanstack/react-query'
import { followIntents } from './link-intent.ts'
import { followHeads } from './next-heads.tsx'

/** What comes before the page that a link leads to: its questions, and its head. Returns how to stop. */
export function followLinks(
  client: QueryClient,
  router: Parameters<typeof followHeads>[0],
  { held, team }: { held: readonly string[]; team: Team },
): () => void {
  const stops = [
    followIntents(client, { held, features: team.settings.features }),
    followHeads(router, client, { held, team }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
