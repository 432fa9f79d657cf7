import { z } from 'zod'
import { activityKinds } from './courses.ts'
import { CustomFieldName } from './custom-fields.ts'
import { Cycle } from './cycles.ts'
import { DocumentType } from './document-kinds.ts'
import { type Endpoint, endpoint, type RawEndpoint, rawEndpoint } from './endpoint.ts'
import { DueExtension } from './extensions.ts'
import { outcomes, submissionStates } from './forms/submission-states.ts'
import { DueState, Launch } from './learning.ts'
import { Source } from './permissions.ts'
import { CourseRecord, recordLaunchBody, recordQuery } from './records.ts'
import { pathwayReportTypes, type ReportName, reportLists } from './report-lists.ts'
import { MembershipStatus, ProgressState, PublicationState } from './states.ts'
import { organisationFields } from './team-values.ts'
import { Day, Id, Moment, PageQuery, Percent, pageOf, QueryFlag, queryList, queryWords } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    reports: { verbs: 'export'; subjects: 'report' }
  }
}

/** Every report says how fresh it is: all progress recorded before this moment is in it; and how far back it can be asked for. */
const fresh = { freshAt: Moment, historyFrom: Day, historyTo: Day, asOf: Day.nullable() }

/** The end of a past day in the tenant's time zone. Names, and the states of people and courses, are those of now. */
const past = { asOf: Day.optional() }

/** The tenant's own fields of the person, as far as the reader may see them; people whom a field names by their names. */
const personFields = { fields: z.partialRecord(CustomFieldName, z.array(z.string())) }

/** People with any of these values in the field. A manager may ask for fields that managers see. */
const byFields = Object.fromEntries(organisationFields.map((field) => [field, queryWords()])) as Record<
  CustomFieldName,
  ReturnType<typeof queryWords>
>

export const CourseFigures = z.object({
  courseId: Id,
  title: z.string(),
  category: z.string(),
  status: PublicationState,
  isBundle: z.boolean(),
  /** People who may take it by choice, whether or not they have begun. */
  offered: z.number().int(),
  /** People who have to do it, and those who have begun by choice. */
  assigned: z.number().int(),
  required: z.number().int(),
  notStarted: z.number().int(),
  inProgress: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  overdue: z.number().int(),
  /** Completed of assigned, in percent; null when nobody has it. */
  completionRate: z.number().nullable(),
  averageProgress: z.number().nullable(),
  averageScore: z.number().nullable(),
  seconds: z.number().int(),
})
export type CourseFigures = z.infer<typeof CourseFigures>

/** The same of a document that gives others: a bundle, a pathway, a learning package. */
export const ContainerFigures = CourseFigures.omit({ courseId: true, isBundle: true }).extend({
  documentId: Id,
  type: DocumentType,
  /** Documents that it gives. */
  steps: z.number().int(),
  createdAt: Moment,
})
export type ContainerFigures = z.infer<typeof ContainerFigures>

/**
 * How people stand with one activity of a course: those whose version of the course has it. `isCurrent` false: only
 * versions from before the published one do, and there are still people on them.
 */
export const ActivityAggregate = z.object({
  courseId: Id,
  courseTitle: z.string(),
  category: z.string(),
  activityId: Id,
  title: z.string(),
  kind: z.enum(activityKinds),
  isCurrent: z.boolean(),
  /** People who have the course, as the report of courses counts them. */
  assigned: z.number().int(),
  notStarted: z.number().int(),
  started: z.number().int(),
  inProgress: z.number().int(),
  /** Passed ones too. */
  completed: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  /** Completed of assigned, in percent. */
  completionRate: z.number().nullable(),
  averageScore: z.number().nullable(),
  /** Of those who started. */
  averageSeconds: z.number().nullable(),
})
export type ActivityAggregate = z.infer<typeof ActivityAggregate>

/** One person's work on one activity, for the list behind its figures. */
export const ActivityPerson = z.object({
  userCourseId: Id,
  userId: Id,
  name: z.string(),
  email: z.string(),
  memberStatus: MembershipStatus,
  courseTitle: z.string(),
  activityTitle: z.string(),
  kind: z.enum(activityKinds),
  state: ProgressState,
  progress: Percent,
  scorePercent: z.number().nullable(),
  seconds: z.number().int(),
  startedAt: Moment.nullable(),
  completedAt: Moment.nullable(),
  ...personFields,
})
export type ActivityPerson = z.infer<typeof ActivityPerson>

