import { z } from 'zod'
import { activityKinds, CompletionRule, Landing } from './courses.ts'
import { Cycle, CycleStanding } from './cycles.ts'
import { DocumentType } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { DueExtension } from './extensions.ts'
import { StoredFile } from './files.ts'
import { learnerSortKeys } from './learner-sorts.ts'
import { PathwayCard, WaitsFor, Within } from './pathways.ts'
import { Source } from './permissions.ts'
import { AverageRating } from './ratings.ts'
import { CourseRecord, recordLaunchBody, recordQuery } from './records.ts'
import { ProgressState } from './states.ts'
import { Day, Id, Moment, PageQuery, Percent, pageOf, QueryFlag, queryList, queryWords } from './values.ts'

declare module './notification-kinds.ts' {
  interface NotificationParams {
    courseRestarted: GivenDocument
  }
}

/** How a due date stands today, in the tenant's time zone; `none` without one and for optional learning. */
export const dueStates = ['none', 'upcoming', 'soon', 'overdue'] as const
export const DueState = z.enum(dueStates)

/** A course as its learner sees it in lists. */
export const CourseCard = z.object({
  userCourseId: Id,
  courseId: Id,
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  image: z.string(),
  isBundle: z.boolean(),
  isOptional: z.boolean(),
  state: ProgressState,
  progress: Percent,
  activityCount: z.number().int(),
  activitiesDone: z.number().int(),
  minutes: z.number().int(),
  dueAt: Moment.nullable(),
  dueState: DueState,
  assignedAt: Moment,
  startedAt: Moment.nullable(),
  completedAt: Moment.nullable(),
  lastActivityAt: Moment.nullable(),
  /** What has to be finished first, while the course is locked; null: it opens. */
  waitsFor: WaitsFor.nullable(),
  /** Pathways and learning packages that it comes from, directly or in a bundle. */
  within: Within,
  /** The last day on which it is valid; null: it is not finished, or it is for ever. */
  validUntil: Day.nullable(),
  /** It was had before: this is a later cycle. */
  isAgain: z.boolean(),
})
export type CourseCard = z.infer<typeof CourseCard>

/** A document of any kind among what a person has to do. */
export const RequiredCard = CourseCard.omit({ userCourseId: true, courseId: true }).extend({
  documentType: DocumentType,
  documentId: Id,
  assignmentId: Id,
})
export type RequiredCard = z.infer<typeof RequiredCard>

export const Home = z.object({
  /** The course to go on with, and the step in it. */
  resume: CourseCard.extend({ activityId: Id.nullable(), activityTitle: z.string() }).nullable(),
  /** Documents of every kind but pathways, which have a section of their own; a bundle's courses stand for it. */
  required: z.object({
    overdue: z.array(RequiredCard),
    soon: z.array(RequiredCard),
    upcoming: z.array(RequiredCard),
    noDeadline: z.array(RequiredCard),
    total: z.number().int(),
  }),
  recent: z.array(CourseCard),
  /** Those that are not finished; six at most. */
  pathways: z.array(PathwayCard),
  /** The person holds a seat at an event that is not over. */
  hasEvents: z.boolean(),
  /** A certificate of theirs ends soon, or has ended lately, and none has taken its place. */
  hasEndingCertificates: z.boolean(),
  /** Of courses alone: each leads to the list of the courses that it counts. */
  counts: z.object({
    required: z.number().int(),
    done: z.number().int(),
    inProgress: z.number().int(),
    overdue: z.number().int(),
  }),
})
export type Home = z.infer<typeof Home>

/** Why a step cannot be opened yet: the catalogue key and the title that it waits for. */
export const Lock = z.object({ reason: z.enum(['previous', 'notPublished']), waitsFor: z.string() })

export const OutlineActivity = z.object({
  id: Id,
  kind: z.enum(activityKinds),
  title: z.string(),
  description: z.string(),
  minutes: z.number().int(),
  completion: CompletionRule,
  state: ProgressState,
  progress: Percent,
  scorePercent: z.number().nullable(),
  completedAt: Moment.nullable(),
  lock: Lock.nullable(),
})
export type OutlineActivity = z.infer<typeof OutlineActivity>

/** Watched stretches of a video or sound, in seconds, merged and sorted: `[[0, 12.5], [30, 41]]`. */
export const Segments = z.array(z.tuple([z.number().min(0), z.number().min(0)])).max(2000)

const activityContentBase = {
  id: Id,
  title: z.string(),
  state: ProgressState,
  progress: Percent,
  scorePercent: z.number().nullable(),
  completion: CompletionRule,
  savedAt: Moment.nullable(),
}

