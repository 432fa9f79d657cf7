import type { AttendanceState } from '@learnt/contract/events/attendance'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'

export type StateCounts = readonly { value: AttendanceState; count: number }[]

export const exploreStandard = { sort: 'date', filters: {} }
export const mineStandard = { filters: {} }
export const whens = ['coming', 'waiting', 'past', 'leading'] as const
export type When = (typeof whens)[number]
export const exploreWhens = ['coming', 'undated', 'past', 'all'] as const

export const whenOfMine = (state: ListState): When => whens.find((one) => one === state.filters.when?.[0]) ?? 'coming'
export const whenOfAll = (state: ListState) => exploreWhens.find((one) => one === state.filters.when?.[0]) ?? 'coming'
export const sortOfAll = (state: ListState) => (state.sort === 'title' ? ('title' as const) : ('date' as const))

/** Whether the search or a facet narrows the list; how it is shown does not. */
export const isNarrowedEvents = ({ search, filters }: ListState) =>
  search !== '' || Object.keys(filters).some((key) => key !== 'look' && key !== 'when')

/** Events to explore, page after page. A month of the address becomes a span of time. */
export function askExplore(state: ListState) {
  const { month, place, category, tag, seats } = state.filters
  const when = whenOfAll(state)
  const query = {
    ...(state.search ? { search: state.search } : {}),
    ...(place ? { place: place as 'inPerson'[] } : {}),
    ...(category ? { category } : {}),
    ...(tag ? { tag } : {}),
    ...(seats?.[0] ? { seats: seats[0] as 'free' } : {}),
    ...spanOfMonth(month?.[0]),
    when,
    sort: sortOfAll(state),
    direction: when === 'past' ? ('desc' as const) : ('asc' as const),
    limit: 24,
  }
  return {
    queryKey: ['events', 'explore', query],
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      call(api.events.explore, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: { next: string | null }) => page.next,
  }
}

/** Events of a stretch of the calendar; at most a hundred. */
export const askExploreSpan = (from: Date, to: Date) =>
  queryOf(api.events.explore, { query: { from: from.toISOString(), to: to.toISOString(), when: 'all', limit: 100 } })

export function askMine(state: ListState) {
  const when = whenOfMine(state)
  const query = {
    ...(state.search ? { search: state.search } : {}),
    when,
    direction: when === 'past' ? ('desc' as const) : ('asc' as const),
    limit: 24,
  }
  return {
    queryKey: ['events', 'mine', query],
    queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
      call(api.events.mine, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: { next: string | null }) => page.next,
  }
}

export const askOwnEvent = (documentId: string) => queryOf(api.events.own, { params: { documentId } })
export const askOwnCode = (documentId: string) => ({
  ...queryOf(api.events.ownCode, { params: { documentId } }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const attendeeStandard = { sort: 'name', filters: {} }
export const askHead = (documentId: string) => queryOf(api.events.head, { params: { documentId } })
/** NOTE the address of the page has other words beside the list's: which tab is open. */
export const askAttendees = (documentId: string, state: ListState) => {
  const { state: states } = state.filters
  const query = listQuery({ ...state, filters: states ? { state: states } : {} })
  return queryOf(api.events.attendees, { params: { documentId }, query: query as never })
}
export const askWaitList = (documentId: string, state: ListState) =>
  queryOf(api.events.waitList, {
    params: { documentId },
    query: {
      limit: state.limit,
      ...(state.search ? { search: state.search } : {}),
      ...(state.cursor ? { cursor: state.cursor } : {}),
    },
  })
export const askManaged = ({ search, cursor, limit }: ListState) =>
  queryOf(api.events.manager.list, { query: { limit, ...(search ? { search } : {}), ...(cursor ? { cursor } : {}) } })
export const askManagedOne = (documentId: string) =>
  queryOf(api.events.manager.reservations, { params: { documentId } })
export const askScans = (documentId: string, which: 'refused' | 'late') =>
  queryOf(api.events.refusedScans, { params: { documentId }, query: { limit: 100, which } })
export const askRooms = (archived: boolean) =>
  queryOf(api.events.rooms, { query: { limit: 100, archived: archived ? 'true' : 'false' } })
export const askFacilitators = () => queryOf(api.events.facilitators, { query: { limit: 100, archived: 'true' } })
const placesQuery = ({ search, archived }: { search: string; archived: boolean }) => ({
  limit: 50,
  archived: archived ? ('true' as const) : ('false' as const),
  ...(search ? { search } : {}),
})
/** Rooms, and people who lead events, as they are looked for. */
export const askPlaces = (asked: { search: string; archived: boolean }) =>
  queryOf(api.events.rooms, { query: placesQuery(asked) })
export const askPeopleWhoLead = (asked: { search: string; archived: boolean }) =>
  queryOf(api.events.facilitators, { query: placesQuery(asked) })
export const askNotices = (documentId: string, act: 'publish' | 'move' | 'cancel') => ({
  ...queryOf(api.events.noticePreview, { params: { documentId }, query: { act } }),
  staleTime: 0,
})

/** From the first moment of a month (`2026-12`) on this device to the last. */
function spanOfMonth(month: string | undefined): { from?: string; to?: string } {
  const found = /^(\d{4})-(\d{2})$/.exec(month ?? '')
  if (!found) return {}
  const [year, at] = [Number(found[1]), Number(found[2]) - 1]
  return { from: new Date(year, at, 1).toISOString(), to: new Date(year, at + 1, 1).toISOString() }
}
