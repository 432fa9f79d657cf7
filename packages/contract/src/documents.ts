import { z } from 'zod'
import type { DocumentNoun } from './audit-actions.ts'
import { type DocumentType, documentKinds } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { StoredFile } from './files.ts'
import { JobRef } from './jobs.ts'
import type { Given } from './sample.ts'
import { PublicationState } from './states.ts'
import {
  Can,
  Id,
  Moment,
  oneLine,
  PageQuery,
  pageOf,
  queryList,
  queryWords,
  Revision,
  selectionOf,
  Words,
} from './values.ts'

/** What every document has, whatever its kind; a version freezes it with the rest of the content. */
export const documentContentBase = {
  title: oneLine().min(1, { error: 'required' }).max(200),
  description: z.string().max(5000),
  category: oneLine().max(100),
  tags: z.array(oneLine().min(1).max(60)).max(30),
  imageFileId: Id.nullable(),
  /** BCP 47; '' when the author does not say. */
  language: z.string().max(20),
}

/**
 * Documents of any kind that people have to finish before this one opens. Left out: none, so that drafts kept by a browser
 * from before there were any can still be saved.
 */
export const Prerequisites = z.array(Id).max(20).default([])

export const availabilities = ['required', 'optional', 'nobody'] as const

/** A document in lists of its kind. */
export const DocumentRow = z.object({
  id: Id,
  title: z.string(),
  imageSmall: z.string(),
  status: PublicationState,
  /** Format of a resource, order of a pathway; '' for kinds that tell nothing apart. */
  subtype: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  /** People who have it as required and as optional. */
  availability: z.object({ required: z.number().int(), optional: z.number().int() }),
  /** Steps of a container; 0 for others. */
  activityCount: z.number().int(),
  createdAt: Moment,
  updatedAt: Moment,
  can: Can,
})
export type DocumentRow = z.infer<typeof DocumentRow>

/** A document that another one names: a step, a prerequisite. */
export const NamedDocument = z.object({
  id: Id,
  type: z.string(),
  title: z.string(),
  status: PublicationState,
  imageSmall: z.string(),
  isBundle: z.boolean(),
  minutes: z.number().int(),
})
export type NamedDocument = z.infer<typeof NamedDocument>

/** The whole of a document, of which only the content differs by kind. */
export function documentOf<Content extends z.ZodType>(Content: Content) {
  return DocumentRow.extend({
    description: z.string(),
    createdBy: z.string(),
    publishedAt: Moment.nullable(),
    publishedNumber: z.number().int().nullable(),
    /** What the editor works on: the draft, or the published content when there is no draft. */
    content: Content,
    /** Increases with every saved draft; a save names the one that it builds on. */
    revision: z.number().int(),
    /** Files that the content names. */
    files: z.array(StoredFile),
    /** Documents that the content names. */
    documents: z.array(NamedDocument),
  })
}

export const DocumentVersion = z.object({
  id: Id,
  number: z.number().int(),
  publishedAt: Moment,
  publishedBy: z.string(),
  note: z.string(),
  learners: z.number().int(),
})

/** A published version as it was, which never changes. */
export const PublishedVersion = DocumentVersion.omit({ learners: true })

/** Two states of a document to compare: published versions, or the draft. */
export const VersionPair = z.object({ from: Id.or(z.literal('draft')), to: Id.or(z.literal('draft')) })

/** A sentence of the difference between the published version and the draft; `change` is a key of the page's texts. */
export const DocumentChange = z.object({
  change: z.string(),
  title: z.string(),
  /** Fields that changed, for changes of details. */
  fields: z.array(z.string()),
})
export type DocumentChange = z.infer<typeof DocumentChange>

