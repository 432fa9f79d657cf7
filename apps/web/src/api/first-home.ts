import type { Home } from '@learnt/contract/learning'
import type { QueryClient } from '@tanstack/react-query'
import { api } from './operations.ts'
import { queryOf } from './queries.ts'

/** What the homepage will ask, asked before it is there; `known` when the answer has come. */
export interface FirstHome {
  answer: Promise<Home>
  known: Home | null
}

export const askHome = () => queryOf(api.learning.home)

/** Gives the homepage the answer, or the wait for it, as if it had asked by itself. */
export function keepFirstHome(client: QueryClient, { answer, known }: FirstHome): void {
  const { queryKey } = askHome()
  if (known) client.setQueryData(queryKey, known)
  else void client.prefetchQuery({ queryKey, queryFn: () => answer, retry: false })
}
