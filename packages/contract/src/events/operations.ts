import { z } from 'zod'
import { documentOperations } from '../documents.ts'
import { endpoint, rawEndpoint } from '../endpoint.ts'
import { StoredFile } from '../files.ts'
import { learnerSortKeys } from '../learner-sorts.ts'
import { WaitsFor } from '../pathways.ts'
import type { Given } from '../sample.ts'
import { ProgressState } from '../states.ts'
import { Can, Id, Moment, oneLine, PageQuery, pageOf, queryList, queryWords } from '../values.ts'
import { attendanceStates, attendanceVerbs, markSources, scanResults, sessionMarks } from './attendance.ts'
import {
  EventApproval,
  EventContent,
  EventPlace,
  EventSession,
  eventLimits,
  LocalTime,
  newEvent,
  SeriesRule,
} from './content.ts'

declare module '../audit-actions.ts' {
  interface AuditNouns {
    events: {
      verbs:
        | 'accept'
        | 'addPeople'
        | 'cancel'
        | 'cancelEvent'
        | 'changeRoom'
        | 'createRoom'
        | 'decideCancellation'
        | 'decideScans'
        | 'export'
        | 'keep'
        | 'mark'
        | 'message'
        | 'move'
        | 'movePeople'
        | 'name'
        | 'promote'
        | 'putFacilitator'
        | 'register'
        | 'runAnyway'
        | 'removePeople'
        | 'reorder'
        | 'reserve'
        | 'walkIn'
      subjects: 'event' | 'room'
      isDocument: true
    }
  }
}

/** Of an event: its first date, as a moment, and the zone of the event. */
interface EventDate {
  eventId: string
  title: string
  startsAt: string | null
  timeZone: string
}

declare module '../notification-kinds.ts' {
  interface NotificationParams {
    eventSeat: EventDate
    eventWaiting: EventDate
    eventDeclined: EventDate & { reason: string }
    eventOffer: EventDate & { until: string | null }
    eventOfferLapsed: EventDate
    eventCancelled: EventDate & { reason: string }
    eventRemoved: EventDate & { reason: string }
    eventMoved: EventDate
    eventCancellation: EventDate
    eventReminder: EventDate
    /** It had no date, and has one now. */
    eventDated: EventDate
    /** For administrators and facilitators: fewer people than the event needs. */
    eventBelowMinimum: EventDate & { held: number; minimum: number }
    eventMessage: { eventId: string; title: string; subject: string }
  }
}

const feature = 'events'
const step = z.object({ userCourseId: Id, activityId: Id })
const AttendanceStateName = z.enum(attendanceStates)
const SessionMarkName = z.enum(sessionMarks)
const TimeZone = EventContent.shape.timeZone

/** A person as others see them at an event. */
export const EventPerson = z.object({ userId: Id, name: z.string(), email: z.string() })

/** A stored room. */
export const Room = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  /** null: nobody counts the chairs. */
  capacity: z.number().int().nullable(),
  about: z.string(),
  isArchived: z.boolean(),
  /** Sessions to come that take place in it. */
  coming: z.number().int(),
})
export type Room = z.infer<typeof Room>

/** Somebody who leads events. About them: what learners read. */
export const Facilitator = EventPerson.extend({ about: z.string(), isArchived: z.boolean(), coming: z.number().int() })
export type Facilitator = z.infer<typeof Facilitator>

/** One date, as people see it. `url`: only for who may join now or leads it. */
export const SessionView = z.object({
  id: Id,
  number: z.number().int(),
  title: z.string(),
  startsAt: Moment,
  endsAt: Moment,
  room: z.object({ id: Id, name: z.string(), address: z.string() }).nullable(),
  address: z.string(),
  isVirtual: z.boolean(),
  facilitators: z.array(z.object({ userId: Id, name: z.string() })),
  /** What the person was at it; null: not marked. */
  mark: SessionMarkName.nullable(),
})
export type SessionView = z.infer<typeof SessionView>

/** Seats of an event. `max` null: no limit, and `free` is null too. */
export const Seats = z.object({
  max: z.number().int().nullable(),
  min: z.number().int(),
  held: z.number().int(),
  offered: z.number().int(),
  reserved: z.number().int(),
  free: z.number().int().nullable(),
  waiting: z.number().int(),
})
export type Seats = z.infer<typeof Seats>

/** An event in lists of learners. */
export const EventCard = z.object({
  eventId: Id,
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  image: z.string(),
  place: EventPlace,
  timeZone: z.string(),
  /** The first session that is not over, else the last; null: no date yet. */
  startsAt: Moment.nullable(),
  endsAt: Moment.nullable(),
  /** Of all sessions. */
  firstAt: Moment.nullable(),
  lastAt: Moment.nullable(),
  sessionCount: z.number().int(),
  where: z.string(),
  isCancelled: z.boolean(),
  isOptional: z.boolean(),
  seats: Seats.pick({ max: true, free: true, waiting: true }),
  approval: EventApproval,
  hasWaitingList: z.boolean(),
  opensAt: Moment.nullable(),
  closesAt: Moment.nullable(),
  /** null: nothing between them yet. */
  state: AttendanceStateName.nullable(),
  /** Place in the waiting list, from 1. */
  position: z.number().int().nullable(),
  /** When an offered seat is lost. */
  offerUntil: Moment.nullable(),
  isInterested: z.boolean(),
  /** Whether /join leads on now. */
  canJoin: z.boolean(),
  progress: ProgressState,
})
export type EventCard = z.infer<typeof EventCard>

