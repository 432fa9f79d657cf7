import { api } from '@learnt/contract'
import type { ActivityKind } from '@learnt/contract/courses'
import { type Caller, callerOf } from './given/calls.ts'

export type Visitor = 'guest' | 'learner' | 'manager' | 'admin' | 'superadmin'

/** A page that exists, with who uses it and where the demonstration has one of it. */
export interface ProductPage {
  /** Name of its picture. */
  name: string
  /** As src/start/routes.ts of the web application writes it. */
  route: string
  as: Visitor
  address: string
}

/** The person who looks at a page that each of these may enter. */
const visitors: Record<string, Visitor> = { any: 'guest', guest: 'guest', 'signed-in': 'learner' }

/** What routes.ts says of an address; not imported by its type, for it brings all pages with it. */
export interface DeclaredRoute {
  path: string
  who: string
  load?: unknown
  guestApp: boolean
}

export async function listRoutes(): Promise<DeclaredRoute[]> {
  const source = new URL('../apps/web/src/start/routes.ts', import.meta.url).href
  const { routes } = (await import(source)) as { routes: DeclaredRoute[] }
  return routes
}

/** Every page that exists: routes with a page of their own, and those for guests. */
export async function listExistingRoutes(): Promise<string[]> {
  return (await listRoutes()).filter((route) => route.load || route.guestApp).map((route) => route.path)
}

/** The pages of the running demonstration. */
export async function listPages(url: string): Promise<ProductPage[]> {
  const [learner, manager, admin] = await Promise.all(
    ['learner', 'manager', 'admin'].map((role) => callerOf(url, `${role}@learnt.example`)),
  )
  if (!learner || !manager || !admin) throw new Error('The demonstration has no accounts')
  const [own, course, ofManager, scheduleId, learningPackageId] = await Promise.all([
    findOwnSteps(learner),
    findCourse(admin),
    findReported(manager),
    findSchedule(admin),
    findLearningPackage(admin),
  ])
  const of =
    (as: Visitor) =>
    (name: string, route: string, address = route) => ({ name, route, as, address })
  const [guest, learn, manage, administer, rule] = (
    ['guest', 'learner', 'manager', 'admin', 'superadmin'] as const
  ).map(of)
  if (!guest || !learn || !manage || !administer || !rule) throw new Error('unreachable')
  const listed = [
    guest('login', '/login'),
    guest('register', '/register'),
    guest('reset-password', '/resetpassword'),
    guest('change-password', '/change-password'),
    guest('action', '/action'),
    guest('callback', '/callback'),
    guest('callback-of-provider', '/callback/:providerId', '/callback/0198c000-0000-7000-8000-000000000000'),
    guest('guest-role-example', '/auth/guest-role-example'),
    guest('first-run', '/first-run/:code', '/first-run/there-is-no-such-code-here'),
    guest('error-404', '/pages/errors/error-404'),
    guest('error-500', '/pages/errors/error-500'),
    guest('coming-soon', '/pages/coming-soon'),
    guest('maintenance', '/pages/maintenance'),
    learn('teams', '/teams'),
    learn('profile', '/pages/profile'),
    learn('sessions', '/pages/profile/sessions'),
    learn('notifications', '/pages/mynotifications'),
    learn('home', '/apps/homepage/myhomepage'),
    learn('munro-home', '/apps/munro-homepage'),
    learn('my-courses', '/apps/courses/mycourses'),
    learn('my-bundles', '/apps/courses/mybundles'),
    learn('course', '/apps/course/:userCourseId', `/apps/course/${own.userCourseId}`),
    ...own.steps.map(({ kind, address }) => learn(`course-${kind}`, '/apps/course/:userCourseId', address)),
    ...(own.bundleId ? [learn('course-bundle', '/apps/course/:userCourseId', `/apps/course/${own.bundleId}`)] : []),
    learn('not-found', '/pages/errors/error-404'),
    ...(['admin', 'manager'] as const).flatMap((scope) => {
      const add = scope === 'admin' ? administer : manage
      const under = `/apps/${scope}`
      return [
        add('learner-reports', `${under}/reporting`),
        add('learner-report', `${under}/reporting/:userId`, `${under}/reporting/${ofManager.userId}`),
        add(
          'assignment-report',
          `${under}/reporting/:userId/:userCourseId`,
          `${under}/reporting/${ofManager.userId}/${ofManager.userCourseId}`,
        ),
        add('course-reports', `${under}/course-aggregate-reporting`),
        add(
          'course-report',
          `${under}/course-aggregate-reporting/:courseId`,
          `${under}/course-aggregate-reporting/${ofManager.courseId}`,
        ),
      ]
    }),
    administer('report-as-of', '/apps/admin/reporting', `/apps/admin/reporting?asOf=${yesterday()}`),
    administer('report-mails', '/apps/report-mails'),
    administer('report-mail', '/apps/report-mails/:scheduleId', `/apps/report-mails/${scheduleId}`),
    administer('admin-role-example', '/auth/admin-role-example'),
    administer('staff-role-example', '/auth/staff-role-example'),
    administer('courses', '/apps/admin/courses'),
    administer('course-editor', '/apps/admin/courses/:courseId', `/apps/admin/courses/${course.id}`),
    administer('course-editor-people', '/apps/admin/courses/:courseId', `/apps/admin/courses/${course.id}?tab=people`),
    administer('course-preview', '/apps/admin/courses/:courseId/preview', `/apps/admin/courses/${course.id}/preview`),
    administer('course-classic', '/apps/admin/old/courses/:courseId', `/apps/admin/old/courses/${course.id}`),
    administer(
      'learning-package',
      '/apps/admin/learning-package/:learningPackageId',
      `/apps/admin/learning-package/${learningPackageId}`,
    ),
    administer('permissions', '/apps/admin/permissions'),
    administer('audiences', '/apps/admin/permissions', '/apps/admin/permissions?tab=audiences'),
    administer('users', '/apps/admin/users'),
    administer('user', '/apps/admin/users/:userId', `/apps/admin/users/${ofManager.userId}`),
    administer('user-new', '/apps/admin/users/:userId', '/apps/admin/users/new'),
    administer('jobs', '/apps/admin/jobs'),
    administer('audit-log', '/apps/admin/audit-log'),
    administer('outbox', '/apps/admin/outbox'),
    administer('theme', '/apps/admin/settings/theme'),
    administer('providers', '/apps/admin/settings/providers'),
    rule('navigation', '/apps/admin/settings/navigation'),
    rule('user-management', '/apps/admin/settings/usermanagement'),
    rule('navigation-settings', '/apps/superadmin/navigation-settings'),
    rule('tenants', '/apps/superadmin/tenants'),
    rule('tenant', '/apps/superadmin/tenant/:tenantId', '/apps/superadmin/tenant/learnt'),
    ...['settings', 'access', 'teams', 'providers', 'features', 'domains', 'closing'].map((tab) =>
      rule(`tenant-${tab}`, '/apps/superadmin/tenant/:tenantId', `/apps/superadmin/tenant/learnt?tab=${tab}`),
    ),
    rule('tenant-team', '/apps/superadmin/tenant/:tenantId', '/apps/superadmin/tenant/learnt?tab=teams&team=learnt'),
    rule(
      'tenant-theme',
      '/apps/superadmin/tenant/:tenantId/theme/:teamId',
      '/apps/superadmin/tenant/munro/theme/munro',
    ),
    learn('not-yet', '/apps/calendar'),
  ]
  return [...listed, ...(await listPlainPages(listed))]
}

