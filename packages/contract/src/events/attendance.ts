// Without schemas: pages of learners load this file.

/** What stands between one person and one event (specification, section 4). */
export const attendanceStates = [
  /** Asked for a seat: waits for approval, or for the window to open. */
  'registration',
  /** Has been offered a seat from the waiting list. */
  'pending',
  /** Holds a seat. */
  'attending',
  'waiting',
  /** Left the waiting list, or let the offer go. */
  'waiting-cancelled',
  /** Holds a seat and asked, after the cut-off, to give it up. */
  'cancellation',
  'cancelled',
  'attended',
  'not attended',
] as const
export type AttendanceState = (typeof attendanceStates)[number]

/** These hold a seat. `pending` holds one too until the offer ends. */
export const seatStates: readonly AttendanceState[] = ['attending', 'cancellation', 'attended', 'not attended']
/** States in which the person has left the event and may register again. */
export const goneStates: readonly AttendanceState[] = ['cancelled', 'waiting-cancelled']

/** Who makes a transition. `system`: the server, in the transaction of whatever made it possible. */
export const attendanceActors = ['person', 'manager', 'facilitator', 'administrator', 'system'] as const
export type AttendanceActor = (typeof attendanceActors)[number]

/** When a transition may be made. Texts of a refusal by the page under `events.reasons`. */
export const attendanceConditions = [
  'always',
  /** In the window of registration, while there is a free seat and nobody waits for it. */
  'freeSeat',
  /** In the window of registration, while there is no free seat and the event has a waiting list. */
  'full',
  /** The event asks for approval, or its window has not opened. */
  'asksFirst',
  /** Before the cut-off for cancelling. */
  'beforeCutOff',
  'afterCutOff',
  /** A seat is free and promotion is not cut off; somebody is first in the list. */
  'firstInLine',
  /** The offer has not ended. */
  'offerOpen',
  'offerEnded',
  /** The session has begun, or begins within the hour. */
  'sessionBegun',
] as const
export type AttendanceCondition = (typeof attendanceConditions)[number]

export const attendanceVerbs = [
  'register',
  'wait',
  'ask',
  'approve',
  'approveToWait',
  'decline',
  'takeBack',
  'offer',
  'accept',
  'declineOffer',
  'lapse',
  'promote',
  'leave',
  'cancel',
  'askToCancel',
  'grantCancellation',
  'refuseCancellation',
  'add',
  'name',
  'remove',
  'moveIn',
  'moveOut',
  'walkIn',
  'attend',
  'miss',
  'unmark',
  'cancelEvent',
] as const
export type AttendanceVerb = (typeof attendanceVerbs)[number]

export interface AttendanceTransition {
  /** null: the person has nothing to do with the event yet. */
  readonly from: readonly (AttendanceState | null)[]
  readonly to: AttendanceState
  readonly by: readonly AttendanceActor[]
  readonly when: AttendanceCondition
  /** Kind of the notification that the person gets; null: none, because they did it themselves on the page. */
  readonly notice: AttendanceNotice | null
  /** What the mail carries for the person's calendar, one mail for each date. */
  readonly calendar: 'request' | 'cancel' | null
}

export type AttendanceNotice =
  | 'eventSeat'
  | 'eventWaiting'
  | 'eventDeclined'
  | 'eventOffer'
  | 'eventOfferLapsed'
  | 'eventCancelled'
  | 'eventRemoved'
  | 'eventMoved'
  | 'eventCancellation'

const gone = [null, ...goneStates] as const
const people = ['person', 'manager', 'administrator'] as const