/** What the page needs to show one step. Signed addresses are good for some hours and for this person only. */
export const ActivityContent = z.discriminatedUnion('kind', [
  z.object({ ...activityContentBase, kind: z.literal('page'), html: z.string() }),
  z.object({
    ...activityContentBase,
    kind: z.enum(['video', 'audio']),
    file: StoredFile,
    captions: z.array(z.object({ url: z.string(), language: z.string(), label: z.string() })),
    transcript: z.string(),
    /** Seconds from which to go on. */
    position: z.number().min(0),
    segments: Segments,
  }),
  z.object({ ...activityContentBase, kind: z.literal('document'), file: StoredFile }),
  z.object({ ...activityContentBase, kind: z.literal('link'), url: z.string() }),
  z.object({
    ...activityContentBase,
    kind: z.literal('scorm'),
    packageKind: z.enum(['scorm12', 'scorm2004']),
    scoCount: z.number().int(),
    attemptNumber: z.number().int(),
    mayRestart: z.boolean(),
  }),
  /** How it stands and whether it can be begun: `forms.inCourse.own`. */
  z.object({ ...activityContentBase, kind: z.enum(['form', 'quiz']), formId: Id, formTitle: z.string() }),
  /** Its dates, and what the person may do: `events.inCourse.own`. */
  z.object({ ...activityContentBase, kind: z.literal('event'), eventId: Id, eventTitle: z.string() }),
])
export type ActivityContent = z.infer<typeof ActivityContent>

export const LearnerCourse = CourseCard.extend({
  sequential: z.boolean(),
  versionNumber: z.number().int(),
  sections: z.array(z.object({ id: Id, title: z.string(), activities: z.array(OutlineActivity) })),
  /** A bundle's courses. */
  children: z.array(CourseCard),
  /** Where to go on: the last opened step that is not done, else the first open one. */
  resumeActivityId: Id.nullable(),
  sources: z.array(Source),
  cycle: CycleStanding,
  /** Newest first; fifty at most. */
  earlierCycles: z.array(Cycle),
  /** Somebody gave the person this later date; null: it is as the sources say. */
  extension: DueExtension.nullable(),
  /** Documents to be finished before it opens, and whether the person has. */
  prerequisites: z.array(z.object({ id: Id, type: DocumentType, title: z.string(), isDone: z.boolean() })),
  rating: AverageRating,
  /** The page before the first start; its text is null when the course was begun, unless it was asked for. */
  landing: Landing.extend({ html: z.string().nullable() }),
  /** Of the step that the question named, or where to go on; null while that is locked, absent when nothing was asked. */
  content: ActivityContent.nullable().optional(),
})
export type LearnerCourse = z.infer<typeof LearnerCourse>

/** Everything needed to open the player frame; the token goes by postMessage, never in an address. */
export const Launch = z.object({
  attemptId: Id,
  epoch: z.number().int(),
  token: z.string(),
  /** Address of the player page on the content origin. */
  playerUrl: z.string(),
  contentOrigin: z.string(),
  /** `browse` records nothing: an administrator's preview. */
  mode: z.enum(['normal', 'review', 'browse']),
})
export type Launch = z.infer<typeof Launch>

export const Progress = z.object({
  state: ProgressState,
  progress: Percent,
  scorePercent: z.number().nullable(),
  /** When the server had stored it durably: the only source of the word "saved". */
  savedAt: Moment,
  course: z.object({ state: ProgressState, progress: Percent, completedAt: Moment.nullable() }),
})
export type Progress = z.infer<typeof Progress>

const courseParams = z.object({ userCourseId: Id })
const activityParams = z.object({ userCourseId: Id, activityId: Id })

export const learningSortKeys = [...learnerSortKeys, 'dueAt'] as const
const listQuery = PageQuery.extend({
  state: queryList(ProgressState),
  category: queryWords(),
  required: z.enum(['required', 'optional']).optional(),
  dueState: DueState.optional(),
  sort: z.enum(learningSortKeys).default('title'),
  direction: z.enum(['asc', 'desc']).default('asc'),
})

