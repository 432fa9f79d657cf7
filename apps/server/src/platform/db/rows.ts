// Generated from the migrated database by generate-rows.ts; a test compares. Do not edit.
import type { ColumnType } from 'kysely'
import type { JsonParameter } from './values.ts'

/** May be left out of an insert. */
type Filled<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** Never written by us. */
type Computed<T> = ColumnType<T, never, never>
/** json(value) or JSON text goes in; what comes out has yet to be looked at. */
type Json = ColumnType<unknown, JsonParameter | string, JsonParameter | string>
type Timestamp = ColumnType<Date, Date | string, Date | string>

interface ActivityDaysTable {
  tenantId: Filled<string>
  assignmentId: string
  activityId: string
  fromDay: string
  untilDay: string
  state: string
  progress: number
  score: number | null
  seconds: number
  startedAt: Timestamp
  completedAt: Timestamp | null
}

interface ActivityDeltasTable {
  tenantId: Filled<string>
  id: string
  documentId: string
  versionId: string
  activityId: string
  sign: number
  state: string
  score: number | null
  seconds: number
}

type ActivityProgressState = 'notstarted' | 'inprogress' | 'completed' | 'passed' | 'failed'
interface ActivityProgressTable {
  tenantId: Filled<string>
  assignmentId: string
  activityId: string
  state: ActivityProgressState
  progress: Filled<number>
  score: number | null
  seconds: Filled<number>
  position: Json | null
  startedAt: Timestamp
  completedAt: Timestamp | null
  updatedAt: Timestamp
  changedDay: Filled<string>
}

interface ActivityRollupsTable {
  tenantId: Filled<string>
  documentId: string
  versionId: string
  activityId: string
  started: Filled<number>
  inProgress: Filled<number>
  completed: Filled<number>
  passed: Filled<number>
  failed: Filled<number>
  scoreSum: Filled<number>
  scoreCount: Filled<number>
  seconds: Filled<number>
}

interface AnalyticsEventsTable {
  tenantId: Filled<string>
  id: string
  name: string
  environment: string
  userId: string | null
  teamId: Filled<string>
  properties: Filled<Json>
  at: Filled<Timestamp>
}

interface AnonymousAnswersTable {
  tenantId: Filled<string>
  id: string
  formId: string
  versionId: string
  isFresh: Filled<boolean>
  answers: Json
  isTold: Filled<boolean>
}

interface AnonymousMarksTable {
  tenantId: Filled<string>
  formId: string
  userId: string
}

type AnswersVerdict = 'right' | 'partly' | 'wrong' | 'waiting' | 'leftOut'
interface AnswersTable {
  tenantId: Filled<string>
  submissionId: string
  field: string
  value: Json | null
  revision: number
  savedIn: string
  savedAt: Timestamp
  earlier: Json | null
  points: number | null
  outOf: number | null
  verdict: AnswersVerdict | null
  byHand: Filled<boolean>
  keyPoints: number | null
  reason: Filled<string>
  comment: Filled<string>
}

interface AssignmentDaysTable {
  tenantId: Filled<string>
  assignmentId: string
  fromDay: string
  untilDay: string
  userId: string
  documentId: string
  isActive: boolean
  isOptional: boolean
  state: string
  progress: number
  score: number | null
  seconds: number
  versionId: string | null
  assignedAt: Timestamp
  startedAt: Timestamp | null
  completedAt: Timestamp | null
  dueAt: Timestamp | null
  dueDay: string | null
  frozenAt: Timestamp | null
  lastActivityAt: Timestamp | null
  documentType: Filled<string>
  waitsFor: string | null
}

type AssignmentSourcesKind =
  | 'rule'
  | 'manual'
  | 'bundle'
  | 'pathway'
  | 'learningPackage'
  | 'self'
  | 'request'
  | 'import'
interface AssignmentSourcesTable {
  tenantId: Filled<string>
  assignmentId: string
  kind: AssignmentSourcesKind
  sourceId: string
  userId: string
  membershipId: string | null
  isOptional: boolean
  dueAt: Timestamp | null
  dueShiftDays: Filled<number>
  grantedAt: Timestamp
  grantedBy: string | null
  dueDays: number | null
  waitsFor: string | null
  needsRequest: Filled<boolean>
  cycleDueDay: string | null
}

type AssignmentsState = 'notstarted' | 'inprogress' | 'completed' | 'passed' | 'failed'
type AssignmentsCycleReason = 'reset' | 'renewal' | 'restart' | 'startOver'
interface AssignmentsTable {
  tenantId: Filled<string>
  id: string
  userId: string
  documentType: string
  documentId: string
  cycle: Filled<number>
  isActive: Filled<boolean>
  isOptional: Filled<boolean>
  state: Filled<AssignmentsState>
  progress: Filled<number>
  score: number | null
  seconds: Filled<number>
  activitiesDone: Filled<number>
  versionId: string | null
  lastActivityId: string | null
  assignedAt: Timestamp
  startedAt: Timestamp | null
  completedAt: Timestamp | null
  dueAt: Timestamp | null
  dueDay: string | null
  frozenAt: Timestamp | null
  lastActivityAt: Timestamp | null
  timedUntil: Timestamp | null
  changedDay: Filled<string>
  waitsFor: string | null
  needsRequest: Filled<boolean>
  endedAt: Timestamp | null
  cycleReason: AssignmentsCycleReason | null
  periodFrom: string | null
  validUntil: string | null
  monthDay: number | null
}

type AttemptScosStatus = 'not attempted' | 'browsed' | 'incomplete' | 'completed' | 'passed' | 'failed'
type AttemptScosStatusBefore = 'not attempted' | 'browsed' | 'incomplete' | 'completed' | 'passed' | 'failed'
interface AttemptScosTable {
  tenantId: Filled<string>
  attemptId: string
  scoId: string
  ackedEpoch: number
  ackedSeq: number
  cmi: Filled<Json>
  status: AttemptScosStatus
  score: number | null
  progressMeasure: number | null
  statusBefore: AttemptScosStatusBefore
  isSuspended: Filled<boolean>
  isEnded: Filled<boolean>
  visitEpoch: number
  visit: number
  secondsBefore: Filled<number>
  secondsNow: Filled<number>
  firstOpenedAt: Timestamp
  updatedAt: Timestamp
}

type AttemptsState = 'notstarted' | 'inprogress' | 'completed' | 'passed' | 'failed'
interface AttemptsTable {
  tenantId: Filled<string>
  id: string
  assignmentId: string
  activityId: string
  userId: string
  packageId: string
  number: number
  epoch: Filled<number>
  ackedEpoch: Filled<number>
  state: Filled<AttemptsState>
  progress: Filled<number>
  score: number | null
  seconds: Filled<number>
  secondsReported: Filled<number>
  currentSco: string | null
  isSuspended: Filled<boolean>
  calls: Filled<number>
  startedAt: Timestamp
  launchedAt: Timestamp
  lastSavedAt: Timestamp | null
  reportedAt: Timestamp | null
  completedAt: Timestamp | null
}

