import { loadDocuments } from '../documents/asks.ts'
import { DocumentsPage } from '../documents/DocumentsPage.tsx'
import { FileDrop } from './FileDrop.tsx'
import { resourceList } from './list.ts'

export const loader = loadDocuments(resourceList)

/** Resources of the tenant; files that are dropped here become one resource each. */
export function ResourcesPage() {
  return (
    <DocumentsPage kind={resourceList}>
      <FileDrop />
    </DocumentsPage>
  )
}