export const learning = {
  home: endpoint({
    id: 'learning.home',
    summary: 'The homepage: where to go on, required learning by due date, recent courses.',
    method: 'GET',
    path: '/api/home',
    access: 'signedIn',
    callers: ['token', 'looking'],
    response: Home,
  }),
  courses: endpoint({
    id: 'learning.courses',
    summary: 'The person’s own courses.',
    method: 'GET',
    path: '/api/my/courses',
    access: 'signedIn',
    callers: ['token', 'looking'],
    query: listQuery,
    response: pageOf(CourseCard),
  }),
  bundles: endpoint({
    id: 'learning.bundles',
    summary: 'The person’s own bundles.',
    method: 'GET',
    path: '/api/my/bundles',
    access: 'signedIn',
    callers: ['token', 'looking'],
    feature: 'bundles',
    query: listQuery,
    response: pageOf(CourseCard),
  }),
  course: endpoint({
    id: 'learning.course',
    summary:
      'One of the person’s courses with its outline, and with a step’s content if asked. A course’s own id leads to the caller’s assignment of it. Of a locked course: what it is, its titles, and what it waits for.',
    method: 'GET',
    path: '/api/my/courses/:userCourseId',
    access: 'signedIn',
    callers: ['token', 'looking'],
    params: courseParams,
    /** `landing`: the text of the page before the first start, also afterwards. `step`: the content of this one comes along, or of the one to go on at: `here`, or when the course has no such step. */
    query: z.object({ step: z.literal('here').or(Id).optional(), landing: QueryFlag.default(false) }),
    response: LearnerCourse,
  }),
  activity: endpoint({
    id: 'learning.activity',
    summary: 'The content of one step; refused while it is locked.',
    method: 'GET',
    path: '/api/my/courses/:userCourseId/activities/:activityId',
    access: 'signedIn',
    callers: ['token', 'looking'],
    params: activityParams,
    response: ActivityContent,
  }),
  progress: endpoint({
    id: 'learning.progress',
    summary: 'Record that a step was opened, seen, ticked or watched. The server decides what that completes.',
    method: 'POST',
    path: '/api/my/courses/:userCourseId/activities/:activityId/progress',
    access: 'signedIn',
    bodyBytes: 128 * 1024,
    callers: ['token', 'acting'],
    audit: null,
    sample: () => ({ body: { event: 'view' } }),
    params: activityParams,
    body: z.discriminatedUnion('event', [
      /** The step is on screen: it is begun, and nothing more. */
      z.strictObject({ event: z.literal('open'), seconds: z.number().min(0).max(3600).default(0) }),
      /** It was shown to its end or for the time it takes to read; a link was followed, a file downloaded. */
      z.strictObject({ event: z.literal('view'), seconds: z.number().min(0).max(3600).default(0) }),
      z.strictObject({ event: z.literal('tick'), seconds: z.number().min(0).max(3600).default(0) }),
      z.strictObject({
        event: z.literal('watch'),
        position: z.number().min(0),
        duration: z.number().positive().max(86_400),
        /** Stretches watched since the last report that was answered. */
        segments: Segments,
        seconds: z.number().min(0).max(3600).default(0),
      }),
    ]),
    response: Progress,
  }),
  launch: endpoint({
    id: 'learning.launch',
    summary: 'Open a package: a token for this attempt alone. An older window of the same attempt can no longer write.',
    method: 'POST',
    path: '/api/my/courses/:userCourseId/activities/:activityId/launch',
    access: 'signedIn',
    callers: ['token', 'looking'],
    audit: null,
    sample: (given) => ({ params: { activityId: given.packageStepId }, body: {} }),
    answersSecret: true,
    params: activityParams,
    body: z.strictObject({ restart: z.boolean().default(false) }),
    response: Launch,
  }),
  record: endpoint({
    id: 'learning.record',
    summary:
      'What the person saw of one of their courses: its versions with their pages and files as they were. Also of earlier cycles, and of what they no longer have.',
    method: 'GET',
    path: '/api/my/courses/:userCourseId/record',
    access: 'signedIn',
    callers: ['token', 'looking'],
    params: courseParams,
    query: recordQuery,
    response: CourseRecord,
  }),
  recordLaunch: endpoint({
    id: 'learning.recordLaunch',
    summary: 'Open a package of a recorded version to look at it; nothing is recorded.',
    method: 'POST',
    path: '/api/my/courses/:userCourseId/record/launch',
    access: 'signedIn',
    callers: ['token', 'looking'],
    audit: null,
    sample: (given) => ({ body: { versionId: given.courseId, activityId: given.packageStepId }, alsoFine: [404] }),
    answersSecret: true,
    params: courseParams,
    body: recordLaunchBody,
    response: Launch,
  }),
  previewLaunch: endpoint({
    id: 'learning.previewLaunch',
    summary: 'Open a package of a draft as a learner would see it; nothing is recorded.',
    method: 'POST',
    path: '/api/courses/:courseId/preview/:activityId/launch',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: null,
    sample: (given) => ({ params: { activityId: given.packageStepId } }),
    answersSecret: true,
    params: z.object({ courseId: Id, activityId: Id }),
    response: Launch,
  }),
}
