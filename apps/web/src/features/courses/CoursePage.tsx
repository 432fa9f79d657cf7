import { useParams } from '@tanstack/react-router'
import type { Loader } from '../../routes/route-book.ts'
import { askDocument } from '../documents/asks.ts'
import { DocumentPage } from '../documents/DocumentPage.tsx'
import { courseKind } from './kind.ts'
import { courseWorkspace } from './workspace.ts'

export const loader: Loader = ({ client, params: { courseId = '' } }) =>
  client.prefetchQuery(askDocument(courseKind, courseId))

/** The editor of a course or bundle. */
export function CoursePage() {
  const { courseId = '' } = useParams({ strict: false }) as { courseId?: string }
  return <DocumentPage kind={courseWorkspace} id={courseId} />
}
