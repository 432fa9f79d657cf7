import { z } from 'zod'
import { documentContentBase, Prerequisites } from '../documents.ts'
import { Id, oneLine, webAddress } from '../values.ts'

export const eventPlaces = ['inPerson', 'virtual', 'both'] as const
export const EventPlace = z.enum(eventPlaces)
export type EventPlace = z.infer<typeof EventPlace>

export const eventApprovals = ['none', 'manager', 'administrator'] as const
export const EventApproval = z.enum(eventApprovals)

export const eventLimits = {
  /** Dates of one event; a series makes no more. */
  sessions: 100,
  facilitators: 20,
  reminders: 5,
  files: 30,
  capacity: 100_000,
  hours: 8760,
  joinMinutes: 1440,
  offlineMinutes: 1440,
  draftBytes: 1024 * 1024,
  /** People of one bulk operation. */
  people: 500,
} as const

/**
 * A time of the clock in the event's zone, `2026-11-25T14:30`. In the hour that comes twice when clocks go back it carries
 * its offset, `2026-10-25T02:30+02:00` for the first and `+01:00` for the second; without one it is refused there.
 */
export const LocalTime = z
  .string()
  .regex(/^(19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d([+-]\d\d:\d\d)?$/, { error: 'localTime' })

export const EventSession = z.strictObject({
  /** Made by the editor, and the same across versions: attendance and calendars hang on it. */
  id: Id,
  /** '' for the title of the event. */
  title: oneLine().max(200),
  start: LocalTime,
  end: LocalTime,
  /** null: the event's. */
  roomId: Id.nullable(),
  /** Where it differs from the event's; '' for the event's. */
  address: oneLine().max(500),
  joinUrl: webAddress(),
  /** Empty: the event's. */
  facilitators: z.array(Id).max(eventLimits.facilitators),
})
export type EventSession = z.infer<typeof EventSession>

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** A rule that makes dates: every second Tuesday, the last Friday of the month. */
export const SeriesRule = z.strictObject({
  every: z.enum(['day', 'week', 'month']),
  /** Every so many days, weeks, months. */
  interval: z.number().int().min(1).max(99),
  /** Of weeks, and with `nth` of months. Empty: the weekday or the day of the month of the first date. */
  weekdays: z.array(z.enum(weekdays)).max(7),
  /** Of months with a weekday: the first to the fourth, -1 the last. */
  nth: z.number().int().min(-1).max(4).nullable(),
  ends: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('count'), count: z.number().int().min(1).max(1_000_000) }),
    z.strictObject({ by: z.literal('day'), day: z.iso.date() }),
  ]),
  /** Days that are left out. */
  except: z.array(z.iso.date()).max(eventLimits.sessions),
})
export type SeriesRule = z.infer<typeof SeriesRule>

/** Days before the first date of an event when somebody is warned that it has too few people. */
export const warnDays = 3

/** Minutes for which a check-in may wait on a device without a network and still count by itself. */
export const offlineMinutes = 15

/** Which sessions somebody has to have attended. */
export const AttendanceRule = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('all') }),
  z.strictObject({ rule: z.literal('some'), count: z.number().int().min(1).max(eventLimits.sessions) }),
  z.strictObject({ rule: z.literal('these'), sessionIds: z.array(Id).max(eventLimits.sessions) }),
])
export type AttendanceRule = z.infer<typeof AttendanceRule>

const Hours = z.number().int().min(0).max(eventLimits.hours)

/** Everything of an event that a version freezes. Publishing puts its dates, seats and rules into force. */
export const EventContent = z.strictObject({
  ...documentContentBase,
  place: EventPlace,
  /** IANA name, `Europe/Berlin`. All its times are of this zone. */
  timeZone: z.string().min(1).max(60),
  /** In the order of their start. None: the event has no date yet and collects interest. */
  sessions: z.array(EventSession).max(eventLimits.sessions),
  /** The rule that the dates came from, for the editor; null: they were set one by one. */
  series: SeriesRule.nullable(),
  roomId: Id.nullable(),
  address: oneLine().max(500),
  joinUrl: webAddress(),
  facilitators: z.array(Id).max(eventLimits.facilitators),
  capacity: z.strictObject({
    /** Fewer than these: administrators and facilitators are warned. 0: no minimum. */
    min: z.number().int().min(0).max(eventLimits.capacity),
    /** Days before the first date when they are; absent: `warnDays`. */
    warnDays: z.number().int().min(0).max(90).optional(),
    /** null: as many as come. */
    max: z.number().int().min(1).max(eventLimits.capacity).nullable(),
  }),
  registration: z.strictObject({
    /** null: from publishing on. */
    opens: LocalTime.nullable(),
    /** null: until the first session begins. */
    closes: LocalTime.nullable(),
    approval: EventApproval,
  }),
  waiting: z.strictObject({
    hasList: z.boolean(),
    /** A free seat is offered for so many hours; 0: it is given at once. */
    offerHours: z.number().int().min(0).max(720),
    /** Hours before the first session when the list stops advancing. */
    cutOffHours: Hours,
  }),
  /** Hours before the first session until which people cancel by themselves; after that they ask. */
  cancelHours: Hours,
  /** Hours before each session. */
  reminders: z.array(z.number().int().min(1).max(eventLimits.hours)).max(eventLimits.reminders),
  join: z.strictObject({
    /** Minutes before a session from which /join leads on. */
    minutes: z.number().int().min(0).max(eventLimits.joinMinutes),
    /** Joining counts as attendance. */
    counts: z.boolean(),
  }),
  attendance: AttendanceRule,
  checkIn: z
    .strictObject({
      /** A check-in that arrives later than this after its scan is the facilitator's to decide about. */
      offlineMinutes: z.number().int().min(0).max(eventLimits.offlineMinutes),
    })
    /** Absent: `offlineMinutes`. */
    .optional(),
  files: z
    .array(z.strictObject({ fileId: Id, title: oneLine().max(200), when: z.enum(['before', 'after']) }))
    .max(eventLimits.files),
  prerequisites: Prerequisites,
})
export type EventContent = z.infer<typeof EventContent>

/** An event without a date. */
export function newEvent(of: {
  title: string
  category?: string
  timeZone?: string
  place?: EventPlace
}): EventContent {
  return {
    title: of.title,
    description: '',
    category: of.category ?? '',
    tags: [],
    imageFileId: null,
    language: '',
    place: of.place ?? 'inPerson',
    timeZone: of.timeZone ?? 'UTC',
    sessions: [],
    series: null,
    roomId: null,
    address: '',
    joinUrl: '',
    facilitators: [],
    capacity: { min: 0, max: null },
    registration: { opens: null, closes: null, approval: 'none' },
    waiting: { hasList: true, offerHours: 0, cutOffHours: 0 },
    cancelHours: 0,
    reminders: [24],
    join: { minutes: 15, counts: false },
    attendance: { rule: 'all' },
    files: [],
    prerequisites: [],
  }
}
