import { useParams } from '@tanstack/react-router'
import type { Loader } from '../../../routes/route-book.ts'
import { askDocument } from '../../documents/asks.ts'
import { DocumentPage } from '../../documents/DocumentPage.tsx'
import { formKind } from '../kind.ts'
import { formWorkspace } from './workspace.ts'

export const loader: Loader = ({ client, params: { formId = '' } }) =>
  client.prefetchQuery(askDocument(formKind, formId))

/** The editor of a form. */
export function FormEditorPage() {
  const { formId = '' } = useParams({ strict: false }) as { formId?: string }
  return <DocumentPage kind={formWorkspace} id={formId} />
}
