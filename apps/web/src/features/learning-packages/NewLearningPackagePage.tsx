import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../routes/paths.ts'
import { loadDocuments } from '../documents/asks.ts'
import { DocumentsPage } from '../documents/DocumentsPage.tsx'
import { learningPackageList } from './list.ts'

export const loader = loadDocuments(learningPackageList)

/** The list with the dialog that begins a package open: the page has an address of its own. */
export function NewLearningPackagePage() {
  const navigate = useNavigate()
  return (
    <DocumentsPage
      kind={learningPackageList}
      creates
      onCreateClosed={(made) => {
        if (!made) void navigate({ to: paths.learningPackages, replace: true })
      }}
    />
  )
}