export const DocumentPublishPreview = z.object({
  changes: z.array(DocumentChange),
  /** What stands in the way of publishing; empty when it can go. `path` points into the content. */
  problems: z.array(z.object({ path: z.string(), code: z.string(), title: z.string() })),
  /** What could be better; it does not stand in the way. Only courses have any. */
  warnings: z
    .array(z.object({ path: z.string(), code: z.string(), title: z.string(), count: z.number().int() }))
    .optional(),
  learners: z.object({ assigned: z.number().int(), underWay: z.number().int(), completed: z.number().int() }),
  firstTime: z.boolean(),
})
export type DocumentPublishPreview = z.infer<typeof DocumentPublishPreview>

const People = z.object({ count: z.number().int(), sample: z.array(z.string()) })

/** What publishing the draft of a pathway or a learning package does to the people who have it, before it is published. */
export const StepImpact = z.object({
  /** People who gain a step that they have not done. A sample of their names, as far as the caller sees them. */
  gainSteps: People,
  /** People who lose a step that nothing else gives them; what they did stays recorded. */
  loseSteps: People,
  /** People who have finished. They stay finished, with the steps that they had. */
  finished: z.number().int(),
  /** Sections required of one audience, with those who need them among people who have not finished. */
  divided: z.array(
    z.object({ sectionId: Id, title: z.string(), audience: z.string(), required: People, underWay: z.number().int() }),
  ),
})
export type StepImpact = z.infer<typeof StepImpact>

/** Whether the people who have a pathway or a learning package get its new steps, or stay on those they have. */
export const stepsUnderWay = ['apply', 'newOnly'] as const

export const documentSortKeys = [
  'title',
  'createdAt',
  'category',
  'status',
  'updatedAt',
  'availability',
  'type',
] as const
export type DocumentSortKey = (typeof documentSortKeys)[number]

export const DocumentFilter = z.strictObject({
  search: z.string().trim().max(200).optional(),
  status: z.array(PublicationState).max(100).optional(),
  category: Words.optional(),
  tag: Words.optional(),
  subtype: Words.optional(),
  availability: z.array(z.enum(availabilities)).max(100).optional(),
})
export type DocumentFilter = z.output<typeof DocumentFilter>

const Counted = z.array(z.object({ value: z.string(), count: z.number().int() }))
const params = z.object({ documentId: Id })
const versionParams = params.extend({ versionId: Id })

export const bulkActions = ['publish', 'withdraw', 'archive', 'restore'] as const
export type BulkAction = (typeof bulkActions)[number]

const createBase = { title: documentContentBase.title, category: oneLine().max(100).default('') }

interface DocumentOperationsOf<Content extends z.ZodType, Create extends z.ZodRawShape> {
  readonly type: DocumentType
  readonly noun: DocumentNoun
  /** One and many, as the summaries say it. */
  readonly words: readonly [one: string, many: string]
  readonly Content: Content
  /** Longest draft, where it is longer than bodies usually are. */
  readonly draftBytes?: number
  /** What creating one takes beside title and category. */
  readonly create: Create
  /** Of the tests' tenant: a published document, a draft and an archived one, and content that may be saved. */
  readonly given: (given: Given) => { readonly id: string; readonly draftId: string; readonly archivedId: string }
  readonly sampleContent: (given: Given) => unknown
  readonly sampleCreate: (given: Given) => Record<string, unknown>
  /** The same operations for managers, over the documents that they have made themselves. */
  readonly side?: 'manager'
}

/**
 * The operations by which administrators keep documents of one kind: list, create, edit as a draft, publish, withdraw,
 * archive. Courses have the same under their own names.
 */
