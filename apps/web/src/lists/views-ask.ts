import type { viewLists } from '@learnt/contract/administration'
import { api } from '../api/operations.ts'
import { queryOf } from '../api/queries.ts'

/** A person's own named settings of a list. */
export const askViews = (list: (typeof viewLists)[number]) => ({
  ...queryOf(api.views.list, { query: { list } }),
  staleTime: 60_000,
})
