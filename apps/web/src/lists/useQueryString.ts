import { useSearch } from '@tanstack/react-router'
import { stringifySearch } from './address.ts'

/** What the page that is shown was asked in its address. NOTE the router's location is the next page's before that is shown. */
export function useQueryString(): string {
  return useSearch({ strict: false, select: stringifySearch })
}