type AttendanceMarksMark = 'attended' | 'late' | 'part' | 'not attended'
type AttendanceMarksSource = 'hand' | 'join' | 'code' | 'scan' | 'walkIn'
interface AttendanceMarksTable {
  tenantId: Filled<string>
  sessionId: string
  userId: string
  eventId: string
  mark: AttendanceMarksMark
  source: AttendanceMarksSource
  at: Timestamp
  byUser: string
}

interface AudiencePeopleTable {
  tenantId: Filled<string>
  audienceId: string
  userId: string
  addedBy: string | null
  addedAt: Filled<Timestamp>
}

type AudiencesKind = 'rule' | 'people'
interface AudiencesTable {
  tenantId: Filled<string>
  id: string
  title: string
  kind: AudiencesKind
  rule: Json | null
  fields: Filled<string[]>
  revision: Filled<number>
  updatedBy: string | null
  createdAt: Filled<Timestamp>
  updatedAt: Filled<Timestamp>
}

interface AuditBlanksTable {
  tenantId: Filled<string>
  erasureEntryId: string
  seq: number
  wordsHash: Buffer
  salt: Buffer | null
}

interface AuditChecksTable {
  tenantId: Filled<string>
  checkedAt: Timestamp
  upTo: number
  outcome: Json
}

interface AuditEntriesTable {
  tenantId: Filled<string>
  id: string
  at: Timestamp
  actorId: string | null
  actorName: Filled<string>
  impersonatorId: string | null
  impersonatorName: string | null
  action: string
  subjectType: string
  subjectId: string
  subjectTitle: Filled<string>
  requestId: Filled<string>
  address: Filled<string>
  actorTeamId: string | null
}

interface AuditHeadsTable {
  tenantId: Filled<string>
  chainId: string
  seq: number
  hash: Buffer
  sealedAt: Timestamp
  signedSeq: number
}

interface AuditPayloadsTable {
  tenantId: Filled<string>
  entryId: string
  before: Json | null
  after: Json | null
}

interface AuditPendingTable {
  tenantId: Filled<string>
  at: Timestamp
  entryId: string
}

interface AuditSealsTable {
  tenantId: Filled<string>
  seq: number
  entryId: string
  factsHash: Buffer
  wordsHash: Buffer
  salt: Buffer | null
  hash: Buffer
}

type BadgeAwardsKind = 'hand' | 'finished' | 'count' | 'streak' | 'points' | 'outside'
interface BadgeAwardsTable {
  tenantId: Filled<string>
  id: string
  badgeId: string
  versionId: string
  ruleId: string | null
  userId: string
  causeKey: string
  kind: BadgeAwardsKind
  assignmentId: string | null
  documentType: string | null
  documentId: string | null
  documentTitle: Filled<string>
  ruleTitle: Filled<string>
  holderName: string
  awardedBy: string | null
  note: Filled<string>
  awardedAt: Timestamp
  expiresAt: Timestamp | null
  revokedAt: Timestamp | null
  revokedBy: string | null
  revokeReason: Filled<string>
  statusPosition: number
  mailedAt: Timestamp | null
  credential: string | null
  signedAt: Timestamp | null
  membershipId: string | null
}

interface BadgeCountersTable {
  tenantId: Filled<string>
  nextPosition: number
}

type BadgeRulesKind = 'finished' | 'count' | 'streak' | 'points' | 'outside'
type BadgeRulesRepeats = 'once' | 'each'
interface BadgeRulesTable {
  tenantId: Filled<string>
  id: string
  badgeId: string
  title: string
  isActive: boolean
  kind: BadgeRulesKind
  subject: Filled<string>
  documentIds: Filled<string[]>
  passed: Filled<boolean>
  amount: Filled<number>
  days: number | null
  audience: Json | null
  audienceIds: Filled<string[]>
  repeats: BadgeRulesRepeats
  countsFrom: string | null
  revokes: boolean
  triggerChangedAt: Timestamp
  revision: Filled<number>
  appliedRevision: Filled<number>
  createdBy: string
  createdAt: Timestamp
  updatedAt: Timestamp
  titleWords: Filled<string>
  issuerWords: Filled<string>
}

interface BadgeVersionsTable {
  tenantId: Filled<string>
  id: string
  badgeId: string
  number: number
  title: string
  description: Json
  criteria: Json
  design: Json
  createdBy: string
  createdAt: Timestamp
  svgSha256: string | null
  pngSha256: string | null
}

interface BadgesTable {
  tenantId: Filled<string>
  id: string
  title: string
  validMonths: number | null
  revision: Filled<number>
  versionId: string
  archivedAt: Timestamp | null
  createdBy: string
  createdAt: Timestamp
  updatedAt: Timestamp
}

type BulkUpdateRecordsState = 'done' | 'undone' | 'kept'
interface BulkUpdateRecordsTable {
  tenantId: Filled<string>
  runId: string
  assignmentId: string
  userId: string
  isGiven: boolean
  isOwn: boolean
  before: Json
  after: Filled<Json>
  state: Filled<BulkUpdateRecordsState>
}

type CalendarEntriesMethod = 'request' | 'cancel'
interface CalendarEntriesTable {
  tenantId: Filled<string>
  sessionId: string
  userId: string
  eventId: string
  sequence: number
  method: CalendarEntriesMethod
  fingerprint: string
  startsAt: Timestamp
  sentAt: Timestamp
  revision: Filled<number>
}

interface CalendarFeedsTable {
  tenantId: Filled<string>
  userId: string
  tokenHash: Buffer
  createdAt: Timestamp
  readAt: Timestamp | null
}

type CausesKind = 'finished' | 'voided' | 'points' | 'outside'
interface CausesTable {
  tenantId: Filled<string>
  id: string
  kind: CausesKind
  userId: string
  assignmentId: string | null
  documentType: string | null
  documentId: string | null
  state: string
  score: number | null
  at: Timestamp
}

interface CertificateRulesTable {
  tenantId: Filled<string>
  documentId: string
  documentType: string
  templateId: string
  validity: Json
  warnings: Filled<number[]>
  updatedBy: string
  updatedAt: Timestamp
}

interface CertificateTemplateVersionsTable {
  tenantId: Filled<string>
  id: string
  templateId: string
  number: number
  design: Json
  createdBy: string
  createdAt: Timestamp
}

interface CertificateTemplatesTable {
  tenantId: Filled<string>
  id: string
  title: string
  revision: Filled<number>
  versionId: string
  createdBy: string
  createdAt: Timestamp
  updatedAt: Timestamp
}

interface CertificatesTable {
  tenantId: Filled<string>
  id: string
  serial: string
  userId: string
  assignmentId: string
  documentType: string
  documentId: string
  versionId: string
  holderName: string
  title: string
  score: number | null
  issuedAt: Timestamp
  issuedDay: string
  validUntil: string | null
  warnings: Filled<number[]>
  revokedAt: Timestamp | null
  revokedBy: string | null
  revokeReason: Filled<string>
  replacedBy: string | null
  pdfSha256: string | null
  pdfSize: number | null
  pdfLocale: string | null
}

interface ContainerSyncsTable {
  tenantId: Filled<string>
  documentId: string
  token: string
}