export const LearnerFigures = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  position: z.array(z.string()),
  memberStatus: MembershipStatus,
  assigned: z.number().int(),
  completed: z.number().int(),
  inProgress: z.number().int(),
  notStarted: z.number().int(),
  overdue: z.number().int(),
  completionRate: z.number().nullable(),
  averageScore: z.number().nullable(),
  seconds: z.number().int(),
  lastActivityAt: Moment.nullable(),
  ...personFields,
})
export type LearnerFigures = z.infer<typeof LearnerFigures>

/** One person's work on one document, mostly a course, for the list behind a figure. */
export const AssignmentFigures = z.object({
  userCourseId: Id,
  userId: Id,
  name: z.string(),
  email: z.string(),
  memberStatus: MembershipStatus,
  /** The document's, whatever its type. */
  courseId: Id,
  courseTitle: z.string(),
  documentType: DocumentType,
  isOptional: z.boolean(),
  state: ProgressState,
  progress: Percent,
  scorePercent: z.number().nullable(),
  seconds: z.number().int(),
  assignedAt: Moment,
  startedAt: Moment.nullable(),
  completedAt: Moment.nullable(),
  dueAt: Moment.nullable(),
  dueState: DueState,
  /** The person is on leave: the date stands still until they are back, and is not overdue meanwhile. */
  isPaused: z.boolean(),
  /** How many times the person has had it with this one. */
  cycle: z.number().int(),
  /** Not an earlier cycle. */
  isCurrent: z.boolean(),
  ...personFields,
})
export type AssignmentFigures = z.infer<typeof AssignmentFigures>

export const ActivityFigures = z.object({
  activityId: Id,
  kind: z.enum(activityKinds),
  title: z.string(),
  state: ProgressState,
  progress: Percent,
  scorePercent: z.number().nullable(),
  seconds: z.number().int(),
  startedAt: Moment.nullable(),
  completedAt: Moment.nullable(),
  attempts: z.array(
    z.object({
      attemptId: Id,
      number: z.number().int(),
      startedAt: Moment,
      lastSavedAt: Moment.nullable(),
      calls: z.number().int(),
      state: ProgressState,
      scorePercent: z.number().nullable(),
    }),
  ),
  /** Of a form or quiz: what was handed in, the first attempt first. */
  submissions: z.array(
    z.object({
      submissionId: Id,
      number: z.number().int(),
      state: z.enum(submissionStates),
      outcome: z.enum(outcomes).nullable(),
      percent: z.number().nullable(),
      startedAt: Moment,
      submittedAt: Moment.nullable(),
    }),
  ),
})

export type ActivityFigures = z.infer<typeof ActivityFigures>

/** How a person stands with one document that a bundle, a pathway or a learning package gave them. */
export const StepFigures = z.object({
  stepId: Id,
  documentId: Id,
  type: DocumentType,
  title: z.string(),
  isRequired: z.boolean(),
  state: ProgressState,
  progress: Percent,
  scorePercent: z.number().nullable(),
  completedAt: Moment.nullable(),
  /** Somebody counted it as done, for this reason. */
  waivedReason: z.string().nullable(),
  /** The person's own assignment of it; null where they have none, or it is not the caller's to see. */
  userCourseId: Id.nullable(),
})
export type StepFigures = z.infer<typeof StepFigures>

/** What a person did with one version of a resource. */
export const ReadFigures = z.object({
  versionNumber: z.number().int(),
  opened: z.number().int(),
  downloads: z.number().int(),
  firstOpenedAt: Moment,
  lastOpenedAt: Moment,
  readAt: Moment.nullable(),
})
export type ReadFigures = z.infer<typeof ReadFigures>

/** One xAPI statement of a person's work: what was recorded, and when. */
export const WorkStatement = z.object({
  id: Id,
  at: Moment,
  /** The last part of the verb's address, such as `completed`. */
  verb: z.string(),
  object: z.string(),
  scorePercent: z.number().nullable(),
  /** The statement as it is stored. */
  body: z.unknown(),
})
export type WorkStatement = z.infer<typeof WorkStatement>

/** One question of a package as it reported it: what was asked, answered, and judged. */
export const Answer = z.object({
  sco: z.string(),
  number: z.number().int(),
  question: z.string(),
  type: z.string(),
  answer: z.string(),
  /** What would have been right; '' where the package did not say. */
  correct: z.string(),
  result: z.string(),
  latency: z.string(),
  at: z.string(),
})
export type Answer = z.infer<typeof Answer>

