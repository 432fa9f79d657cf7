import { z } from 'zod'
import { documentContentBase, documentOperations, Prerequisites } from './documents.ts'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { DueExtension } from './extensions.ts'
import { StoredFile } from './files.ts'
import { learnerSortKeys } from './learner-sorts.ts'
import { dueStates } from './learning.ts'
import { WaitsFor } from './pathways.ts'
import type { Given } from './sample.ts'
import { ProgressState } from './states.ts'
import { Day, Id, Moment, PageQuery, pageOf, queryWords, webAddress } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    resources: { verbs: 'export'; subjects: 'resource'; isDocument: true }
  }
}

/** Types of resource (specification, section 9, and what the issue adds); a file decides its own. */
export const resourceTypes = ['csv', 'excel', 'pdf', 'powerpoint', 'word', 'link', 'image', 'video', 'audio'] as const
export const ResourceType = z.enum(resourceTypes)
export type ResourceType = z.infer<typeof ResourceType>

/** Everything of a resource that a version freezes. A replaced file is a new version. */
export const ResourceContent = z.strictObject({
  ...documentContentBase,
  type: ResourceType,
  /** Null for a link, and for a draft without its file. */
  fileId: Id.nullable(),
  /** Of a link; '' for others. */
  url: webAddress(),
  minutes: z.number().int().min(0).max(6000),
  prerequisites: Prerequisites,
})
export type ResourceContent = z.infer<typeof ResourceContent>

export const ResourceCard = z.object({
  resourceId: Id,
  assignmentId: Id,
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  image: z.string(),
  type: ResourceType,
  isOptional: z.boolean(),
  state: ProgressState,
  minutes: z.number().int(),
  dueAt: Moment.nullable(),
  dueState: z.enum(dueStates),
  assignedAt: Moment,
  completedAt: Moment.nullable(),
  /** It waits for another document; `resources.own` names it. */
  isLocked: z.boolean(),
})
export type ResourceCard = z.infer<typeof ResourceCard>

/** A resource as its reader opens it. `waitsFor`: it is locked, and nothing of its content comes along. */
export const OwnResource = ResourceCard.extend({
  versionNumber: z.number().int(),
  publishedAt: Moment,
  file: StoredFile.nullable(),
  url: z.string(),
  waitsFor: WaitsFor.nullable(),
  extension: DueExtension.nullable(),
})
export type OwnResource = z.infer<typeof OwnResource>

/** What a reader did: opened it, came to its end, downloaded it. */
export const resourceEvents = ['open', 'read', 'download'] as const
export type ResourceEvent = (typeof resourceEvents)[number]

export const readerStates = ['notstarted', 'opened', 'completed'] as const

/** Who read which version, for the resource's own report. `versionNumber`: the newest that they opened. */
export const ResourceReader = z.object({
  assignmentId: Id,
  userId: Id,
  name: z.string(),
  email: z.string(),
  state: ProgressState,
  versionNumber: z.number().int().nullable(),
  /** How often; null as of a past day: they are counted as of now only. */
  opened: z.number().int().nullable(),
  downloads: z.number().int().nullable(),
  firstOpenedAt: Moment.nullable(),
  /** As of a past day null where they have opened it since. */
  lastOpenedAt: Moment.nullable(),
  completedAt: Moment.nullable(),
})
export type ResourceReader = z.infer<typeof ResourceReader>

const params = z.object({ documentId: Id })

export const readerSorts = [
  'name',
  'state',
  'version',
  'opened',
  'downloads',
  'firstOpenedAt',
  'lastOpenedAt',
  'completedAt',
] as const

export const ReadersQuery = PageQuery.extend({
  /** The end of a past day in the tenant's time zone. Names are those of now. */
  asOf: Day.optional(),
  state: z.enum(readerStates).optional(),
  sort: z.enum(readerSorts).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
})

