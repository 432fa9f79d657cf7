import type { FeedCounts } from '@learnt/contract/feeds'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { notify } from '../../../platform/notify.ts'
import { asksFirst } from '../policy.ts'
import type { RunRow } from '../queries/runs.ts'
import { countRun } from './plan-run.ts'
import { beginJob, peopleRuns } from './start-run.ts'

/** The dry run is ready. Who wanted it carried out at once has that now, unless it asks first. */
export async function finishCheck(
  ctx: Ctx,
  tx: WriteTx,
  run: RunRow,
  of: { counts: FeedCounts; mostLeaving: number },
): Promise<void> {
  const { counts } = of
  const asks = asksFirst({ ...counts, mostLeaving: of.mostLeaving })
  const goesOn = run.commits && !asks
  await markChecked(ctx, tx, run, { counts, goesOn, asks })
  if (goesOn) await beginJob(ctx, tx, peopleRuns, 'commit', run)
  else if (run.commits)
    await notify(ctx, tx, {
      kind: 'feedAsks',
      userId: ctx.actor.userId,
      key: `feedAsks:${run.id}`,
      params: { fileName: run.fileName, leaving: counts.leaving },
      link: `/apps/admin/feed-history/${run.id}`,
    })
}

export async function markChecked(
  ctx: Ctx,
  tx: WriteTx,
  run: Pick<RunRow, 'id'>,
  { counts, goesOn, asks }: { counts: object; goesOn: boolean; asks: boolean },
): Promise<void> {
  await sql`
    update feed_runs set state = ${goesOn ? 'committing' : 'checked'}, counts = ${json(counts)}, asks = ${asks}, checked_at = ${ctx.services.clock.now()}
    where id = ${run.id} and state = 'checking'`.execute(tx)
}

/** Figures after a run: what it found before it began stays as it was. */
export async function recount(ctx: Ctx, run: RunRow): Promise<FeedCounts> {
  const counts = await ctx.write((tx) => countRun(ctx, tx, run), { statementTimeout: 120_000 })
  const { active = counts.active, leaving = counts.leaving, away = counts.away } = run.counts
  return { ...counts, active, leaving, away }
}

export async function finishRun(
  ctx: Ctx,
  tx: WriteTx,
  run: Pick<RunRow, 'id'>,
  state: 'done' | 'undone',
  counts: object,
): Promise<void> {
  await sql`
    update feed_runs set state = ${state}, counts = ${json(counts)}, asks = false, finished_at = ${ctx.services.clock.now()}
    where id = ${run.id}`.execute(tx)
}
