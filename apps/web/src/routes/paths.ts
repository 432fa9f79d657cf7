const part = (value: string) => encodeURIComponent(value)

/** Addresses of the pages. Nobody else writes one by hand. */
export const paths = {
  teams: '/teams',
  login: '/login',
  guestRoleExample: '/auth/guest-role-example',
  logout: '/logout',
  /** Each provider has its own below it. */
  callback: '/callback',
  resetPassword: '/resetpassword',
  register: '/register',
  changePassword: '/change-password',
  action: '/action',
  home: '/apps/homepage/myhomepage',
  munroHome: '/apps/munro-homepage',
  myCourses: '/apps/courses/mycourses',
  myBundles: '/apps/courses/mybundles',
  /** A step of the course may be named, to open it there. */
  course: (userCourseId: string, activityId?: string) =>
    `/apps/course/${part(userCourseId)}${activityId ? `?activity=${part(activityId)}` : ''}`,
  profile: '/pages/profile',
  sessions: '/pages/profile/sessions',
  myNotifications: '/pages/mynotifications',
  courses: '/apps/admin/courses',
  courseEditor: (courseId: string) => `/apps/admin/courses/${part(courseId)}`,
  courseClassic: (courseId: string) => `/apps/admin/old/courses/${part(courseId)}`,
  coursePreview: (courseId: string) => `/apps/admin/courses/${part(courseId)}/preview`,
  learningPackages: '/apps/admin/learning-packages',
  permissions: '/apps/admin/permissions',
  users: '/apps/admin/users',
  newUser: '/apps/admin/users/new',
  user: (userId: string, teamId?: string) =>
    `/apps/admin/users/${part(userId)}${teamId ? `?teamId=${part(teamId)}` : ''}`,
  /** `as`: administrators see the tenant, managers their own people. */
  reportingDashboard: (as: 'admin' | 'manager') => `/apps/${as}/reporting-dashboard`,
  reporting: (as: 'admin' | 'manager') => `/apps/${as}/reporting`,
  learnerReport: (as: 'admin' | 'manager', userId: string) => `/apps/${as}/reporting/${part(userId)}`,
  assignmentReport: (as: 'admin' | 'manager', userId: string, userCourseId: string) =>
    `/apps/${as}/reporting/${part(userId)}/${part(userCourseId)}`,
  courseReporting: (as: 'admin' | 'manager') => `/apps/${as}/course-aggregate-reporting`,
  courseReport: (as: 'admin' | 'manager', courseId: string) =>
    `/apps/${as}/course-aggregate-reporting/${part(courseId)}`,
  /** Schedules of reports, and where the link of one of their mails leads. */
  reportMails: '/apps/report-mails',
  reportMail: (scheduleId: string) => `/apps/report-mails/${part(scheduleId)}`,
  jobs: '/apps/admin/jobs',
  auditLog: '/apps/admin/audit-log',
  outbox: '/apps/admin/outbox',
  teamSettings: '/apps/admin/settings/theme',
  tenants: '/apps/superadmin/tenants',
  tenant: (tenantId: string) => `/apps/superadmin/tenant/${part(tenantId)}`,
  tenantTheme: (tenantId: string, teamId: string) => `/apps/superadmin/tenant/${part(tenantId)}/theme/${part(teamId)}`,
  error404: '/pages/errors/error-404',
  error500: '/pages/errors/error-500',
} as const
