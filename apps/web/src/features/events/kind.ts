import { documentKinds } from '@learnt/contract/document-kinds'
import { api } from '../../api/operations.ts'
import type { DocumentCalls, KindPages } from '../documents/kind.ts'

/** Events as a kind of document. */
export const eventKind: KindPages = {
  type: 'event',
  part: 'events',
  calls: api.events as unknown as DocumentCalls,
  paramsOf: (documentId) => ({ documentId }),
  pages: documentKinds.event.admin,
  nameOf: () => 'event',
}
