import { type ListState, pageSizes, plainList } from '../ui/table/list-state.ts'

/** Words of the address that are the list's own; everything else is a filter. */
const own = ['search', 'sort', 'direction', 'columns', 'limit', 'cursor', 'page']

/** `usual`: what of a list is otherwise than in most. */
export function readList(search: string, usual: Partial<ListState>): ListState {
  const standard = { ...plainList, ...usual }
  const params = new URLSearchParams(search)
  const filters: Record<string, string[]> = {}
  for (const name of new Set(params.keys())) {
    if (own.includes(name)) continue
    const values = params.getAll(name).filter(Boolean)
    if (values.length > 0) filters[name] = values
  }
  const limit = Number(params.get('limit'))
  const page = Number(params.get('page'))
  const cursor = params.get('cursor')
  return {
    search: params.get('search') ?? standard.search,
    sort: params.get('sort') ?? standard.sort,
    direction: params.has('sort') ? (params.get('direction') === 'desc' ? 'desc' : 'asc') : standard.direction,
    filters: Object.keys(filters).length > 0 ? filters : standard.filters,
    columns: params.get('columns')?.split(',').filter(Boolean) ?? standard.columns,
    limit: (pageSizes as readonly number[]).includes(limit) ? limit : standard.limit,
    cursor: cursor || null,
    page: cursor && page > 1 ? Math.floor(page) : 1,
  }
}

/** The address for a state; what is as usual is left out. */
export function writeList(state: ListState, standard: ListState): Record<string, string | string[]> {
  const sorted = state.sort !== standard.sort || state.direction !== standard.direction
  return {
    ...state.filters,
    ...(state.search ? { search: state.search } : {}),
    ...(sorted && state.sort ? { sort: state.sort, direction: state.direction } : {}),
    ...(state.columns && state.columns.join() !== standard.columns?.join() ? { columns: state.columns.join() } : {}),
    ...(state.limit !== standard.limit ? { limit: String(state.limit) } : {}),
    ...(state.cursor ? { cursor: state.cursor, page: String(state.page) } : {}),
  }
}

/** Query string of an address object; lists repeat their name. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') params.append(name, String(one))
    }
  }
  const text = params.toString()
  return text ? `?${text}` : ''
}

/** The other way round; every value stays text. */
export function parseSearch(search: string): Record<string, string | string[]> {
  const params = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}
