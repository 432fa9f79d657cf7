import { by, emptied, gone, type PersonTables, within } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  registrations: {
    copy: {
      file: 'event-registrations.json',
      without: ['request_id'],
      titleOf: 'event_id',
      order: 't.registered_at, t.id',
    },
    erased: [emptied('comments', { note: `''` })],
    wordless: ['state'],
  },
  registrationSteps: {
    rows: within('registrations', 'registration_id'),
    copy: { file: 'event-registration-steps.json', without: ['by_user'], order: 't.at, t.id' },
    erased: [emptied('comments', { note: `''` })],
    wordless: ['verb', 'state'],
  },
  attendanceMarks: {
    copy: { file: 'event-attendance.json', without: ['by_user'], titleOf: 'event_id', order: 't.at, t.session_id' },
    wordless: ['mark', 'source'],
  },
  eventScans: {
    copy: { file: 'event-scans.json', without: ['by_user'], titleOf: 'event_id', order: 't.scanned_at, t.id' },
    wordless: ['result'],
  },
  eventInterests: {
    copy: { file: 'event-interests.json', titleOf: 'event_id', order: 't.at, t.event_id' },
    erased: [gone('profile')],
  },
  calendarEntries: {
    copy: {
      file: 'event-calendar-entries.json',
      without: ['fingerprint'],
      titleOf: 'event_id',
      order: 't.sent_at, t.session_id',
    },
    erased: [gone('profile')],
  },
  eventFacilitators: {
    copy: { file: 'event-facilitators.json', order: 't.added_at' },
    erased: [gone('profile')],
    isCounted: true,
  },
  sessionFacilitators: {
    copy: { file: 'event-sessions-led.json', titleOf: 'event_id', order: 't.session_id' },
    erased: [gone('profile')],
  },
  eventReservations: {
    rows: by('manager_id'),
    copy: { file: 'event-reservations.json', titleOf: 'event_id', order: 't.made_at, t.event_id' },
    erased: [gone('profile')],
  },
  events: { isContent: true },
  eventRooms: { isContent: true },
}
