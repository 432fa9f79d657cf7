import type { ratings } from '@learnt/contract/ratings'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'
import type { Rateable } from '../policy.ts'

/**
 * Stores the rating and adds it to the document's totals. The assignment is locked first, so that of two at once the
 * second changes what the first has stored, and the totals count both of them once.
 */
export async function rate(
  ctx: Ctx,
  tx: WriteTx,
  of: Rateable,
  { stars, comment }: z.output<typeof ratings.rate.body>,
): Promise<void> {
  await sql`select from assignments where id = ${of.id} for no key update`.execute(tx)
  await sql`
    with before as materialized (select stars from ratings where assignment_id = ${of.id}),
    stored as (
      insert into ratings (assignment_id, document_id, user_id, stars, comment, rated_at, updated_at)
      values (${of.id}, ${of.documentId}, ${of.userId}, ${stars}, ${comment}, ${ctx.now}, ${ctx.now})
      on conflict (tenant_id, assignment_id) do update set stars = excluded.stars, comment = excluded.comment, updated_at = excluded.updated_at
    )
    insert into rating_totals as t (document_id, ratings, stars, people)
    select ${of.documentId}::uuid, case when exists (select from before) then 0 else 1 end, ${stars}::int - coalesce((select stars from before), 0),
      case when exists (select from ratings r where r.user_id = ${of.userId} and r.document_id = ${of.documentId}) then 0 else 1 end
    on conflict (tenant_id, document_id) do update set ratings = t.ratings + excluded.ratings, stars = t.stars + excluded.stars, people = t.people + excluded.people`.execute(
    tx,
  )
  await announce(ctx, tx, { topic: 'me', userId: of.userId, kind: 'progress', id: of.id })
}
