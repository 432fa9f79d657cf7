import { loadDocuments } from '../../documents/asks.ts'
import { DocumentsPage } from '../../documents/DocumentsPage.tsx'
import type { KindList } from '../../documents/kind.ts'
import { formKind } from '../kind.ts'
import { formList } from './form-list.ts'
import { NewFormDialog } from './NewFormDialog.tsx'

const kind: KindList = {
  ...formKind,
  ...formList,
  Create: ({ onClose }) => <NewFormDialog kind={formKind} onClose={onClose} />,
}

export const loader = loadDocuments(kind)

/** The forms of the tenant. */
export function FormsPage() {
  return <DocumentsPage kind={kind} />
}
