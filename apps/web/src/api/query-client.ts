import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './problem.ts'

/** How long an answer is as good as a new one, in milliseconds. */
export const freshMs = 10_000

/** What the server has said lately. The application and the loader of its first page share one. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // NOTE the browser's own word on being online is often wrong: ask, and show what came of it
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: freshMs,
        retry: (round, error) =>
          round < 2 && error instanceof ApiProblem && (error.status === 0 || error.status >= 502),
        refetchOnWindowFocus: true,
      },
    },
  })
}
