import { documentKinds } from '@learnt/contract/document-kinds'
import { api } from '../../api/operations.ts'
import type { DocumentCalls, KindPages } from '../documents/kind.ts'

export const learningPackageKind: KindPages = {
  type: 'learningPackage',
  part: 'learningPackages',
  calls: api.learningPackages as unknown as DocumentCalls,
  paramsOf: (documentId) => ({ documentId }),
  pages: documentKinds.learningPackage.admin,
  nameOf: () => 'learningPackage',
}
