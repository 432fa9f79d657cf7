import { describe, expect, it } from 'vitest'
import { inputOf, isoDay, midnight, spanOf, timeOf } from './entry-times.ts'

const entry = {
  id: 'own:1',
  kind: 'own' as const,
  title: 'Talk',
  description: '',
  place: '',
  startsAt: '2026-03-28T08:00:00.000Z',
  endsAt: '2026-03-28T09:30:00.000Z',
  days: null,
  timeZone: 'Europe/Berlin',
  mark: 'none' as const,
  documentType: null,
  href: '',
  joinHref: '',
  own: { id: '1', revision: 0 },
}

describe('times of an entry', () => {
  it('are sent as the clock shows them where they were set', () => {
    expect(inputOf(entry).time).toEqual({ by: 'times', starts: '2026-03-28T09:00', ends: '2026-03-28T10:30' })
  })

  it('are days without a time, the last one with them', () => {
    const days = { first: '2026-03-28', last: '2026-03-30' }
    const span = spanOf({ ...entry, days })
    expect([isoDay(span.start), isoDay(span.end), span.allDay]).toEqual(['2026-03-28', '2026-03-31', true])
    expect(timeOf(span, 'Europe/Berlin')).toEqual({ by: 'days', ...days })
    // A day that is drawn without a length is one day.
    const start = midnight('2026-03-28')
    expect(timeOf({ start, end: start, allDay: true }, 'UTC')).toEqual({
      by: 'days',
      first: '2026-03-28',
      last: '2026-03-28',
    })
  })
})