interface CourseActivitiesTable {
  tenantId: Filled<string>
  versionId: string
  activityId: string
  documentId: string
  place: number
  kind: string
  title: string
  eventId: string | null
}

type CustomFieldsKind = 'text' | 'choices' | 'date' | 'number' | 'yesno' | 'person'
type CustomFieldsPersonAccess = 'none' | 'see' | 'edit'
type CustomFieldsManagerAccess = 'none' | 'see' | 'edit'
type CustomFieldsAdministratorAccess = 'see' | 'edit'
interface CustomFieldsTable {
  tenantId: Filled<string>
  field: string
  names: Json
  kind: CustomFieldsKind
  choices: Filled<string[]>
  isRequired: Filled<boolean>
  personAccess: CustomFieldsPersonAccess
  managerAccess: CustomFieldsManagerAccess
  administratorAccess: CustomFieldsAdministratorAccess
  place: number
  inList: Filled<boolean>
  revision: Filled<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}

type DataExportsState = 'making' | 'ready' | 'failed'
interface DataExportsTable {
  tenantId: Filled<string>
  id: string
  userId: string
  state: DataExportsState
  jobId: string
  askedAt: Timestamp
  sha256: string | null
  size: number | null
  readyAt: Timestamp | null
  expiresAt: Timestamp | null
}

interface DocumentRollupsTable {
  tenantId: Filled<string>
  documentId: string
  assigned: Filled<number>
  required: Filled<number>
  notStarted: Filled<number>
  inProgress: Filled<number>
  completed: Filled<number>
  failed: Filled<number>
  progressSum: Filled<number>
  scoreSum: Filled<number>
  scoreCount: Filled<number>
  seconds: Filled<number>
}

type DocumentSectionsRule = 'all' | 'any' | 'credits'
interface DocumentSectionsTable {
  tenantId: Filled<string>
  versionId: string
  section: number
  rule: Filled<DocumentSectionsRule>
  needed: number | null
  audienceId: string | null
}

type DocumentStepsDueFrom = 'start' | 'previous'
interface DocumentStepsTable {
  tenantId: Filled<string>
  versionId: string
  documentId: string
  stepId: string
  place: number
  section: Filled<number>
  stepType: string
  stepDocumentId: string
  isRequired: Filled<boolean>
  credits: Filled<number>
  equivalents: Filled<string[]>
  dueDays: number | null
  dueFrom: Filled<DocumentStepsDueFrom>
}

interface DocumentVersionsTable {
  tenantId: Filled<string>
  id: string
  documentId: string
  number: number | null
  content: Json
  note: Filled<string>
  createdAt: Filled<Timestamp>
  publishedAt: Timestamp | null
  publishedBy: string | null
}

type DocumentsStatus = 'draft' | 'draftwithchanges' | 'published' | 'unpublished' | 'publishedwithdraft' | 'archived'
type DocumentsType = 'course' | 'pathway' | 'learningPackage' | 'resource' | 'form' | 'event'
interface DocumentsTable {
  tenantId: Filled<string>
  id: string
  title: string
  description: Filled<string>
  category: Filled<string>
  tags: Filled<string[]>
  imageFileId: string | null
  isBundle: Filled<boolean>
  status: Filled<DocumentsStatus>
  statusRank: Filled<number>
  statusBefore: string | null
  publishedVersionId: string | null
  draftVersionId: string | null
  activityCount: Filled<number>
  minutes: Filled<number>
  revision: Filled<number>
  requiredCount: Filled<number>
  optionalCount: Filled<number>
  searchText: Filled<string>
  createdBy: string | null
  createdAt: Filled<Timestamp>
  updatedAt: Filled<Timestamp>
  publishedAt: Timestamp | null
  sortTitle: Computed<string>
  type: Filled<DocumentsType>
  subtype: Filled<string>
  language: Filled<string>
  prerequisites: Filled<string[]>
  acceptedMonths: number | null
  fileId: string | null
  reset: Json | null
  mayStartOver: Filled<boolean>
}

interface DrawnQuestionsTable {
  tenantId: Filled<string>
  submissionId: string
  questionId: string
  version: number
}

interface DueExtensionsTable {
  tenantId: Filled<string>
  id: string
  assignmentId: string
  userId: string
  fromDay: string
  toDay: string
  dueAt: Timestamp
  reason: string
  extendedBy: string
  extendedAt: Timestamp
}

interface DueRollupsTable {
  tenantId: Filled<string>
  documentId: string
  dueDay: string
  open: Filled<number>
}

interface EarlierSourcesTable {
  tenantId: Filled<string>
  assignmentId: string
  kind: string
  sourceId: string
  userId: string
  membershipId: string | null
  isOptional: boolean
  dueAt: Timestamp | null
  grantedAt: Timestamp
  grantedBy: string | null
}

interface EraseRequestsTable {
  tenantId: Filled<string>
  userId: string
  teamId: string
  reason: Filled<string>
  askedAt: Timestamp
  withdrawnAt: Timestamp | null
  dismissedAt: Timestamp | null
  begunBy: string | null
  confirmedAt: Timestamp | null
  confirmedBy: string | null
  finishedAt: Timestamp | null
  search: Json | null
  outcome: Json | null
}

interface EventFacilitatorsTable {
  tenantId: Filled<string>
  userId: string
  about: Filled<string>
  archivedAt: Timestamp | null
  addedAt: Timestamp
}

interface EventInterestsTable {
  tenantId: Filled<string>
  eventId: string
  userId: string
  at: Timestamp
  toldAt: Timestamp | null
}

interface EventRemindersTable {
  tenantId: Filled<string>
  sessionId: string
  hours: number
  startsAt: Timestamp
  sentAt: Timestamp
}

interface EventReservationsTable {
  tenantId: Filled<string>
  eventId: string
  managerId: string
  seats: number
  madeAt: Timestamp
}

interface EventRoomsTable {
  tenantId: Filled<string>
  id: string
  name: string
  address: Filled<string>
  capacity: number | null
  about: Filled<string>
  archivedAt: Timestamp | null
  createdAt: Timestamp
}

type EventScansResult =
  | 'counted'
  | 'already'
  | 'wrongCode'
  | 'oldCode'
  | 'noSeat'
  | 'otherEvent'
  | 'tooEarly'
  | 'tooLate'
  | 'late'
  | 'lateRefused'
  | 'usedCode'
  | 'notYours'
  | 'yourself'
interface EventScansTable {
  tenantId: Filled<string>
  id: string
  eventId: string
  sessionId: string | null
  userId: string | null
  result: EventScansResult
  scannedAt: Timestamp
  receivedAt: Timestamp
  byUser: string
  codeStep: number | null
}

interface EventSessionsTable {
  tenantId: Filled<string>
  id: string
  eventId: string
  number: number
  title: Filled<string>
  startsAt: Timestamp
  endsAt: Timestamp
  roomId: string | null
  address: Filled<string>
  joinUrl: Filled<string>
  droppedAt: Timestamp | null
  revision: Filled<number>
  changedAt: Timestamp | null
}

