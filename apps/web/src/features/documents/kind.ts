import type { DocumentType } from '@learnt/contract/document-kinds'
import type {
  DocumentChange,
  DocumentPublishPreview,
  DocumentRow,
  documentContentBase,
  documentOperations,
  NamedDocument,
} from '@learnt/contract/documents'
import type { StoredFile } from '@learnt/contract/files'
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { ListFilter } from '../../ui/table/Column.ts'
import type { ListState } from '../../ui/table/list-state.ts'
import type { Complaint, FieldErrors } from './field-errors.ts'
import type { documentKinds as names } from './words/documentKinds.en.ts'

/** What people call a document; a bundle is a course. */
export type DocumentName = keyof typeof names

/** What every content has. The language is missing in courses. */
export type BaseContent = Omit<z.output<z.ZodObject<typeof documentContentBase>>, 'language'> & { language?: string }

/** A row of a list. Courses have `isBundle` instead of `subtype`. */
export type ListedDocument = Omit<DocumentRow, 'subtype'> & { subtype?: string; isBundle?: boolean }

export type EditedDocument<Content extends BaseContent = BaseContent> = ListedDocument & {
  description: string
  createdBy: string
  publishedAt: string | null
  publishedNumber: number | null
  content: Content
  revision: number
  files: StoredFile[]
  /** Documents that the content names; of a course its children. */
  documents?: NamedDocument[]
}

/** A document as people are given it. */
export interface GivenDocument {
  type: DocumentType
  id: string
  title: string
}

/** The operations of documentOperations() as the pages call them, whatever the content. */
export type DocumentCalls = ReturnType<typeof documentOperations<z.ZodType<BaseContent>, Record<never, never>>>

/** What a kind brings to all its pages. */
export interface KindPages {
  readonly type: DocumentType
  /** Its part of the contract, as query keys begin. */
  readonly part: string
  readonly calls: DocumentCalls
  /** Courses name their id in another way. */
  readonly paramsOf: (id: string) => { documentId: string }
  readonly nameOf: (document: { isBundle?: boolean }) => DocumentName
  /** Where its pages are: those of administrators, or of managers over what they have made themselves. */
  readonly pages: { readonly list: string; readonly one: (id: string) => string }
  /** Page that shows the draft as its learners would see it; `item`: what of it is open. */
  readonly preview?: (id: string, item?: string | null) => string
}

/** What tells the documents of a kind apart, as a column and as a filter. */
export interface Subtypes {
  /** Name of the filter and of its counts. */
  readonly key: 'subtype' | 'isBundle'
  readonly sort: 'type' | 'isBundle'
  readonly label: string
  readonly options: ListFilter['options']
  readonly of: (row: ListedDocument) => string
}

/** What a kind brings to its list. */
export interface KindList extends KindPages {
  /** Name of its saved views. */
  readonly views: 'courses' | 'pathways' | 'learning-packages' | 'resources' | 'forms' | 'events'
  readonly useWords: () => {
    readonly text: string
    readonly emptyText: string
    /** Under a title: '3 steps'. */
    readonly size: (row: ListedDocument) => string
    readonly subtypes?: Subtypes
  }
  /** Begins a document; mounted while it is open. */
  readonly Create: ComponentType<{ onClose: () => void }>
  /** The filters as bulk operations take them, where they differ from those of the list. */
  readonly bulkFilter?: (filters: ListState['filters']) => Record<string, unknown>
}

/** What the editor of a kind's own content gets. */
export interface ContentEditorProps<
  Content extends BaseContent,
  Document extends EditedDocument<Content> = EditedDocument<Content>,
> {
  document: Document
  value: Content
  onChange: (change: (content: Content) => Content) => void
  /** By the keys that `fieldKey` makes of paths; errorAt() reads them. */
  errors: FieldErrors
  /** Archived: everything can be read, nothing changed. */
  locked: boolean
  /** The part of the content that is open, for kinds that show one at a time. */
  item: string | null
  onItem: (item: string | null) => void
}

/** What a publication takes beside revision and note. */
export interface PublishChoiceProps {
  documentId: string
  preview: DocumentPublishPreview
  value: Readonly<Record<string, unknown>>
  onChange: (value: Readonly<Record<string, unknown>>) => void
}

/** What a kind brings to the page of one document. */
export interface KindWorkspace<
  Content extends BaseContent,
  Document extends EditedDocument<Content> = EditedDocument<Content>,
> extends KindPages {
  /** What stands in the way of sending a content at all: the issues of its schema. */
  readonly check: (content: Content) => readonly Complaint[]
  /**
   * The people who have it, the reasons and the rules: DocumentAccess of the feature permissions, which picks documents
   * here. Absent: no such tab.
   */
  readonly Access?: ComponentType<{ document: GivenDocument; kept: readonly string[] }>
  /** Which certificate it gives: DocumentCertificate of the feature certificates. Absent: no such tab. */
  readonly Certificate?: ComponentType<{ document: { id: string }; type: DocumentType }>
  readonly Editor: ComponentType<ContentEditorProps<Content, Document>>
  /** What differs between two contents, in the words of the server's comparison. */
  readonly changesBetween: (before: Content, after: Content, document: Document) => readonly DocumentChange[]
  /** The same content for another document, with ids of its own where progress hangs on them. */
  readonly copy: (content: Content, title: string) => Content
  /** Documents that the content names. */
  readonly documentsOf: (document: Document) => readonly NamedDocument[]
  /** From a path into the content (`items.3.documentId`) to the key of the field that shows it. */
  readonly fieldKey?: (content: Content, path: string) => string
  /** For kinds that show one part of the content at a time: the part that a field belongs to. */
  readonly itemOf?: (field: string) => string
  /** What a field's part is called. */
  readonly nameOfField?: (content: Content, field: string) => string | null
  /** On a phone each item is a page of its own. */
  readonly hasItemPages?: (document: Document) => boolean
  /** Texts of its own problems, changes and fields; null: those that every kind has. */
  readonly useWords?: () => {
    readonly problem?: (code: string) => string | null
    /** What could be better before it is published. */
    readonly warning?: (code: string, count: number) => string
    readonly change?: (change: DocumentChange, fields: string) => string | null
    readonly field?: (name: string) => string | null
    /** Of its own tabs. */
    readonly tab?: (name: string) => string
  }
  /** Asked while a version is published. */
  readonly PublishChoice?: ComponentType<PublishChoiceProps>
  /** Holds what its editor needs beside the draft. */
  readonly Around?: ComponentType<{ children: ReactNode }>
  /** Other ways to edit it, in the menu and under the settings. */
  readonly otherEditor?: (id: string) => string
  /** Tabs of its own between people and versions, such as who has read it. */
  readonly tabs?: readonly KindTab<Document>[]
}

export interface KindTab<Document> {
  readonly name: string
  readonly Content: ComponentType<{ document: Document; type: DocumentType }>
}
