import { z } from 'zod'
import { activityKinds } from './courses.ts'
import { type Endpoint, endpoint, rawEndpoint } from './endpoint.ts'
import { DueExtension } from './extensions.ts'
import { DueState } from './learning.ts'
import { Source } from './permissions.ts'
import { MembershipStatus, ProgressState, PublicationState } from './states.ts'
import { Day, Id, Moment, PageQuery, Percent, pageOf, QueryFlag, queryList, queryWords } from './values.ts'

/** Every report says how fresh it is: all progress recorded before this moment is in it; and how far back it can be asked for. */
const fresh = { freshAt: Moment, historyFrom: Day, historyTo: Day, asOf: Day.nullable() }

/** The end of a past day in the tenant's time zone. Names, and the states of people and courses, are those of now. */
const past = { asOf: Day.optional() }

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
})
export type LearnerFigures = z.infer<typeof LearnerFigures>

/** One person's work on one course, for the list behind a figure. */
export const AssignmentFigures = z.object({
  userCourseId: Id,
  userId: Id,
  name: z.string(),
  email: z.string(),
  memberStatus: MembershipStatus,
  courseId: Id,
  courseTitle: z.string(),
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
})

export type ActivityFigures = z.infer<typeof ActivityFigures>

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

/** Whose figures: `admin` the team or tenant, `manager` the caller's own people. */
function reportsFor(scope: 'admin' | 'manager') {
  // NOTE: both scopes have the same `:names`, which is all that the type of a path is used for.
  const at = <const P extends string>(path: P) => `/api/${scope}/reports${path}` as `/api/admin/reports${P}`
  const reader = {
    access: scope,
    callers: ['token', 'looking'],
    ...(scope === 'manager' ? { feature: 'managerReports' as const } : {}),
  } satisfies Pick<Endpoint, 'access' | 'callers' | 'feature'>
  const assignmentQuery = PageQuery.extend({
    ...past,
    courseId: Id.optional(),
    userId: Id.optional(),
    state: queryList(ProgressState),
    overdue: QueryFlag.optional(),
    /** Only of people who left: nothing else counts them. */
    left: QueryFlag.optional(),
    sort: z.enum(['name', 'courseTitle', 'progress', 'completedAt', 'dueAt', 'assignedAt']).default('name'),
    direction: z.enum(['asc', 'desc']).default('asc'),
  })
  return {
    courses: endpoint({
      id: `reports.${scope}.courses`,
      summary: 'Course aggregate: one row for each course, with how its learners stand.',
      method: 'GET',
      path: at('/courses'),
      ...reader,
      query: PageQuery.extend({
        ...past,
        category: queryWords(),
        isBundle: QueryFlag.optional(),
        /** Only courses of which that figure is above zero; the totals stay those of all. */
        having: z.enum(['assigned', 'inProgress', 'completed', 'overdue']).optional(),
        sort: z
          .enum(['title', 'assigned', 'completed', 'completionRate', 'overdue', 'averageScore', 'seconds'])
          .default('title'),
        direction: z.enum(['asc', 'desc']).default('asc'),
      }),
      response: pageOf(CourseFigures).extend({
        ...fresh,
        totals: CourseFigures.pick({
          assigned: true,
          notStarted: true,
          inProgress: true,
          completed: true,
          failed: true,
          overdue: true,
          completionRate: true,
          seconds: true,
        }),
      }),
    }),
    learners: endpoint({
      id: `reports.${scope}.learners`,
      summary: 'Learner report: one row for each person, with how they stand over all their courses.',
      method: 'GET',
      path: at('/learners'),
      ...reader,
      query: PageQuery.extend({
        ...past,
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
      response: pageOf(LearnerFigures).extend(fresh),
    }),
    assignments: endpoint({
      id: `reports.${scope}.assignments`,
      summary: 'The rows behind a figure: one for each person and course.',
      method: 'GET',
      path: at('/assignments'),
      ...reader,
      query: assignmentQuery,
      response: pageOf(AssignmentFigures).extend({
        ...fresh,
        /** How the person stands who was asked for, whatever else narrows the rows; else null. */
        totals: LearnerFigures.pick({
          assigned: true,
          notStarted: true,
          inProgress: true,
          completed: true,
          overdue: true,
        }).nullable(),
      }),
    }),
    assignment: endpoint({
      id: `reports.${scope}.assignment`,
      summary: 'One person’s work on one course, activity by activity, with attempts.',
      method: 'GET',
      path: at('/assignments/:userCourseId'),
      ...reader,
      params: z.object({ userCourseId: Id }),
      response: AssignmentFigures.extend({
        activities: z.array(ActivityFigures),
        extension: DueExtension.nullable(),
        sources: z.array(Source),
        versionNumber: z.number().int().nullable(),
      }),
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
      }),
    }),
    coursesXlsx: rawEndpoint({
      id: `reports.${scope}.coursesXlsx`,
      summary: 'The course aggregate as a workbook; the filters of the report.',
      method: 'GET',
      path: at('/courses.xlsx'),
      ...reader,
      audit: 'reports.export',
      protocol: 'XLSX, streamed, at most 50,000 rows: 413 beyond, where the CSV has them all',
      produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }),
    coursesCsv: rawEndpoint({
      id: `reports.${scope}.coursesCsv`,
      summary: 'The course aggregate as a file; the filters of the report.',
      method: 'GET',
      path: at('/courses.csv'),
      ...reader,
      audit: 'reports.export',
      protocol: 'CSV, UTF-8 with byte order mark, streamed, safe against formulas',
      produces: 'text/csv',
    }),
    learnersXlsx: rawEndpoint({
      id: `reports.${scope}.learnersXlsx`,
      summary: 'The learner report as a workbook; the filters of the report.',
      method: 'GET',
      path: at('/learners.xlsx'),
      ...reader,
      audit: 'reports.export',
      protocol: 'XLSX, streamed, at most 50,000 rows: 413 beyond, where the CSV has them all',
      produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }),
    learnersCsv: rawEndpoint({
      id: `reports.${scope}.learnersCsv`,
      summary: 'The learner report as a file; the filters of the report.',
      method: 'GET',
      path: at('/learners.csv'),
      ...reader,
      audit: 'reports.export',
      protocol: 'CSV, UTF-8 with byte order mark, streamed, safe against formulas',
      produces: 'text/csv',
    }),
    assignmentsXlsx: rawEndpoint({
      id: `reports.${scope}.assignmentsXlsx`,
      summary: 'One row for each person and course as a workbook; the filters of the report.',
      method: 'GET',
      path: at('/assignments.xlsx'),
      ...reader,
      audit: 'reports.export',
      protocol:
        'XLSX, streamed, at most 50,000 rows: 413 beyond, where the CSV has them all. “Due” is the last day on which it is in time, a date of the tenant’s; moments are on its wall clock.',
      produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }),
    assignmentsCsv: rawEndpoint({
      id: `reports.${scope}.assignmentsCsv`,
      summary: 'One row for each person and course as a file; the filters of the report.',
      method: 'GET',
      path: at('/assignments.csv'),
      ...reader,
      audit: 'reports.export',
      protocol:
        'CSV, UTF-8 with byte order mark, streamed, safe against formulas. “Due” is the last day on which it is in time, a date of the tenant’s; moments are ISO 8601 in UTC.',
      produces: 'text/csv',
    }),
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
