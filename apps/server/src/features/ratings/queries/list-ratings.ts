import type { ratings } from '@learnt/contract/ratings'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import { isOpened } from '../../assignments/queries.ts'
import { reachOf } from '../../reach/queries/look-after.ts'
import { shownMembership } from '../../reach/queries/visible-members.ts'

export interface RatingRow {
  readonly assignmentId: string
  readonly userId: string
  readonly name: string
  readonly stars: number
  readonly comment: string
  readonly ratedAt: Date
  readonly updatedAt: Date
}

/** Newest change first, as far as the administrator sees the people; with the figures of all of them. */
export async function listRatings(ctx: Ctx, documentId: string, query: z.output<typeof ratings.list.query>) {
  const list = `ratings:${documentId}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const all = sql`
    from ratings r join memberships m on m.user_id = r.user_id and ${shownMembership(ctx.actor)}
    where r.document_id = ${documentId} and ${isOpened(reachOf(ctx.actor, 'administrator'), sql`r.assignment_id`, sql`r.user_id`)}`
  const words = query.search ? `%${query.search.replace(/[\\%_]/g, '\\$&')}%` : null
  const asked = sql`
    ${words === null ? sql`true` : sql`(r.comment ilike ${words} or m.shown_first_name || ' ' || m.last_name ilike ${words})`}
    and ${query.stars?.length ? sql`r.stars::text = any(${query.stars}::text[])` : sql`true`}`
  const [page, figures] = await ctx.read((tx) =>
    Promise.all([
      sql<RatingRow & { sortKey: string }>`
        select r.assignment_id, r.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, r.stars, r.comment, r.rated_at, r.updated_at, r.updated_at::text as sort_key
        ${all} and ${asked} and ${cursor ? sql`(r.updated_at, r.assignment_id) < (${cursor[0]}::timestamptz, ${cursor[1]}::uuid)` : sql`true`}
        order by r.updated_at desc, r.assignment_id desc limit ${query.limit + 1}`.execute(tx),
      sql<{ total: number; count: number; average: number | null; byStars: number[] }>`
        select count(*) filter (where ${asked})::int as total, count(*)::int as count, avg(r.stars)::float8 as average,
          array[count(*) filter (where r.stars = 1), count(*) filter (where r.stars = 2), count(*) filter (where r.stars = 3),
            count(*) filter (where r.stars = 4), count(*) filter (where r.stars = 5)]::int[] as by_stars ${all}`.execute(
        tx,
      ),
    ]),
  )
  const { rows, next } = cutPage(ctx, list, page.rows, {
    limit: query.limit,
    key: (last) => [last.sortKey, last.assignmentId],
  })
  return { rows, next, ...(figures.rows[0] ?? { total: 0, count: 0, average: null, byStars: [0, 0, 0, 0, 0] }) }
}