type EventsPlace = 'inPerson' | 'virtual' | 'both'
type EventsApproval = 'none' | 'manager' | 'administrator'
interface EventsTable {
  tenantId: Filled<string>
  id: string
  versionId: string
  place: EventsPlace
  timeZone: string
  capacity: number | null
  minimum: Filled<number>
  approval: EventsApproval
  hasList: boolean
  offerHours: Filled<number>
  opensAt: Timestamp | null
  closesAt: Timestamp | null
  cancelUntil: Timestamp | null
  promoteUntil: Timestamp | null
  joinMinutes: Filled<number>
  joinCounts: Filled<boolean>
  attendance: Json
  reminders: Filled<number[]>
  firstAt: Timestamp | null
  lastAt: Timestamp | null
  lastNumber: Filled<number>
  held: Filled<number>
  offered: Filled<number>
  waiting: Filled<number>
  reserved: Filled<number>
  cancelledAt: Timestamp | null
  cancelReason: Filled<string>
  seed: string
  warnDays: Filled<number>
  warnedFor: Timestamp | null
  runsFor: Timestamp | null
  checkInMinutes: Filled<number>
}

interface ExtraTimesTable {
  tenantId: Filled<string>
  formId: string
  userId: string
  percent: number
  givenBy: string
  givenAt: Timestamp
}

type FeedRowsOutcome = 'create' | 'update' | 'leave' | 'unchanged' | 'skipped' | 'rejected'
type FeedRowsState = 'planned' | 'done' | 'failed' | 'undone' | 'kept'
interface FeedRowsTable {
  tenantId: Filled<string>
  runId: string
  place: number
  line: number | null
  person: string
  userId: string
  membershipId: string | null
  byUnique: Filled<string>
  byEmail: Filled<string>
  byUsername: Filled<string>
  byEmployee: Filled<string>
  fields: Json
  managers: string[] | null
  outcome: FeedRowsOutcome
  state: Filled<FeedRowsState>
  errors: Filled<Json>
  before: Json | null
}

type FeedRunsState =
  | 'mapping'
  | 'checking'
  | 'checked'
  | 'committing'
  | 'done'
  | 'stopped'
  | 'undoing'
  | 'undone'
  | 'failed'
  | 'discarded'
type FeedRunsSource = 'upload' | 'api' | 'folder'
type FeedRunsKind = 'people' | 'completions'
interface FeedRunsTable {
  tenantId: Filled<string>
  id: string
  teamId: string
  state: FeedRunsState
  source: FeedRunsSource
  fileId: string | null
  fileName: string
  fileSize: number
  sha256: string
  headings: Filled<string[]>
  mapping: Filled<Json>
  options: Json
  reading: Filled<Json>
  counts: Filled<Json>
  asks: Filled<boolean>
  commits: Filled<boolean>
  reason: Filled<string>
  jobId: string | null
  createdBy: string
  createdAt: Timestamp
  checkedAt: Timestamp | null
  startedAt: Timestamp | null
  finishedAt: Timestamp | null
  kind: Filled<FeedRunsKind>
  readAs: Filled<Json>
}

interface FeedSettingsTable {
  tenantId: Filled<string>
  teamId: string
  mapping: Filled<Json>
  options: Filled<Json>
  mostLeaving: Filled<number>
  watchesFolder: Filled<boolean>
  watchedBy: string | null
  completionMapping: Filled<Json>
  completionOptions: Filled<Json>
  encoding: Filled<string>
  completionEncoding: Filled<string>
}

type FilesPurpose =
  | 'video'
  | 'audio'
  | 'captions'
  | 'document'
  | 'image'
  | 'package'
  | 'team'
  | 'answer'
  | 'feed'
  | 'avatar'
interface FilesTable {
  tenantId: Filled<string>
  id: string
  sha256: string
  size: number
  name: string
  contentType: string
  purpose: FilesPurpose
  variants: Filled<Json>
  createdBy: string | null
  createdAt: Filled<Timestamp>
  subjectId: string | null
}

type FollowUpsState = 'open' | 'done' | 'refused'
interface FollowUpsTable {
  tenantId: Filled<string>
  submissionId: string
  key: string
  state: Filled<FollowUpsState>
  reason: Filled<string>
  madeAt: Timestamp
  doneAt: Timestamp | null
}

interface FormFiguresTable {
  tenantId: Filled<string>
  versionId: string
  field: string
  name: string
  value: string
  amount: number
}

interface IdempotencyKeysTable {
  tenantId: Filled<string>
  userId: string
  operation: string
  key: string
  requestHash: string
  status: number | null
  response: Json | null
  createdAt: Filled<Timestamp>
}

type ImpersonationSessionsStatus = 'active' | 'inactive'
interface ImpersonationSessionsTable {
  tenantId: Filled<string>
  id: string
  userId: string
  userName: string
  teamId: string
  impersonatedUserId: string
  impersonatedName: string
  impersonatedEmail: Filled<string>
  impersonatedTeamId: string
  reason: string
  status: Filled<ImpersonationSessionsStatus>
  wroteFrom: Timestamp | null
  createdAt: Filled<Timestamp>
  expiresAt: Timestamp
  endedAt: Timestamp | null
}

interface IssuerKeysTable {
  tenantId: Filled<string>
  id: string
  publicKey: string
  sealedKey: string | null
  createdBy: string | null
  createdAt: Timestamp
  replacedAt: Timestamp | null
}

type JobRowsOutcome = 'done' | 'skipped' | 'failed'
interface JobRowsTable {
  tenantId: Filled<string>
  jobId: string
  subjectId: string
  title: Filled<string>
  outcome: JobRowsOutcome
  reason: Filled<string>
}

type JobsState = 'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled'
interface JobsTable {
  tenantId: Filled<string>
  id: string
  kind: string
  subject: Filled<string>
  input: Filled<Json>
  state: Filled<JobsState>
  done: Filled<number>
  total: number | null
  result: Json | null
  link: string | null
  error: string | null
  cancelAsked: Filled<boolean>
  attempts: Filled<number>
  createdBy: string
  createdByName: Filled<string>
  actor: Json
  createdAt: Filled<Timestamp>
  startedAt: Timestamp | null
  finishedAt: Timestamp | null
  expiresAt: Timestamp
}

interface KeptProofsTable {
  tenantId: Filled<string>
  userId: string
  kind: string
  goesOn: string
  reason: string
}

type KeyCorrectionsTreatment = 'newKey' | 'fullMarks' | 'leaveOut'
interface KeyCorrectionsTable {
  tenantId: Filled<string>
  id: string
  versionId: string | null
  questionId: string | null
  questionVersion: number | null
  field: string
  treatment: KeyCorrectionsTreatment
  neverLower: Filled<boolean>
  key: Json
  keyBefore: Json
  reason: Filled<string>
  correctedBy: string
  correctedAt: Timestamp
}

interface LearnerDueRollupsTable {
  tenantId: Filled<string>
  userId: string
  dueDay: string
  open: Filled<number>
}

