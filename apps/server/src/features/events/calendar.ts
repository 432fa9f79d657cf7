import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { finishCalendar } from '../../platform/icalendar.ts'
import { localOf } from './times.ts'

export interface CalendarEntry {
  readonly uid: string
  readonly sequence: number
  readonly startsAt: Date
  readonly endsAt: Date
  readonly timeZone: string
  readonly title: string
  readonly description: string
  readonly where: string
  readonly url: string
  /** A place in the waiting list or an offer; else a seat. */
  readonly isTentative: boolean
  /** In a file: the event does not take place, or not for this person. */
  readonly isCancelled?: boolean
  readonly now: Date
  readonly organizer: { readonly name: string; readonly email: string }
  readonly attendee: { readonly name: string; readonly email: string } | null
}

/** One UID for each person and date, from registration to cancellation. */
export function uidOf(of: { sessionId: string; userId: string; publicUrl: string }): string {
  return `${of.sessionId}.${of.userId}@${new URL(of.publicUrl).hostname}`
}

/**
 * An iCalendar object (RFC 5545, 5546) with the rules of its zone. `publish`: a file that somebody takes along, with any
 * number of dates; the others go out by mail, one for each date.
 */
export function writeCalendar(method: 'request' | 'cancel' | 'publish', entries: readonly CalendarEntry[]): string {
  const calendar = ical({
    prodId: { company: 'Learnt', product: 'Learnt', language: 'EN' },
    method:
      method === 'request'
        ? ICalCalendarMethod.REQUEST
        : method === 'cancel'
          ? ICalCalendarMethod.CANCEL
          : ICalCalendarMethod.PUBLISH,
  })
  const zones = new Set(entries.map((entry) => entry.timeZone))
  // One that the library does not know is written in UTC, which every calendar understands.
  const known = new Map([...zones].map((zone) => [zone, zoneBlock(zone)]))
  calendar.timezone({ name: null, generator: (zone) => known.get(zone) ?? null })
  for (const entry of entries) {
    // Neither is the hour that comes twice: with a zone it would always be the first.
    const isPlain = [entry.startsAt, entry.endsAt].every((at) => localOf(at, entry.timeZone).length === 16)
    const zone = known.get(entry.timeZone) && isPlain ? entry.timeZone : null
    const clock = (at: Date) => (zone ? new Date(`${localOf(at, zone)}:00Z`) : at)
    calendar.createEvent({
      id: entry.uid,
      sequence: entry.sequence,
      // The generator writes the figures of a date as they are in UTC.
      start: clock(entry.startsAt),
      end: clock(entry.endsAt),
      ...(zone ? { timezone: zone } : {}),
      stamp: entry.now,
      summary: entry.title,
      description: entry.description,
      location: entry.where,
      url: entry.url,
      organizer: { name: entry.organizer.name, email: entry.organizer.email },
      status:
        method === 'cancel' || entry.isCancelled
          ? ICalEventStatus.CANCELLED
          : entry.isTentative
            ? ICalEventStatus.TENTATIVE
            : ICalEventStatus.CONFIRMED,
      ...(entry.attendee
        ? {
            attendees: [
              {
                name: entry.attendee.name,
                email: entry.attendee.email,
                rsvp: false,
                status: entry.isTentative ? ICalAttendeeStatus.TENTATIVE : ICalAttendeeStatus.ACCEPTED,
              },
            ],
          }
        : {}),
    })
  }
  return finishCalendar(calendar.toString())
}

function zoneBlock(zone: string): string | null {
  try {
    const [block] = tzlib_get_ical_block(zone) as string[]
    // The library may know it under another name.
    return block ? block.replace(/^TZID:.*$/m, `TZID:${zone}\r`).replace(/\r\r/g, '\r') : null
  } catch {
    return null
  }
}
