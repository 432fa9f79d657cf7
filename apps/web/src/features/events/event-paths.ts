const part = (value: string) => encodeURIComponent(value)

/** Addresses of the pages of events, which nothing outside of them links to: the first pages need not load them. */
export const eventPaths = {
  explore: '/apps/exploreevents',
  exploreOne: (eventId: string) => `/apps/exploreevent/${part(eventId)}`,
  mine: '/apps/myevents',
  mineOne: (eventId: string, tab?: 'attendance' | 'check-in') =>
    `/apps/myevent/${part(eventId)}${tab ? `?tab=${tab}` : ''}`,
  join: (eventId: string) => `/join/${part(eventId)}`,
  list: '/apps/admin/events',
  create: '/apps/admin/create-event',
  editor: (eventId: string) => `/apps/admin/edit-event/${part(eventId)}`,
  attendees: (eventId: string) => `/apps/admin/event-attendee-list/${part(eventId)}`,
  waitList: (eventId: string) => `/apps/admin/event-wait-list/${part(eventId)}`,
  managed: '/apps/manager/events',
  managedOne: (eventId: string) => `/apps/manager/event/${part(eventId)}`,
  calendar: '/apps/calendar',
}
