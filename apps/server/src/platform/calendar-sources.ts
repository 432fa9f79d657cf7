import type { CalendarEntry, CalendarKind } from '@learnt/contract/calendar'
import type { Presented } from '@learnt/contract/endpoint'
import type { ReadTx } from './db/database.ts'

/** One thing that stands in a person's calendar. */
export interface CalendarItem extends Presented<typeof CalendarEntry> {
  /** What other calendars know it by, before the @; absent: made from the id. The mails about an event name the same. */
  readonly uid?: string
  /** Rises with every change that those calendars have to take over. */
  readonly sequence?: number
  readonly changedAt?: Date
}

/** Whose calendar, and which part of it. */
export interface CalendarAsk {
  readonly userId: string
  readonly now: Date
  /** Entries that are not over before `from` and begin before `to`. */
  readonly from: Date
  readonly to: Date
  /** No more than these, the earliest first. */
  readonly limit: number
}

/** What a feature adds to everybody's calendar: one statement, or two. */
export interface CalendarSource {
  readonly kinds: readonly CalendarKind[]
  list(tx: ReadTx, ask: CalendarAsk): Promise<CalendarItem[]>
}

const sources: CalendarSource[] = []

/** Puts a feature's entries into the calendar. `app.ts` adds those of every feature. */
export function addCalendarSource(source: CalendarSource): void {
  if (!sources.includes(source)) sources.push(source)
}

export function calendarSources(kinds: readonly CalendarKind[]): CalendarSource[] {
  return sources.filter((source) => source.kinds.some((kind) => kinds.includes(kind)))
}
