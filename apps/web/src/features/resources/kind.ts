import { documentKinds } from '@learnt/contract/document-kinds'
import { api } from '../../api/operations.ts'
import type { DocumentCalls, KindPages } from '../documents/kind.ts'

export const resourceKind: KindPages = {
  type: 'resource',
  part: 'resources',
  calls: api.resources as unknown as DocumentCalls,
  paramsOf: (documentId) => ({ documentId }),
  pages: documentKinds.resource.admin,
  nameOf: () => 'resource',
}
