import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { planAnew } from '../../../platform/db/plan-anew.ts'
import { newId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { recomputeContainers } from '../../assignments/commands/recompute-containers.ts'
import { settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { inRange } from '../../reach/queries/match-people.ts'
import { findNextRange } from '../queries/find-next-range.ts'
import { rowsAtOnce } from './apply-permission.ts'
import { followContainers, giveSteps, type PeopleScope } from './give-steps.ts'
import { lockRules } from './lock-rules.ts'

/**
 * To be called in the transaction that publishes, withdraws, archives or restores a document, or changes its steps.
 * Everybody who has a container is given its published steps, and nobody keeps one that it no longer has. Many rows are
 * written in the background; whoever reads meanwhile has theirs written at once. The containers around the document have
 * one step more or less to be done.
 */
export async function syncContainer(ctx: Ctx, tx: WriteTx, documentId: string): Promise<void> {
  await lockRules(tx, 'alone')
  for (const waiting of await listWaitingDocuments(tx, documentId)) await syncLocks(ctx, tx, waiting)
  const { rows } = await sql<{ hasSteps: boolean; size: number }>`
    select is_bundle or type in ('pathway', 'learningPackage') as has_steps, (
      (select count(*) from assignments a where a.document_type = d.type and a.document_id = d.id and a.is_active)
        * (1 + (select count(*) from document_steps s where s.version_id = d.published_version_id)))::int as size
    from documents d where d.id = ${documentId}`.execute(tx)
  const { hasSteps = false, size = 0 } = rows[0] ?? {}
  if (!hasSteps) return recomputeContainers(ctx, tx, await listContainersOf(tx, documentId))
  if (size <= rowsAtOnce) {
    await planAnew(tx, size)
    await tx.deleteFrom('containerSyncs').where('documentId', '=', documentId).execute()
    await giveSteps(ctx, tx, documentId, () => sql`true`)
    // Steps that it gave already may count differently now.
    await recomputeContainers(ctx, tx, await listAssignmentsOf(tx, documentId))
    return recomputeContainers(ctx, tx, await listContainersOf(tx, documentId))
  }
  await syncLater(ctx, tx, documentId)
}

/**
 * To be called in the transaction that changes what has to be finished before a document opens: it is locked or opened for
 * everybody who has it and has not begun. Of many people in the background. The rules' lock must be held, or is taken.
 */
export async function syncLocks(ctx: Ctx, tx: WriteTx, documentId: string): Promise<void> {
  await lockRules(tx, 'alone')
  const { rows } = await sql<{ size: number }>`
    select ((select count(*) from assignments a where a.document_type = d.type and a.document_id = d.id and a.started_at is null)
      * (1 + (select count(*) from document_steps s where s.version_id = d.published_version_id)))::int as size
    from documents d where d.id = ${documentId}`.execute(tx)
  const size = rows[0]?.size ?? 0
  if (size > rowsAtOnce) return syncLater(ctx, tx, documentId)
  await planAnew(tx, size)
  await settleNotBegun(ctx, tx, documentId, () => sql`true`)
}

async function syncLater(ctx: Ctx, tx: WriteTx, documentId: string): Promise<void> {
  const token = newId()
  await tx
    .insertInto('containerSyncs')
    .values({ documentId, token })
    .onConflict((conflict) => conflict.columns(['tenantId', 'documentId']).doUpdateSet({ token }))
    .execute()
  await enqueue(ctx, tx, 'permissions.syncContainer', { documentId, token })
}

/** Published documents, pathways apart, that have a document as a prerequisite. */
async function listWaitingDocuments(tx: WriteTx, documentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from documents where prerequisites <> '{}' and ${documentId} = any(prerequisites) and type <> 'pathway' order by id`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** Locks or opens a document for those in scope who have not begun it. */
export async function settleNotBegun(ctx: Ctx, tx: WriteTx, documentId: string, scope: PeopleScope): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select a.id from documents d join assignments a on a.document_type = d.type and a.document_id = d.id
    where d.id = ${documentId} and a.started_at is null and ${scope(sql`a.user_id`)}`.execute(tx)
  const settled = await settleAssignments(
    ctx,
    tx,
    rows.map((row) => row.id),
  )
  await followContainers(ctx, tx, settled.containers)
}

/** Assignments of the containers that have a document as a step, take it for one, or wait for it. */
async function listContainersOf(tx: WriteTx, documentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with around as materialized (
      select document_id as id from document_steps where step_document_id = ${documentId} or ${documentId} = any(equivalents)
      union select id from documents where type = 'pathway' and ${documentId} = any(prerequisites)
    )
    select a.id from documents d join assignments a on a.document_type = d.type and a.document_id = d.id
    where d.id in (select id from around) and a.ended_at is null`.execute(tx)
  return rows.map((row) => row.id)
}

async function listAssignmentsOf(tx: WriteTx, documentId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('assignments')
    .select('id')
    .where('documentId', '=', documentId)
    .where('endedAt', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

/** The background part, some people at a time; begun again after a crash it does the rest. */
export async function finishContainerSync(
  ctx: Ctx,
  { documentId, token }: { documentId: string; token: string },
): Promise<void> {
  let after: string | null = null
  for (;;) {
    const next: { done: boolean; until: string | null } = await ctx.write(async (tx) => {
      await lockRules(tx, 'alone')
      const standing = await tx
        .selectFrom('containerSyncs')
        .select('token')
        .where('documentId', '=', documentId)
        .executeTakeFirst()
      if (standing?.token !== token) return { done: true, until: null }
      const range = await findNextRange(tx, after, 500)
      await planAnew(tx, range.people)
      await settleNotBegun(ctx, tx, documentId, (userId) => inRange(range, userId))
      await giveSteps(ctx, tx, documentId, (userId) => inRange(range, userId))
      const { rows } = await sql<{ id: string }>`
        select a.id from assignments a join documents d on d.id = a.document_id
        where a.document_id = ${documentId} and a.ended_at is null and (d.is_bundle or d.type in ('pathway', 'learningPackage')) and ${inRange(range, sql`a.user_id`)}`.execute(
        tx,
      )
      await recomputeContainers(
        ctx,
        tx,
        rows.map((row) => row.id),
      )
      if (range.until === null) await tx.deleteFrom('containerSyncs').where('documentId', '=', documentId).execute()
      return { done: range.until === null, until: range.until }
    })
    if (next.done) return
    after = next.until
  }
}