/** One entry of the time-line of an attempt. */
export const RuntimeCall = z.object({
  id: z.string(),
  at: Moment,
  receivedAt: Moment,
  sco: z.string(),
  call: z.string(),
  element: z.string(),
  value: z.string(),
  result: z.string(),
  error: z.string(),
  verdict: z.enum(['recorded', 'refused', 'read', 'late', 'stale']),
})
export type RuntimeCall = z.infer<typeof RuntimeCall>

/** The answer to "what happened here?", from the time-line alone. */
export const attemptVerdicts = ['recorded', 'neverReported', 'unfinished', 'interrupted', 'nothing'] as const

const totals = CourseFigures.pick({
  assigned: true,
  notStarted: true,
  inProgress: true,
  completed: true,
  failed: true,
  overdue: true,
  completionRate: true,
  seconds: true,
})

/** What section 9 of the specification sorts documents by, and the figures. */
const documentSorts = [
  'title',
  'category',
  'createdAt',
  'assigned',
  'completed',
  'completionRate',
  'overdue',
  'averageProgress',
  'averageScore',
  'seconds',
] as const

const documentsQuery = PageQuery.extend({
  ...past,
  category: queryWords(),
  /** Only those of which that figure is above zero; the totals stay those of all. */
  having: z.enum(['assigned', 'inProgress', 'completed', 'overdue']).optional(),
  sort: z.enum(documentSorts).default('title'),
  direction: z.enum(['asc', 'desc']).default('asc'),
})

const moments = {
  csv: ' “Due” is the last day on which it is in time, a date of the tenant’s; moments are ISO 8601 in UTC.',
  xlsx: ' “Due” is the last day on which it is in time, a date of the tenant’s; moments are on its wall clock.',
}

