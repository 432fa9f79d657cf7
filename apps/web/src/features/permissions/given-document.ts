import type { DocumentType } from '@learnt/contract/document-kinds'

/** Parts of the contract that giving a document and taking it back outdate. */
export const outdatedByGiving = [
  'permissions',
  'courses',
  'pathways',
  'learningPackages',
  'resources',
  'learning',
  'reports',
]

/** The document whose people and rules are shown. */
export interface GivenDocument {
  type: DocumentType
  id: string
  title: string
}