/** Each transition: who may make it, when, and what it tells the person (readings, Attendance). What is not here is refused. */
export const attendanceTransitions: Record<AttendanceVerb, AttendanceTransition> = {
  register: { from: gone, to: 'attending', by: people, when: 'freeSeat', notice: 'eventSeat', calendar: 'request' },
  wait: { from: gone, to: 'waiting', by: people, when: 'full', notice: 'eventWaiting', calendar: 'request' },
  ask: { from: gone, to: 'registration', by: people, when: 'asksFirst', notice: null, calendar: null },
  approve: {
    from: ['registration'],
    to: 'attending',
    by: ['manager', 'administrator', 'system'],
    when: 'freeSeat',
    notice: 'eventSeat',
    calendar: 'request',
  },
  approveToWait: {
    from: ['registration'],
    to: 'waiting',
    by: ['manager', 'administrator', 'system'],
    when: 'full',
    notice: 'eventWaiting',
    calendar: 'request',
  },
  decline: {
    from: ['registration'],
    to: 'cancelled',
    by: ['manager', 'administrator', 'system'],
    when: 'always',
    notice: 'eventDeclined',
    calendar: null,
  },
  takeBack: {
    from: ['registration'],
    to: 'cancelled',
    by: people,
    when: 'always',
    notice: null,
    calendar: null,
  },
  offer: {
    from: ['waiting'],
    to: 'pending',
    by: ['system', 'administrator'],
    when: 'firstInLine',
    notice: 'eventOffer',
    calendar: 'request',
  },
  accept: {
    from: ['pending'],
    to: 'attending',
    by: people,
    when: 'offerOpen',
    notice: 'eventSeat',
    calendar: 'request',
  },
  declineOffer: {
    from: ['pending'],
    to: 'waiting-cancelled',
    by: people,
    when: 'always',
    notice: null,
    calendar: 'cancel',
  },
  lapse: {
    from: ['pending'],
    to: 'waiting-cancelled',
    by: ['system'],
    when: 'offerEnded',
    notice: 'eventOfferLapsed',
    calendar: 'cancel',
  },
  promote: {
    from: ['waiting'],
    to: 'attending',
    by: ['system', 'administrator'],
    when: 'firstInLine',
    notice: 'eventSeat',
    calendar: 'request',
  },
  leave: { from: ['waiting'], to: 'waiting-cancelled', by: people, when: 'always', notice: null, calendar: 'cancel' },
  cancel: {
    from: ['attending'],
    to: 'cancelled',
    by: people,
    when: 'beforeCutOff',
    notice: 'eventCancelled',
    calendar: 'cancel',
  },
  askToCancel: {
    from: ['attending'],
    to: 'cancellation',
    by: ['person'],
    when: 'afterCutOff',
    notice: null,
    calendar: null,
  },
  grantCancellation: {
    from: ['cancellation'],
    to: 'cancelled',
    by: ['facilitator', 'administrator'],
    when: 'always',
    notice: 'eventCancelled',
    calendar: 'cancel',
  },
  refuseCancellation: {
    from: ['cancellation'],
    to: 'attending',
    by: ['facilitator', 'administrator', 'person'],
    when: 'always',
    notice: 'eventCancellation',
    calendar: null,
  },
  add: {
    from: [...gone, 'registration', 'waiting', 'pending'],
    to: 'attending',
    by: ['administrator'],
    when: 'freeSeat',
    notice: 'eventSeat',
    calendar: 'request',
  },
  /** A seat that a manager has reserved gets its person. */
  name: {
    from: [...gone, 'registration', 'waiting', 'pending'],
    to: 'attending',
    by: ['manager', 'administrator'],
    when: 'always',
    notice: 'eventSeat',
    calendar: 'request',
  },
  remove: {
    from: ['registration', 'pending', 'attending', 'waiting', 'cancellation', 'attended', 'not attended'],
    to: 'cancelled',
    /** The server removes people who have left the organisation. */
    by: ['administrator', 'system'],
    when: 'always',
    notice: 'eventRemoved',
    calendar: 'cancel',
  },
  moveIn: {
    from: [...gone, 'registration', 'waiting', 'pending'],
    to: 'attending',
    by: ['administrator'],
    when: 'freeSeat',
    notice: 'eventSeat',
    calendar: 'request',
  },
  moveOut: {
    from: ['attending', 'cancellation', 'waiting', 'pending', 'registration'],
    to: 'cancelled',
    by: ['administrator'],
    when: 'always',
    notice: null,
    calendar: 'cancel',
  },
  walkIn: {
    from: [...gone, 'registration', 'waiting', 'pending'],
    to: 'attended',
    by: ['facilitator', 'administrator'],
    when: 'freeSeat',
    notice: null,
    calendar: null,
  },
  attend: {
    from: ['attending', 'cancellation', 'not attended'],
    to: 'attended',
    by: ['facilitator', 'administrator', 'person', 'system'],
    when: 'sessionBegun',
    notice: null,
    calendar: null,
  },
  miss: {
    from: ['attending', 'cancellation', 'attended'],
    to: 'not attended',
    by: ['facilitator', 'administrator'],
    when: 'sessionBegun',
    notice: null,
    calendar: null,
  },
  unmark: {
    from: ['attended', 'not attended'],
    to: 'attending',
    by: ['facilitator', 'administrator'],
    when: 'always',
    notice: null,
    calendar: null,
  },
  cancelEvent: {
    from: ['registration', 'pending', 'attending', 'waiting', 'cancellation'],
    to: 'cancelled',
    by: ['administrator'],
    when: 'always',
    notice: 'eventCancelled',
    calendar: 'cancel',
  },
}

/** Where a verb leads from a state; null: it is refused. */
export function attendanceAfter(state: AttendanceState | null, verb: AttendanceVerb): AttendanceState | null {
  const transition = attendanceTransitions[verb]
  return transition.from.includes(state) ? transition.to : null
}

/** What somebody was at one session. Late and part count as attended. */
export const sessionMarks = ['attended', 'late', 'part', 'not attended'] as const
export type SessionMark = (typeof sessionMarks)[number]

/** How a mark came to be. */
export const markSources = ['hand', 'join', 'code', 'scan', 'walkIn'] as const
export type MarkSource = (typeof markSources)[number]

/** What became of a scan. Everything but the first two is refused, kept and shown. */
export const scanResults = [
  'counted',
  'already',
  'wrongCode',
  'oldCode',
  'noSeat',
  'otherEvent',
  'tooEarly',
  'tooLate',
  /** A right code that came in later than the event allows: the facilitator decides. */
  'late',
  /** What the facilitator decided about a late one. */
  'lateRefused',
  /** The person has used this code before. */
  'usedCode',
  /** The facilitator who scans does not look after this person. */
  'notYours',
  /** Nobody scans their own code. */
  'yourself',
] as const
export type ScanResult = (typeof scanResults)[number]
