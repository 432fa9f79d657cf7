/** What a report is called wherever it is named. */
interface ReportList {
  /** Of its saved views. */
  readonly views: `report-${string}`
  /** Of its page below `/apps/admin` and `/apps/manager`; null: rows behind a figure, on the page of what they are of. */
  readonly page: string | null
  /** Of its operation below `/api/admin/reports` and `/api/manager/reports`. */
  readonly path: string
  /** Of its files, without the ending. */
  readonly file: string
}

/**
 * Every report, once. Operations, files, saved views, schedules and pages are made from this table: a report that is
 * added here is missed by the compiler wherever something of it is not written yet.
 */
export const reportLists = {
  learners: { views: 'report-learners', page: 'reporting', path: 'learners', file: 'learner_report' },
  courses: { views: 'report-courses', page: 'course-aggregate-reporting', path: 'courses', file: 'course_report' },
  bundles: { views: 'report-bundles', page: 'bundle-reporting', path: 'bundles', file: 'bundle_report' },
  /** Pathways and learning packages. */
  pathways: { views: 'report-pathways', page: 'lp-reporting', path: 'pathways', file: 'pathway_report' },
  activities: {
    views: 'report-activities',
    page: 'activity-aggregate-reporting',
    path: 'activities',
    file: 'activity_report',
  },
  assignments: { views: 'report-assignments', page: null, path: 'assignments', file: 'assignment_report' },
  activityPeople: {
    views: 'report-activity-people',
    page: null,
    path: 'activities/:activityId/people',
    file: 'activity_people',
  },
} as const satisfies Record<string, ReportList>

/** Types of document in the report of pathways, in the order in which it shows them. */
export const pathwayReportTypes = ['pathway', 'learningPackage'] as const

export type ReportName = keyof typeof reportLists
export type ReportViews = (typeof reportLists)[ReportName]['views']
/** Reports that have a page of their own, and so can be mailed. */
export type ReportWithPage = {
  [K in ReportName]: (typeof reportLists)[K]['page'] extends string ? K : never
}[ReportName]
/** Reports that other features bring along, with operations of their own; managers have none of them. */
export const adminReports = [{ views: 'report-rewards', page: 'user-rewards-reporting' }] as const
export type ScheduledViews = (typeof reportLists)[ReportWithPage]['views'] | (typeof adminReports)[number]['views']

export const reportNames = Object.keys(reportLists) as ReportName[]
export const reportViews: readonly ReportViews[] = reportNames.map((name) => reportLists[name].views)
export const reportsWithPage = reportNames.filter((name): name is ReportWithPage => reportLists[name].page !== null)
/** Lists of saved views that can be sent: a report behind a figure needs to know of whom or what. */
export const scheduledViews: readonly ScheduledViews[] = [
  ...reportsWithPage.map((name) => reportLists[name].views),
  ...adminReports.map(({ views }) => views),
]

/** The page of the report that a saved view is of, below `/apps/admin` and `/apps/manager`. */
export function pageOfViews(views: ScheduledViews): string {
  const own = adminReports.find((one) => one.views === views)
  if (own) return own.page
  const name = reportsWithPage.find((one) => reportLists[one].views === views) as ReportWithPage
  return reportLists[name].page
}
