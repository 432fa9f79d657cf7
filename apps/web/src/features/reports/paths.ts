import { part } from '../../routes/paths.ts'

/** Addresses of pages that only this feature leads to. */
export const reportPaths = {
  assignmentRecord: (as: 'admin' | 'manager', userId: string, userCourseId: string) =>
    `/apps/${as}/reporting/${part(userId)}/${part(userCourseId)}/record`,
  courseReporting: (as: 'admin' | 'manager') => `/apps/${as}/course-aggregate-reporting`,
} as const
