import type { DocumentType } from '@learnt/contract/document-kinds'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'

/** A document to be looked into; nothing of it is recorded. */
export const askPreview = (of: { documentType?: DocumentType; documentId?: string }) =>
  queryOf(api.myPeople.preview, {
    params: { documentType: of.documentType ?? 'course', documentId: of.documentId ?? '' },
  })
