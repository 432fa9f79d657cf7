import type { DocumentType } from '@learnt/contract/document-kinds'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { DocumentName } from './kind.ts'

export interface Sought {
  search: string
  kinds: readonly DocumentType[]
  /** One of them only, or nothing but bundles. */
  only: DocumentName | ''
  bundles: boolean
}

/** Documents of several kinds by words, sorted by title. */
export const askFound = ({ search, kinds, only, bundles }: Sought) => ({
  ...queryOf(api.documents.find, {
    query: {
      limit: 30,
      ...(search ? { search } : {}),
      type: only === '' ? [...kinds] : [only === 'bundle' ? 'course' : only],
      ...(only === 'bundle' ? { isBundle: 'true' } : only === 'course' || !bundles ? { isBundle: 'false' } : {}),
    },
  }),
  staleTime: 30_000,
})
