import { useParams } from '@tanstack/react-router'
import type { Loader } from '../../routes/route-book.ts'
import { askDocument } from '../documents/asks.ts'
import { DocumentPage } from '../documents/DocumentPage.tsx'
import { pathwayKind } from './kind.ts'
import { pathwayWorkspace } from './workspace.ts'

export const loader: Loader = ({ client, params: { pathwayId = '' } }) =>
  client.prefetchQuery(askDocument(pathwayKind, pathwayId))

/** The editor of a pathway. */
export function PathwayEditorPage() {
  const { pathwayId = '' } = useParams({ strict: false }) as { pathwayId?: string }
  return <DocumentPage kind={pathwayWorkspace} id={pathwayId} />
}