interface LearnerRollupsTable {
  tenantId: Filled<string>
  userId: string
  assigned: Filled<number>
  required: Filled<number>
  notStarted: Filled<number>
  inProgress: Filled<number>
  completed: Filled<number>
  failed: Filled<number>
  progressSum: Filled<number>
  scoreSum: Filled<number>
  scoreCount: Filled<number>
  seconds: Filled<number>
  lastActivityAt: Timestamp | null
}

interface LegalHoldsTable {
  tenantId: Filled<string>
  userId: string
  reason: string
  heldBy: string
  heldAt: Timestamp
}

interface ListCountDeltasTable {
  tenantId: Filled<string>
  id: Filled<string>
  list: string
  teamId: string
  status: string
  change: number
}

interface ListCountsTable {
  tenantId: Filled<string>
  list: string
  teamId: string
  status: string
  amount: number
}

interface LiveEventsTable {
  tenantId: Filled<string>
  id: string
  topic: string
  userId: string | null
  kind: string
  subjectId: string
  at: Filled<Timestamp>
  position: number | null
}

type MailsState = 'waiting' | 'sent' | 'kept' | 'failed' | 'suppressed'
type MailsCalendarMethod = 'request' | 'cancel'
interface MailsTable {
  tenantId: Filled<string>
  id: string
  kind: string
  recipient: string
  userId: string | null
  subject: string
  textBody: string
  htmlBody: string
  state: Filled<MailsState>
  reason: Filled<string>
  reasonDetail: Filled<string>
  attempts: Filled<number>
  sendingSince: Timestamp | null
  createdAt: Filled<Timestamp>
  sentAt: Timestamp | null
  linkId: string | null
  linkCode: Filled<string>
  teamId: string | null
  calendar: string | null
  calendarMethod: MailsCalendarMethod | null
  unsubscribeUrl: string | null
}

interface ManagerRelationsTable {
  tenantId: Filled<string>
  managerId: string
  userId: string
  source: Filled<string>
}

interface ManagerRemindersTable {
  tenantId: Filled<string>
  userId: string
  managerId: string
  remindedAt: Timestamp
}

type ManagerRulesStatus = 'active' | 'inactive'
interface ManagerRulesTable {
  tenantId: Filled<string>
  id: string
  title: string
  kind: Filled<string>
  status: Filled<ManagerRulesStatus>
  managers: Json
  people: Json
  sameFields: Filled<string[]>
  ladder: Filled<string[]>
  isNearest: Filled<boolean>
  fields: string[]
  audienceIds: Filled<string[]>
  pairs: Filled<number>
  revision: Filled<number>
  updatedBy: string
  createdAt: Timestamp
  updatedAt: Timestamp
}

type MembershipsStatus =
  | 'active'
  | 'inactive'
  | 'archived'
  | 'maternity leave'
  | 'paternity leave'
  | 'sick leave'
  | 'compassionate leave'
  | 'leave without pay'
  | 'terminated'
interface MembershipsTable {
  tenantId: Filled<string>
  id: string
  userId: string
  teamId: string
  status: Filled<MembershipsStatus>
  roles: Filled<string[]>
  firstName: string
  lastName: string
  email: Filled<string>
  username: Filled<string>
  employeeId: Filled<string>
  avatar: Filled<string>
  phone: Filled<string>
  dob: string | null
  terminationDate: string | null
  managers: Filled<string[]>
  tags: Filled<string[]>
  position: Filled<string[]>
  loc1: Filled<string[]>
  loc2: Filled<string[]>
  loc3: Filled<string[]>
  loc4: Filled<string[]>
  loc5: Filled<string[]>
  loc6: Filled<string[]>
  div1: Filled<string[]>
  div2: Filled<string[]>
  div3: Filled<string[]>
  div4: Filled<string[]>
  div5: Filled<string[]>
  div6: Filled<string[]>
  custom1: Filled<string[]>
  custom2: Filled<string[]>
  custom3: Filled<string[]>
  custom4: Filled<string[]>
  custom5: Filled<string[]>
  custom6: Filled<string[]>
  rewardPointsCount: Filled<number>
  hasLoggedIn: Filled<boolean>
  isPrimary: Filled<boolean>
  preferences: Filled<Json>
  awaySince: Timestamp | null
  searchText: Filled<string>
  sortName: Computed<string>
  revision: Filled<number>
  createdAt: Filled<Timestamp>
  updatedAt: Filled<Timestamp>
  firstSignedInAt: Timestamp | null
  staysOffLeaderboard: Filled<boolean>
  ruleManagers: Filled<string[]>
  allManagers: Computed<string[]>
  erasedAt: Timestamp | null
  preferredName: Filled<string>
  shownFirstName: Computed<string>
  searchWords: Computed<string>
}

interface NotificationsTable {
  tenantId: Filled<string>
  id: string
  userId: string
  teamId: string | null
  kind: string
  key: string
  params: Filled<Json>
  link: string | null
  createdAt: Filled<Timestamp>
  readAt: Timestamp | null
}

interface OutboxTable {
  tenantId: Filled<string>
  id: string
  task: string
  payload: Json
  runAt: Timestamp
  createdAt: Filled<Timestamp>
}

type OutsideCertificatesState = 'open' | 'confirmed' | 'refused'
interface OutsideCertificatesTable {
  tenantId: Filled<string>
  id: string
  userId: string
  membershipId: string
  title: string
  issuer: string
  issuedDay: string
  validUntil: string | null
  fileId: string
  state: Filled<OutsideCertificatesState>
  reason: Filled<string>
  decidedBy: string | null
  decidedAt: Timestamp | null
  createdAt: Timestamp
}

type PackagesKind = 'scorm12' | 'scorm2004'
type PackagesEdition = '1.2' | '2004-2' | '2004-3' | '2004-4'
interface PackagesTable {
  tenantId: Filled<string>
  id: string
  fileId: string
  sha256: string
  kind: PackagesKind
  edition: PackagesEdition
  title: string
  identifier: Filled<string>
  version: Filled<string>
  scoCount: number
  itemCount: number
  entryCount: number
  size: number
  unpackedSize: number
  organizations: Json
  problems: Filled<Json>
  entries: Json
  media: Filled<string[]>
  createdBy: string | null
  createdAt: Filled<Timestamp>
}

type PermissionsStatus = 'active' | 'inactive'
type PermissionsRequestTo = 'managers' | 'administrators'
interface PermissionsTable {
  tenantId: Filled<string>
  id: string
  documentType: string
  documentId: string
  title: string
  status: Filled<PermissionsStatus>
  isOptional: Filled<boolean>
  rule: Json
  fields: Filled<string[]>
  due: Filled<Json>
  isApplying: Filled<boolean>
  applyingToken: string | null
  people: Filled<number>
  updatedBy: string | null
  createdAt: Filled<Timestamp>
  updatedAt: Filled<Timestamp>
  applyFailed: Filled<boolean>
  appliedSign: string | null
  audienceIds: Filled<string[]>
  requestTo: PermissionsRequestTo | null
  standInAfterDays: number | null
  dueDocumentId: Computed<string | null>
}

interface PersonMergeRowsTable {
  tenantId: Filled<string>
  mergeId: string
  tableName: string
  rowKey: Json
  before: Json | null
  after: Json | null
}

