import { z } from 'zod'
import { DocumentType } from './document-kinds.ts'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { Day, Id, Moment, oneLine, Revision } from './values.ts'
import { isZone, wallTimeForm } from './zoned-times.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    calendar: { verbs: 'createFeed' | 'revokeFeed' }
  }
}

/** What stands in a calendar: the person's own entries, events, last days of what they have to do, dates of forms, ends of certificates. */
export const calendarKinds = ['own', 'event', 'due', 'form', 'certificate'] as const
export const CalendarKind = z.enum(calendarKinds)
export type CalendarKind = z.infer<typeof CalendarKind>

/** A calendar shows at most so many entries at once, and a person keeps at most so many of their own. */
export const mostCalendarEntries = 2000
export const mostPersonalEntries = 2000
/** The longest stretch of time that is asked for at once. */
export const longestCalendarDays = 400

/**
 * How it stands with what an entry is about. `opens` and `closes`: dates of a form; `expires` and
 * `expired`: the end of a certificate; the others: what is due.
 */
export const calendarMarks = [
  'none',
  'done',
  'open',
  'overdue',
  'opens',
  'closes',
  'expires',
  'expired',
  'waiting',
  'cancelled',
] as const

export const TimeZone = z.string().max(60).refine(isZone, { error: 'timeZone' })

/** Whole days, the last one with them. */
export const DaySpan = z.object({ first: Day, last: Day })

/** One entry of a person's calendar. */
export const CalendarEntry = z.object({
  /** `due:…`: of its kind, and unique in the calendar. */
  id: z.string(),
  kind: CalendarKind,
  title: z.string(),
  description: z.string(),
  place: z.string(),
  startsAt: Moment,
  endsAt: Moment,
  /** For entries without a time of day; the same days for everybody, whatever their time zone. */
  days: DaySpan.nullable(),
  /** Where the times were set. */
  timeZone: z.string(),
  mark: z.enum(calendarMarks),
  documentType: DocumentType.nullable(),
  /** Page of what it is about; empty: it has none. */
  href: z.string(),
  /** Where to take part, from some minutes before; empty: nowhere. */
  joinHref: z.string(),
  /** Of an own entry: what a change of it names. Null: it is changed elsewhere. */
  own: z.object({ id: Id, revision: Revision }).nullable(),
})
export type CalendarEntry = z.infer<typeof CalendarEntry>

const WallTime = z.string().regex(wallTimeForm, { error: 'date' })

/** When an own entry is: days without a time, or times of the clock in a time zone. */
export const EntryTime = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('days'), first: Day, last: Day }),
  z.strictObject({ by: z.literal('times'), starts: WallTime, ends: WallTime }),
])

const ownEntry = {
  title: oneLine().trim().min(1, { error: 'required' }).max(200),
  description: z.string().trim().max(2000),
  place: oneLine().trim().max(200),
  timeZone: TimeZone,
  time: EntryTime,
}

/** Without a revision the last one to write wins: moving an entry by hand is seen at once. */
export const PersonalEntryInput = z.strictObject(ownEntry)
export type PersonalEntryInput = z.input<typeof PersonalEntryInput>

const entryParams = z.object({ entryId: Id })
const sampleEntry = {
  title: 'Read the slides',
  description: '',
  place: '',
  timeZone: 'Europe/Berlin',
  time: { by: 'times', starts: '2026-11-30T09:00', ends: '2026-11-30T10:00' },
}

export const calendar = {
  list: endpoint({
    id: 'calendar.list',
    summary:
      'What stands in the person’s calendar between two moments: own entries, events, due dates, dates of forms and ends of certificates.',
    method: 'GET',
    path: '/api/calendar/entries',
    feature: 'calendar',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: () => ({ query: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } }),
    query: z.object({ from: Moment, to: Moment }),
    response: z.object({
      items: z.array(CalendarEntry),
      /** There are more entries than `mostCalendarEntries`: the latest are left out. */
      isCut: z.boolean(),
    }),
  }),
  addEntry: endpoint({
    id: 'calendar.addEntry',
    summary: 'Put an own entry into one’s calendar. Nobody else sees it.',
    method: 'POST',
    path: '/api/calendar/own-entries',
    feature: 'calendar',
    access: 'signedIn',
    callers: ['token'],
    audit: null,
    sample: () => ({ body: sampleEntry }),
    body: PersonalEntryInput,
    response: CalendarEntry,
    status: 201,
  }),
  changeEntry: endpoint({
    id: 'calendar.changeEntry',
    summary: 'Change or move an own entry.',
    method: 'PUT',
    path: '/api/calendar/own-entries/:entryId',
    feature: 'calendar',
    access: 'signedIn',
    callers: ['token'],
    audit: null,
    sample: () => ({ body: { ...sampleEntry, revision: 0 } }),
    params: entryParams,
    body: z.strictObject({ ...ownEntry, revision: Revision }),
    response: CalendarEntry,
  }),
  removeEntry: endpoint({
    id: 'calendar.removeEntry',
    summary: 'Remove an own entry.',
    method: 'DELETE',
    path: '/api/calendar/own-entries/:entryId',
    access: 'signedIn',
    callers: ['token'],
    audit: null,
    params: entryParams,
  }),
  feed: endpoint({
    id: 'calendar.feed',
    summary: 'Whether the person’s calendar can be read by other calendars, since when, and when one did last.',
    method: 'GET',
    path: '/api/calendar/feed',
    feature: 'calendar',
    access: 'signedIn',
    callers: [],
    response: z.object({ feed: z.object({ createdAt: Moment, readAt: Moment.nullable() }).nullable() }),
  }),
  createFeed: endpoint({
    id: 'calendar.createFeed',
    summary:
      'Make the address by which other calendars read this one. It is shown once; an address made earlier ends with it.',
    method: 'POST',
    path: '/api/calendar/feed',
    feature: 'calendar',
    access: 'signedIn',
    callers: [],
    audit: 'calendar.createFeed',
    answersSecret: true,
    response: z.object({ address: z.string() }),
    status: 201,
  }),
  revokeFeed: endpoint({
    id: 'calendar.revokeFeed',
    summary: 'End the address by which other calendars read this one.',
    method: 'DELETE',
    path: '/api/calendar/feed',
    access: 'signedIn',
    callers: [],
    audit: 'calendar.revokeFeed',
    sample: () => ({ changesNothing: true }),
  }),
  readFeed: rawEndpoint({
    id: 'calendar.readFeed',
    summary:
      'A person’s calendar for other calendars: a year back and all that is to come. The address is the key; with If-None-Match it answers 304 while nothing has changed.',
    method: 'GET',
    path: '/calendar/feed/:token',
    access: 'public',
    callers: ['token', 'looking'],
    sample: () => ({ params: { token: 'none' }, alsoFine: [404] }),
    answers: [200, 304],
    protocol: 'iCalendar (RFC 5545)',
    produces: 'text/calendar',
  }),
}
