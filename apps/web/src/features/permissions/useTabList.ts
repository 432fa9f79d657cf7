import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { parseSearch, readList, stringifySearch, writeList } from '../../lists/address.ts'
import { useQueryString } from '../../lists/useQueryString.ts'
import { type ListState, plainList } from '../../ui/table/list-state.ts'

/** The state of a list on a page whose address holds other words too (`kept`): they are no filters of the list. */
export function useTabList(
  kept: readonly string[],
  standard: Partial<ListState> = {},
): [ListState, (next: ListState, typing?: boolean) => void] {
  const search = useQueryString()
  const navigate = useNavigate()
  const key = JSON.stringify([kept, standard])
  const base = useMemo(() => ({ ...plainList, ...(JSON.parse(key) as [string[], Partial<ListState>])[1] }), [key])
  const [own, others] = useMemo(() => {
    const names = (JSON.parse(key) as [string[]])[0]
    const entries = Object.entries(parseSearch(search))
    const pick = (mine: boolean) => Object.fromEntries(entries.filter(([name]) => names.includes(name) === mine))
    return [stringifySearch(pick(false)), pick(true)]
  }, [key, search])
  const state = useMemo(() => readList(own, base), [own, base])
  const change = useCallback(
    (next: ListState, typing = false) => {
      void navigate({
        to: '.',
        search: { ...writeList(next, base), ...others } as never,
        replace: typing,
        resetScroll: false,
      })
    },
    [navigate, base, others],
  )
  return [state, change]
}
