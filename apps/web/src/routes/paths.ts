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
  /** A step of the course may be named, to open it there, and the pathway that led to the course. */
  course: (userCourseId: string, activityId?: string, pathwayId?: string) => {
    const query = [activityId ? `activity=${part(activityId)}` : '', pathwayId ? `pathway=${part(pathwayId)}` : '']
    return `/apps/course/${part(userCourseId)}${query.some(Boolean) ? `?${query.filter(Boolean).join('&')}` : ''}`
  },
  pathways: '/apps/pathways',
  myPathways: '/apps/pathways/mypathways',
  pathway: (pathwayId: string) => `/apps/pathways/${part(pathwayId)}`,
  myResources: '/apps/resources/myresources',
  /** `handle`: the words of its title; the page puts in what is missing. */
  resource: (resourceId: string, handle = '') =>
    `/apps/resource/${part(resourceId)}${handle ? `/${part(handle)}` : ''}`,
  resources: '/apps/admin/resources',
  resourceEditor: (resourceId: string) => `/apps/admin/resources/${part(resourceId)}`,
  catalogue: '/apps/optional-learning/listing',
  /** `as`: managers decide about their own people, administrators about everyone they see. */
  requests: (as: 'admin' | 'manager') => `/apps/${as}/requests`,
  myCertificates: '/apps/mycertificates',
  rewards: '/apps/rewards',
  adminRewards: '/apps/admin/rewards',
  certificates: (as: 'admin' | 'manager') => `/apps/${as}/certificates`,
  certificateTemplate: (templateId: string) => `/apps/admin/certificates/${part(templateId)}`,
  badges: '/apps/admin/badges',
  badge: (badgeId: string) => `/apps/admin/badges/${part(badgeId)}`,
  badgeRules: '/apps/admin/badges-rules',
  badgeRule: (ruleId: string) => `/apps/admin/badges-rules/${part(ruleId)}`,
  /** The public page of a certificate or a badge. */
  verify: (credentialId: string) => `/verify/${part(credentialId)}`,
  profile: '/pages/profile',
  sessions: '/pages/profile/sessions',
  myNotifications: '/pages/mynotifications',
  courses: '/apps/admin/courses',
  courseEditor: (courseId: string) => `/apps/admin/courses/${part(courseId)}`,
  courseClassic: (courseId: string) => `/apps/admin/old/courses/${part(courseId)}`,
  coursePreview: (courseId: string) => `/apps/admin/courses/${part(courseId)}/preview`,
  adminForms: '/apps/admin/forms',
  managerForms: '/apps/manager/forms',
  managerFormEditor: (formId: string) => `/apps/manager/form/${part(formId)}`,
  formEditor: (formId: string) => `/apps/admin/form/${part(formId)}`,
  pathwayEditor: (pathwayId: string) => `/apps/admin/pathways/${part(pathwayId)}`,
  learningPackages: '/apps/admin/learning-packages',
  permissions: '/apps/admin/permissions',
  feedHistory: '/apps/admin/feed-history',
  feedRun: (runId: string) => `/apps/admin/feed-history/${part(runId)}`,
  bulkUpdate: '/apps/admin/bulk-update',
  bulkUpdateRun: (runId: string) => `/apps/admin/bulk-update/${part(runId)}`,
  users: '/apps/admin/users',
  newUser: '/apps/admin/users/new',
  user: (userId: string, teamId?: string) =>
    `/apps/admin/users/${part(userId)}${teamId ? `?teamId=${part(teamId)}` : ''}`,
  /** `as`: administrators see the tenant, managers their own people. */
  /** A report by the name of its page in the contract's table, and what stands behind the figures of one of its rows. */
  report: (as: 'admin' | 'manager', page: string, id?: string) => `/apps/${as}/${page}${id ? `/${part(id)}` : ''}`,
  reportingDashboard: (as: 'admin' | 'manager') => `/apps/${as}/reporting-dashboard`,
  reporting: (as: 'admin' | 'manager') => `/apps/${as}/reporting`,
  myTeam: '/apps/manager/team',
  /** What a manager may give or their people have, to be looked into. */
  documentPreview: (type: string, documentId: string) => `/apps/manager/preview/${part(type)}/${part(documentId)}`,
  learnerReport: (as: 'admin' | 'manager', userId: string) => `/apps/${as}/reporting/${part(userId)}`,
  assignmentReport: (as: 'admin' | 'manager', userId: string, userCourseId: string) =>
    `/apps/${as}/reporting/${part(userId)}/${part(userCourseId)}`,
  /** What somebody saw of a course: their own, or of somebody whom the reader looks after. */
  courseRecord: (userCourseId: string) => `/apps/course/${part(userCourseId)}/record`,
  assignmentRecord: (as: 'admin' | 'manager', userId: string, userCourseId: string) =>
    `/apps/${as}/reporting/${part(userId)}/${part(userCourseId)}/record`,
  courseReporting: (as: 'admin' | 'manager') => `/apps/${as}/course-aggregate-reporting`,
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