/** The other pages that need nothing in their address, each named after its end. */
async function listPlainPages(listed: readonly ProductPage[]): Promise<ProductPage[]> {
  const known = new Set([...listed.map((page) => page.route), '/logout'])
  return (await listRoutes())
    .filter(({ path, load }) => load && !path.includes(':') && !known.has(path))
    .map(({ path, who }) => ({
      name: path.slice(path.lastIndexOf('/') + 1),
      route: path,
      as: visitors[who] ?? (who as Visitor),
      address: path,
    }))
}

/** A course of the learner with work in it, one step of each kind anywhere, and a bundle. */
async function findOwnSteps(learner: Caller) {
  const { items } = await learner.call(api.learning.courses, { query: { limit: 100 } })
  const bundles = await learner.call(api.learning.bundles, { query: { limit: 1 } })
  const steps = new Map<ActivityKind, string>()
  for (const { userCourseId } of items) {
    const course = await learner.call(api.learning.course, { params: { userCourseId } })
    for (const step of course.sections.flatMap((section) => section.activities)) {
      if (!step.lock && !steps.has(step.kind)) steps.set(step.kind, `/apps/course/${userCourseId}?activity=${step.id}`)
    }
  }
  const begun = items.find((course) => course.state === 'inprogress') ?? items[0]
  if (!begun) throw new Error('The learner of the demonstration has no course')
  return {
    userCourseId: begun.userCourseId,
    bundleId: bundles.items[0]?.userCourseId,
    steps: [...steps].map(([kind, address]) => ({ kind, address })),
  }
}

async function findCourse(admin: Caller) {
  const { items } = await admin.call(api.courses.list, { query: { search: 'Information security', limit: 1 } })
  if (!items[0]) throw new Error('The demonstration has no course about information security')
  return items[0]
}

/** A schedule of the administrator, made the first time: the demonstration sends nothing by itself. */
async function findSchedule(admin: Caller): Promise<string> {
  const { items } = await admin.call(api.schedules.list)
  if (items[0]) return items[0].id
  const [view, people] = await Promise.all([
    admin.call(api.views.save, { body: { list: 'report-learners', name: 'Overdue people', query: 'overdue=true' } }),
    admin.call(api.schedules.people, { query: {} }),
  ])
  const receiverIds = people.items.map((one) => one.userId)
  const body = { viewId: view.id, rhythm: 'weekly' as const, weekdays: [1, 4], time: '07:30', receiverIds }
  return (await admin.call(api.schedules.create, { body })).id
}

/** A learning package with two courses, made the first time. */
async function findLearningPackage(admin: Caller): Promise<string> {
  const { items } = await admin.call(api.learningPackages.list, { query: { limit: 1 } })
  if (items[0]) return items[0].id
  const [made, courses] = await Promise.all([
    admin.call(api.learningPackages.create, { body: { title: 'Onboarding', category: 'Getting started' } }),
    admin.call(api.courses.list, { query: { status: ['published'], limit: 2 } }),
  ])
  const content = {
    ...made.content,
    items: courses.items.map(({ id }) => ({ documentType: 'course' as const, documentId: id, isRequired: true })),
  }
  const params = { documentId: made.id }
  await admin.call(api.learningPackages.saveDraft, { params, body: { revision: made.revision, content } })
  return made.id
}

function yesterday(): string {
  return new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
}

/** Somebody of the manager's people who has attempts to show. */
async function findReported(manager: Caller) {
  const { items } = await manager.call(api.reports.manager.assignments, {
    query: { state: ['passed', 'completed'], limit: 25 } as never,
  })
  for (const one of items) {
    const work = await manager.call(api.reports.manager.assignment, { params: { userCourseId: one.userCourseId } })
    if (work.activities.some((activity) => activity.attempts.length > 0)) return one
  }
  if (!items[0]) throw new Error('The manager of the demonstration has nobody who finished a course')
  return items[0]
}
