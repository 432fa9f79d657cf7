import { part } from '../../routes/paths.ts'

/** Addresses of pages that only this feature leads to. */
export const coursePaths = {
  courseClassic: (courseId: string) => `/apps/admin/old/courses/${part(courseId)}`,
  coursePreview: (courseId: string) => `/apps/admin/courses/${part(courseId)}/preview`,
} as const
