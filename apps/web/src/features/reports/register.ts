import { type DeclaredPage, notYet, page } from '../../routes/declared-page.ts'
import type { PageTitle } from '../../routes/route-book.ts'

/** The same pages for administrators and, over their own people, for managers. */
const reportPages = (who: 'admin' | 'manager'): DeclaredPage[] => {
  const of = (path: string, title: PageTitle, name: string, menu: { icon?: string; menuId?: string } = {}) =>
    page(`/apps/${who}/${path}`, who, title, name, ['reports', 'extensions', 'customFields'], menu)
  const named = (manager: string, admin?: string) => {
    const menuId = who === 'manager' ? manager : admin
    return menuId ? { menuId } : {}
  }
  return [
    notYet(`/apps/${who}/reporting-dashboard`, who, 'reportingDashboard', 'reports', {
      icon: 'dashboard',
      ...named('manager-dashboard'),
    }),
    of('reporting', 'reporting', 'ReportingPage', { icon: 'people', ...named('', 'user-reporting') }),
    of('reporting/:userId', 'learnerReport', 'LearnerReportPage'),
    of('reporting/:userId/:userCourseId', 'assignmentReport', 'AssignmentReportPage'),
    of('course-aggregate-reporting', 'courseReporting', 'CourseReportingPage', {
      icon: who === 'admin' ? 'course' : 'report',
      ...named('manager-course-reporting'),
    }),
    of('course-aggregate-reporting/:courseId', 'courseReport', 'CourseReportPage'),
    of('bundle-reporting', 'bundleReporting', 'BundleReportingPage', { icon: 'bundle' }),
    of('bundle-reporting/:documentId', 'bundleReport', 'BundleReportPage'),
    of('lp-reporting', 'pathwayReporting', 'PathwayReportingPage', { icon: 'pathway' }),
    of('lp-reporting/:documentId', 'pathwayReport', 'PathwayReportPage'),
    of('activity-aggregate-reporting', 'activityReporting', 'ActivityReportingPage', {
      icon: 'report',
      ...named('manager-activity-reporting'),
    }),
    of('activity-aggregate-reporting/:activityId', 'activityReport', 'ActivityReportPage'),
  ]
}

export const reports: readonly DeclaredPage[] = [
  ...reportPages('admin'),
  page(
    '/apps/admin/user-rewards-reporting',
    'admin',
    'rewardsReporting',
    'RewardReportPage',
    ['points', 'documentKinds', 'reports'],
    { icon: 'badge' },
  ),
  ...reportPages('manager'),
]
