import { api } from '@learnt/contract'
import type { PageNotes, Screen, Screens } from '../../testing/screens.ts'

/** An event as a learner explores it and takes part in it, and its people for an administrator. */
export const screens: Screens = async ({ learner, manager, admin }) => {
  const [all, coming, past, managed, theirs] = await Promise.all([
    learner.call(api.events.explore, { query: { limit: 5, when: 'all' } }),
    learner.call(api.events.mine, { query: { limit: 1, when: 'coming' } }),
    learner.call(api.events.mine, { query: { limit: 1, when: 'past' } }),
    admin.call(api.events.list, { query: { limit: 1, status: ['published'] } }),
    manager.call(api.events.manager.list, { query: { limit: 1 } }),
  ])
  const explored = all.items[0]?.eventId
  const own = coming.items[0]?.eventId ?? past.items[0]?.eventId ?? explored
  const eventId = managed.items[0]?.id
  if (!explored || !own || !eventId) throw new Error('The demonstration has no event')
  const people = (name: string, page: string): Screen => ({
    name,
    as: 'admin',
    route: `/apps/admin/${page}/:eventId`,
    address: `/apps/admin/${page}/${eventId}`,
  })
  return [
    {
      name: 'event-explored',
      as: 'learner',
      route: '/apps/exploreevent/:itemId',
      address: `/apps/exploreevent/${explored}`,
    },
    { name: 'event', as: 'learner', route: '/apps/myevent/:itemId', address: `/apps/myevent/${own}` },
    { name: 'event-join', as: 'learner', route: '/join/:eventId', address: `/join/${explored}` },
    {
      name: 'event-of-manager',
      as: 'manager',
      route: '/apps/manager/event/:eventId',
      address: `/apps/manager/event/${theirs.items[0]?.eventId ?? eventId}`,
    },
    people('event-editor', 'edit-event'),
    people('event-attendees', 'event-attendee-list'),
    people('event-wait-list', 'event-wait-list'),
  ]
}

export const notes: PageNotes = {
  '/apps/exploreevents': { remark: 'as a list with facets, or as a calendar by `?look=calendar`' },
  '/apps/myevent/:itemId': {
    remark:
      'check-in by `?tab=check-in`, also without a network; facilitators keep the attendance by `?tab=attendance`',
  },
  '/join/:eventId': { remark: 'leads to wherever the event takes place online at that moment' },
  '/apps/manager/event/:eventId': { remark: 'places are reserved for the manager’s people, who are named later' },
  '/apps/admin/edit-event/:eventId': {
    remark: 'dates, series, rooms, facilitators, rules, people, moving, cancelling, versions',
  },
  '/apps/admin/event-attendee-list/:eventId': {
    remark: 'marks for each date, walk-ins, moving, messages, check-in by code or camera, sign-in sheet to print, CSV',
  },
}
