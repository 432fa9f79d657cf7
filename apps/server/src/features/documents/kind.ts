import type { DocumentNoun } from '@learnt/contract/audit-actions'
import type { UnderWay } from '@learnt/contract/courses'
import type { DocumentType } from '@learnt/contract/document-kinds'
import type { DocumentChange } from '@learnt/contract/documents'
import type { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import type { NewRow, ReadTx, WriteTx } from '../../platform/db/database.ts'
import type { Step, StepSection } from './commands/store-steps.ts'
import type { BaseContent, DocumentRecord, NamedRow } from './queries.ts'

export type { BaseContent } from './queries.ts'

/** A complaint about one place in a content: `sections.0.title`, and the catalogue key below the kind's noun. */
export interface ContentProblem {
  readonly path: string
  readonly code: string
  /** The step or document that it is about, as the person knows it. */
  readonly title: string
}

/** Documents that a content names, by id, as they are now. */
export type Named = ReadonlyMap<string, NamedRow>

/** Columns of a document that stand for its published content, or for its draft while there is none. */
export type Details = Pick<NewRow<'documents'>, 'title' | 'searchText'> & Partial<NewRow<'documents'>>

/**
 * What one kind of document says of itself. Everything else (drafts, states, publishing, versions, lists, bulk changes) is
 * the same for all and lies in this feature.
 */
export interface DocumentKindRules<Content extends BaseContent = BaseContent> {
  readonly type: DocumentType
  /** Of its operations, audit entries and texts. */
  readonly noun: 'courses' | DocumentNoun
  /** Documents and files that a content names. */
  readonly namedDocuments: (content: Content) => readonly string[]
  readonly namedFiles: (content: Content) => readonly string[]
  /**
   * The content as it may be stored. Throws `invalid-input` with the place of everything that contradicts itself or names
   * what this tenant does not have.
   */
  readonly check: (
    ctx: Ctx,
    tx: WriteTx,
    document: Pick<DocumentRecord, 'id' | 'isBundle'> & { readonly stored?: unknown },
    given: Content,
    named: Named,
  ) => Promise<Content>
  readonly details: (content: Content, named: Named) => Details
  /** What prevents publishing. */
  readonly findProblems: (
    content: Content,
    document: Pick<DocumentRecord, 'isBundle'>,
    named: Named,
  ) => ContentProblem[]
  /** The same, where it depends on what is no document. */
  readonly findOutside?: (
    tx: ReadTx,
    content: Content,
    document: Pick<DocumentRecord, 'id'>,
  ) => Promise<ContentProblem[]>
  /** What publishing `after` over `before` changes; null: there is nothing before. */
  readonly compare: (before: Content | null, after: Content, named: Named) => DocumentChange[]
  /** The steps of a container's version; null: it has none. */
  readonly steps: (
    content: Content,
    document: Pick<DocumentRecord, 'isBundle'>,
    named: Named,
  ) => { readonly steps: readonly Step[]; readonly sections: readonly StepSection[] } | null
  /** The same content under fresh ids. */
  readonly copy: (content: Content, title: string) => Content
  /** After a version was published over another: what happens to people who are under way on that one. */
  readonly carryOver?: (
    ctx: Ctx,
    tx: WriteTx,
    of: {
      document: Pick<DocumentRecord, 'id' | 'title' | 'isBundle'>
      fromVersionId: string
      toVersionId: string
      choice: UnderWayOf
    },
  ) => Promise<unknown>
  /** After a version was published, in its transaction: what is in force follows. `fromVersionId` null: it is the first. */
  readonly published?: (
    ctx: Ctx,
    tx: WriteTx,
    of: {
      document: Pick<DocumentRecord, 'id' | 'title'>
      fromVersionId: string | null
      versionId: string
      content: Content
    },
  ) => Promise<void>
  /** Content with addresses that the caller may open. */
  readonly present?: (ctx: Ctx, content: Content) => Content
}

/** Containers know `finish` and everything else. */
export type UnderWayOf = z.output<typeof UnderWay>

/** The namespace of texts that all kinds share; courses have their own words for some. */
export function sharedTexts(kind: Pick<DocumentKindRules, 'noun'>): 'courses' | 'documents' {
  return kind.noun === 'courses' ? 'courses' : 'documents'
}
