import type { UnderWayChoice } from '@learnt/contract/courses'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/problem.ts'
import { appendDeltas, changeDay, keepDays } from '../../assignments/commands/append-deltas.ts'
import { containersAround, recomputeContainers, waitingFor } from '../../assignments/commands/recompute-containers.ts'
import { recomputeProgress } from '../../assignments/commands/recompute-progress.ts'
import { findOutline } from '../queries/find-outline.ts'

/**
 * What a publish does to the people who are under way on the version before: `finish` leaves them on it, `carry` takes
 * them along and works their progress out again, `restart` lets them begin again on the new one (statements stay).
 * Who has finished keeps the version that was finished; who has not begun has none yet and gets the new one.
 * Answers how many people were moved.
 */
export async function carryOver(
  ctx: Ctx,
  tx: WriteTx,
  of: { courseId: string; fromVersionId: string | null; toVersionId: string; choice: z.infer<typeof UnderWayChoice> },
): Promise<number> {
  if (of.choice === 'finish' || of.fromVersionId === null) return 0
  const underWay = sql`document_type = 'course' and document_id = ${of.courseId} and version_id = ${of.fromVersionId} and ended_at is null and state not in ('completed', 'passed')`
  const ids =
    of.choice === 'restart'
      ? await restart(ctx, tx, of.toVersionId, underWay)
      : await carry(ctx, tx, of.toVersionId, underWay)
  if (ids.length > 0) {
    const [containers, waiting] = [await listContainersAround(tx, ids), await listWaitingFor(tx, ids)]
    await recomputeContainers(ctx, tx, containers, { waiting })
  }
  return ids.length
}

async function carry(ctx: Ctx, tx: WriteTx, toVersionId: string, underWay: RawBuilder<unknown>): Promise<string[]> {
  const outline = await findOutline(tx, ctx.actor.tenantId, toVersionId)
  if (!outline) throw notFound()
  const { rows } = await sql<{ id: string }>`
    with moving as materialized (select tenant_id, id from assignments where ${underWay} order by id for update)
    update assignments a set version_id = ${toVersionId} from moving m where a.tenant_id = m.tenant_id and a.id = m.id returning a.id`.execute(
    tx,
  )
  const ids = rows.map((row) => row.id)
  const steps = outline.activities.map((one) => one.id)
  if (ids.length > 0) await recomputeProgress(ctx, tx, ids, steps)
  return ids
}

async function restart(ctx: Ctx, tx: WriteTx, toVersionId: string, underWay: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with locked as materialized (select a as was, a.tenant_id, a.id from assignments a where ${underWay} order by a.id for update),
    forgotten as (delete from activity_progress p using locked l where p.tenant_id = l.tenant_id and p.assignment_id = l.id),
    changed as (
      update assignments a
      set version_id = ${toVersionId}, state = 'notstarted', progress = 0, score = null, activities_done = 0, started_at = null, completed_at = null,
        last_activity_id = null, changed_day = ${changeDay(ctx.now)}
      from locked l where a.tenant_id = l.tenant_id and a.id = l.id returning l.was, a as became
    ),
    deltas as (${appendDeltas(ctx.now)}),
    days as (${keepDays()})
    select (became).id from changed`.execute(tx)
  return rows.map((row) => row.id)
}

/** Assignments that wait for these: some may be finished by having fewer steps. */
async function listWaitingFor(tx: WriteTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${waitingFor(sql`${ids}::uuid[]`)}`.execute(tx)
  return rows.map((row) => row.id)
}

/** The containers' assignments that these count for. */
async function listContainersAround(tx: WriteTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${containersAround(sql`${ids}::uuid[]`)}`.execute(tx)
  return rows.map((row) => row.id)
}
