import { z } from 'zod'
import { DocumentType } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment, PageQuery, pageOf, queryList } from './values.ts'

/** Fewer people than this say too little, and too much about one of them: learners see no average then. */
export const ratingsShownFrom = 5

export const Stars = z.number().int().min(1).max(5)

/** What learners see of the ratings of a document; null: fewer than `ratingsShownFrom` people have rated it. */
export const AverageRating = z.object({ average: z.number(), count: z.number().int() }).nullable()
export type AverageRating = z.infer<typeof AverageRating>

export const OwnRating = z.object({
  /** The person has finished it and may rate it. */
  canRate: z.boolean(),
  rating: z.object({ stars: Stars, comment: z.string(), updatedAt: Moment }).nullable(),
})
export type OwnRating = z.infer<typeof OwnRating>

export const Rating = z.object({
  assignmentId: Id,
  userId: Id,
  name: z.string(),
  stars: Stars,
  comment: z.string(),
  ratedAt: Moment,
  updatedAt: Moment,
})
export type Rating = z.infer<typeof Rating>

const ownParams = z.object({ userCourseId: Id })
const starWords = ['1', '2', '3', '4', '5'] as const

export const ratings = {
  own: endpoint({
    id: 'ratings.own',
    summary: 'The person’s own rating of something that they have.',
    method: 'GET',
    path: '/api/my/ratings/:userCourseId',
    access: 'signedIn',
    callers: ['token', 'looking'],
    params: ownParams,
    response: OwnRating,
  }),
  rate: endpoint({
    id: 'ratings.rate',
    summary:
      'Rate what one has finished, or change the rating. Administrators read the comment; other learners do not.',
    method: 'PUT',
    path: '/api/my/ratings/:userCourseId',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: null,
    params: ownParams,
    sample: (given) => ({
      body: { stars: 4, comment: `${given.mark} was good` },
      alsoFine: [409],
    }),
    body: z.strictObject({ stars: Stars, comment: z.string().trim().max(2000).default('') }),
    response: OwnRating,
  }),
  list: endpoint({
    id: 'ratings.list',
    summary: 'Ratings of a document with their comments, newest first, as far as the administrator sees the people.',
    method: 'GET',
    path: '/api/documents/:documentType/:documentId/ratings',
    access: 'admin',
    callers: ['token', 'looking'],
    params: z.object({ documentType: DocumentType, documentId: Id }),
    query: PageQuery.extend({ stars: queryList(z.enum(starWords)) }),
    response: pageOf(Rating).extend({
      /** Of all that the administrator sees, whatever the filter; null: there are none. */
      average: z.number().nullable(),
      count: z.number().int(),
      /** How many with one star, two stars and so on. */
      byStars: z.array(z.number().int()),
    }),
  }),
}
