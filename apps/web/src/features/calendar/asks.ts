import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'

/** Entries between two moments. */
export const askEntries = (from: Date, to: Date) =>
  queryOf(api.calendar.list, { query: { from: from.toISOString(), to: to.toISOString() } })

export const askFeed = () => queryOf(api.calendar.feed)