/** Whose figures: `admin` the team or tenant, `manager` the caller's own people. */
function reportsFor(scope: 'admin' | 'manager') {
  // NOTE: both scopes, and both formats of a file, have the same `:names`, which is all that the type of a path is used for.
  const at = <const P extends string>(path: P) => `/api/${scope}/reports${path}` as `/api/admin/reports${P}`
  const reader = {
    access: scope,
    callers: ['token', 'looking'],
    ...(scope === 'manager' ? { feature: 'managerReports' as const } : {}),
  } satisfies Pick<Endpoint, 'access' | 'callers' | 'feature'>

  /** A report is a list, and the same rows as a file of each format. */
  const list = <
    const Name extends Exclude<ReportName, 'activityPeople'>,
    Query extends z.ZodType,
    Row extends z.ZodType,
    More extends z.ZodRawShape,
  >(
    name: Name,
    of: { summary: string; query: Query; row: Row; more: More },
  ) =>
    endpoint({
      id: `reports.${scope}.${name}`,
      summary: of.summary,
      method: 'GET',
      path: at(`/${reportLists[name].path}`),
      ...reader,
      query: of.query,
      response: pageOf(of.row).extend({ ...fresh, ...of.more }),
    })

  const files = <const Name extends ReportName>(name: Name, of: { noun: string; note?: typeof moments }) => {
    const common = { method: 'GET', ...reader, audit: 'reports.export' } as const
    return {
      [`${name}Csv`]: rawEndpoint({
        id: `reports.${scope}.${name}Csv`,
        summary: `${of.noun} as a file; the filters of the report.`,
        path: at(`/${reportLists[name].path}.csv`),
        ...common,
        protocol: `CSV, UTF-8 with byte order mark, streamed, safe against formulas${of.note ? `.${of.note.csv}` : ''}`,
        produces: 'text/csv',
      }),
      [`${name}Xlsx`]: rawEndpoint({
        id: `reports.${scope}.${name}Xlsx`,
        summary: `${of.noun} as a workbook; the filters of the report.`,
        path: at(`/${reportLists[name].path}.xlsx`),
        ...common,
        protocol: `XLSX, streamed, at most 50,000 rows: 413 beyond, where the CSV has them all${of.note ? `.${of.note.xlsx}` : ''}`,
        produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      }),
    } as {
      [K in `${Name}Csv` | `${Name}Xlsx`]: RawEndpoint<`/api/admin/reports/${(typeof reportLists)[Name]['path']}.csv`>
    }
  }

  return {
    courses: list('courses', {
      summary: 'Course aggregate: one row for each course, with how its learners stand.',
      query: documentsQuery.extend({ isBundle: QueryFlag.optional() }),
      row: CourseFigures,
      more: { totals },
    }),
    bundles: list('bundles', {
      summary: 'Bundle report: one row for each bundle, with how its learners stand.',
      query: documentsQuery,
      row: ContainerFigures,
      more: { totals },
    }),
    pathways: list('pathways', {
      summary: 'Pathway report: one row for each pathway and learning package, pathways first.',
      query: documentsQuery.extend({
        type: queryList(z.enum(pathwayReportTypes)),
        sort: z.enum([...documentSorts, 'type']).default('type'),
      }),
      row: ContainerFigures,
      more: { totals },
    }),
    activities: list('activities', {
      summary: 'Activity aggregate: one row for each activity of each course, with how its learners stand.',
      query: PageQuery.extend({
        ...past,
        courseId: Id.optional(),
        category: queryWords(),
        kind: queryList(z.enum(activityKinds)),
        /** Only those of which that figure is above zero; the totals stay those of all. */
        having: z.enum(['started', 'completed', 'failed']).optional(),
        sort: z
          .enum([
            'courseTitle',
            'title',
            'category',
            'type',
            'assigned',
            'started',
            'completed',
            'passed',
            'failed',
            'completionRate',
            'averageScore',
            'averageSeconds',
          ])
          .default('courseTitle'),
        direction: z.enum(['asc', 'desc']).default('asc'),
      }),
      row: ActivityAggregate,
      more: { totals: ActivityAggregate.pick({ started: true, completed: true, failed: true }) },
    }),
    activityPeople: endpoint({
      id: `reports.${scope}.activityPeople`,
      summary: 'The people behind the figures of an activity.',
      method: 'GET',
      path: at(`/${reportLists.activityPeople.path}`),
      ...reader,
      params: z.object({ activityId: Id }),
      query: PageQuery.extend({
        ...past,
        ...byFields,
        state: queryList(ProgressState),
        sort: z.enum(['name', 'progress', 'scorePercent', 'seconds', 'completedAt']).default('name'),
        direction: z.enum(['asc', 'desc']).default('asc'),
      }),
      response: pageOf(ActivityPerson).extend(fresh),
    }),
    learners: list('learners', {
      summary: 'Learner report: one row for each person, with how they stand over all their courses.',
      query: PageQuery.extend({
        ...past,
        ...byFields,
        memberStatus: queryList(MembershipStatus),
        position: queryWords(),
        overdue: QueryFlag.optional(),
        sort: z
          .enum([
            'name',
            'assigned',
            'completed',
            'completionRate',
            'overdue',
            'averageScore',
            'seconds',
            'lastActivityAt',
          ])
          .default('name'),
        direction: z.enum(['asc', 'desc']).default('asc'),
      }),
      row: LearnerFigures,
      more: {},
    }),
    assignments: list('assignments', {
      summary: 'The rows behind a figure: one for each person and course, or each person who has one document.',
      query: PageQuery.extend({
        ...past,
        ...byFields,
        courseId: Id.optional(),
        /** A document of any type; without it, and without a course, the rows are those of courses. */
        documentId: Id.optional(),
        userId: Id.optional(),
        /** Of a person: what they have of this type. Left out: courses. */
        documentType: DocumentType.optional(),
        /** Of a person: what they have of every type; `documentType` narrows it. */
        anyType: QueryFlag.optional(),
        state: queryList(ProgressState),
        overdue: QueryFlag.optional(),
        /** Only of people who left: nothing else counts them. */
        left: QueryFlag.optional(),
        /** The current cycle of each, only earlier ones, or all; figures count current ones. */
        cycles: z.enum(['current', 'earlier', 'all']).default('current'),
        sort: z.enum(['name', 'courseTitle', 'progress', 'completedAt', 'dueAt', 'assignedAt']).default('name'),
        direction: z.enum(['asc', 'desc']).default('asc'),
      }),
      row: AssignmentFigures,
      more: {
        /** How the person stands who was asked for, whatever else narrows the rows; else null. */
        totals: LearnerFigures.pick({
          assigned: true,
          notStarted: true,
          inProgress: true,
          completed: true,
          overdue: true,
        }).nullable(),
        /** False: of somebody who reports to a manager below the reader, who only looks. */
        canExtend: z.boolean(),
      },
    }),
    fieldValues: endpoint({
      id: `reports.${scope}.fieldValues`,
      summary:
        'What the people of the reports have in the tenant’s own fields, the most frequent values of each first.',
      method: 'GET',
      path: at('/field-values'),
      ...reader,
      response: z.object({
        items: z.array(
          z.object({ field: CustomFieldName, values: z.array(z.object({ value: z.string(), label: z.string() })) }),
        ),
      }),
    }),
    assignment: endpoint({
      id: `reports.${scope}.assignment`,
      summary: 'One person’s work on one document: its activities with attempts, its steps, or what they read of it.',
      method: 'GET',
      path: at('/assignments/:userCourseId'),
      ...reader,
      params: z.object({ userCourseId: Id }),
      response: AssignmentFigures.extend({
        activities: z.array(ActivityFigures),
        /** Of a bundle, a pathway or a learning package, in their order. */
        steps: z.array(StepFigures),
        /** Of a resource, newest version first. */
        reads: z.array(ReadFigures),
        extension: DueExtension.nullable(),
        /** False: of somebody who reports to a manager below the reader, who only looks. */
        canExtend: z.boolean(),
        sources: z.array(Source),
        versionNumber: z.number().int().nullable(),
        /** Every time that the person had the course, newest first, this one among them; fifty at most. */
        cycles: z.array(Cycle),
      }),
    }),
    statements: endpoint({
      id: `reports.${scope}.statements`,
      summary: 'The xAPI statements of one person’s work on one document, newest first.',
      method: 'GET',
      path: at('/assignments/:userCourseId/statements'),
      ...reader,
      params: z.object({ userCourseId: Id }),
      query: PageQuery.omit({ search: true }),
      response: z.object({ items: z.array(WorkStatement), next: z.string().nullable() }),
    }),
    record: endpoint({
      id: `reports.${scope}.record`,
      summary:
        'What exactly one person saw of a course: its versions with their pages, files and packages as they were.',
      method: 'GET',
      path: at('/assignments/:userCourseId/record'),
      ...reader,
      params: z.object({ userCourseId: Id }),
      query: recordQuery,
      response: CourseRecord,
    }),
    recordLaunch: endpoint({
      id: `reports.${scope}.recordLaunch`,
      summary: 'Open a package of a recorded version to look at it; nothing is recorded.',
      method: 'POST',
      path: at('/assignments/:userCourseId/record/launch'),
      ...reader,
      audit: null,
      sample: (given) => ({ body: { versionId: given.courseId, activityId: given.packageStepId }, alsoFine: [404] }),
      answersSecret: true,
      params: z.object({ userCourseId: Id }),
      body: recordLaunchBody,
      response: Launch,
    }),
    timeline: endpoint({
      id: `reports.${scope}.timeline`,
      summary: 'Every run-time call of an attempt with its verdict, oldest first.',
      method: 'GET',
      path: at('/attempts/:attemptId/calls'),
      ...reader,
      params: z.object({ attemptId: Id }),
      query: PageQuery.omit({ search: true }),
      response: pageOf(RuntimeCall).extend({
        verdict: z.enum(attemptVerdicts),
        person: z.string(),
        activityTitle: z.string(),
        courseTitle: z.string(),
        /** What the person answered, as far as the package says it. */
        answers: z.array(Answer),
      }),
    }),
    ...files('courses', { noun: 'The course aggregate' }),
    ...files('bundles', { noun: 'The bundle report' }),
    ...files('pathways', { noun: 'The pathway report' }),
    ...files('activities', { noun: 'The activity aggregate' }),
    ...files('activityPeople', { noun: 'The people behind the figures of an activity' }),
    ...files('learners', { noun: 'The learner report' }),
    ...files('assignments', { noun: 'One row for each person and course', note: moments }),
  }
}

export const reports = {
  admin: reportsFor('admin'),
  manager: reportsFor('manager'),
  recompute: endpoint({
    id: 'reports.recompute',
    summary: 'Work an attempt’s result out again from what the package reported.',
    method: 'POST',
    path: '/api/admin/reports/attempts/:attemptId/recompute',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'attempts.recompute',
    params: z.object({ attemptId: Id }),
    response: z.object({
      state: ProgressState,
      progress: Percent,
      scorePercent: z.number().nullable(),
      changed: z.boolean(),
    }),
  }),
}
