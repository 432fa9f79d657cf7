import type { NamedDocument } from '@learnt/contract/documents'
import type { StoredFile } from '@learnt/contract/files'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { FieldErrors } from './field-errors.ts'
import type { BaseContent, EditedDocument, KindWorkspace } from './kind.ts'
import type { UploadState, Uploads } from './uploads.ts'

/** What every part of an editor works with. */
export interface Editing<
  Content extends BaseContent = BaseContent,
  Document extends EditedDocument<Content> = EditedDocument<Content>,
> {
  kind: KindWorkspace<Content, Document>
  document: Document
  content: Content
  errors: FieldErrors
  /** Archived: everything can be read, nothing changed. */
  locked: boolean
  edit: (change: (content: Content) => Content) => void
  findFile: (fileId: string | null) => StoredFile | undefined
  rememberFile: (file: StoredFile) => void
  /** A document that the content names, or that was added while the page is open. */
  findDocument: (documentId: string) => NamedDocument | undefined
  rememberDocument: (named: NamedDocument) => void
  uploads: Uploads
}

const EditingContext = createContext<Editing | null>(null)
export const EditingProvider = EditingContext.Provider

/** The editing that a part of an editor stands in; the kind whose part it is knows the types. */
export function useDocumentEditing<
  Content extends BaseContent = BaseContent,
  Document extends EditedDocument<Content> = EditedDocument<Content>,
>(): Editing<Content, Document> {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('useDocumentEditing stands outside of an editor')
  return editing as unknown as Editing<Content, Document>
}

/** How the upload of a place of the content stands. */
export function useUpload(slot: string): UploadState | undefined {
  const { uploads } = useDocumentEditing()
  useSyncExternalStore(uploads.listen, uploads.version)
  return uploads.find(slot)
}
