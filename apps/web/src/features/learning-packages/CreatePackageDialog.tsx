import { CreateDocumentDialog } from '../documents/CreateDocumentDialog.tsx'
import type { CreateProps } from '../documents/kind.ts'
import { learningPackageKind } from './kind.ts'

/** Begins a learning package and opens its editor. Mount it to open it. */
export function CreatePackageDialog({ onClose }: CreateProps) {
  return <CreateDocumentDialog kind={learningPackageKind} onClose={onClose} />
}
