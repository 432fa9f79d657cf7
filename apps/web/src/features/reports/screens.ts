import { api } from '@learnt/contract'
import type { Demonstration, PageNotes, Screen, Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ manager }) => {
  const [bundles, pathways, activities] = await Promise.all([
    manager.call(api.reports.manager.bundles, { query: { having: 'assigned' } }),
    manager.call(api.reports.manager.pathways, { query: { having: 'assigned' } }),
    manager.call(api.reports.manager.activities, { query: { having: 'completed', kind: ['scorm'] } }),
  ])
  const [bundleId, pathwayId, activityId] = [
    bundles.items[0]?.documentId,
    pathways.items[0]?.documentId,
    activities.items[0]?.activityId,
  ]
  const { userId, userCourseId, courseId } = await findReported(manager)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const ofScope = (scope: 'admin' | 'manager'): Screen[] => {
    const people = `/apps/${scope}/reporting`
    const courses = `/apps/${scope}/course-aggregate-reporting`
    const of = (name: string, page: string, param: string, id: string | undefined): Screen => ({
      name,
      as: scope,
      route: `/apps/${scope}/${page}/:${param}`,
      address: `/apps/${scope}/${page}/${id}`,
    })
    return [
      { name: 'learner-report', as: scope, route: `${people}/:userId`, address: `${people}/${userId}` },
      {
        name: 'assignment-report',
        as: scope,
        route: `${people}/:userId/:userCourseId`,
        address: `${people}/${userId}/${userCourseId}`,
      },
      {
        name: 'assignment-record',
        as: scope,
        route: `${people}/:userId/:userCourseId/record`,
        address: `${people}/${userId}/${userCourseId}/record`,
      },
      { name: 'course-report', as: scope, route: `${courses}/:courseId`, address: `${courses}/${courseId}` },
      of('bundle-report', 'bundle-reporting', 'documentId', bundleId),
      of('pathway-report', 'lp-reporting', 'documentId', pathwayId),
      of('activity-report', 'activity-aggregate-reporting', 'activityId', activityId),
    ]
  }
  return [
    ...ofScope('admin'),
    ...ofScope('manager'),
    {
      name: 'report-as-of',
      as: 'admin',
      route: '/apps/admin/reporting',
      address: `/apps/admin/reporting?asOf=${yesterday}`,
    },
  ]
}

/** A finished course of one of the manager's people, if possible with attempts. */
async function findReported(manager: Demonstration['manager']) {
  const { items } = await manager.call(api.reports.manager.assignments, {
    query: { state: ['passed', 'completed'], limit: 25 },
  })
  for (const one of items) {
    const work = await manager.call(api.reports.manager.assignment, { params: { userCourseId: one.userCourseId } })
    if (work.activities.some((activity) => activity.attempts.length > 0)) return one
  }
  if (!items[0]) throw new Error('Nobody of the demonstration’s manager has finished a course')
  return items[0]
}

export const notes: PageNotes = {
  '/apps/admin/reporting': { remark: 'learner report with drill-down, saved views, as of a past day, CSV and XLSX' },
  '/apps/admin/course-aggregate-reporting': { remark: 'with drill-down, saved views, as of a past day, CSV and XLSX' },
  '/apps/admin/bundle-reporting': {
    remark: 'with drill-down to the person’s courses, saved views, as of a past day, CSV and XLSX',
  },
  '/apps/admin/lp-reporting': {
    remark:
      'pathways and learning packages, with drill-down to the person’s steps, saved views, as of a past day, CSV and XLSX',
  },
  '/apps/admin/activity-aggregate-reporting': {
    remark: 'each activity of each course, with drill-down to the person, saved views, as of a past day, CSV and XLSX',
  },
  '/apps/manager/reporting': { remark: 'the same over the manager’s own people' },
  '/apps/manager/course-aggregate-reporting': { remark: 'the same over the manager’s own people' },
  '/apps/manager/bundle-reporting': { remark: 'the same over the manager’s own people' },
  '/apps/manager/lp-reporting': { remark: 'the same over the manager’s own people' },
  '/apps/manager/activity-aggregate-reporting': { remark: 'the same over the manager’s own people' },
}
