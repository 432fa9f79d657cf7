/** For ids in an address. */
export const part = (value: string) => encodeURIComponent(value)

/** Addresses of the pages that the shell or several features lead to; a feature has its others in its own `paths.ts`. */
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
  /** A step of the course may be named, to open it there, and the pathway that led to the course. */
  course: (userCourseId: string, activityId?: string, pathwayId?: string) => {
    const query = [activityId ? `activity=${part(activityId)}` : '', pathwayId ? `pathway=${part(pathwayId)}` : '']
    return `/apps/course/${part(userCourseId)}${query.some(Boolean) ? `?${query.filter(Boolean).join('&')}` : ''}`
  },
  pathway: (pathwayId: string) => `/apps/pathways/${part(pathwayId)}`,
  /** `handle`: the words of its title; the page puts in what is missing. */
  resource: (resourceId: string, handle = '') =>
    `/apps/resource/${part(resourceId)}${handle ? `/${part(handle)}` : ''}`,
  catalogue: '/apps/optional-learning/listing',
  /** `as`: managers decide about their own people, administrators about everyone they see. */
  requests: (as: 'admin' | 'manager') => `/apps/${as}/requests`,
  myCertificates: '/apps/mycertificates',
  rewards: '/apps/rewards',
  certificateTemplate: (templateId: string) => `/apps/admin/certificates/${part(templateId)}`,
  badge: (badgeId: string) => `/apps/admin/badges/${part(badgeId)}`,
  profile: '/pages/profile',
  sessions: '/pages/profile/sessions',
  courses: '/apps/admin/courses',
  courseEditor: (courseId: string) => `/apps/admin/courses/${part(courseId)}`,
  permissions: '/apps/admin/permissions',
  feedHistory: '/apps/admin/feed-history',
  feedRun: (runId: string) => `/apps/admin/feed-history/${part(runId)}`,
  bulkUpdate: '/apps/admin/bulk-update',
  bulkUpdateRun: (runId: string) => `/apps/admin/bulk-update/${part(runId)}`,
  users: '/apps/admin/users',
  user: (userId: string, teamId?: string) =>
    `/apps/admin/users/${part(userId)}${teamId ? `?teamId=${part(teamId)}` : ''}`,
  /** `as`: administrators see the tenant, managers their own people. */
  /** A report by the name of its page in the contract's table, and what stands behind the figures of one of its rows. */
  report: (as: 'admin' | 'manager', page: string, id?: string) => `/apps/${as}/${page}${id ? `/${part(id)}` : ''}`,
  reporting: (as: 'admin' | 'manager') => `/apps/${as}/reporting`,
  myTeam: '/apps/manager/team',
  /** What a manager may give or their people have, to be looked into. */
  documentPreview: (type: string, documentId: string) => `/apps/manager/preview/${part(type)}/${part(documentId)}`,
  learnerReport: (as: 'admin' | 'manager', userId: string) => `/apps/${as}/reporting/${part(userId)}`,
  assignmentReport: (as: 'admin' | 'manager', userId: string, userCourseId: string) =>
    `/apps/${as}/reporting/${part(userId)}/${part(userCourseId)}`,
  /** Schedules of reports, and where the link of one of their mails leads. */
  reportMails: '/apps/report-mails',
  jobs: '/apps/admin/jobs',
  teamSettings: '/apps/admin/settings/theme',
  tenant: (tenantId: string) => `/apps/superadmin/tenant/${part(tenantId)}`,
  tenantTheme: (tenantId: string, teamId: string) => `/apps/superadmin/tenant/${part(tenantId)}/theme/${part(teamId)}`,
  error404: '/pages/errors/error-404',
} as const
