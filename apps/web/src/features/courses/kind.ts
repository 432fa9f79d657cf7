import { documentKinds } from '@learnt/contract/document-kinds'
import { api } from '../../api/operations.ts'
import type { DocumentCalls, KindPages } from '../documents/kind.ts'
import { coursePaths } from './paths.ts'

/** Courses and bundles as a kind of document. Their operations are the same under the older name of the id. */
export const courseKind: KindPages = {
  type: 'course',
  part: 'courses',
  calls: api.courses as unknown as DocumentCalls,
  paramsOf: (courseId) => ({ courseId }) as never,
  pages: documentKinds.course.admin,
  nameOf: ({ isBundle }) => (isBundle ? 'bundle' : 'course'),
  preview: (id, item) =>
    coursePaths.coursePreview(id) + (item && item !== 'details' ? `?activity=${encodeURIComponent(item)}` : ''),
}
