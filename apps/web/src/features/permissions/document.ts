import type { DocumentType } from '@learnt/contract/document-kinds'

/** What a rule gives, of whatever kind. */
export interface GivenDocument {
  readonly type: DocumentType
  readonly id: string
  readonly title: string
}
