import { CreateDocumentDialog } from '../documents/CreateDocumentDialog.tsx'
import { learningPackageKind } from './kind.ts'

/** Begins a learning package and opens its editor. Mount it to open it. */
export function CreatePackageDialog({ onClose }: { onClose: () => void }) {
  return <CreateDocumentDialog kind={learningPackageKind} onClose={onClose} />
}
