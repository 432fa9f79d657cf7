import { part } from '../../routes/paths.ts'

/** Addresses of pages that only this feature links to. */
export const learningPaths = {
  myCourses: '/apps/courses/mycourses',
  myBundles: '/apps/courses/mybundles',
  /** What a person saw of a course: the reader’s own view, or that of a person in their charge. */
  courseRecord: (userCourseId: string) => `/apps/course/${part(userCourseId)}/record`,
} as const