/** What happened, for the time-line of a person at an event. */
export const RegistrationStep = z.object({
  verb: z.enum(attendanceVerbs),
  state: AttendanceStateName,
  at: Moment,
  by: z.string(),
  note: z.string(),
})

/** An event as the person opens it, whether they take part or not. */
export const OwnEvent = EventCard.extend({
  assignmentId: Id,
  sessions: z.array(SessionView),
  facilitators: z.array(z.object({ userId: Id, name: z.string(), about: z.string() })),
  /** After the first session has ended, those for afterwards, too; only to who holds a seat. */
  files: z.array(z.object({ file: StoredFile, title: z.string(), when: z.enum(['before', 'after']) })),
  reminders: z.array(z.number().int()),
  cancelUntil: Moment.nullable(),
  joinFrom: Moment.nullable(),
  joinCounts: z.boolean(),
  waitsFor: WaitsFor.nullable(),
  /** Other events of the person at the same time. */
  clashes: z.array(z.object({ eventId: Id, title: z.string(), startsAt: Moment, endsAt: Moment })),
  cancelReason: z.string(),
  history: z.array(RegistrationStep),
  /** The person leads it: attendance is theirs to keep. */
  isFacilitator: z.boolean(),
  /** register, wait, ask, takeBack, accept, declineOffer, leave, cancel, askToCancel, refuseCancellation, join, interest. */
  can: Can,
})
export type OwnEvent = z.infer<typeof OwnEvent>

/** The event of a step of one's course. */
export const EventInCourse = z.object({
  event: OwnEvent,
  /** How the step stands, which is not always how the event stands: one date may be enough. */
  progress: ProgressState,
  /** Null: attendance from before may be counted for the step; else the reason why not. */
  count: z.string().nullable(),
})
export type EventInCourse = z.infer<typeof EventInCourse>

/** A person of an event, for administrators and facilitators. */
export const Attendee = EventPerson.extend({
  registrationId: Id,
  position: z.array(z.string()),
  state: AttendanceStateName,
  /** The number taken under the event's lock; it gives the order. */
  number: z.number().int(),
  /** Place in the waiting list. */
  place: z.number().int().nullable(),
  since: Moment,
  registeredAt: Moment,
  offerUntil: Moment.nullable(),
  note: z.string(),
  isWalkIn: z.boolean(),
  marks: z.array(
    z.object({
      sessionId: Id,
      mark: SessionMarkName,
      at: Moment,
      by: z.string(),
      source: z.enum(markSources),
    }),
  ),
  /** mark, remove, move, promote, grantCancellation, refuseCancellation. */
  can: Can,
})
export type Attendee = z.infer<typeof Attendee>

const attendeeSortKeys = ['name', 'number', 'state', 'since'] as const
export const AttendeeQuery = PageQuery.extend({
  state: queryList(AttendanceStateName),
  sort: z.enum(attendeeSortKeys).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
})

/** What the pages of an event's people stand on. */
export const EventHead = z.object({
  eventId: Id,
  title: z.string(),
  timeZone: z.string(),
  isCancelled: z.boolean(),
  sessions: z.array(SessionView.omit({ mark: true })),
  seats: Seats,
  /** Of the people whom the reader sees. */
  counts: z.array(z.object({ value: AttendanceStateName, count: z.number().int() })),
  /** People with a seat, an offer or a place in the list whom the reader does not see: they are in the seats. */
  others: z.number().int(),
  reservations: z.array(
    z.object({ managerId: Id, name: z.string(), seats: z.number().int(), until: Moment.nullable() }),
  ),
  /** Fewer people hold a seat than the event needs, it is soon, and nobody has decided that it takes place anyway. */
  belowMinimum: z.boolean(),
  /** Refused scans. */
  refused: z.number().int(),
  /** Check-ins that came in late and wait for a decision. */
  late: z.number().int(),
  /** add, move, remove, promote, reorder, message, mark, walkIn, code, change, cancelEvent, runAnyway. */
  can: Can,
})
export type EventHead = z.infer<typeof EventHead>

/** An event for a manager: what their people have of it. */
export const ManagedEvent = z.object({
  eventId: Id,
  title: z.string(),
  /** Of the first date; null: it has none yet. */
  firstAt: Moment.nullable(),
  seats: Seats,
  /** Seats that the manager has reserved and not named yet. */
  reserved: z.number().int(),
  /** The manager's people who may attend, who hold a seat, and who wait or were offered one. */
  people: z.number().int(),
  holding: z.number().int(),
  waiting: z.number().int(),
})
export type ManagedEvent = z.infer<typeof ManagedEvent>

/** One of them, with the manager's people. */
export const ManagedPlaces = z.object({
  eventId: Id,
  title: z.string(),
  seats: Seats,
  reserved: z.number().int(),
  reservedUntil: Moment.nullable(),
  people: z.array(EventPerson.extend({ state: AttendanceStateName.nullable() })),
})
export type ManagedPlaces = z.infer<typeof ManagedPlaces>

