import { documentKinds } from '@learnt/contract/document-kinds'
import type { PathwayContent } from '@learnt/contract/pathways'
import { api } from '../../api/operations.ts'
import type { DocumentCalls, EditedDocument, KindPages } from '../documents/kind.ts'

export type PathwayDocument = EditedDocument<PathwayContent>

/** Pathways as a kind of document. */
export const pathwayKind: KindPages = {
  type: 'pathway',
  part: 'pathways',
  calls: api.pathways as unknown as DocumentCalls,
  paramsOf: (documentId) => ({ documentId }),
  pages: documentKinds.pathway.admin,
  nameOf: () => 'pathway',
}