interface PersonMergesTable {
  tenantId: Filled<string>
  id: string
  stayUserId: string
  stayMembershipId: string
  stayName: string
  goneUserId: string
  goneName: string
  points: Json
  madeBy: string
  madeByName: string
  madeAt: Timestamp
  undoneBy: string | null
  undoneAt: Timestamp | null
}

interface PersonalEntriesTable {
  tenantId: Filled<string>
  id: string
  userId: string
  title: string
  description: Filled<string>
  place: Filled<string>
  timeZone: string
  startsAt: Timestamp
  endsAt: Timestamp
  firstDay: string | null
  lastDay: string | null
  revision: Filled<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}

type PointEntriesKind = 'earn' | 'redeem' | 'adjust' | 'expire' | 'reverse' | 'refund'
interface PointEntriesTable {
  tenantId: Filled<string>
  id: string
  membershipId: string
  place: number
  userId: string
  teamId: string
  kind: PointEntriesKind
  amount: number
  balance: number
  documentId: string | null
  documentType: string | null
  documentTitle: Filled<string>
  assignmentId: string | null
  key: string
  reverses: string | null
  missing: Filled<number>
  reason: Filled<string>
  byUserId: string | null
  createdAt: Timestamp
  activityId: string | null
}

type PointRulesRepeats = 'once' | 'cycle'
interface PointRulesTable {
  tenantId: Filled<string>
  documentId: string
  amount: number
  repeats: PointRulesRepeats
  monthlyBudget: number | null
}

interface PointSettingsTable {
  tenantId: Filled<string>
  expireAfterMonths: number | null
  dailyCap: number | null
  coolDownMinutes: Filled<number>
  leaderboard: Filled<boolean>
}

type PreparedFilesState = 'waiting' | 'ready' | 'failed'
interface PreparedFilesTable {
  tenantId: Filled<string>
  fileId: string
  state: Filled<PreparedFilesState>
  runId: string
  outline: Filled<Json>
  reason: Filled<string>
  text: Filled<string>
  askedAt: Timestamp
  finishedAt: Timestamp | null
  searchText: Filled<string>
  encoding: Filled<string>
}

interface PreparedPartsTable {
  tenantId: Filled<string>
  fileId: string
  number: number
  body: string
}

type PresenceState = 'online' | 'offline'
interface PresenceTable {
  tenantId: Filled<string>
  userId: string
  state: PresenceState
  currentTeam: string | null
  currentFeature: string | null
  firstName: string | null
  lastName: string | null
  avatar: string | null
  currentUserTeam: string | null
  deviceType: string | null
  mobileVendor: string | null
  mobileModel: string | null
  browserName: string | null
  browserVersion: string | null
  osName: string | null
  osVersion: string | null
  processId: string | null
  lastChanged: Timestamp
  revision: Filled<number>
}

interface ProgressDeltasTable {
  tenantId: Filled<string>
  id: string
  documentId: string
  userId: string
  sign: number
  state: string
  isOptional: boolean
  dueDay: string | null
  progress: number
  score: number | null
  seconds: number
  lastActivityAt: Timestamp | null
  at: Timestamp
  documentType: Filled<string>
  versionId: string | null
}

interface QuestionVersionsTable {
  tenantId: Filled<string>
  questionId: string
  number: number
  content: Json
  createdBy: string | null
  createdAt: Timestamp
}

type QuestionsDifficulty = 'easy' | 'medium' | 'hard'
interface QuestionsTable {
  tenantId: Filled<string>
  id: string
  field: string
  title: string
  kind: string
  searchText: string
  points: number
  category: Filled<string>
  tags: Filled<string[]>
  difficulty: QuestionsDifficulty
  forManagers: Filled<boolean>
  isArchived: Filled<boolean>
  version: Filled<number>
  revision: Filled<number>
  createdBy: string | null
  createdAt: Timestamp
  updatedBy: string | null
  updatedAt: Timestamp
}

interface QuickNotesTable {
  tenantId: Filled<string>
  id: string
  userId: string
  text: string
  createdAt: Filled<Timestamp>
  updatedAt: Filled<Timestamp>
}

interface RatingTotalsTable {
  tenantId: Filled<string>
  documentId: string
  ratings: number
  stars: number
  people: number
}

interface RatingsTable {
  tenantId: Filled<string>
  assignmentId: string
  documentId: string
  userId: string
  stars: number
  comment: Filled<string>
  ratedAt: Timestamp
  updatedAt: Timestamp
}

interface RegistrationStepsTable {
  tenantId: Filled<string>
  id: string
  registrationId: string
  verb: string
  state: string
  at: Timestamp
  byUser: string | null
  note: Filled<string>
}

type RegistrationsState =
  | 'registration'
  | 'pending'
  | 'attending'
  | 'waiting'
  | 'waiting-cancelled'
  | 'cancellation'
  | 'cancelled'
  | 'attended'
  | 'not attended'
interface RegistrationsTable {
  tenantId: Filled<string>
  id: string
  eventId: string
  userId: string
  membershipId: string
  state: RegistrationsState
  number: number
  since: Timestamp
  registeredAt: Timestamp
  offerUntil: Timestamp | null
  note: Filled<string>
  isWalkIn: Filled<boolean>
  requestId: string | null
}

type RequestDecidersState = 'open' | 'approved' | 'declined' | 'notNeeded'
interface RequestDecidersTable {
  tenantId: Filled<string>
  requestId: string
  level: number
  userId: string
  state: Filled<RequestDecidersState>
  decidedBy: string | null
  decidedAt: Timestamp | null
}

type RequestsKind = 'document' | 'seat' | 'form' | 'order'
type RequestsState = 'open' | 'approved' | 'declined' | 'withdrawn' | 'returned'
type RequestsSentTo = 'managers' | 'administrators' | 'people'
interface RequestsTable {
  tenantId: Filled<string>
  id: string
  kind: Filled<RequestsKind>
  documentType: string | null
  documentId: string | null
  userId: string
  membershipId: string
  note: Filled<string>
  state: Filled<RequestsState>
  sentTo: RequestsSentTo
  standInAt: Timestamp | null
  stoodInAt: Timestamp | null
  madeAt: Timestamp
  decidedBy: string | null
  decidedAt: Timestamp | null
  reason: Filled<string>
  submissionId: string | null
  levels: Json | null
  level: number | null
  remindAt: Timestamp | null
  remindedAt: Timestamp | null
  orderId: string | null
  title: Filled<string>
}

interface ResourceReadsTable {
  tenantId: Filled<string>
  assignmentId: string
  versionId: string
  opened: Filled<number>
  downloads: Filled<number>
  firstOpenedAt: Timestamp
  lastOpenedAt: Timestamp
  readAt: Timestamp | null
}

type RetentionPeriodsKind = 'certificates' | 'badges' | 'outsideCertificates' | 'submissions'
interface RetentionPeriodsTable {
  tenantId: Filled<string>
  kind: RetentionPeriodsKind
  months: number
  reason: string
  updatedBy: string
  updatedAt: Timestamp
}

