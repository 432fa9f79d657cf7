import type { DocumentType } from './document-kinds.ts'
import type { MembershipStatus } from './states.ts'

/** A document that somebody has. Older notifications are about courses and do not say so. */
interface GivenDocument {
  documentType?: DocumentType
  /** Of the document, whatever it is. */
  courseId: string
  title: string
}

/** Of an event: its first date, as a moment, and the zone of the event. */
interface EventDate {
  eventId: string
  title: string
  startsAt: string | null
  timeZone: string
}

/** What a notification of each kind says beside its kind: ids and names. The page makes the words, in its reader's language. */
export interface NotificationParams {
  courseAssigned: GivenDocument & { dueDay: string | null; isBundle: boolean }
  courseDueSoon: GivenDocument & { dueDay: string }
  courseOverdue: GivenDocument & { dueDay: string }
  /** Of what has steps: all that is required of them is done. */
  documentFinished: GivenDocument
  /** A new version of what has steps came with steps that the person has not done. */
  newSteps: GivenDocument & { steps: number }
  /** Another cycle of a course has begun; the one before is kept. */
  cycleBegun: GivenDocument & { dueDay: string | null }
  /** The cycle ends soon: with it what was finished, or the time for it. */
  cycleEnding: GivenDocument & { endDay: string; isDone: boolean }
  courseRestarted: GivenDocument
  dueExtended: GivenDocument & { dueDay: string; name: string; reason: string }
  /** A manager reminds of work: `title` of the first, and how many there are. */
  managerReminded: { name: string; title: string; count: number; message: string }
  /** `until`: the last day on which it is valid; null: for ever. */
  certificateIssued: { certificateId: string; title: string; until: string | null }
  certificateExpiring: { certificateId: string; title: string; until: string }
  certificateExpired: { certificateId: string; title: string; until: string }
  certificateRevoked: { certificateId: string; title: string; reason: string }
  /** `until`: the last day on which it is valid; null: for ever. */
  badgeAwarded: { awardId: string; title: string; until: string | null }
  badgeRevoked: { awardId: string; title: string; reason: string }
  outsideConfirmed: { title: string }
  outsideRefused: { title: string; reason: string }
  /** What has to be finished before it is finished: it can be begun. */
  documentOpened: GivenDocument & { isBundle: boolean }
  jobSucceeded: { jobId: string; job: string; subject: string }
  jobFailed: { jobId: string; job: string; subject: string }
  accountSeen: { name: string; reason: string }
  rolesChanged: { name: string; roles: string }
  statusChanged: { name: string; status: MembershipStatus }
  passwordChanged: Record<never, never>
  newDevice: { browser: string | null; system: string | null }
  authenticatorAdded: Record<never, never>
  authenticatorRemoved: Record<never, never>
  passkeyAdded: { passkey: string }
  passkeyRemoved: { passkey: string }
  recoveryCodesMade: Record<never, never>
  recoveryCodeUsed: { left: number }
  factorsReset: Record<never, never>
  passkeysReset: Record<never, never>
  dataExportReady: { days: number }
  eraseRequested: { person: string }
  requestMade: { requestId: string; person: string; title: string }
  requestStandIn: { requestId: string; person: string; title: string }
  requestApproved: { requestId: string; title: string }
  stepComment: { courseId: string; name: string; title: string; step: string }
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
  requestDeclined: { requestId: string; title: string; reason: string }
  /** An administrator gave or took points by hand. */
  pointsGiven: { points: number; name: string; reason: string }
  pointsTaken: { points: number; name: string; reason: string }
  /** A file that runs by itself would deactivate more people than it may without asking. */
  feedAsks: { fileName: string; leaving: number }
  /** A check found that the audit log was changed outside of the product. */
  auditBroken: { problems: number }
  /** Somebody ordered what points can buy; an administrator has to deliver it. */
  rewardOrdered: { title: string; person: string }
  rewardApproved: { title: string }
  /** `note` may be empty. */
  rewardDelivered: { title: string; note: string }
  rewardRefused: { title: string; reason: string; points: number }
  requestReminder: { requestId: string; person: string; title: string }
  /** The approval of a form; `reason` may be empty. */
  formApproved: { formId: string; title: string; reason: string }
  formNotApproved: { formId: string; title: string; reason: string }
  /** Somebody asks for some questions again. */
  formReopened: { formId: string; title: string; reason: string }
  /** Marks or a judgement that a person gave are known. */
  formDecided: { formId: string; title: string }
  /** A submission waits for marks. */
  markingWaits: { submissionId: string; person: string; title: string }
  standInNamed: { name: string; fromDay: string; untilDay: string }
}
export type NotificationKind = keyof NotificationParams

/** About the account and who gets in: for nobody but its owner, also not for whoever acts as them. */
export const accountKinds = [
  'accountSeen',
  'passwordChanged',
  'newDevice',
  'authenticatorAdded',
  'authenticatorRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryCodesMade',
  'recoveryCodeUsed',
  'factorsReset',
  'passkeysReset',
  'dataExportReady',
] as const satisfies NotificationKind[]

/** Unread ones are counted no further; pages say "99+". */
export const unreadCountedAtMost = 100
