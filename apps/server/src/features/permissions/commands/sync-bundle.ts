import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { planAnew } from '../../../platform/db/plan-anew.ts'
import { newId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { recomputeBundles } from '../../assignments/commands/recompute-progress.ts'
import { findNextRange } from '../queries/find-next-range.ts'
import { inRange } from '../queries/match-people.ts'
import { rowsAtOnce } from './apply-permission.ts'
import { lockRules } from './lock-rules.ts'
import { syncBundleRows } from './sync-bundle-rows.ts'

/**
 * To be called in the transaction that publishes, withdraws, archives or restores a bundle, or changes its children:
 * everybody who has the bundle is given its published children, and nobody keeps one by it that it no longer has. Many
 * rows are written in the background; whoever reads meanwhile has theirs written at once.
 *
 * For a plain course that appears or disappears: the bundles around it have one step more or less to be done.
 */
export async function syncBundle(ctx: Ctx, tx: WriteTx, bundleId: string): Promise<void> {
  await lockRules(tx, 'alone')
  const course = await tx.selectFrom('courses').select('isBundle').where('id', '=', bundleId).executeTakeFirst()
  if (!course?.isBundle) return recomputeBundles(ctx, tx, await listBundlesOf(tx, bundleId))
  const { rows } = await sql<{ size: number }>`
    select (count(*) * (1 + coalesce((
      select jsonb_array_length(v.content->'courseIds') from courses c join course_versions v on v.id = c.published_version_id where c.id = ${bundleId}), 0)))::int as size
    from assignments where document_type = 'course' and document_id = ${bundleId} and is_active`.execute(tx)
  const size = rows[0]?.size ?? 0
  if (size <= rowsAtOnce) {
    await planAnew(tx, size)
    await tx.deleteFrom('bundleSyncs').where('bundleId', '=', bundleId).execute()
    return syncBundleRows(ctx, tx, bundleId, () => sql`true`)
  }
  const token = newId()
  await tx
    .insertInto('bundleSyncs')
    .values({ bundleId, token })
    .onConflict((conflict) => conflict.columns(['tenantId', 'bundleId']).doUpdateSet({ token }))
    .execute()
  await enqueue(ctx, tx, 'permissions.syncBundle', { bundleId, token })
}

/** Assignments of the bundles whose published version has a course. */
async function listBundlesOf(tx: WriteTx, courseId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from courses b join course_versions v on v.id = b.published_version_id
    join assignments a on a.document_type = 'course' and a.document_id = b.id
    where b.is_bundle and v.content->'courseIds' @> to_jsonb(${courseId}::text)`.execute(tx)
  return rows.map((row) => row.id)
}

/** The background part, some people at a time; begun again after a crash it does the rest. */
export async function finishBundleSync(
  ctx: Ctx,
  { bundleId, token }: { bundleId: string; token: string },
): Promise<void> {
  let after: string | null = null
  for (;;) {
    const next: { done: boolean; until: string | null } = await ctx.write(async (tx) => {
      await lockRules(tx, 'alone')
      const standing = await tx
        .selectFrom('bundleSyncs')
        .select('token')
        .where('bundleId', '=', bundleId)
        .executeTakeFirst()
      if (standing?.token !== token) return { done: true, until: null }
      const range = await findNextRange(tx, after, 500)
      await planAnew(tx, range.people)
      await syncBundleRows(ctx, tx, bundleId, (userId) => inRange(range, userId))
      if (range.until === null) await tx.deleteFrom('bundleSyncs').where('bundleId', '=', bundleId).execute()
      return { done: range.until === null, until: range.until }
    })
    if (next.done) return
    after = next.until
  }
}