type RewardOrdersState = 'waiting' | 'ordered' | 'delivered' | 'refused' | 'withdrawn'
interface RewardOrdersTable {
  tenantId: Filled<string>
  id: string
  rewardId: string
  membershipId: string
  userId: string
  title: string
  cost: number
  state: RewardOrdersState
  note: Filled<string>
  orderedAt: Timestamp
  closedAt: Timestamp | null
  closedBy: string | null
}

type RewardsApproval = 'none' | 'managers' | 'administrators'
interface RewardsTable {
  tenantId: Filled<string>
  id: string
  title: string
  description: Filled<string>
  imageFileId: string | null
  cost: number
  stock: number | null
  approval: RewardsApproval
  deliveryNote: Filled<string>
  isOffered: Filled<boolean>
  revision: Filled<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}

interface RollupMarksTable {
  tenantId: Filled<string>
  name: string
  foldedAt: Timestamp
}

type RuntimeCallsVerdict = 'recorded' | 'refused' | 'read' | 'late' | 'stale'
interface RuntimeCallsTable {
  tenantId: Filled<string>
  attemptId: string
  epoch: number
  n: number
  at: Timestamp
  receivedAt: Timestamp
  scoId: string
  call: string
  element: Filled<string>
  value: Filled<string>
  result: Filled<string>
  error: Filled<string>
  times: Filled<number>
  verdict: RuntimeCallsVerdict
}

interface SavedViewsTable {
  tenantId: Filled<string>
  id: string
  userId: string
  list: string
  name: string
  query: string
  isDefault: Filled<boolean>
  createdAt: Filled<Timestamp>
}

interface ScheduleReceiversTable {
  tenantId: Filled<string>
  scheduleId: string
  userId: string
  stoppedAt: Timestamp | null
}

interface ScheduleRunsTable {
  tenantId: Filled<string>
  scheduleId: string
  dueAt: Timestamp
  sentAt: Timestamp
  mails: number
}

type SchedulesRhythm = 'daily' | 'weekly' | 'monthly'
type SchedulesShows = 'now' | 'dayBefore'
type SchedulesStoppedReason = 'owner'
interface SchedulesTable {
  tenantId: Filled<string>
  id: string
  ownerId: string
  teamId: string
  viewId: string
  rhythm: SchedulesRhythm
  weekdays: Filled<number[]>
  monthDay: Filled<number>
  dayTime: string
  zone: string
  shows: SchedulesShows
  isActive: Filled<boolean>
  stoppedReason: SchedulesStoppedReason | null
  nextAt: Timestamp
  lastAt: Timestamp | null
  createdAt: Timestamp
}

interface ScimGroupsTable {
  tenantId: Filled<string>
  audienceId: string
  teamId: string
  externalId: Filled<string>
  revision: Filled<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}

interface ScimPeopleTable {
  tenantId: Filled<string>
  userId: string
  userName: Filled<string>
  userNameKey: Computed<string>
  externalId: Filled<string>
  attributes: Filled<Json>
  managerWanted: string | null
  tokenId: string | null
  revision: Filled<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}

type ScimTokensScope = 'read' | 'people' | 'all'
interface ScimTokensTable {
  tenantId: Filled<string>
  id: string
  name: string
  teamId: string
  scope: ScimTokensScope
  invites: Filled<boolean>
  hash: Buffer
  hint: string
  createdBy: string
  createdAt: Timestamp
  expiresAt: Timestamp | null
  lastUsedAt: Timestamp | null
  revokedAt: Timestamp | null
  revokedBy: string | null
}

interface SeenVersionsTable {
  tenantId: Filled<string>
  assignmentId: string
  versionId: string
  fromAt: Timestamp
  untilAt: Timestamp
}

interface SessionFacilitatorsTable {
  tenantId: Filled<string>
  sessionId: string
  userId: string
  eventId: string
}

interface ShownBadgesTable {
  tenantId: Filled<string>
  sessionId: string
  awardId: string
  userId: string
  shownAt: Timestamp
}

interface StandInsTable {
  tenantId: Filled<string>
  id: string
  userId: string
  standInId: string
  fromDay: string
  untilDay: string
  madeAt: Timestamp
}

interface StatementKeysTable {
  tenantId: Filled<string>
  id: string
  stored: Timestamp
}

interface StatementsTable {
  tenantId: Filled<string>
  id: string
  stored: Timestamp
  userId: string
  verb: string
  objectId: string
  assignmentId: string | null
  activityId: string | null
  body: Json
}

interface StatusListsTable {
  tenantId: Filled<string>
  number: number
  seed: string
  createdAt: Timestamp
}

interface StepCommentsTable {
  tenantId: Filled<string>
  id: string
  documentId: string
  activityId: string
  authorId: string
  body: string
  madeAt: Timestamp
}

type StepPointRulesRepeats = 'once' | 'cycle'
interface StepPointRulesTable {
  tenantId: Filled<string>
  documentId: string
  activityId: string
  amount: number
  repeats: StepPointRulesRepeats
}

interface StepThreadsTable {
  tenantId: Filled<string>
  documentId: string
  activityId: string
  resolvedAt: Timestamp | null
  resolvedBy: string | null
}

interface StepWaiversTable {
  tenantId: Filled<string>
  assignmentId: string
  stepId: string
  userId: string
  reason: string
  evidenceFileId: string | null
  waivedBy: string
  waivedAt: Timestamp
}

type SubmissionEventsEvent =
  | 'started'
  | 'submitted'
  | 'marked'
  | 'reopened'
  | 'approved'
  | 'declined'
  | 'passedOn'
  | 'withdrawn'
  | 'regraded'
  | 'changed'
interface SubmissionEventsTable {
  tenantId: Filled<string>
  id: string
  submissionId: string
  event: SubmissionEventsEvent
  at: Timestamp
  byUser: string
  comment: Filled<string>
  level: Filled<string>
  forUser: string | null
}

interface SubmissionFiguresTable {
  tenantId: Filled<string>
  submissionId: string
  figures: Json
}

type SubmissionMarkingsFinish = 'done' | 'competent' | 'notCompetent'
interface SubmissionMarkingsTable {
  tenantId: Filled<string>
  submissionId: string
  markerId: string
  revision: number
  marks: Json
  comment: Filled<string>
  finish: SubmissionMarkingsFinish | null
  savedAt: Timestamp
  finishedAt: Timestamp | null
}

type SubmissionsState =
  | 'inprogress'
  | 'pending'
  | 'markingRequired'
  | 'approvalRequired'
  | 'pendingResubmission'
  | 'completed'
  | 'competent'
  | 'notCompetent'
  | 'approved'
  | 'not approved'
type SubmissionsOutcome = 'completed' | 'passed' | 'failed' | 'competent' | 'notCompetent' | 'approved' | 'not approved'
interface SubmissionsTable {
  tenantId: Filled<string>
  id: string
  formId: string
  versionId: string
  assignmentId: string | null
  userId: string
  membershipId: string
  writtenBy: string
  number: number
  state: Filled<SubmissionsState>
  outcome: SubmissionsOutcome | null
  revision: Filled<number>
  markedRevision: Filled<number>
  startedAt: Timestamp
  savedAt: Timestamp
  endsAt: Timestamp | null
  submittedAt: Timestamp | null
  byTime: Filled<boolean>
  decidedAt: Timestamp | null
  decidedBy: string | null
  points: number | null
  outOf: number | null
  percent: number | null
  comment: Filled<string>
  reopened: string[] | null
  drawn: Json | null
  countedSign: string | null
  activityId: string | null
  isWithheld: Filled<boolean>
}

