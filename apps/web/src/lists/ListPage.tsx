import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageHeader } from '../ui/PageHeader.tsx'
import { DataTable, type DataTableProps, type Page } from '../ui/table/DataTable.tsx'
import type { ListState } from '../ui/table/list-state.ts'
import { useListState } from './useListState.ts'

export interface ListPageProps<Row> extends Omit<DataTableProps<Row>, 'label' | 'query' | 'state' | 'onChange'> {
  title: string
  text?: string
  /** Buttons beside the heading. */
  actions?: ReactNode
  /** What to fetch for a search, filters, sort and page: `queryOf(...)`. */
  ask: (state: ListState) => {
    queryKey: QueryKey
    queryFn: (context: { signal: AbortSignal }) => Promise<Page<Row>>
  }
  /** How the list is sorted and filtered before anybody chooses. */
  standard?: Partial<ListState>
  /** Dialogs of the page. */
  children?: ReactNode
}

/** A page that consists of a heading and one list, whose state is in the address. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { title, text, actions, ask, standard, children, ...table } = props
  const [state, change] = useListState(standard)
  const query = useQuery({ ...ask(state), placeholderData: keepPreviousData })
  return (
    <>
      <PageHeader title={title} text={text} actions={actions} />
      <DataTable label={title} query={query} state={state} onChange={change} {...table} />
      {children}
    </>
  )
}
