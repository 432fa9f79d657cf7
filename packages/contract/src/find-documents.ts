import { z } from 'zod'
import { DocumentType } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { PublicationState } from './states.ts'
import { Id, QueryFlag, queryList } from './values.ts'

/** A document of any kind, as much of it as choosing needs. */
export const FoundDocument = z.object({
  id: Id,
  type: DocumentType,
  title: z.string(),
  status: PublicationState,
  imageSmall: z.string(),
  isBundle: z.boolean(),
  minutes: z.number().int(),
})
export type FoundDocument = z.infer<typeof FoundDocument>

export const documents = {
  find: endpoint({
    id: 'documents.find',
    summary:
      'Documents of every kind by words of their titles, for choosing one; archived ones only when the filter asks for them.',
    method: 'GET',
    path: '/api/documents',
    access: 'admin',
    callers: ['token', 'looking'],
    query: z.object({
      search: z.string().trim().max(200).optional(),
      type: queryList(DocumentType),
      status: queryList(PublicationState),
      isBundle: QueryFlag.optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: z.object({ items: z.array(FoundDocument) }),
  }),
}