interface TenantCalendarsTable {
  tenantId: Filled<string>
  timeZone: string
  createdAt: Timestamp
}

interface TenantLocksTable {
  tenantId: Filled<string>
  name: string
}

interface UploadsTable {
  tenantId: Filled<string>
  id: string
  userId: string
  name: string
  size: number
  arrived: Filled<number>
  pieces: Filled<string[]>
  touchedAt: Timestamp
}

interface VersionMovesTable {
  tenantId: Filled<string>
  versionId: string
  documentId: string
  choice: Json
  people: number
  carried: Filled<number>
  restarted: Filled<number>
  begunAt: Timestamp
  finishedAt: Timestamp | null
}

interface VersionRollupsTable {
  tenantId: Filled<string>
  documentId: string
  versionId: string
  assigned: Filled<number>
}

export interface DB {
  activityDays: ActivityDaysTable
  activityDeltas: ActivityDeltasTable
  activityProgress: ActivityProgressTable
  activityRollups: ActivityRollupsTable
  analyticsEvents: AnalyticsEventsTable
  anonymousAnswers: AnonymousAnswersTable
  anonymousMarks: AnonymousMarksTable
  answers: AnswersTable
  assignmentDays: AssignmentDaysTable
  assignmentSources: AssignmentSourcesTable
  assignments: AssignmentsTable
  attemptScos: AttemptScosTable
  attempts: AttemptsTable
  attendanceMarks: AttendanceMarksTable
  audiencePeople: AudiencePeopleTable
  audiences: AudiencesTable
  auditBlanks: AuditBlanksTable
  auditChecks: AuditChecksTable
  auditEntries: AuditEntriesTable
  auditHeads: AuditHeadsTable
  auditPayloads: AuditPayloadsTable
  auditPending: AuditPendingTable
  auditSeals: AuditSealsTable
  badgeAwards: BadgeAwardsTable
  badgeCounters: BadgeCountersTable
  badgeRules: BadgeRulesTable
  badgeVersions: BadgeVersionsTable
  badges: BadgesTable
  bulkUpdateRecords: BulkUpdateRecordsTable
  calendarEntries: CalendarEntriesTable
  calendarFeeds: CalendarFeedsTable
  causes: CausesTable
  certificateRules: CertificateRulesTable
  certificateTemplateVersions: CertificateTemplateVersionsTable
  certificateTemplates: CertificateTemplatesTable
  certificates: CertificatesTable
  containerSyncs: ContainerSyncsTable
  courseActivities: CourseActivitiesTable
  customFields: CustomFieldsTable
  dataExports: DataExportsTable
  documentRollups: DocumentRollupsTable
  documentSections: DocumentSectionsTable
  documentSteps: DocumentStepsTable
  documentVersions: DocumentVersionsTable
  documents: DocumentsTable
  drawnQuestions: DrawnQuestionsTable
  dueExtensions: DueExtensionsTable
  dueRollups: DueRollupsTable
  earlierSources: EarlierSourcesTable
  eraseRequests: EraseRequestsTable
  eventFacilitators: EventFacilitatorsTable
  eventInterests: EventInterestsTable
  eventReminders: EventRemindersTable
  eventReservations: EventReservationsTable
  eventRooms: EventRoomsTable
  eventScans: EventScansTable
  eventSessions: EventSessionsTable
  events: EventsTable
  extraTimes: ExtraTimesTable
  feedRows: FeedRowsTable
  feedRuns: FeedRunsTable
  feedSettings: FeedSettingsTable
  files: FilesTable
  followUps: FollowUpsTable
  formFigures: FormFiguresTable
  idempotencyKeys: IdempotencyKeysTable
  impersonationSessions: ImpersonationSessionsTable
  issuerKeys: IssuerKeysTable
  jobRows: JobRowsTable
  jobs: JobsTable
  keptProofs: KeptProofsTable
  keyCorrections: KeyCorrectionsTable
  learnerDueRollups: LearnerDueRollupsTable
  learnerRollups: LearnerRollupsTable
  legalHolds: LegalHoldsTable
  listCountDeltas: ListCountDeltasTable
  listCounts: ListCountsTable
  liveEvents: LiveEventsTable
  mails: MailsTable
  managerRelations: ManagerRelationsTable
  managerReminders: ManagerRemindersTable
  managerRules: ManagerRulesTable
  memberships: MembershipsTable
  notifications: NotificationsTable
  outbox: OutboxTable
  outsideCertificates: OutsideCertificatesTable
  packages: PackagesTable
  permissions: PermissionsTable
  personMergeRows: PersonMergeRowsTable
  personMerges: PersonMergesTable
  personalEntries: PersonalEntriesTable
  pointEntries: PointEntriesTable
  pointRules: PointRulesTable
  pointSettings: PointSettingsTable
  preparedFiles: PreparedFilesTable
  preparedParts: PreparedPartsTable
  presence: PresenceTable
  progressDeltas: ProgressDeltasTable
  questionVersions: QuestionVersionsTable
  questions: QuestionsTable
  quickNotes: QuickNotesTable
  ratingTotals: RatingTotalsTable
  ratings: RatingsTable
  registrationSteps: RegistrationStepsTable
  registrations: RegistrationsTable
  requestDeciders: RequestDecidersTable
  requests: RequestsTable
  resourceReads: ResourceReadsTable
  retentionPeriods: RetentionPeriodsTable
  rewardOrders: RewardOrdersTable
  rewards: RewardsTable
  rollupMarks: RollupMarksTable
  runtimeCalls: RuntimeCallsTable
  savedViews: SavedViewsTable
  scheduleReceivers: ScheduleReceiversTable
  scheduleRuns: ScheduleRunsTable
  schedules: SchedulesTable
  scimGroups: ScimGroupsTable
  scimPeople: ScimPeopleTable
  scimTokens: ScimTokensTable
  seenVersions: SeenVersionsTable
  sessionFacilitators: SessionFacilitatorsTable
  shownBadges: ShownBadgesTable
  standIns: StandInsTable
  statementKeys: StatementKeysTable
  statements: StatementsTable
  statusLists: StatusListsTable
  stepComments: StepCommentsTable
  stepPointRules: StepPointRulesTable
  stepThreads: StepThreadsTable
  stepWaivers: StepWaiversTable
  submissionEvents: SubmissionEventsTable
  submissionFigures: SubmissionFiguresTable
  submissionMarkings: SubmissionMarkingsTable
  submissions: SubmissionsTable
  tenantCalendars: TenantCalendarsTable
  tenantLocks: TenantLocksTable
  uploads: UploadsTable
  versionMoves: VersionMovesTable
  versionRollups: VersionRollupsTable
}
