import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { ask, isNarrowed, type ListState } from '../ui/table/list-state.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import { EndlessList, type EndlessResult } from './EndlessList.tsx'

interface OwnCardsProps<Item> {
  state: ListState
  change: (next: ListState, isTyped?: boolean) => void
  result: EndlessResult<Item>
  searchLabel: string
  /** Between search and order. */
  filters: ReactNode
  sort: { label: string; value: string; choices: readonly (readonly [value: string, label: string])[] }
  emptyTitle: string
  emptyText: string
  isNarrow?: boolean
  children: (items: Item[]) => ReactNode
}

/** What a person has of one kind, as cards; search, filters and order stand in the address. */
export function OwnCards<Item>(props: OwnCardsProps<Item>) {
  const { state, change, result, searchLabel, filters, sort, emptyTitle, emptyText, children } = props
  const { isNarrow = isNarrowed(state) } = props
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 3, alignItems: 'center' }}>
        <SearchField
          value={state.search}
          label={searchLabel}
          onChange={(search) => change(ask(state, { search }), true)}
        />
        {filters}
        <ChoiceFilter {...sort} onChange={(next) => change(ask(state, { sort: next }))} />
      </Box>
      <EndlessList
        result={result}
        empty={<EmptyState title={emptyTitle} text={emptyText} />}
        onClear={isNarrow ? () => change(ask(state, { search: '', filters: {} })) : undefined}
      >
        {children}
      </EndlessList>
    </>
  )
}
