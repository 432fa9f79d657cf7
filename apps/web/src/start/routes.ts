import type { RouteGroup } from '@learnt/contract/route-groups'
import type { ComponentType } from 'react'
import { type Area, keepRoutes, type Loader, type Page, type PageTitle, type Route } from '../routes/route-book.ts'
import type { Namespace } from '../words/catalogues.ts'

/** The component and the loader that a file exports, fetched when the page is first shown or its link is hovered. */
const from =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType> & { loader?: Loader }>, name: Name) =>
  async (): Promise<Page> => {
    const file = await load()
    return { component: file[name], loader: file.loader }
  }

const plain = { chrome: 'full', namespaces: [], guestApp: false } as const
type Extra = Partial<Pick<Route, 'chrome' | 'foldsNavigation' | 'layout' | 'namespaces'>>

const page = (path: string, who: RouteGroup, title: PageTitle, load: Route['load'] & {}, extra: Extra = {}): Route => {
  // pages for those who look after others are lists
  const lists: Namespace[] = who === 'any' || who === 'signed-in' ? [] : ['parts']
  return { ...plain, path, who, title, load, ...extra, namespaces: [...(extra.namespaces ?? []), ...lists] }
}
const redirect = (path: string, who: RouteGroup, title: PageTitle, to: string): Route => ({
  ...plain,
  path,
  who,
  title,
  to,
})
/** Declared with its rule; says what will stand here. */
const notYet = (path: string, who: RouteGroup, title: PageTitle, area: Area, extra: Extra = {}): Route => ({
  ...plain,
  path,
  who,
  title,
  area,
  namespaces: ['future'],
  ...extra,
})
const guest = (path: string, title: PageTitle, who: RouteGroup = 'guest'): Route => ({
  ...plain,
  path,
  who,
  title,
  chrome: 'bare',
  guestApp: true,
})

const reports = (who: 'admin' | 'manager', path: string, title: PageTitle, load: Route['load'] & {}) =>
  page(`/apps/${who}/${path}`, who, title, load, { namespaces: ['reports', 'extensions', 'customFields'] })

/** The same pages for administrators and, over their own people, for managers. */
const reportPages = (who: 'admin' | 'manager'): Route[] => [
  notYet(`/apps/${who}/reporting-dashboard`, who, 'reportingDashboard', 'reports'),
  reports(
    who,
    'reporting',
    'reporting',
    from(() => import('../features/reports/ReportingPage.tsx'), 'ReportingPage'),
  ),
  reports(
    who,
    'reporting/:userId',
    'learnerReport',
    from(() => import('../features/reports/LearnerReportPage.tsx'), 'LearnerReportPage'),
  ),
  reports(
    who,
    'reporting/:userId/:userCourseId',
    'assignmentReport',
    from(() => import('../features/reports/AssignmentReportPage.tsx'), 'AssignmentReportPage'),
  ),
  page(
    `/apps/${who}/reporting/:userId/:userCourseId/record`,
    who,
    'assignmentRecord',
    from(() => import('../features/courses/CourseRecordPage.tsx'), 'CourseRecordPage'),
    { namespaces: ['records', 'courses', 'learning', 'steps', 'parts'], foldsNavigation: true },
  ),
  reports(
    who,
    'course-aggregate-reporting',
    'courseReporting',
    from(() => import('../features/reports/CourseReportingPage.tsx'), 'CourseReportingPage'),
  ),
  reports(
    who,
    'course-aggregate-reporting/:courseId',
    'courseReport',
    from(() => import('../features/reports/CourseReportPage.tsx'), 'CourseReportPage'),
  ),
  reports(
    who,
    'bundle-reporting',
    'bundleReporting',
    from(() => import('../features/reports/BundleReportingPage.tsx'), 'BundleReportingPage'),
  ),
  reports(
    who,
    'bundle-reporting/:documentId',
    'bundleReport',
    from(() => import('../features/reports/BundleReportPage.tsx'), 'BundleReportPage'),
  ),
  reports(
    who,
    'lp-reporting',
    'pathwayReporting',
    from(() => import('../features/reports/PathwayReportingPage.tsx'), 'PathwayReportingPage'),
  ),
  reports(
    who,
    'lp-reporting/:documentId',
    'pathwayReport',
    from(() => import('../features/reports/PathwayReportPage.tsx'), 'PathwayReportPage'),
  ),
  reports(
    who,
    'activity-aggregate-reporting',
    'activityReporting',
    from(() => import('../features/reports/ActivityReportingPage.tsx'), 'ActivityReportingPage'),
  ),
  reports(
    who,
    'activity-aggregate-reporting/:activityId',
    'activityReport',
    from(() => import('../features/reports/ActivityReportPage.tsx'), 'ActivityReportPage'),
  ),
]

