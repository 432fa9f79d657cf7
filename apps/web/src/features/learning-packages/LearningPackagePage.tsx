import { useParams } from '@tanstack/react-router'
import type { Loader } from '../../routes/route-book.ts'
import { askDocument } from '../documents/asks.ts'
import { DocumentPage } from '../documents/DocumentPage.tsx'
import { learningPackageKind } from './kind.ts'
import { learningPackageWorkspace } from './workspace.ts'

export const loader: Loader = ({ client, params: { learningPackageId = '' } }) =>
  client.prefetchQuery(askDocument(learningPackageKind, learningPackageId))

/** The editor of a learning package. */
export function LearningPackagePage() {
  const { learningPackageId = '' } = useParams({ strict: false }) as { learningPackageId?: string }
  return <DocumentPage kind={learningPackageWorkspace} id={learningPackageId} />
}