/** Notices that an act would send, before it is done. `people`: a sample of names. */
export const NoticePreview = z.object({
  notices: z.array(
    z.object({
      kind: z.string(),
      /** Whether a mail goes with it, and what it does in the calendar. */
      mail: z.enum(['none', 'plain', 'request', 'cancel']),
      count: z.number().int(),
      people: z.array(z.string()),
    }),
  ),
})

/** Two things at once: a room twice, or a person who leads both. */
export const Clash = z.object({
  what: z.enum(['room', 'facilitator', 'capacity']),
  sessionId: Id,
  name: z.string(),
  /** The other event; null for a room that is too small. */
  eventId: Id.nullable(),
  title: z.string(),
  startsAt: Moment.nullable(),
  endsAt: Moment.nullable(),
})
export type Clash = z.infer<typeof Clash>

/** One complaint about a place in what was sent; texts under `events.complaints`. */
const Complaint = z.object({ path: z.string(), code: z.string() })

/** What became of each person of a bulk operation. */
const PersonOutcomes = z.object({
  rows: z.array(
    z.object({
      userId: Id,
      name: z.string(),
      outcome: z.enum(['done', 'unchanged', 'refused', 'notFound']),
      /** Key of the reason under `events.reasons`; '' when it is done. */
      reason: z.string(),
      state: AttendanceStateName.nullable(),
    }),
  ),
})
export type PersonOutcomes = z.infer<typeof PersonOutcomes>

/** A scan or a mark that a device kept without a network. `id` is its own number: it counts once. */
const Scan = z.strictObject({
  id: Id,
  /** What the camera read, or the person typed. */
  code: z.string().trim().min(1).max(300),
  scannedAt: Moment,
})
const ScanOutcome = z.object({
  id: Id,
  result: z.enum(scanResults),
  person: z.object({ userId: Id, name: z.string() }).nullable(),
})

const event = z.object({ documentId: Id })
const session = event.extend({ sessionId: Id })
const users = z.array(Id).min(1).max(eventLimits.people)
/** People by their ids, or by the exact address of each: facilitators have no list to choose strangers from. */
const people = {
  userIds: z.array(Id).max(eventLimits.people).default([]),
  addresses: z.array(z.email().max(254)).max(50).default([]),
}
const isSomebody = (of: { userIds: readonly string[]; addresses: readonly string[] }) =>
  of.userIds.length + of.addresses.length > 0
const nobody = { error: 'required', path: ['userIds'] }
const note = z.string().trim().max(1000).default('')

const look = ['token', 'looking'] as const
const change = ['token', 'acting'] as const
const learner = { access: 'signedIn', feature } as const
/** Administrators, and facilitators of the event: the policy tells. */
const leader = { access: 'signedIn', feature } as const
const admin = { access: 'admin', feature } as const
const manager = { access: 'manager', feature } as const

const published = (of: Given) => ({ params: { documentId: of.event.id } })
const asLeader = (of: Given) => ({ by: 'admin' as const, ...published(of) })

const roomBody = {
  name: oneLine().min(1, { error: 'required' }).max(200),
  address: oneLine().max(500).default(''),
  capacity: z.number().int().min(1).max(eventLimits.capacity).nullable().default(null),
  about: z.string().max(2000).default(''),
}

