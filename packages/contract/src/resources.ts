import { z } from 'zod'
import { documentContentBase, documentOperations } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { StoredFile } from './files.ts'
import type { Given } from './sample.ts'
import { ProgressState } from './states.ts'
import { Id, Moment, PageQuery, pageOf, queryWords, webAddress } from './values.ts'

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
  dueState: z.enum(['none', 'upcoming', 'soon', 'overdue']),
  assignedAt: Moment,
  completedAt: Moment.nullable(),
})
export type ResourceCard = z.infer<typeof ResourceCard>

/** A resource as its reader opens it. `waitsFor`: it is locked, and nothing of its content comes along. */
export const OwnResource = ResourceCard.extend({
  versionNumber: z.number().int(),
  file: StoredFile.nullable(),
  url: z.string(),
  waitsFor: z.object({ id: Id, type: z.string(), title: z.string() }).nullable(),
  updatedAt: Moment,
})
export type OwnResource = z.infer<typeof OwnResource>

/** What a reader did: opened it, came to its end, downloaded it. */
export const resourceEvents = ['open', 'read', 'download'] as const

/** Who read which version, for the resource's own report. */
export const ResourceReader = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  state: ProgressState,
  versionNumber: z.number().int().nullable(),
  opened: z.number().int(),
  downloads: z.number().int(),
  firstOpenedAt: Moment.nullable(),
  lastOpenedAt: Moment.nullable(),
  completedAt: Moment.nullable(),
})
export type ResourceReader = z.infer<typeof ResourceReader>

const params = z.object({ documentId: Id })

export const resources = {
  ...documentOperations({
    type: 'resource',
    noun: 'resources',
    words: ['resource', 'resources'],
    Content: ResourceContent,
    create: {
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
      sort: z.enum(['title', 'createdAt', 'category', 'type', 'progress']).default('title'),
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
    summary: 'Record that the person opened the resource, read it to its end, or downloaded it.',
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
    query: PageQuery.extend({ state: z.enum(['notstarted', 'opened', 'completed']).optional() }),
    response: pageOf(ResourceReader).extend({
      totals: z.object({
        people: z.number().int(),
        opened: z.number().int(),
        completed: z.number().int(),
        downloads: z.number().int(),
      }),
    }),
  }),
  exportReaders: endpoint({
    id: 'resources.exportReaders',
    summary: 'The same report as a file, in the background.',
    method: 'POST',
    path: '/api/resources/:documentId/readers/export',
    access: 'admin',
    feature: 'resources',
    callers: ['token', 'acting'],
    audit: 'resources.export',
    sample: (given) => ({ params: { documentId: given.resource.id }, body: { format: 'csv' } }),
    params,
    body: z.strictObject({ format: z.enum(['csv', 'xlsx']) }),
    response: z.object({ jobId: Id }),
    status: 202,
  }),
}
