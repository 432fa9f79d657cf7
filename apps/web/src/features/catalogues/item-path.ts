import type { CatalogueCard } from '@learnt/contract/catalogues'
import { documentKinds } from '@learnt/contract/document-kinds'
import { paths } from '../../routes/paths.ts'

/** The page on which somebody learns with what they have taken. */
export function learningPath(
  of: Pick<CatalogueCard, 'documentType' | 'documentId'> & { assignmentId: string | null },
): string {
  if (of.documentType === 'course') return paths.course(of.assignmentId ?? of.documentId)
  return documentKinds[of.documentType].learner.one(of.documentId)
}
