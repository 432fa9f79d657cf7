import { addDays } from '@learnt/contract/cycle-periods'
import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { CalendarItem } from '../../platform/calendar-sources.ts'
import type { Row } from '../../platform/db/database.ts'
import { finishCalendar } from '../../platform/icalendar.ts'
import type { Translate } from '../../platform/translate.ts'

export function presentPersonalEntry(row: Row<'personalEntries'>): CalendarItem {
  return {
    id: `own:${row.id}`,
    kind: 'own',
    title: row.title,
    description: row.description,
    place: row.place,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    days: row.firstDay !== null && row.lastDay !== null ? { first: row.firstDay, last: row.lastDay } : null,
    timeZone: row.timeZone,
    mark: 'none',
    documentType: null,
    href: '',
    joinHref: '',
    own: { id: row.id, revision: row.revision },
    sequence: row.revision,
    changedAt: row.updatedAt,
  }
}

/** The calendar for other calendars. Times are in UTC, so that no zone has to be described. */
export function presentFeed(
  items: readonly CalendarItem[],
  of: { t: Translate; publicUrl: string; stamp: Date },
): string {
  const { t, publicUrl, stamp } = of
  const host = new URL(publicUrl).hostname
  const file = ical({
    name: t('calendar.feedName'),
    prodId: { company: 'Learnt', product: 'Calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3600,
  })
  for (const item of items) {
    const marked = item.mark === 'none' ? item.title : t(`calendar.marks.${item.mark}`, { title: item.title })
    file.createEvent({
      id: `${item.uid ?? item.id.replace(':', '-')}@${host}`,
      sequence: item.sequence ?? 0,
      stamp: item.changedAt ?? stamp,
      summary: marked,
      description: item.description || null,
      location: item.place || null,
      url: item.href ? `${publicUrl}${item.href}` : null,
      status:
        item.mark === 'cancelled'
          ? ICalEventStatus.CANCELLED
          : item.mark === 'waiting'
            ? ICalEventStatus.TENTATIVE
            : ICalEventStatus.CONFIRMED,
      // A due date takes no time in the calendar.
      transparency:
        item.kind === 'own' || item.kind === 'event' ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
      ...(item.days
        ? { allDay: true, start: new Date(item.days.first), end: new Date(addDays(item.days.last, 1)) }
        : { start: new Date(item.startsAt), end: new Date(item.endsAt) }),
    })
  }
  return finishCalendar(file.toString())
}
