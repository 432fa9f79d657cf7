import { loadDocuments } from '../../documents/asks.ts'
import { DocumentsPage } from '../../documents/DocumentsPage.tsx'
import type { KindList } from '../../documents/kind.ts'
import { managerFormKind } from '../kind.ts'
import { formList } from './form-list.ts'
import { NewFormDialog } from './NewFormDialog.tsx'

const kind: KindList = {
  ...managerFormKind,
  ...formList,
  Create: ({ onClose }) => <NewFormDialog kind={managerFormKind} onClose={onClose} />,
}

export const loader = loadDocuments(kind)

/** The forms of the manager. */
export function ManagerFormsPage() {
  return <DocumentsPage kind={kind} />
}
