import { useParams } from '@tanstack/react-router'
import type { Loader } from '../../routes/route-book.ts'
import { askDocument } from '../documents/asks.ts'
import { DocumentPage } from '../documents/DocumentPage.tsx'
import { resourceKind } from './kind.ts'
import { resourceWorkspace } from './workspace.ts'

export const loader: Loader = ({ client, params: { resourceId = '' } }) =>
  client.prefetchQuery(askDocument(resourceKind, resourceId))

/** The editor of a resource with its people, its readers and its versions. */
export function ResourceEditorPage() {
  const { resourceId = '' } = useParams({ strict: false }) as { resourceId?: string }
  return <DocumentPage kind={resourceWorkspace} id={resourceId} />
}
