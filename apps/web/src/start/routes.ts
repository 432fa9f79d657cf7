import type { RouteGroup } from '@learnt/contract/route-groups'
import { from } from '../routes/page-from.ts'
import { type Area, keepRoutes, type PageTitle, type Route } from '../routes/route-book.ts'
import type { Namespace } from '../words/catalogues.ts'

/** A page of those who look after others; where its code is found is told by a file that learners never fetch. */
const staff = (name: keyof typeof import('./staff-pages.ts').staffPages) => async () => {
  const { staffPages } = await import('./staff-pages.ts')
  return staffPages[name]()
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
  reports(who, 'reporting', 'reporting', staff('ReportingPage')),
  reports(who, 'reporting/:userId', 'learnerReport', staff('LearnerReportPage')),
  reports(who, 'reporting/:userId/:userCourseId', 'assignmentReport', staff('AssignmentReportPage')),
  page(`/apps/${who}/reporting/:userId/:userCourseId/record`, who, 'assignmentRecord', staff('CourseRecordPage'), {
    namespaces: ['records', 'courses', 'learning', 'steps', 'parts'],
    foldsNavigation: true,
  }),
  reports(who, 'course-aggregate-reporting', 'courseReporting', staff('CourseReportingPage')),
  reports(who, 'course-aggregate-reporting/:courseId', 'courseReport', staff('CourseReportPage')),
  reports(who, 'bundle-reporting', 'bundleReporting', staff('BundleReportingPage')),
  reports(who, 'bundle-reporting/:documentId', 'bundleReport', staff('BundleReportPage')),
  reports(who, 'lp-reporting', 'pathwayReporting', staff('PathwayReportingPage')),
  reports(who, 'lp-reporting/:documentId', 'pathwayReport', staff('PathwayReportPage')),
  reports(who, 'activity-aggregate-reporting', 'activityReporting', staff('ActivityReportingPage')),
  reports(who, 'activity-aggregate-reporting/:activityId', 'activityReport', staff('ActivityReportPage')),
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
  page('/auth/admin-role-example', 'admin', 'adminRoleExample', staff('RoleExamplePage'), { namespaces: ['session'] }),
  page('/auth/staff-role-example', 'staff', 'staffRoleExample', staff('RoleExamplePage'), { namespaces: ['session'] }),
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
  page('/apps/admin/courses', 'admin', 'courses', staff('CoursesPage'), {
    namespaces: ['courses', 'documents', 'documentKinds'],
  }),
  page('/apps/admin/courses/:courseId', 'admin', 'courseEditor', staff('CoursePage'), {
    namespaces: ['courses', 'documents', 'documentKinds', 'permissions', 'extensions', 'ratings', 'points'],
  }),
  page('/apps/admin/courses/:courseId/preview', 'admin', 'coursePreview', staff('CoursePreviewPage'), {
    namespaces: ['courses', 'documents', 'learning', 'steps', 'parts'],
    foldsNavigation: true,
  }),
  page('/apps/admin/old/courses/:courseId', 'admin', 'courseClassic', staff('ClassicCoursePage'), {
    namespaces: ['courses', 'documents', 'documentKinds'],
  }),

  // permissions
  page('/apps/admin/permissions', 'admin', 'permissions', staff('PermissionsPage'), {
    namespaces: ['permissions', 'audiences', 'documents', 'documentKinds'],
  }),

  // people
  page('/apps/admin/users', 'admin', 'users', staff('MembersPage'), { namespaces: ['members', 'customFields'] }),
  page('/apps/admin/users/:userId', 'admin', 'user', staff('MemberPage'), { namespaces: ['members', 'customFields'] }),

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
  page('/apps/admin/user-rewards-reporting', 'admin', 'rewardsReporting', staff('RewardReportPage'), {
    namespaces: ['points', 'documentKinds', 'reports'],
  }),
  ...reportPages('manager'),

  // what administrators watch
  page('/apps/admin/jobs', 'admin', 'jobs', staff('JobsPage'), { namespaces: ['jobs'] }),
  page('/apps/admin/audit-log', 'admin', 'auditLog', staff('AuditLogPage'), {
    namespaces: ['audit', 'reports'],
  }),
  page('/apps/admin/outbox', 'admin', 'outbox', staff('OutboxPage'), { namespaces: ['mails'] }),

  // superadministrators
  page('/apps/superadmin/tenants', 'superadmin', 'tenants', staff('TenantsPage'), { namespaces: ['administration'] }),
  page('/apps/superadmin/tenant/:tenantId', 'superadmin', 'tenant', staff('TenantPage'), {
    namespaces: ['administration', 'providerSettings'],
  }),
  page('/apps/superadmin/tenant/:tenantId/theme/:teamId', 'superadmin', 'settingsTheme', staff('TenantThemePage'), {
    namespaces: ['settings', 'administration'],
  }),
  page('/apps/superadmin/navigation-settings', 'superadmin', 'navigationTemplates', staff('NavigationSettingsPage'), {
    namespaces: ['settings'],
  }),
  notYet('/apps/superadmin/query-firestore', 'superadmin', 'queryConsole', 'tenants'),
  notYet('/apps/superadmin/monthly-license', 'superadmin', 'monthlyLicence', 'tenants'),
  notYet('/apps/superadmin/triggers', 'superadmin', 'triggers', 'tenants'),
  notYet('/apps/superadmin/jobs', 'superadmin', 'allJobs', 'tenants'),
  notYet('/apps/superadmin/audit-log', 'superadmin', 'allAuditLog', 'tenants'),

  // not yet: the rest of the administration
  page('/apps/admin/form', 'admin', 'newForm', staff('NewFormPage'), {
    namespaces: ['formEditor', 'documents', 'documentKinds'],
  }),
  page('/apps/admin/form/:formId', 'admin', 'formBuilder', staff('FormEditorPage'), {
    namespaces: ['formEditor', 'formAccess', 'formFields', 'documents', 'documentKinds', 'permissions', 'questionBank'],
  }),
  page('/apps/admin/forms', 'admin', 'forms', staff('FormsPage'), {
    namespaces: ['formEditor', 'documents', 'documentKinds'],
  }),
  page('/apps/admin/question-bank', 'admin', 'questionBank', staff('QuestionBankPage'), {
    namespaces: ['questionBank', 'formEditor', 'formFields', 'documents', 'parts'],
  }),
  page('/apps/admin/formSubmissions/:formId', 'admin', 'formSubmissions', staff('AdminSubmissionsPage'), {
    namespaces: ['formMarking', 'formFields', 'observations'],
  }),
  page('/apps/admin/formSubmission/:submissionId', 'admin', 'formSubmission', staff('AdminSubmissionPage'), {
    namespaces: ['formMarking', 'formFields', 'myForms', 'observations'],
  }),
  page('/apps/admin/formAnalytics/:formId', 'admin', 'formAnalytics', staff('FormAnalyticsPage'), {
    namespaces: ['formAnalytics', 'parts', 'questionBank', 'formEditor', 'documents'],
  }),
  page('/apps/manager/form', 'manager', 'newForm', staff('ManagerNewFormPage'), {
    namespaces: ['formEditor', 'documents', 'documentKinds'],
  }),
  page('/apps/manager/form/:formId', 'manager', 'formBuilder', staff('ManagerFormEditorPage'), {
    namespaces: ['formEditor', 'formAccess', 'formFields', 'documents', 'documentKinds', 'permissions', 'questionBank'],
  }),
  page('/apps/manager/events', 'manager', 'events', staff('ManagedEventsPage'), {
    namespaces: ['eventPeople', 'events'],
  }),
  page('/apps/manager/event/:eventId', 'manager', 'event', staff('ManagedEventPage'), {
    namespaces: ['eventPeople', 'events'],
  }),
  page('/apps/manager/forms', 'manager', 'myLearnersForms', staff('ManagerFormsPage'), {
    namespaces: ['formEditor', 'documents', 'documentKinds', 'observations', 'formMarking', 'formFields'],
  }),
  page('/apps/manager/formSubmissions/:formId', 'manager', 'formSubmissions', staff('ManagerSubmissionsPage'), {
    namespaces: ['formMarking', 'formFields', 'observations'],
  }),
  page('/apps/manager/formSubmission/:submissionId', 'manager', 'formSubmission', staff('ManagerSubmissionPage'), {
    namespaces: ['formMarking', 'formFields', 'myForms', 'observations'],
  }),
  page('/apps/manager/formAnalytics/:formId', 'manager', 'formAnalytics', staff('ManagerFormAnalyticsPage'), {
    namespaces: ['formAnalytics', 'parts', 'questionBank', 'formEditor', 'documents'],
  }),
  page('/apps/admin/resources', 'admin', 'resources', staff('ResourcesPage'), {
    namespaces: ['resources', 'documents', 'documentKinds'],
  }),
  page('/apps/admin/resources/:resourceId', 'admin', 'resourceEditor', staff('ResourceEditorPage'), {
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
  }),
  redirect('/apps/admin/settings', 'admin', 'settingsTheme', '/apps/admin/settings/theme'),
  page('/apps/admin/settings/theme', 'admin', 'settingsTheme', staff('ThemePage'), { namespaces: ['settings'] }),
  page('/apps/admin/settings/providers', 'admin', 'settingsProviders', staff('ProvidersPage'), {
    namespaces: ['settings', 'providerSettings'],
  }),
  notYet('/apps/admin/settings/billing', 'superadmin', 'settingsBilling', 'settings'),
  page('/apps/admin/settings/usermanagement', 'superadmin', 'settingsUsers', staff('UserManagementPage'), {
    namespaces: ['settings', 'members'],
  }),
  page('/apps/admin/settings/navigation', 'superadmin', 'settingsNavigation', staff('NavigationPage'), {
    namespaces: ['settings'],
  }),
  notYet('/apps/admin/settings/notifications', 'superadmin', 'settingsNotifications', 'settings'),
  page('/apps/admin/settings/dynamic-custom-fields', 'admin', 'settingsFields', staff('CustomFieldsPage'), {
    namespaces: ['settings', 'customFields'],
  }),
  page('/apps/admin/settings/data-protection', 'admin', 'settingsDataProtection', staff('DataProtectionPage'), {
    namespaces: ['settings', 'erasures'],
  }),
  page('/apps/admin/events', 'admin', 'events', staff('EventsPage'), {
    namespaces: ['eventEditor', 'events', 'documents', 'documentKinds'],
  }),
  page('/apps/admin/event-attendee-list/:eventId', 'admin', 'attendees', staff('AttendeesPage'), {
    namespaces: ['eventPeople', 'events'],
  }),
  page('/apps/admin/create-event', 'admin', 'newEvent', staff('NewEventPage'), {
    namespaces: ['eventEditor', 'events', 'documents', 'documentKinds'],
  }),
  page('/apps/admin/edit-event/:eventId', 'admin', 'eventEditor', staff('EventEditorPage'), {
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
  }),
  page('/apps/admin/event-wait-list/:eventId', 'admin', 'waitingList', staff('WaitListPage'), {
    namespaces: ['eventPeople', 'events'],
  }),
  page('/apps/admin/feed-history', 'admin', 'feedHistory', staff('FeedHistoryPage'), {
    namespaces: ['feeds', 'imports', 'administration'],
  }),
  page('/apps/admin/feed-history/:runId', 'admin', 'feedRun', staff('FeedRunPage'), {
    namespaces: ['feeds', 'imports'],
  }),
  notYet('/apps/admin/homepage-editor', 'admin', 'homepageEditor', 'homepage', { chrome: 'noToolbar' }),
  page('/apps/admin/managers-reporting/rules', 'admin', 'managerRules', staff('ManagerRulesPage'), {
    namespaces: ['managers', 'permissions'],
  }),
  page('/apps/admin/pathways', 'admin', 'pathways', staff('PathwayListPage'), {
    namespaces: ['pathwayEditor', 'documents', 'documentKinds'],
  }),
  page('/apps/admin/pathways/:pathwayId', 'admin', 'pathwayEditor', staff('PathwayEditorPage'), {
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
  }),
  notYet('/apps/admin/chat/channels', 'admin', 'channels', 'chat'),
  notYet('/apps/admin/chat/channels/:channelId', 'admin', 'channel', 'chat'),
  page('/apps/admin/learning-packages', 'admin', 'learningPackages', staff('LearningPackagesPage'), {
    namespaces: ['learningPackages', 'documents', 'documentKinds'],
  }),
  page('/apps/admin/learning-package/:learningPackageId', 'admin', 'learningPackage', staff('LearningPackagePage'), {
    namespaces: ['learningPackages', 'documents', 'documentKinds', 'permissions', 'extensions', 'ratings', 'points'],
  }),
  page('/apps/admin/learning-package', 'admin', 'newLearningPackage', staff('NewLearningPackagePage'), {
    namespaces: ['learningPackages', 'documents', 'documentKinds'],
  }),
  page('/apps/admin/certificates', 'admin', 'certificates', staff('CertificatesPage'), {
    namespaces: ['certificates', 'myCertificates', 'reports'],
  }),
  page('/apps/admin/rewards', 'admin', 'rewards', staff('AdminRewardsPage'), { namespaces: ['rewards', 'files'] }),
  page('/apps/admin/certificates/:templateId', 'admin', 'certificateTemplate', staff('TemplatePage'), {
    namespaces: ['certificates', 'files'],
    foldsNavigation: true,
  }),
  page('/apps/manager/certificates', 'manager', 'certificates', staff('ManagerCertificatesPage'), {
    namespaces: ['certificates', 'myCertificates', 'reports'],
  }),
  page('/apps/admin/badges-rules', 'admin', 'badgeRules', staff('BadgeRulesPage'), {
    namespaces: ['badgeRules', 'documentKinds', 'permissions'],
  }),
  page('/apps/admin/badges-rules/:ruleId', 'admin', 'badgeRule', staff('BadgeRulePage'), {
    namespaces: ['badgeRules', 'documents', 'documentKinds', 'permissions'],
  }),
  page('/apps/admin/badges', 'admin', 'badges', staff('BadgesPage'), { namespaces: ['badges'] }),
  page('/apps/admin/badges/:badgeId', 'admin', 'badge', staff('BadgePage'), {
    namespaces: ['badges', 'myBadges', 'certificates', 'permissions', 'files'],
  }),
  page('/apps/admin/integrations', 'admin', 'integrations', staff('IntegrationsPage'), { namespaces: ['scim'] }),
  page('/apps/admin/bulk-update', 'admin', 'bulkUpdate', staff('BulkUpdatePage'), {
    namespaces: ['bulkUpdates', 'imports'],
  }),
  page('/apps/admin/bulk-update/:runId', 'admin', 'bulkUpdateRun', staff('BulkRunPage'), {
    namespaces: ['bulkUpdates', 'imports'],
  }),
  page('/apps/admin/requests', 'admin', 'requests', staff('AdminRequestsPage'), { namespaces: ['requests'] }),
  page('/apps/manager/requests', 'manager', 'requests', staff('ManagerRequestsPage'), { namespaces: ['requests'] }),
  page('/apps/manager/team', 'manager', 'myTeam', staff('TeamPage'), {
    namespaces: ['managers', 'extensions', 'documentKinds'],
  }),
  page('/apps/manager/preview/:documentType/:documentId', 'manager', 'documentPreview', staff('DocumentPreviewPage'), {
    namespaces: ['managers', 'courses', 'documentKinds', 'learning', 'steps', 'resources', 'formFields', 'parts'],
    foldsNavigation: true,
  }),
])