export const events = {
  ...documentOperations({
    type: 'event',
    noun: 'events',
    words: ['event', 'events'],
    Content: EventContent,
    draftBytes: eventLimits.draftBytes,
    create: { place: EventPlace.default('inPerson'), timeZone: TimeZone.optional() },
    given: (of: Given) => of.event,
    sampleContent: (of: Given) => newEvent({ title: `${of.mark} event` }),
    sampleCreate: () => ({}),
  }),

  // For the editor.
  series: endpoint({
    id: 'events.series',
    summary: 'The dates that a rule makes, with what is wrong with them. Nothing is kept.',
    method: 'POST',
    path: '/api/events/series',
    ...admin,
    callers: ['token', 'looking', 'acting'],
    audit: null,
    sample: () => ({
      body: {
        timeZone: 'Europe/Berlin',
        start: '2026-12-01T09:00',
        end: '2026-12-01T12:00',
        rule: {
          every: 'week',
          interval: 2,
          weekdays: ['TU'],
          nth: null,
          ends: { by: 'count', count: 4 },
          except: [],
        },
      },
      acrossTenants: true,
    }),
    body: z.strictObject({ timeZone: TimeZone, start: LocalTime, end: LocalTime, rule: SeriesRule }),
    response: z.object({
      sessions: z.array(EventSession.pick({ start: true, end: true })),
      problems: z.array(Complaint),
    }),
  }),
  clashes: endpoint({
    id: 'events.clashes',
    summary: 'Rooms and facilitators of these dates that another event has at the same time. A warning only.',
    method: 'POST',
    path: '/api/events/:documentId/clashes',
    ...admin,
    callers: ['token', 'looking', 'acting'],
    bodyBytes: eventLimits.draftBytes,
    audit: null,
    sample: (of) => ({
      ...published(of),
      body: { timeZone: 'UTC', roomId: null, facilitators: [], sessions: [], seats: null },
    }),
    params: event,
    body: z.strictObject({
      timeZone: TimeZone,
      roomId: Id.nullable(),
      facilitators: EventContent.shape.facilitators,
      sessions: EventContent.shape.sessions,
      seats: z.number().int().min(1).max(eventLimits.capacity).nullable(),
    }),
    response: z.object({ items: z.array(Clash) }),
  }),
  noticePreview: endpoint({
    id: 'events.noticePreview',
    summary: 'Which notices go to whom when the draft is published, one date is moved, or the event is cancelled.',
    method: 'GET',
    path: '/api/events/:documentId/notices',
    ...admin,
    callers: look,
    sample: (of) => ({ ...published(of), query: { act: 'cancel' } }),
    params: event,
    query: z.object({ act: z.enum(['publish', 'move', 'cancel']) }),
    response: NoticePreview,
  }),
  move: endpoint({
    id: 'events.move',
    summary:
      'Move one date: publishes a version with the other time, and mails everyone who takes part or waits. Answers 409 while there is an unpublished draft.',
    method: 'POST',
    path: '/api/events/:documentId/sessions/:sessionId/move',
    ...admin,
    callers: change,
    audit: 'events.move',
    sample: (of) => ({
      params: { documentId: of.event.id, sessionId: of.eventSessionId },
      body: { start: '2099-12-02T09:00', end: '2099-12-02T10:00' },
      alsoFine: [409],
    }),
    params: session,
    body: z.strictObject({ start: LocalTime, end: LocalTime, roomId: Id.nullable().optional(), note }),
    response: EventHead,
  }),
  cancelEvent: endpoint({
    id: 'events.cancelEvent',
    summary: 'Cancel the event. Everyone who takes part or waits is told, and it leaves their calendars.',
    method: 'POST',
    path: '/api/events/:documentId/cancel',
    ...admin,
    callers: change,
    audit: 'events.cancelEvent',
    sample: (of) => ({ ...published(of), body: { reason: 'No trainer' }, alsoFine: [409] }),
    params: event,
    body: z.strictObject({ reason: note }),
    response: EventHead,
  }),

  runAnyway: endpoint({
    id: 'events.runAnyway',
    summary:
      'Let an event take place although fewer people have registered than it needs. Nobody is warned of this date again.',
    method: 'POST',
    path: '/api/events/:documentId/run-anyway',
    ...admin,
    callers: change,
    audit: 'events.runAnyway',
    sample: (of) => ({ ...published(of), alsoFine: [409] }),
    params: event,
    response: EventHead,
  }),

  // Rooms and facilitators.
  rooms: endpoint({
    id: 'events.rooms',
    summary: 'Rooms by name; archived ones only when asked for.',
    method: 'GET',
    path: '/api/event-rooms',
    ...admin,
    callers: look,
    query: PageQuery.extend({ archived: z.enum(['true', 'false']).default('false') }),
    response: pageOf(Room),
  }),
  createRoom: endpoint({
    id: 'events.createRoom',
    summary: 'Add a room.',
    method: 'POST',
    path: '/api/event-rooms',
    ...admin,
    callers: change,
    audit: 'events.createRoom',
    sample: () => ({ body: { name: 'Room 1' } }),
    body: z.strictObject(roomBody),
    response: Room,
    status: 201,
  }),
  changeRoom: endpoint({
    id: 'events.changeRoom',
    summary: 'Change a room, put it away, or take it back. What takes place in it stays.',
    method: 'PUT',
    path: '/api/event-rooms/:roomId',
    ...admin,
    callers: change,
    audit: 'events.changeRoom',
    sample: (of) => ({ params: { roomId: of.roomId }, body: { name: 'Room 1', isArchived: false } }),
    params: z.object({ roomId: Id }),
    body: z.strictObject({ ...roomBody, isArchived: z.boolean().default(false) }),
    response: Room,
  }),
  facilitators: endpoint({
    id: 'events.facilitators',
    summary: 'People who lead events, by name.',
    method: 'GET',
    path: '/api/event-facilitators',
    ...admin,
    callers: look,
    query: PageQuery.extend({ archived: z.enum(['true', 'false']).default('false') }),
    response: pageOf(Facilitator),
  }),
  putFacilitator: endpoint({
    id: 'events.putFacilitator',
    summary: 'Let a person lead events, change what is said about them, or put them away.',
    method: 'PUT',
    path: '/api/event-facilitators/:userId',
    ...admin,
    callers: change,
    audit: 'events.putFacilitator',
    sample: (of) => ({ params: { userId: of.manager.userId }, body: { about: '' } }),
    params: z.object({ userId: Id }),
    body: z.strictObject({ about: z.string().max(2000).default(''), isArchived: z.boolean().default(false) }),
    response: Facilitator,
  }),

  // Learners.
  explore: endpoint({
    id: 'events.explore',
    summary: 'Every event that the person may take part in, with facets.',
    method: 'GET',
    path: '/api/explore-events',
    ...learner,
    callers: look,
    query: PageQuery.extend({
      from: Moment.optional(),
      to: Moment.optional(),
      place: queryList(EventPlace),
      category: queryWords(),
      tag: queryWords(),
      /** `free`: a seat is free; `waiting`: one can wait. */
      seats: z.enum(['free', 'waiting']).optional(),
      when: z.enum(['coming', 'undated', 'past', 'all']).default('coming'),
      sort: z.enum(['date', ...learnerSortKeys]).default('date'),
      direction: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: pageOf(EventCard).extend({
      /** Under the search and the other filters; with the first page. */
      facets: z
        .object({
          place: z.array(z.object({ value: EventPlace, count: z.number().int() })),
          category: z.array(z.object({ value: z.string(), count: z.number().int() })),
          tag: z.array(z.object({ value: z.string(), count: z.number().int() })),
          seats: z.array(z.object({ value: z.enum(['free', 'waiting']), count: z.number().int() })),
          month: z.array(z.object({ value: z.string(), count: z.number().int() })),
        })
        .nullable(),
    }),
  }),
  mine: endpoint({
    id: 'events.mine',
    summary: 'Events that the person takes part in: coming, past, or waiting (list, approval, offer).',
    method: 'GET',
    path: '/api/my/events',
    ...learner,
    callers: look,
    query: PageQuery.extend({
      when: z.enum(['coming', 'past', 'waiting', 'leading']).default('coming'),
      sort: z.enum(['date', ...learnerSortKeys]).default('date'),
      direction: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: pageOf(EventCard).extend({
      counts: z
        .object({
          coming: z.number().int(),
          past: z.number().int(),
          waiting: z.number().int(),
          leading: z.number().int(),
        })
        .nullable(),
    }),
  }),
  own: endpoint({
    id: 'events.own',
    summary: 'One event as the person sees it: dates, seats, what they may do, what happened so far.',
    method: 'GET',
    path: '/api/my/events/:documentId',
    ...learner,
    callers: look,
    sample: published,
    params: event,
    response: OwnEvent,
  }),
  register: endpoint({
    id: 'events.register',
    summary:
      'Take a seat, wait for one, or ask for one: whichever the event allows now. Twice, it is one registration. Answers 409 with the reason when none is possible.',
    method: 'POST',
    path: '/api/my/events/:documentId/register',
    ...learner,
    callers: change,
    audit: 'events.register',
    sample: (of) => ({ ...published(of), body: {} }),
    params: event,
    body: z.strictObject({ note }),
    response: OwnEvent,
  }),
  inCourse: {
    own: endpoint({
      id: 'events.inCourse.own',
      summary: 'The event of a step of one of the person’s courses: its dates, how they stand, what they may do.',
      method: 'GET',
      path: '/api/my/courses/:userCourseId/activities/:activityId/event',
      ...learner,
      callers: look,
      sample: (of) => ({ params: { activityId: of.eventStepId } }),
      params: step,
      response: EventInCourse,
    }),
    register: endpoint({
      id: 'events.inCourse.register',
      summary:
        'The same as `events.register` for the event of a step, which begins with it. The step has to be open. Nobody needs to have the event.',
      method: 'POST',
      path: '/api/my/courses/:userCourseId/activities/:activityId/event',
      ...learner,
      callers: change,
      audit: 'events.register',
      sample: (of) => ({ params: { activityId: of.eventStepId }, body: {} }),
      params: step,
      body: z.strictObject({ note }),
      response: EventInCourse,
    }),
    count: endpoint({
      id: 'events.inCourse.count',
      summary:
        'Count for the step what the person has attended already. In a later cycle of a course only what was attended since it began. Answers 409 when there is nothing to count.',
      method: 'POST',
      path: '/api/my/courses/:userCourseId/activities/:activityId/event/count',
      ...learner,
      callers: change,
      audit: null,
      sample: (of) => ({ params: { activityId: of.eventStepId }, alsoFine: [409] }),
      params: step,
      response: EventInCourse,
    }),
  },
  cancel: endpoint({
    id: 'events.cancel',
    summary:
      'Give up whatever the person has: the seat, the place in the list, the request, the offer. After the cut-off it is asked for.',
    method: 'POST',
    path: '/api/my/events/:documentId/cancel',
    ...learner,
    callers: change,
    audit: 'events.cancel',
    sample: (of) => ({ ...published(of), body: {}, alsoFine: [409] }),
    params: event,
    body: z.strictObject({ reason: note }),
    response: OwnEvent,
  }),
  keep: endpoint({
    id: 'events.keep',
    summary: 'Take back the wish to give up a seat.',
    method: 'POST',
    path: '/api/my/events/:documentId/keep',
    ...learner,
    callers: change,
    audit: 'events.keep',
    sample: (of) => ({ ...published(of), alsoFine: [409] }),
    params: event,
    response: OwnEvent,
  }),
  accept: endpoint({
    id: 'events.accept',
    summary: 'Take the offered seat. Answers 409 when the offer has ended.',
    method: 'POST',
    path: '/api/my/events/:documentId/accept',
    ...learner,
    callers: change,
    audit: 'events.accept',
    sample: (of) => ({ ...published(of), alsoFine: [409] }),
    params: event,
    response: OwnEvent,
  }),
  interest: endpoint({
    id: 'events.interest',
    summary: 'Say, or take back, that the person would come to an event without a date.',
    method: 'PUT',
    path: '/api/my/events/:documentId/interest',
    ...learner,
    callers: change,
    audit: null,
    sample: (of) => ({ ...published(of), body: { isInterested: true }, alsoFine: [409] }),
    params: event,
    body: z.strictObject({ isInterested: z.boolean() }),
    response: OwnEvent,
  }),
  join: endpoint({
    id: 'events.join',
    summary:
      'The address to which /join leads at this moment. Only for who holds a seat or leads the event, from some minutes before. Counts as attendance where the event says so.',
    method: 'POST',
    path: '/api/my/events/:documentId/join',
    ...learner,
    callers: ['token'],
    audit: null,
    answersSecret: true,
    sample: (of) => ({ ...published(of), alsoFine: [409] }),
    params: event,
    response: z.object({ url: z.string(), sessionId: Id, counted: z.boolean() }),
  }),
  checkIn: endpoint({
    id: 'events.checkIn',
    summary:
      'The person’s own check-in with the code from the facilitator’s screen; also later, with its own time. One scan counts once, and a refused one is kept.',
    method: 'POST',
    path: '/api/my/events/:documentId/check-in',
    ...learner,
    callers: ['token'],
    audit: null,
    sample: (of) => ({
      ...published(of),
      body: { id: of.newId(), code: '000000', scannedAt: '2026-11-25T12:00:00Z' },
    }),
    params: event,
    body: Scan,
    response: ScanOutcome.extend({ sessionId: Id.nullable() }),
  }),
  ownCode: endpoint({
    id: 'events.ownCode',
    summary: 'What the person’s device shows as a QR code, for the facilitator to scan.',
    method: 'GET',
    path: '/api/my/events/:documentId/code',
    ...learner,
    callers: [],
    answersSecret: true,
    sample: (of) => ({ ...published(of), alsoFine: [409] }),
    params: event,
    response: z.object({ code: z.string() }),
  }),
  calendarFile: rawEndpoint({
    id: 'events.calendarFile',
    summary: 'The dates of an event for the person’s own calendar.',
    method: 'GET',
    path: '/api/my/events/:documentId/event.ics',
    ...learner,
    callers: look,
    sample: published,
    protocol: 'iCalendar (RFC 5545), one entry for each date with the UID of the mails',
    produces: 'text/calendar',
  }),

  // Facilitators and administrators.
  head: endpoint({
    id: 'events.head',
    summary: 'What the pages of an event’s people stand on: dates, seats, how many are in each state.',
    method: 'GET',
    path: '/api/events/:documentId/head',
    ...leader,
    callers: look,
    sample: asLeader,
    params: event,
    response: EventHead,
  }),
  attendees: endpoint({
    id: 'events.attendees',
    summary: 'People of an event with their marks; without a filter, those who hold a seat.',
    method: 'GET',
    path: '/api/events/:documentId/attendees',
    ...leader,
    callers: look,
    sample: asLeader,
    params: event,
    query: AttendeeQuery,
    response: pageOf(Attendee),
  }),
  waitList: endpoint({
    id: 'events.waitList',
    summary: 'Who waits, in order, and who has been offered a seat.',
    method: 'GET',
    path: '/api/events/:documentId/wait-list',
    ...leader,
    callers: look,
    sample: asLeader,
    params: event,
    query: PageQuery,
    response: pageOf(Attendee),
  }),
  attendeesCsv: rawEndpoint({
    id: 'events.attendeesCsv',
    summary: 'People of an event with their marks as a file.',
    method: 'GET',
    path: '/api/events/:documentId/attendees.csv',
    ...leader,
    callers: look,
    audit: 'events.export',
    sample: asLeader,
    protocol: 'CSV, UTF-8 with byte order mark, streamed, safe against formulas',
    produces: 'text/csv',
  }),
  signInSheet: rawEndpoint({
    id: 'events.signInSheet',
    summary: 'A list of those who hold a seat, with a line for each signature, as a PDF.',
    method: 'GET',
    path: '/api/events/:documentId/sessions/:sessionId/sign-in.pdf',
    ...leader,
    callers: look,
    audit: 'events.export',
    sample: (of) => ({ by: 'admin', params: { documentId: of.event.id, sessionId: of.eventSessionId } }),
    protocol: 'HTTP; PDF',
    produces: 'application/pdf',
  }),
  attendeesXlsx: rawEndpoint({
    id: 'events.attendeesXlsx',
    summary: 'People of an event with their marks as a workbook.',
    method: 'GET',
    path: '/api/events/:documentId/attendees.xlsx',
    ...leader,
    callers: look,
    audit: 'events.export',
    sample: asLeader,
    protocol: 'XLSX, streamed, at most 50,000 rows: 413 beyond, where the CSV has them all',
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  mark: endpoint({
    id: 'events.mark',
    summary:
      'Mark people at one session, or take a mark back (null). A mark over another is a correction and is audited with both.',
    method: 'POST',
    path: '/api/events/:documentId/sessions/:sessionId/marks',
    ...leader,
    callers: change,
    audit: 'events.mark',
    sample: (of) => ({
      by: 'admin',
      params: { documentId: of.event.id, sessionId: of.eventSessionId },
      body: { userIds: [of.learner.userId], mark: 'attended' },
      changesNothing: true,
    }),
    params: session,
    body: z.strictObject({ userIds: users, mark: SessionMarkName.nullable(), reason: note }),
    response: PersonOutcomes,
  }),
  walkIn: endpoint({
    id: 'events.walkIn',
    summary: 'Somebody came without a registration: takes a free seat and is marked as attended.',
    method: 'POST',
    path: '/api/events/:documentId/sessions/:sessionId/walk-ins',
    ...leader,
    callers: change,
    audit: 'events.walkIn',
    sample: (of) => ({
      by: 'admin',
      params: { documentId: of.event.id, sessionId: of.eventSessionId },
      body: { userIds: [of.learner.userId] },
    }),
    params: session,
    body: z.strictObject(people).refine(isSomebody, nobody),
    response: PersonOutcomes,
  }),
  findPeople: endpoint({
    id: 'events.findPeople',
    summary:
      'People for adding and walk-ins. By a part of their name or address: people of the event, and to administrators those whom they look after. Others only by their exact address, and only to who leads the event.',
    method: 'GET',
    path: '/api/events/:documentId/people',
    ...leader,
    callers: look,
    sample: asLeader,
    params: event,
    query: z.object({ search: z.string().trim().min(1).max(200).default('a') }),
    response: z.object({ items: z.array(EventPerson.extend({ state: AttendanceStateName.nullable() })) }),
  }),
  codes: endpoint({
    id: 'events.codes',
    summary:
      'The secret from which the facilitator’s screen makes the changing code of a session (checkInCode), also without a network.',
    method: 'GET',
    path: '/api/events/:documentId/sessions/:sessionId/code',
    ...leader,
    callers: [],
    answersSecret: true,
    sample: (of) => ({ by: 'admin', params: { documentId: of.event.id, sessionId: of.eventSessionId } }),
    params: session,
    response: z.object({ seed: z.string(), seconds: z.number().int(), serverAt: Moment }),
  }),
  scan: endpoint({
    id: 'events.scan',
    summary:
      'Scans of people’s codes by the facilitator, at once or kept without a network and sent later. Each counts once by its own number; refused ones are kept.',
    method: 'POST',
    path: '/api/events/:documentId/sessions/:sessionId/scans',
    ...leader,
    callers: ['token'],
    bodyBytes: 512 * 1024,
    audit: null,
    sample: (of) => ({
      by: 'admin',
      params: { documentId: of.event.id, sessionId: of.eventSessionId },
      body: { scans: [{ id: of.newId(), code: 'none', scannedAt: '2026-11-25T12:00:00Z' }] },
    }),
    params: session,
    body: z.strictObject({ scans: z.array(Scan).min(1).max(eventLimits.people) }),
    response: z.object({ items: z.array(ScanOutcome) }),
  }),
  refusedScans: endpoint({
    id: 'events.refusedScans',
    summary: 'Scans that did not count, newest first; `late`: check-ins that came in late and wait for a decision.',
    method: 'GET',
    path: '/api/events/:documentId/refused-scans',
    ...leader,
    callers: look,
    sample: asLeader,
    params: event,
    query: PageQuery.omit({ search: true }).extend({ which: z.enum(['refused', 'late']).default('refused') }),
    response: pageOf(
      z.object({
        id: Id,
        sessionId: Id.nullable(),
        result: z.enum(scanResults),
        person: z.object({ userId: Id, name: z.string() }).nullable(),
        by: z.string(),
        scannedAt: Moment,
        receivedAt: Moment,
        /** decide. */
        can: Can,
      }),
    ),
  }),
  decideScans: endpoint({
    id: 'events.decideScans',
    summary: 'Count late check-ins as attendance, or refuse them. Nobody decides about their own.',
    method: 'POST',
    path: '/api/events/:documentId/late-scans',
    ...leader,
    callers: change,
    audit: 'events.decideScans',
    sample: (of) => ({ ...asLeader(of), body: { ids: [of.newId()], decision: 'count' }, alsoFine: [404] }),
    params: event,
    body: z.strictObject({
      ids: z.array(Id).min(1).max(eventLimits.people),
      decision: z.enum(['count', 'refuse']),
    }),
    response: z.object({ items: z.array(ScanOutcome) }),
  }),
  decideCancellation: endpoint({
    id: 'events.decideCancellation',
    summary: 'Let people go who asked after the cut-off, or not.',
    method: 'POST',
    path: '/api/events/:documentId/cancellations',
    ...leader,
    callers: change,
    audit: 'events.decideCancellation',
    sample: (of) => ({
      ...asLeader(of),
      body: { userIds: [of.learner.userId], decision: 'grant' },
      changesNothing: true,
    }),
    params: event,
    body: z.strictObject({ userIds: users, decision: z.enum(['grant', 'refuse']), reason: note }),
    response: PersonOutcomes,
  }),
  message: endpoint({
    id: 'events.message',
    summary: 'Write to everyone in these states whom the caller looks after. Each gets it once.',
    method: 'POST',
    path: '/api/events/:documentId/messages',
    ...leader,
    callers: change,
    audit: 'events.message',
    sample: (of) => ({ ...asLeader(of), body: { states: ['attending'], subject: 'Hello', text: 'Bring a pen.' } }),
    params: event,
    body: z.strictObject({
      states: z.array(AttendanceStateName).min(1).max(attendanceStates.length),
      subject: oneLine().min(1, { error: 'required' }).max(200),
      text: z.string().trim().min(1, { error: 'required' }).max(5000),
    }),
    response: z.object({ people: z.number().int() }),
  }),

  // Administrators.
  addPeople: endpoint({
    id: 'events.addPeople',
    summary: 'Give people seats. Without a free one they are refused, or put on the waiting list.',
    method: 'POST',
    path: '/api/events/:documentId/attendees',
    ...admin,
    callers: change,
    audit: 'events.addPeople',
    sample: (of) => ({ ...published(of), body: { userIds: [of.manager.userId] } }),
    params: event,
    body: z.strictObject({ ...people, otherwiseWait: z.boolean().default(true) }).refine(isSomebody, nobody),
    response: PersonOutcomes,
  }),
  removePeople: endpoint({
    id: 'events.removePeople',
    summary: 'Take people out, whatever they have. Seats that come free go to the waiting list.',
    method: 'POST',
    path: '/api/events/:documentId/attendees/remove',
    ...admin,
    callers: change,
    audit: 'events.removePeople',
    sample: (of) => ({ ...published(of), body: { userIds: [of.learner.userId] }, changesNothing: true }),
    params: event,
    body: z.strictObject({ userIds: users, reason: note }),
    response: PersonOutcomes,
  }),
  movePeople: endpoint({
    id: 'events.movePeople',
    summary: 'Move people to a seat of another event. Nobody loses the first before they have the second.',
    method: 'POST',
    path: '/api/events/:documentId/attendees/move',
    ...admin,
    callers: change,
    audit: 'events.movePeople',
    sample: (of) => ({
      ...published(of),
      body: { userIds: [of.learner.userId], toEventId: of.event.draftId },
      alsoFine: [404, 409],
      changesNothing: true,
    }),
    params: event,
    body: z.strictObject({ userIds: users, toEventId: Id, reason: note }),
    response: PersonOutcomes,
  }),
  promote: endpoint({
    id: 'events.promote',
    summary: 'Give waiting people seats by hand, in this order.',
    method: 'POST',
    path: '/api/events/:documentId/wait-list/promote',
    ...admin,
    callers: change,
    audit: 'events.promote',
    sample: (of) => ({ ...published(of), body: { userIds: [of.learner.userId] }, changesNothing: true }),
    params: event,
    body: z.strictObject({ userIds: users }),
    response: PersonOutcomes,
  }),
  reorder: endpoint({
    id: 'events.reorder',
    summary:
      'Put waiting people into this order, ahead of all others who wait. Administrators of a team: among the places that these people have.',
    method: 'PUT',
    path: '/api/events/:documentId/wait-list/order',
    ...admin,
    callers: change,
    audit: 'events.reorder',
    sample: (of) => ({ ...published(of), body: { userIds: [of.learner.userId] }, changesNothing: true }),
    params: event,
    body: z.strictObject({ userIds: users }),
    response: z.object({ items: z.array(z.object({ userId: Id, place: z.number().int() })) }),
  }),

  // Managers.
  manager: {
    list: endpoint({
      id: 'events.manager.list',
      summary:
        'Events to come that the manager’s people may attend, with seats, their reservation and how many take part.',
      method: 'GET',
      path: '/api/manager/events',
      ...manager,
      callers: look,
      query: PageQuery,
      response: pageOf(ManagedEvent),
    }),
    reservations: endpoint({
      id: 'events.manager.reservations',
      summary: 'An event for a manager: free seats, seats that they have reserved, and their people with their states.',
      method: 'GET',
      path: '/api/manager/events/:documentId',
      ...manager,
      callers: look,
      sample: published,
      params: event,
      response: ManagedPlaces,
    }),
    reserve: endpoint({
      id: 'events.manager.reserve',
      summary: 'Have so many seats reserved, not more than are free; 0 gives them back.',
      method: 'PUT',
      path: '/api/manager/events/:documentId/reservation',
      ...manager,
      callers: change,
      audit: 'events.reserve',
      sample: (of) => ({ ...published(of), body: { seats: 1 }, alsoFine: [409] }),
      params: event,
      body: z.strictObject({ seats: z.number().int().min(0).max(eventLimits.people) }),
      response: z.object({ seats: Seats, reserved: z.number().int() }),
    }),
    name: endpoint({
      id: 'events.manager.name',
      summary: 'Give reserved seats, and free ones after these, to the manager’s own people.',
      method: 'POST',
      path: '/api/manager/events/:documentId/people',
      ...manager,
      callers: change,
      audit: 'events.name',
      sample: (of) => ({ ...published(of), body: { userIds: [of.learner.userId] }, alsoFine: [409] }),
      params: event,
      body: z.strictObject({ userIds: users }),
      response: PersonOutcomes,
    }),
    cancel: endpoint({
      id: 'events.manager.cancel',
      summary: 'Give up what the manager’s own people have.',
      method: 'POST',
      path: '/api/manager/events/:documentId/people/cancel',
      ...manager,
      callers: change,
      audit: 'events.cancel',
      sample: (of) => ({ ...published(of), body: { userIds: [of.learner.userId] }, changesNothing: true }),
      params: event,
      body: z.strictObject({ userIds: users, reason: note }),
      response: PersonOutcomes,
    }),
  },
}
