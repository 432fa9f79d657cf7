import { useParams } from '@tanstack/react-router'
import type { Loader } from '../../../routes/route-book.ts'
import { askDocument } from '../../documents/asks.ts'
import { DocumentPage } from '../../documents/DocumentPage.tsx'
import { managerFormKind } from '../kind.ts'
import { managerFormWorkspace } from './workspace.ts'

export const loader: Loader = ({ client, params: { formId = '' } }) =>
  client.prefetchQuery(askDocument(managerFormKind, formId))

/** The editor of a manager’s own form. */
export function ManagerFormEditorPage() {
  const { formId = '' } = useParams({ strict: false }) as { formId?: string }
  return <DocumentPage kind={managerFormWorkspace} id={formId} />
}
