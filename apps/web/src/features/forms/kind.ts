import type { FormContent } from '@learnt/contract/forms/content'
import { api } from '../../api/operations.ts'
import type { DocumentCalls, EditedDocument, KindPages } from '../documents/kind.ts'

export type FormDocument = EditedDocument<FormContent>

/** Forms as a kind of document. */
export const formKind: KindPages = {
  type: 'form',
  part: 'forms',
  calls: api.forms as unknown as DocumentCalls,
  paramsOf: (documentId) => ({ documentId }),
  nameOf: () => 'form',
}
