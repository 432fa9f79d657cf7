import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const events: readonly DeclaredPage[] = [
  page(
    '/apps/exploreevents',
    'signed-in',
    'exploreEvents',
    () => import('./ExploreEventsPage.tsx'),
    ['events', 'calendar', 'parts'],
    { icon: 'event' },
  ),
  page('/apps/exploreevent/:itemId', 'signed-in', 'event', () => import('./ExploreEventPage.tsx'), ['events', 'parts']),
  page('/apps/myevents', 'signed-in', 'myEvents', () => import('./MyEventsPage.tsx'), ['events', 'parts'], {
    icon: 'event',
  }),
  page('/apps/myevent/:itemId', 'signed-in', 'event', () => import('./MyEventPage.tsx'), [
    'events',
    'eventPeople',
    'parts',
  ]),
  page('/join/:eventId', 'signed-in', 'joinEvent', () => import('./JoinPage.tsx'), ['events']),
  page('/apps/manager/events', 'manager', 'events', 'ManagedEventsPage', ['eventPeople', 'events'], {
    icon: 'event',
  }),
  page('/apps/manager/event/:eventId', 'manager', 'event', 'ManagedEventPage', ['eventPeople', 'events']),
  page('/apps/admin/events', 'admin', 'events', 'EventsPage', ['eventEditor', 'events', 'documents', 'documentKinds'], {
    icon: 'event',
  }),
  page('/apps/admin/event-attendee-list/:eventId', 'admin', 'attendees', 'AttendeesPage', ['eventPeople', 'events']),
  page('/apps/admin/create-event', 'admin', 'newEvent', 'NewEventPage', [
    'eventEditor',
    'events',
    'documents',
    'documentKinds',
  ]),
  page('/apps/admin/edit-event/:eventId', 'admin', 'eventEditor', 'EventEditorPage', [
    'eventEditor',
    'events',
    'eventPeople',
    'documents',
    'documentKinds',
    'permissions',
    'ratings',
    'extensions',
  ]),
  page('/apps/admin/event-wait-list/:eventId', 'admin', 'waitingList', 'WaitListPage', ['eventPeople', 'events']),
]
