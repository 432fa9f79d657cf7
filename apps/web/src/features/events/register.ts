import { type Feature, page } from '../../routes/feature.ts'

export const events: Feature = {
  pages: [
    page('/apps/exploreevents', 'signed-in', 'exploreEvents', () => import('./ExploreEventsPage.tsx'), {
      icon: 'event',
      namespaces: ['events', 'calendar', 'parts'],
    }),
    page('/apps/exploreevent/:itemId', 'signed-in', 'event', () => import('./ExploreEventPage.tsx'), {
      namespaces: ['events', 'parts'],
    }),
    page('/apps/myevents', 'signed-in', 'myEvents', () => import('./MyEventsPage.tsx'), {
      icon: 'event',
      namespaces: ['events', 'parts'],
    }),
    page('/apps/myevent/:itemId', 'signed-in', 'event', () => import('./MyEventPage.tsx'), {
      namespaces: ['events', 'eventPeople', 'parts'],
    }),
    page('/join/:eventId', 'signed-in', 'joinEvent', () => import('./JoinPage.tsx'), { namespaces: ['events'] }),
    page('/apps/manager/events', 'manager', 'events', 'ManagedEventsPage', {
      icon: 'event',
      namespaces: ['eventPeople', 'events'],
    }),
    page('/apps/manager/event/:eventId', 'manager', 'event', 'ManagedEventPage', {
      namespaces: ['eventPeople', 'events'],
    }),
    page('/apps/admin/events', 'admin', 'events', 'EventsPage', {
      icon: 'event',
      namespaces: ['eventEditor', 'events', 'documents', 'documentKinds'],
    }),
    page('/apps/admin/event-attendee-list/:eventId', 'admin', 'attendees', 'AttendeesPage', {
      namespaces: ['eventPeople', 'events'],
    }),
    page('/apps/admin/create-event', 'admin', 'newEvent', 'NewEventPage', {
      namespaces: ['eventEditor', 'events', 'documents', 'documentKinds'],
    }),
    page('/apps/admin/edit-event/:eventId', 'admin', 'eventEditor', 'EventEditorPage', {
      namespaces: [
        'eventEditor',
        'events',
        'eventPeople',
        'documents',
        'documentKinds',
        'permissions',
        'ratings',
        'extensions',
      ],
    }),
    page('/apps/admin/event-wait-list/:eventId', 'admin', 'waitingList', 'WaitListPage', {
      namespaces: ['eventPeople', 'events'],
    }),
  ],
}
