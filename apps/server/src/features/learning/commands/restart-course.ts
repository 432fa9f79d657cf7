import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { appendDeltas, changeDay, keepDays } from '../../assignments/commands/append-deltas.ts'

export async function restartCourse(ctx: Ctx, tx: WriteTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with locked as materialized (select a as was, a.tenant_id, a.id from assignments a where a.id = any(${ids}::uuid[]) order by a.id for update),
    forgotten as (delete from activity_progress p using locked l where p.tenant_id = l.tenant_id and p.assignment_id = l.id),
    changed as (
      update assignments a
      set version_id = null, state = 'notstarted', progress = 0, score = null, activities_done = 0, started_at = null, completed_at = null,
        last_activity_id = null, changed_day = ${changeDay(ctx.now)}
      from locked l where a.tenant_id = l.tenant_id and a.id = l.id returning l.was, a as became
    ),
    deltas as (${appendDeltas(ctx.now)}),
    days as (${keepDays()})
    select (became).id from changed`.execute(tx)
  return rows.map((row) => row.id)
}
