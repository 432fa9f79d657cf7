import type { ImportState } from '@learnt/contract/import-states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { adminJob, type JobKind, type ReportProgress } from '../../../platform/jobs/job.ts'
import { ProblemError } from '../../../platform/problem.ts'
import type { ImportKind } from '../kind.ts'
import { findRun, lockRun, type RunRow } from '../queries/runs.ts'
import { refusedFile } from './preview-file.ts'
import { beginJob, keepingOneAtWork } from './start-run.ts'

interface Input extends Record<string, unknown> {
  readonly runId: string
}

/** The jobs of an import: the dry run, carrying it out, and taking it back. */
export function importJobs<Run extends RunRow, Counts extends object>(kind: ImportKind<Run, Counts>): JobKind[] {
  type Act = (ctx: Ctx, run: Run, progress: ReportProgress) => Promise<Counts>
  type Finish = (ctx: Ctx, tx: WriteTx, run: Run, counts: Counts) => Promise<void>
  const job = (step: string, during: ImportState, act: Act, finish: Finish) =>
    adminJob(
      `${kind.noun}.${step}`,
      async (ctx, { runId }: Input, progress) => {
        const run = (await resumeRun(ctx, runId, during)) as Run
        const counts = await act(ctx, run, progress)
        return {
          result: kind.tell(counts),
          link: `${kind.page}/${run.id}`,
          together: (tx: WriteTx) => finish(ctx, tx, run, counts),
        }
      },
      abandonRun,
    )
  const last = (step: 'commit' | 'undo', during: ImportState, state: ImportState) =>
    job(
      step,
      during,
      async (ctx, run, progress) => {
        await kind[step](ctx, run, progress)
        return kind.count(ctx, run)
      },
      async (ctx, tx, run, counts) => {
        await sql`
          update feed_runs set state = ${state}, counts = ${json(counts)}, asks = false, finished_at = ${ctx.services.clock.now()}
          where id = ${run.id}`.execute(tx)
      },
    )
  return [
    job(
      'check',
      'checking',
      async (ctx, run, progress) => {
        try {
          const counts = await kind.check(ctx, run, progress)
          const { rows = 0 } = counts as { rows?: number }
          await progress(rows, rows)
          return counts
        } catch (error) {
          throw await explainFailure(ctx, kind, run, error)
        }
      },
      // The dry run is ready. An administrator who wanted it carried out at once has that now, unless it asks first.
      async (ctx, tx, run, counts) => {
        const asks = (await kind.asks?.(ctx, tx, run, counts)) ?? false
        const goesOn = run.commits && !asks
        await sql`
          update feed_runs set state = ${goesOn ? 'committing' : 'checked'}, counts = ${json(counts)}, asks = ${asks}, checked_at = ${ctx.services.clock.now()}
          where id = ${run.id} and state = 'checking'`.execute(tx)
        if (goesOn) await beginJob(ctx, tx, kind, 'commit', run)
      },
    ),
    last('commit', 'committing', 'done'),
    last('undo', 'undoing', 'undone'),
  ]
}

/** Puts a run into the state in which its job works, or says that another run of the team is at work. */
async function resumeRun(ctx: Ctx, runId: string, to: ImportState): Promise<RunRow> {
  return keepingOneAtWork(() =>
    ctx.write(async (tx) => {
      const run = await lockRun(tx, runId)
      if (!run) throw new ProblemError('not-found')
      await sql`
        update feed_runs set state = ${to}, started_at = coalesce(started_at, ${ctx.now}), reason = '' where id = ${runId}`.execute(
        tx,
      )
      return { ...run, state: to }
    }),
  )
}

/** Keeps with the run why its file could not be read; answers the error that the job ends with. */
async function explainFailure(
  ctx: Ctx,
  kind: Pick<ImportKind, 'noun'>,
  run: Pick<RunRow, 'id'>,
  error: unknown,
): Promise<unknown> {
  const refused = refusedFile(ctx, kind, error)
  if (!(refused instanceof ProblemError) || refused.detail === undefined) return error
  const reason = refused.detail
  await ctx.write((tx) => sql`update feed_runs set reason = ${reason} where id = ${run.id}`.execute(tx))
  return refused
}

/** A job ended without success: what it carried out stays, and the run says so. */
async function abandonRun(tx: WriteTx, { runId }: { runId: string }): Promise<void> {
  const run = await findRun(tx, runId)
  if (!run) return
  const to = run.state === 'checking' ? 'failed' : 'stopped'
  await sql`
    update feed_runs set state = ${to} where id = ${runId} and state in ('checking', 'committing', 'undoing')`.execute(
    tx,
  )
}