export const resources = {
  ...documentOperations({
    type: 'resource',
    noun: 'resources',
    words: ['resource', 'resources'],
    Content: ResourceContent,
    create: {
      /** Left out, it is the name of the file without its ending. */
      title: documentContentBase.title.optional(),
      type: ResourceType.default('link'),
      /** An uploaded file of purpose document, image, video or audio: its own type is taken. */
      fileId: Id.nullable().default(null),
      url: webAddress().default(''),
    },
    given: (given: Given) => given.resource,
    sampleContent: (given: Given) => ({
      title: `${given.mark} resource`,
      description: '',
      category: '',
      tags: [],
      imageFileId: null,
      language: '',
      type: 'link',
      fileId: null,
      url: 'https://example.org/',
      minutes: 0,
    }),
    sampleCreate: () => ({ url: 'https://example.org/' }),
  }),
  mine: endpoint({
    id: 'resources.mine',
    summary: 'The person’s own resources.',
    method: 'GET',
    path: '/api/my/resources',
    access: 'signedIn',
    feature: 'resources',
    callers: ['token', 'looking'],
    query: PageQuery.extend({
      type: queryWords(),
      category: queryWords(),
      sort: z.enum(learnerSortKeys).default('title'),
      direction: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: pageOf(ResourceCard),
  }),
  own: endpoint({
    id: 'resources.own',
    summary: 'One of the person’s resources with the address of its file.',
    method: 'GET',
    path: '/api/my/resources/:documentId',
    access: 'signedIn',
    feature: 'resources',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { documentId: given.resource.id } }),
    params,
    response: OwnResource,
  }),
  record: endpoint({
    id: 'resources.record',
    summary:
      'Record that the person opened the resource, read it to its end, or downloaded it. Opening a link or an image completes it.',
    method: 'POST',
    path: '/api/my/resources/:documentId/record',
    access: 'signedIn',
    feature: 'resources',
    callers: ['token', 'acting'],
    audit: null,
    sample: (given) => ({ params: { documentId: given.resource.id }, body: { event: 'open' } }),
    params,
    body: z.strictObject({
      event: z.enum(resourceEvents),
      /** The version that the page shows; the published one where it is left out. */
      versionNumber: z.number().int().min(1).max(1_000_000).optional(),
      seconds: z.number().min(0).max(3600).default(0),
    }),
    response: z.object({ state: ProgressState, completedAt: Moment.nullable(), savedAt: Moment }),
  }),
  readers: endpoint({
    id: 'resources.readers',
    summary: 'The resource’s report: everyone who has it, what they did, and which version they read.',
    method: 'GET',
    path: '/api/resources/:documentId/readers',
    access: 'admin',
    feature: 'resources',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { documentId: given.resource.id } }),
    params,
    query: ReadersQuery,
    response: pageOf(ResourceReader).extend({
      totals: z.object({
        people: z.number().int(),
        opened: z.number().int(),
        completed: z.number().int(),
        downloads: z.number().int().nullable(),
      }),
      historyFrom: Day,
      historyTo: Day,
      asOf: Day.nullable(),
    }),
  }),
  readersCsv: rawEndpoint({
    id: 'resources.readersCsv',
    summary: 'The resource’s report as a file; the filters of the report.',
    method: 'GET',
    path: '/api/resources/:documentId/readers.csv',
    access: 'admin',
    feature: 'resources',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { documentId: given.resource.id } }),
    audit: 'resources.export',
    protocol: 'CSV, UTF-8 with byte order mark, streamed, safe against formulas',
    produces: 'text/csv',
  }),
  readersXlsx: rawEndpoint({
    id: 'resources.readersXlsx',
    summary: 'The resource’s report as a workbook; the filters of the report.',
    method: 'GET',
    path: '/api/resources/:documentId/readers.xlsx',
    access: 'admin',
    feature: 'resources',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { documentId: given.resource.id } }),
    audit: 'resources.export',
    protocol: 'XLSX, streamed, at most 50,000 rows: 413 beyond, where the CSV has them all',
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
}
