import { type AverageRating, ratingsShownFrom } from '@learnt/contract/ratings'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import type { Rateable } from '../policy.ts'

export type OwnRatingRow = Rateable & {
  readonly stars: number | null
  readonly comment: string | null
  readonly updatedAt: Date | null
}

/** An assignment with its rating, for any reader; the policy says whether they may see it. */
export async function findRating(tx: ReadTx, assignmentId: string): Promise<OwnRatingRow | null> {
  const { rows } = await sql<OwnRatingRow>`
    select a.id, a.user_id, a.document_id, a.state, r.stars, r.comment, r.updated_at
    from assignments a left join ratings r on r.assignment_id = a.id where a.id = ${assignmentId}`.execute(tx)
  return rows[0] ?? null
}

/** What learners see of the ratings of a document `d`, as JSON. */
export const averageOf: RawBuilder<AverageRating> = sql<AverageRating>`
  (select jsonb_build_object('average', round(t.stars::numeric / t.ratings, 1)::float8, 'count', t.ratings)
    from rating_totals t where t.document_id = d.id and t.people >= ${sql.lit(ratingsShownFrom)})`
