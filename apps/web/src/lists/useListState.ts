import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ListState, plainList } from '../ui/table/list-state.ts'
import { readList, writeList } from './address.ts'
import { useQueryString } from './useQueryString.ts'

/** The state of the page's list in the address: back, forward, reload and a copied link show the same rows. */
export function useListState(
  standard: Partial<ListState> = {},
): [ListState, (next: ListState, typing?: boolean) => void] {
  const search = useQueryString()
  const navigate = useNavigate()
  const key = JSON.stringify(standard)
  const base = useMemo(() => ({ ...plainList, ...(JSON.parse(key) as Partial<ListState>) }), [key])
  const state = useMemo(() => readList(search, base), [search, base])
  const change = useCallback(
    (next: ListState, typing = false) => {
      void navigate({ to: '.', search: writeList(next, base) as never, replace: typing, resetScroll: false })
    },
    [navigate, base],
  )
  return [state, change]
}