/** Every route of the product with its rule. The build splits the code at each `import()`. */
export const routes = keepRoutes([
  // entering
  redirect('/', 'any', 'start', '/teams'),
  page(
    '/teams',
    'signed-in',
    'teams',
    from(() => import('../features/session/TeamsPage.tsx'), 'TeamsPage'),
    { chrome: 'bare', namespaces: ['session'] },
  ),
  page(
    '/logout',
    'signed-in',
    'logout',
    from(() => import('../features/session/LogoutPage.tsx'), 'LogoutPage'),
    { chrome: 'bare', namespaces: ['session'] },
  ),
  guest('/login', 'login'),
  guest('/register', 'register'),
  guest('/callback', 'callback'),
  guest('/callback/:providerId', 'callback'),
  guest('/resetpassword', 'resetPassword'),
  // links of mails work signed in and signed out (readings, "Links of /action")
  guest('/change-password', 'changePassword', 'any'),
  guest('/action', 'action', 'any'),
  guest('/first-run/:code', 'firstRun'),

  // examples of the role rules, whenever the demonstration is on
  page(
    '/auth/admin-role-example',
    'admin',
    'adminRoleExample',
    from(() => import('../features/session/RoleExamplePage.tsx'), 'RoleExamplePage'),
    { namespaces: ['session'] },
  ),
  page(
    '/auth/staff-role-example',
    'staff',
    'staffRoleExample',
    from(() => import('../features/session/RoleExamplePage.tsx'), 'RoleExamplePage'),
    { namespaces: ['session'] },
  ),
  guest('/auth/guest-role-example', 'guestRoleExample'),

  // general
  page(
    '/pages/errors/error-404',
    'any',
    'error404',
    from(() => import('../features/errors/Error404Page.tsx'), 'Error404Page'),
  ),
  page(
    '/pages/errors/error-500',
    'any',
    'error500',
    from(() => import('../features/errors/Error500Page.tsx'), 'Error500Page'),
  ),
  page(
    '/pages/coming-soon',
    'any',
    'comingSoon',
    from(() => import('../features/errors/ComingSoonPage.tsx'), 'ComingSoonPage'),
  ),
  page(
    '/pages/maintenance',
    'any',
    'maintenance',
    from(() => import('../features/errors/MaintenancePage.tsx'), 'MaintenancePage'),
  ),

  // profile
  page(
    '/pages/profile',
    'signed-in',
    'profile',
    from(() => import('../features/profile/ProfilePage.tsx'), 'ProfilePage'),
    { namespaces: ['profile', 'accounts'] },
  ),
  page(
    '/pages/profile/sessions',
    'signed-in',
    'sessions',
    from(() => import('../features/profile/SessionsPage.tsx'), 'SessionsPage'),
    { namespaces: ['profile'] },
  ),
  page(
    '/pages/mynotifications',
    'signed-in',
    'myNotifications',
    from(() => import('../features/notifications/NotificationsPage.tsx'), 'NotificationsPage'),
    { namespaces: ['notifications'] },
  ),

  // learning
  redirect('/apps/homepage', 'signed-in', 'home', '/apps/homepage/myhomepage'),
  page(
    '/apps/homepage/myhomepage',
    'signed-in',
    'home',
    from(() => import('../features/learning/HomePage.tsx'), 'HomePage'),
    { namespaces: ['learning'] },
  ),
  // the layout of that name comes with the homepage editor; until then every team gets the standard homepage here
  page(
    '/apps/munro-homepage',
    'signed-in',
    'home',
    from(() => import('../features/learning/HomePage.tsx'), 'HomePage'),
    { namespaces: ['learning'] },
  ),
  notYet('/apps/home/preview', 'admin', 'homePreview', 'homepage', { chrome: 'bare' }),
  redirect('/apps/courses', 'signed-in', 'myCourses', '/apps/courses/mycourses'),
  page(
    '/apps/courses/mycourses',
    'signed-in',
    'myCourses',
    from(() => import('../features/learning/MyCoursesPage.tsx'), 'MyCoursesPage'),
    { namespaces: ['learning', 'parts'] },
  ),
  page(
    '/apps/courses/mybundles',
    'signed-in',
    'myBundles',
    from(() => import('../features/learning/MyBundlesPage.tsx'), 'MyBundlesPage'),
    { namespaces: ['learning', 'parts'] },
  ),
  page(
    '/apps/course/:userCourseId',
    'signed-in',
    'course',
    from(() => import('../features/learning/CoursePlayerPage.tsx'), 'CoursePlayerPage'),
    { namespaces: ['learning', 'steps', 'extensions', 'ratings', 'parts'], foldsNavigation: true },
  ),
  page(
    '/apps/course/:userCourseId/record',
    'signed-in',
    'courseRecord',
    from(() => import('../features/courses/CourseRecordPage.tsx'), 'CourseRecordPage'),
    { namespaces: ['records', 'courses', 'learning', 'steps', 'parts'], foldsNavigation: true },
  ),
  page(
    '/apps/pathways',
    'signed-in',
    'pathways',
    from(() => import('../features/pathways/PathwaysPage.tsx'), 'PathwaysPage'),
    { namespaces: ['pathways', 'parts'] },
  ),
  page(
    '/apps/pathways/mypathways',
    'signed-in',
    'myPathways',
    from(() => import('../features/pathways/MyPathwaysPage.tsx'), 'MyPathwaysPage'),
    { namespaces: ['pathways', 'parts'] },
  ),
  page(
    '/apps/pathways/:pathwayId',
    'signed-in',
    'pathway',
    from(() => import('../features/pathways/PathwayPage.tsx'), 'PathwayPage'),
    { namespaces: ['pathways', 'extensions', 'ratings', 'documentKinds', 'parts'] },
  ),
  redirect('/apps/resources', 'signed-in', 'myResources', '/apps/resources/myresources'),
  page(
    '/apps/resources/myresources',
    'signed-in',
    'myResources',
    from(() => import('../features/resources/MyResourcesPage.tsx'), 'MyResourcesPage'),
    { namespaces: ['resources', 'parts'] },
  ),
  page(
    '/apps/resource/:resourceId/:resourceHandle?',
    'signed-in',
    'resource',
    from(() => import('../features/resources/ResourcePage.tsx'), 'ResourcePage'),
    { namespaces: ['resources', 'extensions', 'ratings', 'files', 'learning', 'parts'] },
  ),
  page(
    '/apps/exploreevents',
    'signed-in',
    'exploreEvents',
    from(() => import('../features/events/ExploreEventsPage.tsx'), 'ExploreEventsPage'),
    { namespaces: ['events', 'calendar', 'parts'] },
  ),
  page(
    '/apps/exploreevent/:itemId',
    'signed-in',
    'event',
    from(() => import('../features/events/ExploreEventPage.tsx'), 'ExploreEventPage'),
    { namespaces: ['events', 'parts'] },
  ),
  page(
    '/apps/myevents',
    'signed-in',
    'myEvents',
    from(() => import('../features/events/MyEventsPage.tsx'), 'MyEventsPage'),
    { namespaces: ['events', 'parts'] },
  ),
  page(
    '/apps/myevent/:itemId',
    'signed-in',
    'event',
    from(() => import('../features/events/MyEventPage.tsx'), 'MyEventPage'),
    { namespaces: ['events', 'eventPeople', 'parts'] },
  ),
  page(
    '/join/:eventId',
    'signed-in',
    'joinEvent',
    from(() => import('../features/events/JoinPage.tsx'), 'JoinPage'),
    { namespaces: ['events'] },
  ),
  page(
    '/apps/calendar',
    'signed-in',
    'calendar',
    from(() => import('../features/calendar/CalendarPage.tsx'), 'CalendarPage'),
    { namespaces: ['calendar'] },
  ),
  page(
    '/apps/myforms',
    'signed-in',
    'myForms',
    from(() => import('../features/forms/MyFormsPage.tsx'), 'MyFormsPage'),
    { namespaces: ['myForms', 'formFields', 'formMarking', 'observations', 'parts'] },
  ),
  page(
    '/apps/myforms/:formId/:formHandle?',
    'signed-in',
    'form',
    from(() => import('../features/forms/MyFormPage.tsx'), 'MyFormPage'),
    { namespaces: ['myForms', 'formFields', 'parts'] },
  ),
  page(
    '/apps/myformsubmissions/:formId/:formHandle?',
    'signed-in',
    'myFormSubmissions',
    from(() => import('../features/forms/MySubmissionsPage.tsx'), 'MySubmissionsPage'),
    { namespaces: ['myForms', 'formFields', 'parts'] },
  ),
  page(
    '/apps/form/:formId/:formHandle?',
    'signed-in',
    'form',
    from(() => import('../features/forms/FormPage.tsx'), 'FormPage'),
    { namespaces: ['myForms', 'formFields', 'observations', 'parts'] },
  ),
  page(
    '/apps/myresults/forms',
    'signed-in',
    'myResults',
    from(() => import('../features/forms/MyResultsPage.tsx'), 'MyResultsPage'),
    { namespaces: ['myForms', 'formFields', 'parts'] },
  ),
  page(
    '/apps/optional-learning/listing',
    'signed-in',
    'optionalLearning',
    from(() => import('../features/catalogues/CataloguePage.tsx'), 'CataloguePage'),
    { namespaces: ['catalogues', 'parts'] },
  ),
  notYet('/apps/chat', 'signed-in', 'chat', 'chat'),
  notYet('/blogs', 'signed-in', 'blogs', 'blogs'),
  notYet('/blog/:id', 'signed-in', 'blog', 'blogs'),
  notYet('/product/:id', 'signed-in', 'product', 'products'),
  page(
    '/apps/mycertificates',
    'signed-in',
    'myCertificates',
    from(() => import('../features/certificates/MyCertificatesPage.tsx'), 'MyCertificatesPage'),
    { namespaces: ['myCertificates'] },
  ),
  page(
    '/apps/rewards',
    'signed-in',
    'rewards',
    from(() => import('../features/rewards/RewardsPage.tsx'), 'RewardsPage'),
    { namespaces: ['rewards'] },
  ),
  page(
    '/verify/:credentialId',
    'any',
    'verify',
    from(() => import('../features/credentials/VerifyPage.tsx'), 'VerifyPage'),
    { chrome: 'bare', namespaces: ['credentials'] },
  ),

  // courses for administrators
  page(
    '/apps/admin/courses',
    'admin',
    'courses',
    from(() => import('../features/courses/CoursesPage.tsx'), 'CoursesPage'),
    { namespaces: ['courses', 'documents', 'documentKinds'] },
  ),
  page(
    '/apps/admin/courses/:courseId',
    'admin',
    'courseEditor',
    from(() => import('../features/courses/CoursePage.tsx'), 'CoursePage'),
    { namespaces: ['courses', 'documents', 'documentKinds', 'permissions', 'extensions', 'ratings', 'points'] },
  ),
  page(
    '/apps/admin/courses/:courseId/preview',
    'admin',
    'coursePreview',
    from(() => import('../features/courses/CoursePreviewPage.tsx'), 'CoursePreviewPage'),
    { namespaces: ['courses', 'documents', 'learning', 'steps', 'parts'], foldsNavigation: true },
  ),
  page(
    '/apps/admin/old/courses/:courseId',
    'admin',
    'courseClassic',
    from(() => import('../features/courses/ClassicCoursePage.tsx'), 'ClassicCoursePage'),
    { namespaces: ['courses', 'documents', 'documentKinds'] },
  ),

  // permissions
  page(
    '/apps/admin/permissions',
    'admin',
    'permissions',
    from(() => import('../features/permissions/PermissionsPage.tsx'), 'PermissionsPage'),
    { namespaces: ['permissions', 'audiences', 'documents', 'documentKinds'] },
  ),

  // people
  page(
    '/apps/admin/users',
    'admin',
    'users',
    from(() => import('../features/members/MembersPage.tsx'), 'MembersPage'),
    { namespaces: ['members', 'customFields'] },
  ),
  page(
    '/apps/admin/users/:userId',
    'admin',
    'user',
    from(() => import('../features/members/MemberPage.tsx'), 'MemberPage'),
    { namespaces: ['members', 'customFields'] },
  ),

  // reports that go out by mail: who gets one may be no administrator
  page(
    '/apps/report-mails',
    'signed-in',
    'reportMails',
    from(() => import('../features/schedules/SchedulesPage.tsx'), 'SchedulesPage'),
    { namespaces: ['schedules', 'parts'] },
  ),
  page(
    '/apps/report-mails/:scheduleId',
    'signed-in',
    'reportMail',
    from(() => import('../features/schedules/OpenSchedulePage.tsx'), 'OpenSchedulePage'),
    { namespaces: ['schedules'] },
  ),

  // reports for administrators and, over their own people, for managers
  ...reportPages('admin'),
  page(
    '/apps/admin/user-rewards-reporting',
    'admin',
    'rewardsReporting',
    from(() => import('../features/reports/RewardReportPage.tsx'), 'RewardReportPage'),
    { namespaces: ['points', 'documentKinds', 'reports'] },
  ),
  ...reportPages('manager'),

  // what administrators watch
  page(
    '/apps/admin/jobs',
    'admin',
    'jobs',
    from(() => import('../features/jobs/JobsPage.tsx'), 'JobsPage'),
    { namespaces: ['administration'] },
  ),
  page(
    '/apps/admin/audit-log',
    'admin',
    'auditLog',
    from(() => import('../features/audit/AuditLogPage.tsx'), 'AuditLogPage'),
    { namespaces: ['administration'] },
  ),
  page(
    '/apps/admin/outbox',
    'admin',
    'outbox',
    from(() => import('../features/mails/OutboxPage.tsx'), 'OutboxPage'),
    { namespaces: ['administration'] },
  ),

  // superadministrators
  page(
    '/apps/superadmin/tenants',
    'superadmin',
    'tenants',
    from(() => import('../features/tenants/TenantsPage.tsx'), 'TenantsPage'),
    { namespaces: ['administration'] },
  ),
  page(
    '/apps/superadmin/tenant/:tenantId',
    'superadmin',
    'tenant',
    from(() => import('../features/tenants/TenantPage.tsx'), 'TenantPage'),
    { namespaces: ['administration', 'providerSettings'] },
  ),
  page(
    '/apps/superadmin/tenant/:tenantId/theme/:teamId',
    'superadmin',
    'settingsTheme',
    from(() => import('../features/themes/TenantThemePage.tsx'), 'TenantThemePage'),
    { namespaces: ['settings', 'administration'] },
  ),
  page(
    '/apps/superadmin/navigation-settings',
    'superadmin',
    'navigationTemplates',
    from(() => import('../features/navigation/NavigationSettingsPage.tsx'), 'NavigationSettingsPage'),
    { namespaces: ['settings'] },
  ),
  notYet('/apps/superadmin/query-firestore', 'superadmin', 'queryConsole', 'tenants'),
  notYet('/apps/superadmin/monthly-license', 'superadmin', 'monthlyLicence', 'tenants'),
  notYet('/apps/superadmin/triggers', 'superadmin', 'triggers', 'tenants'),
  notYet('/apps/superadmin/jobs', 'superadmin', 'allJobs', 'tenants'),
  notYet('/apps/superadmin/audit-log', 'superadmin', 'allAuditLog', 'tenants'),

  // not yet: the rest of the administration
  page(
    '/apps/admin/form',
    'admin',
    'newForm',
    from(() => import('../features/forms/editor/NewFormPage.tsx'), 'NewFormPage'),
    { namespaces: ['formEditor', 'documents', 'documentKinds'] },
  ),
  page(
    '/apps/admin/form/:formId',
    'admin',
    'formBuilder',
    from(() => import('../features/forms/editor/FormEditorPage.tsx'), 'FormEditorPage'),
    {
      namespaces: [
        'formEditor',
        'formAccess',
        'formFields',
        'documents',
        'documentKinds',
        'permissions',
        'questionBank',
      ],
    },
  ),
  page(
    '/apps/admin/forms',
    'admin',
    'forms',
    from(() => import('../features/forms/editor/FormsPage.tsx'), 'FormsPage'),
    { namespaces: ['formEditor', 'documents', 'documentKinds'] },
  ),
  page(
    '/apps/admin/question-bank',
    'admin',
    'questionBank',
    from(() => import('../features/forms/bank/QuestionBankPage.tsx'), 'QuestionBankPage'),
    { namespaces: ['questionBank', 'formEditor', 'formFields', 'documents', 'parts'] },
  ),
  page(
    '/apps/admin/formSubmissions/:formId',
    'admin',
    'formSubmissions',
    from(() => import('../features/forms/AdminSubmissionsPage.tsx'), 'AdminSubmissionsPage'),
    { namespaces: ['formMarking', 'formFields', 'observations'] },
  ),
  page(
    '/apps/admin/formSubmission/:submissionId',
    'admin',
    'formSubmission',
    from(() => import('../features/forms/AdminSubmissionPage.tsx'), 'AdminSubmissionPage'),
    { namespaces: ['formMarking', 'formFields', 'myForms', 'observations'] },
  ),
  page(
    '/apps/admin/formAnalytics/:formId',
    'admin',
    'formAnalytics',
    from(() => import('../features/forms/analytics/FormAnalyticsPage.tsx'), 'FormAnalyticsPage'),
    { namespaces: ['formAnalytics', 'parts', 'questionBank', 'formEditor', 'documents'] },
  ),
  page(
    '/apps/manager/form',
    'manager',
    'newForm',
    from(() => import('../features/forms/editor/ManagerNewFormPage.tsx'), 'ManagerNewFormPage'),
    { namespaces: ['formEditor', 'documents', 'documentKinds'] },
  ),
  page(
    '/apps/manager/form/:formId',
    'manager',
    'formBuilder',
    from(() => import('../features/forms/editor/ManagerFormEditorPage.tsx'), 'ManagerFormEditorPage'),
    {
      namespaces: [
        'formEditor',
        'formAccess',
        'formFields',
        'documents',
        'documentKinds',
        'permissions',
        'questionBank',
      ],
    },
  ),
  page(
    '/apps/manager/events',
    'manager',
    'events',
    from(() => import('../features/events/ManagedEventsPage.tsx'), 'ManagedEventsPage'),
    { namespaces: ['eventPeople', 'events'] },
  ),
  page(
    '/apps/manager/event/:eventId',
    'manager',
    'event',
    from(() => import('../features/events/ManagedEventPage.tsx'), 'ManagedEventPage'),
    { namespaces: ['eventPeople', 'events'] },
  ),
  page(
    '/apps/manager/forms',
    'manager',
    'forms',
    from(() => import('../features/forms/editor/ManagerFormsPage.tsx'), 'ManagerFormsPage'),
    { namespaces: ['formEditor', 'documents', 'documentKinds', 'observations', 'formMarking', 'formFields'] },
  ),
  page(
    '/apps/manager/formSubmissions/:formId',
    'manager',
    'formSubmissions',
    from(() => import('../features/forms/ManagerSubmissionsPage.tsx'), 'ManagerSubmissionsPage'),
    { namespaces: ['formMarking', 'formFields', 'observations'] },
  ),
  page(
    '/apps/manager/formSubmission/:submissionId',
    'manager',
    'formSubmission',
    from(() => import('../features/forms/ManagerSubmissionPage.tsx'), 'ManagerSubmissionPage'),
    { namespaces: ['formMarking', 'formFields', 'myForms', 'observations'] },
  ),
  page(
    '/apps/manager/formAnalytics/:formId',
    'manager',
    'formAnalytics',
    from(() => import('../features/forms/analytics/ManagerFormAnalyticsPage.tsx'), 'ManagerFormAnalyticsPage'),
    { namespaces: ['formAnalytics', 'parts', 'questionBank', 'formEditor', 'documents'] },
  ),
  page(
    '/apps/admin/resources',
    'admin',
    'resources',
    from(() => import('../features/resources/ResourcesPage.tsx'), 'ResourcesPage'),
    { namespaces: ['resources', 'documents', 'documentKinds'] },
  ),
  page(
    '/apps/admin/resources/:resourceId',
    'admin',
    'resourceEditor',
    from(() => import('../features/resources/ResourceEditorPage.tsx'), 'ResourceEditorPage'),
    {
      namespaces: [
        'resources',
        'documents',
        'documentKinds',
        'permissions',
        'files',
        'learning',
        'reports',
        'extensions',
        'points',
      ],
    },
  ),
  redirect('/apps/admin/settings', 'admin', 'settingsTheme', '/apps/admin/settings/theme'),
  page(
    '/apps/admin/settings/theme',
    'admin',
    'settingsTheme',
    from(() => import('../features/themes/ThemePage.tsx'), 'ThemePage'),
    { namespaces: ['settings'] },
  ),
  page(
    '/apps/admin/settings/providers',
    'admin',
    'settingsProviders',
    from(() => import('../features/providers/ProvidersPage.tsx'), 'ProvidersPage'),
    { namespaces: ['settings', 'providerSettings'] },
  ),
  notYet('/apps/admin/settings/billing', 'superadmin', 'settingsBilling', 'settings'),
  page(
    '/apps/admin/settings/usermanagement',
    'superadmin',
    'settingsUsers',
    from(() => import('../features/users/UserManagementPage.tsx'), 'UserManagementPage'),
    { namespaces: ['settings', 'members'] },
  ),
  page(
    '/apps/admin/settings/navigation',
    'superadmin',
    'settingsNavigation',
    from(() => import('../features/navigation/NavigationPage.tsx'), 'NavigationPage'),
    { namespaces: ['settings'] },
  ),
  notYet('/apps/admin/settings/notifications', 'superadmin', 'settingsNotifications', 'settings'),
  page(
    '/apps/admin/settings/dynamic-custom-fields',
    'admin',
    'settingsFields',
    from(() => import('../features/custom-fields/CustomFieldsPage.tsx'), 'CustomFieldsPage'),
    { namespaces: ['settings', 'customFields'] },
  ),
  page(
    '/apps/admin/settings/data-protection',
    'admin',
    'settingsDataProtection',
    from(() => import('../features/erasures/DataProtectionPage.tsx'), 'DataProtectionPage'),
    { namespaces: ['settings', 'erasures'] },
  ),
  page(
    '/apps/admin/events',
    'admin',
    'events',
    from(() => import('../features/events/EventsPage.tsx'), 'EventsPage'),
    { namespaces: ['eventEditor', 'events', 'documents', 'documentKinds'] },
  ),
  page(
    '/apps/admin/event-attendee-list/:eventId',
    'admin',
    'attendees',
    from(() => import('../features/events/AttendeesPage.tsx'), 'AttendeesPage'),
    { namespaces: ['eventPeople', 'events'] },
  ),
  page(
    '/apps/admin/create-event',
    'admin',
    'newEvent',
    from(() => import('../features/events/NewEventPage.tsx'), 'NewEventPage'),
    { namespaces: ['eventEditor', 'events', 'documents', 'documentKinds'] },
  ),
  page(
    '/apps/admin/edit-event/:eventId',
    'admin',
    'eventEditor',
    from(() => import('../features/events/EventEditorPage.tsx'), 'EventEditorPage'),
    {
      namespaces: [
        'eventEditor',
        'events',
        'eventPeople',
        'documents',
        'documentKinds',
        'permissions',
        'ratings',
        'extensions',
      ],
    },
  ),
  page(
    '/apps/admin/event-wait-list/:eventId',
    'admin',
    'waitingList',
    from(() => import('../features/events/WaitListPage.tsx'), 'WaitListPage'),
    { namespaces: ['eventPeople', 'events'] },
  ),
  page(
    '/apps/admin/feed-history',
    'admin',
    'feedHistory',
    from(() => import('../features/feeds/FeedHistoryPage.tsx'), 'FeedHistoryPage'),
    { namespaces: ['feeds', 'administration'] },
  ),
  page(
    '/apps/admin/feed-history/:runId',
    'admin',
    'feedRun',
    from(() => import('../features/feeds/RunPage.tsx'), 'RunPage'),
    { namespaces: ['feeds'] },
  ),
  notYet('/apps/admin/homepage-editor', 'admin', 'homepageEditor', 'homepage', { chrome: 'noToolbar' }),
  page(
    '/apps/admin/managers-reporting/rules',
    'admin',
    'managerRules',
    from(() => import('../features/managers/ManagerRulesPage.tsx'), 'ManagerRulesPage'),
    { namespaces: ['managers', 'permissions'] },
  ),
  page(
    '/apps/admin/pathways',
    'admin',
    'pathways',
    from(() => import('../features/pathways/PathwayListPage.tsx'), 'PathwayListPage'),
    { namespaces: ['pathwayEditor', 'documents', 'documentKinds'] },
  ),
  page(
    '/apps/admin/pathways/:pathwayId',
    'admin',
    'pathwayEditor',
    from(() => import('../features/pathways/PathwayEditorPage.tsx'), 'PathwayEditorPage'),
    {
      namespaces: [
        'pathwayEditor',
        'pathways',
        'documents',
        'documentKinds',
        'permissions',
        'extensions',
        'ratings',
        'points',
      ],
    },
  ),
  notYet('/apps/admin/chat/channels', 'admin', 'channels', 'chat'),
  notYet('/apps/admin/chat/channels/:channelId', 'admin', 'channel', 'chat'),
  page(
    '/apps/admin/learning-packages',
    'admin',
    'learningPackages',
    from(() => import('../features/learning-packages/LearningPackagesPage.tsx'), 'LearningPackagesPage'),
    { namespaces: ['learningPackages', 'documents', 'documentKinds'] },
  ),
  page(
    '/apps/admin/learning-package/:learningPackageId',
    'admin',
    'learningPackage',
    from(() => import('../features/learning-packages/LearningPackagePage.tsx'), 'LearningPackagePage'),
    {
      namespaces: ['learningPackages', 'documents', 'documentKinds', 'permissions', 'extensions', 'ratings', 'points'],
    },
  ),
  page(
    '/apps/admin/learning-package',
    'admin',
    'newLearningPackage',
    from(() => import('../features/learning-packages/NewLearningPackagePage.tsx'), 'NewLearningPackagePage'),
    { namespaces: ['learningPackages', 'documents', 'documentKinds'] },
  ),
  page(
    '/apps/admin/certificates',
    'admin',
    'certificates',
    from(() => import('../features/certificates/CertificatesPage.tsx'), 'CertificatesPage'),
    { namespaces: ['certificates', 'myCertificates', 'reports'] },
  ),
  page(
    '/apps/admin/rewards',
    'admin',
    'rewards',
    from(() => import('../features/rewards/AdminRewardsPage.tsx'), 'AdminRewardsPage'),
    { namespaces: ['rewards', 'files'] },
  ),
  page(
    '/apps/admin/certificates/:templateId',
    'admin',
    'certificateTemplate',
    from(() => import('../features/certificates/TemplatePage.tsx'), 'TemplatePage'),
    { namespaces: ['certificates', 'files'], foldsNavigation: true },
  ),
  page(
    '/apps/manager/certificates',
    'manager',
    'certificates',
    from(() => import('../features/certificates/ManagerCertificatesPage.tsx'), 'ManagerCertificatesPage'),
    { namespaces: ['certificates', 'myCertificates', 'reports'] },
  ),
  page(
    '/apps/admin/badges-rules',
    'admin',
    'badgeRules',
    from(() => import('../features/badges/BadgeRulesPage.tsx'), 'BadgeRulesPage'),
    { namespaces: ['badgeRules', 'documentKinds', 'permissions'] },
  ),
  page(
    '/apps/admin/badges-rules/:ruleId',
    'admin',
    'badgeRule',
    from(() => import('../features/badges/BadgeRulePage.tsx'), 'BadgeRulePage'),
    { namespaces: ['badgeRules', 'documents', 'documentKinds', 'permissions'] },
  ),
  page(
    '/apps/admin/badges',
    'admin',
    'badges',
    from(() => import('../features/badges/BadgesPage.tsx'), 'BadgesPage'),
    { namespaces: ['badges'] },
  ),
  page(
    '/apps/admin/badges/:badgeId',
    'admin',
    'badge',
    from(() => import('../features/badges/BadgePage.tsx'), 'BadgePage'),
    { namespaces: ['badges', 'myBadges', 'certificates', 'permissions', 'files'] },
  ),
  page(
    '/apps/admin/integrations',
    'admin',
    'integrations',
    from(() => import('../features/scim/IntegrationsPage.tsx'), 'IntegrationsPage'),
    { namespaces: ['scim'] },
  ),
  page(
    '/apps/admin/bulk-update',
    'admin',
    'bulkUpdate',
    from(() => import('../features/bulk-updates/BulkUpdatePage.tsx'), 'BulkUpdatePage'),
    { namespaces: ['bulkUpdates', 'feeds'] },
  ),
  page(
    '/apps/admin/bulk-update/:runId',
    'admin',
    'bulkUpdateRun',
    from(() => import('../features/bulk-updates/BulkRunPage.tsx'), 'BulkRunPage'),
    { namespaces: ['bulkUpdates', 'feeds'] },
  ),
  page(
    '/apps/admin/requests',
    'admin',
    'requests',
    from(() => import('../features/requests/AdminRequestsPage.tsx'), 'AdminRequestsPage'),
    { namespaces: ['requests'] },
  ),
  page(
    '/apps/manager/requests',
    'manager',
    'requests',
    from(() => import('../features/requests/ManagerRequestsPage.tsx'), 'ManagerRequestsPage'),
    { namespaces: ['requests'] },
  ),
  page(
    '/apps/manager/team',
    'manager',
    'myTeam',
    from(() => import('../features/managers/TeamPage.tsx'), 'TeamPage'),
    { namespaces: ['managers', 'extensions', 'documentKinds'] },
  ),
  page(
    '/apps/manager/preview/:documentType/:documentId',
    'manager',
    'documentPreview',
    from(() => import('../features/managers/DocumentPreviewPage.tsx'), 'DocumentPreviewPage'),
    {
      namespaces: ['managers', 'courses', 'documentKinds', 'learning', 'steps', 'resources', 'formFields', 'parts'],
      foldsNavigation: true,
    },
  ),
])