export function documentOperations<Content extends z.ZodType, Create extends z.ZodRawShape>(
  of: DocumentOperationsOf<Content, Create>,
) {
  const { noun, Content } = of
  const { feature, api } = documentKinds[of.type]
  const [one, many] = of.words
  const isManagers = of.side === 'manager'
  const path = (isManagers ? api.replace('/api/', '/api/manager/') : api) as '/api/documents'
  const id = isManagers ? (`${noun}.manager` as const) : noun
  const common = { access: isManagers ? 'manager' : 'admin', ...(feature ? { feature } : {}) } as const
  const One = documentOf(Content)
  const at = (pick: 'id' | 'draftId' | 'archivedId') => (given: Given) => ({
    params: { documentId: of.given(given)[pick] },
  })
  const change = { ...common, callers: ['token', 'acting'] } as const
  const look = { ...common, callers: ['token', 'looking'] } as const
  return {
    list: endpoint({
      id: `${id}.list`,
      summary: `${isManagers ? `The manager’s own ${many}` : `All ${many} of the tenant`}; archived ones only when the filter asks for them.`,
      method: 'GET',
      path,
      ...look,
      query: PageQuery.extend({
        status: queryList(PublicationState),
        category: queryWords(),
        tag: queryWords(),
        subtype: queryWords(),
        availability: queryList(z.enum(availabilities)),
        sort: z.enum(documentSortKeys).default('title'),
        direction: z.enum(['asc', 'desc']).default('asc'),
      }),
      response: pageOf(DocumentRow),
    }),
    facets: endpoint({
      id: `${id}.facets`,
      summary: `How many ${many} stand behind each filter value.`,
      method: 'GET',
      path: `${path}/facets`,
      ...look,
      response: z.object({ status: Counted, category: Counted, tag: Counted, subtype: Counted, availability: Counted }),
    }),
    get: endpoint({
      id: `${id}.get`,
      summary: `One ${one} with the content that the editor works on.`,
      method: 'GET',
      path: `${path}/:documentId`,
      ...look,
      sample: at('id'),
      params,
      response: One,
    }),
    create: endpoint({
      id: `${id}.create`,
      summary: `Begin a ${one} as a draft.`,
      method: 'POST',
      path,
      ...change,
      audit: `${noun}.create`,
      sample: (given: Given) => ({ body: { title: `A new ${one}`, ...of.sampleCreate(given) } }),
      // A kind may say otherwise of the title.
      body: z.strictObject({ ...createBase, ...of.create } as Omit<typeof createBase, keyof Create> & Create),
      response: One,
      status: 201,
    }),
    saveDraft: endpoint({
      id: `${id}.saveDraft`,
      summary: 'Save the whole draft. Answers `stale` (409) when someone saved after the revision that it builds on.',
      method: 'PUT',
      path: `${path}/:documentId/draft`,
      ...change,
      ...(of.draftBytes ? { bodyBytes: of.draftBytes } : {}),
      audit: `${noun}.saveDraft`,
      sample: (given: Given) => ({
        params: { documentId: of.given(given).id },
        body: { revision: 1, content: of.sampleContent(given) },
      }),
      params,
      body: z.strictObject({ revision: Revision, content: Content }),
      response: z.object({ revision: z.number().int(), status: PublicationState, savedAt: Moment }),
    }),
    publishPreview: endpoint({
      id: `${id}.publishPreview`,
      summary: 'What publishing would change, who is affected, and what stands in its way.',
      method: 'GET',
      path: `${path}/:documentId/publish-preview`,
      ...look,
      sample: at('id'),
      params,
      response: DocumentPublishPreview,
    }),
    publish: endpoint({
      id: `${id}.publish`,
      summary: 'Publish the draft as a new version that never changes.',
      method: 'POST',
      path: `${path}/:documentId/publish`,
      ...change,
      audit: `${noun}.publish`,
      sample: (given: Given) => ({
        params: { documentId: of.given(given).draftId },
        body: { revision: 1 },
        alsoFine: [409, 422],
      }),
      params,
      body: z.strictObject({
        revision: Revision,
        note: z.string().trim().max(500).default(''),
        /** Of what has steps: the people who have it get the new ones, or only people to come do. Finished ones stay as they are. */
        underWay: z.enum(stepsUnderWay).default('apply'),
      }),
      response: One,
    }),
    discard: endpoint({
      id: `${id}.discard`,
      summary: 'Throw the draft away and go back to the published or withdrawn content.',
      method: 'POST',
      path: `${path}/:documentId/discard`,
      ...change,
      audit: `${noun}.discard`,
      sample: (given: Given) => ({ ...at('id')(given), alsoFine: [409] }),
      params,
      response: One,
    }),
    withdraw: endpoint({
      id: `${id}.withdraw`,
      summary: `Hide the ${one} from learners; their records stay.`,
      method: 'POST',
      path: `${path}/:documentId/withdraw`,
      ...change,
      audit: `${noun}.withdraw`,
      sample: at('id'),
      params,
      response: One,
    }),
    archive: endpoint({
      id: `${id}.archive`,
      summary: `Put the ${one} away; it can be restored.`,
      method: 'POST',
      path: `${path}/:documentId/archive`,
      ...change,
      audit: `${noun}.archive`,
      sample: at('id'),
      params,
      response: One,
    }),
    restore: endpoint({
      id: `${id}.restore`,
      summary: `Bring an archived ${one} back to the state that it had before.`,
      method: 'POST',
      path: `${path}/:documentId/restore`,
      ...change,
      audit: `${noun}.restore`,
      sample: at('archivedId'),
      params,
      response: One,
    }),
    duplicate: endpoint({
      id: `${id}.duplicate`,
      summary: 'Make a draft with the same content.',
      method: 'POST',
      path: `${path}/:documentId/duplicate`,
      ...change,
      audit: `${noun}.duplicate`,
      sample: (given: Given) => ({ ...at('id')(given), body: {} }),
      params,
      body: z.strictObject({ title: oneLine().min(1).max(200).optional() }),
      response: One,
      status: 201,
    }),
    versions: endpoint({
      id: `${id}.versions`,
      summary: 'Published versions, newest first.',
      method: 'GET',
      path: `${path}/:documentId/versions`,
      ...look,
      sample: at('id'),
      params,
      response: z.object({ items: z.array(DocumentVersion) }),
    }),
    version: endpoint({
      id: `${id}.version`,
      summary: `The ${one} with the content of one published version, its files and the documents that it names.`,
      method: 'GET',
      path: `${path}/:documentId/versions/:versionId`,
      ...look,
      sample: (given: Given) => ({ params: { ...at('id')(given).params, versionId: given.newId() }, alsoFine: [404] }),
      params: versionParams,
      response: One.extend({ version: PublishedVersion }),
    }),
    compareVersions: endpoint({
      id: `${id}.compareVersions`,
      summary: 'What changed between two published versions, or between one and the draft.',
      method: 'GET',
      path: `${path}/:documentId/version-comparison`,
      ...look,
      sample: (given: Given) => ({ ...at('id')(given), query: { from: 'draft', to: 'draft' } }),
      params,
      query: VersionPair,
      response: z.object({ changes: z.array(DocumentChange) }),
    }),
    restoreVersion: endpoint({
      id: `${id}.restoreVersion`,
      summary:
        'Make the content of a published version the draft. Answers `stale` (409) when someone saved after the revision that it builds on.',
      method: 'POST',
      path: `${path}/:documentId/versions/:versionId/restore`,
      ...change,
      audit: `${noun}.restoreVersion`,
      sample: (given: Given) => ({
        params: { ...at('id')(given).params, versionId: given.newId() },
        body: { revision: 1 },
        alsoFine: [404],
      }),
      params: versionParams,
      body: z.strictObject({ revision: Revision }),
      response: One,
    }),
    bulk: endpoint({
      id: `${id}.bulk`,
      summary: `Publish, withdraw, archive or restore many; each ${one} that cannot is skipped and named in the result.`,
      method: 'POST',
      path: `${path}/bulk`,
      ...change,
      audit: `${noun}.bulk`,
      sample: (given: Given) => ({
        body: { action: 'archive', selection: { by: 'ids', ids: [of.given(given).id] } },
        acrossTenants: true,
      }),
      idempotency: 'required',
      body: z.strictObject({ action: z.enum(bulkActions), selection: selectionOf(Id, DocumentFilter) }),
      response: JobRef,
      status: 202,
    }),
  }
}
