import { z } from 'zod'
import { activityKinds } from './courses.ts'
import { DocumentType } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { learnerSortKeys } from './learner-sorts.ts'
import { AverageRating } from './ratings.ts'
import { OwnRequest } from './requests.ts'
import { ProgressState } from './states.ts'
import { Id, Moment, PageQuery, Percent, pageOf, queryList, queryWords } from './values.ts'

/** What the catalogue tells apart: the kinds of documents, and bundles beside courses. */
export const catalogueKinds = ['course', 'bundle', 'pathway', 'learningPackage', 'resource', 'form', 'event'] as const
export const CatalogueKind = z.enum(catalogueKinds)
export type CatalogueKind = z.infer<typeof CatalogueKind>

/** Lengths that people choose by: up to 15 minutes, up to an hour, longer; unknown where the author does not say. */
export const catalogueLengths = ['short', 'medium', 'long', 'unknown'] as const
export const CatalogueLength = z.enum(catalogueLengths)
export const lengthLimits = { short: 15, medium: 60 } as const

/**
 * What the person can do next. `locked`: something else has to be finished first. `open`: it is done and can be looked at
 * again; `startAgain`: it was failed and can be tried again, or it is done and its author lets people start over.
 */
export const catalogueButtons = ['start', 'request', 'requested', 'continue', 'startAgain', 'open', 'locked'] as const
export const CatalogueButton = z.enum(catalogueButtons)
export type CatalogueButton = z.infer<typeof CatalogueButton>

export const CatalogueCard = z.object({
  documentType: DocumentType,
  documentId: Id,
  assignmentId: Id,
  kind: CatalogueKind,
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  image: z.string(),
  language: z.string(),
  /** Format of a resource, order of a pathway. */
  subtype: z.string(),
  minutes: z.number().int(),
  stepCount: z.number().int(),
  state: ProgressState,
  progress: Percent,
  publishedAt: Moment.nullable(),
  rating: AverageRating,
  button: CatalogueButton,
  /** `startAgain` begins the next cycle (cycles.startOver); otherwise it leads to where they were. */
  startsOver: z.boolean(),
  /** The person's last request for it, which says what became of it. */
  request: z.object({ id: Id, state: OwnRequest.shape.state }).nullable(),
})
export type CatalogueCard = z.infer<typeof CatalogueCard>

const Facet = z.array(z.object({ value: z.string(), count: z.number().int() }))
export const CatalogueFacets = z.object({
  kind: Facet,
  category: Facet,
  tag: Facet,
  length: Facet,
  language: Facet,
})
export type CatalogueFacets = z.infer<typeof CatalogueFacets>

export const catalogueSortKeys = ['newest', 'length', ...learnerSortKeys] as const

/** A step as the item's page names it; documents among them say whether they open already. */
export const CatalogueStep = z.object({
  title: z.string(),
  kind: z.enum([...catalogueKinds, ...activityKinds]),
  minutes: z.number().int(),
  isRequired: z.boolean(),
})

export const CatalogueItem = CatalogueCard.extend({
  /** Sections of a course or pathway with their steps; one without a title for what has no sections. */
  sections: z.array(z.object({ title: z.string(), steps: z.array(CatalogueStep) })),
  prerequisites: z.array(
    z.object({
      documentType: DocumentType,
      documentId: Id,
      /** Null: the person does not have it. */
      assignmentId: Id.nullable(),
      title: z.string(),
      isDone: z.boolean(),
    }),
  ),
  request: OwnRequest.nullable(),
})
export type CatalogueItem = z.infer<typeof CatalogueItem>

export const catalogues = {
  list: endpoint({
    id: 'catalogues.list',
    summary: 'Everything that the person may take, of every kind, with what they can do next.',
    method: 'GET',
    path: '/api/catalogue',
    access: 'signedIn',
    callers: ['token', 'looking'],
    query: PageQuery.extend({
      kind: queryList(CatalogueKind),
      category: queryWords(),
      tag: queryWords(),
      length: queryList(CatalogueLength),
      language: queryWords(),
      sort: z.enum(catalogueSortKeys).default('title'),
    }),
    response: pageOf(CatalogueCard).extend({
      /** Each counts under the search and the other filters; with the first page. */
      facets: CatalogueFacets.nullable(),
      /** Whether there is anything in the catalogue, whatever was looked for. */
      isEmpty: z.boolean(),
    }),
  }),
  get: endpoint({
    id: 'catalogues.get',
    summary: 'One item of the catalogue: what it is, its steps, what has to be finished first, the person’s request.',
    method: 'GET',
    path: '/api/catalogue/:documentType/:documentId',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: (given) => ({ params: { documentId: given.offeredId } }),
    params: z.object({ documentType: DocumentType, documentId: Id }),
    response: CatalogueItem,
  }),
}
