/** Everything that a list shows, as it stands in the address. */
export interface ListState {
  search: string
  /** Key of the sorted column; the empty string: the server's own order. */
  sort: string
  direction: 'asc' | 'desc'
  /** Chosen values by filter key; no entry without a value. */
  filters: Record<string, string[]>
  /** Ids of the shown columns; null: the standard ones. */
  columns: string[] | null
  limit: number
  /** Where the page begins; null: the first page. */
  cursor: string | null
  /** Number of the page, only to be read. */
  page: number
}

export const pageSizes = [25, 50, 100] as const

export const plainList: ListState = {
  search: '',
  sort: '',
  direction: 'asc',
  filters: {},
  columns: null,
  limit: 25,
  cursor: null,
  page: 1,
}

/** A new question begins on its first page. */
export function ask(state: ListState, change: Partial<ListState>): ListState {
  return { ...state, cursor: null, page: 1, ...change }
}

/** Whether anything narrows the list. */
export function isNarrowed(state: ListState): boolean {
  return state.search !== '' || Object.keys(state.filters).length > 0
}

export function withFilter(state: ListState, key: string, values: string[]): ListState {
  const { [key]: _, ...others } = state.filters
  return ask(state, { filters: values.length > 0 ? { ...others, [key]: values } : others })
}

/** The query of a list operation: search, sort, paging and the filters by their own names. */
export function listQuery(state: ListState): {
  search?: string
  sort?: string
  direction?: 'asc' | 'desc'
  limit: number
  cursor?: string
} & Record<string, unknown> {
  return {
    ...state.filters,
    ...(state.search ? { search: state.search } : {}),
    ...(state.sort ? { sort: state.sort, direction: state.direction } : {}),
    limit: state.limit,
    ...(state.cursor ? { cursor: state.cursor } : {}),
  }
}
