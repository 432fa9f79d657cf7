import { loadDocuments } from '../documents/asks.ts'
import { DocumentsPage } from '../documents/DocumentsPage.tsx'
import { learningPackageList } from './list.ts'

export const loader = loadDocuments(learningPackageList)

/** Learning packages of the tenant. */
export function LearningPackagesPage() {
  return <DocumentsPage kind={learningPackageList} />
}
