import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { adminJob, type JobKind, type JobOutcome, type ReportProgress } from '../../../platform/jobs/job.ts'
import type { AnyRun, RunRow } from '../queries/runs.ts'
import { explainFailure } from './explain-failure.ts'
import { finishRun } from './finish-run.ts'
import { abandonRun, type RunKind, resumeRun } from './start-run.ts'

interface Input extends Record<string, unknown> {
  readonly runId: string
}

type Act<Run, Answer> = (ctx: Ctx, run: Run, progress: ReportProgress) => Promise<Answer>

interface Checked<Counts> {
  readonly counts: Counts
  together(tx: WriteTx): Promise<void>
}

/** The jobs of runs of either kind: the dry run, carrying it out, and taking it back. */
export function runJobs<Run extends AnyRun, Counts extends object>(
  kind: Pick<RunKind, 'noun'>,
  of: {
    readonly asRun: (run: RunRow) => Run
    /** What a run tells the tray. */
    readonly tell: (run: Run, counts: Counts) => Pick<JobOutcome, 'result' | 'link'>
    readonly check: Act<Run, Checked<Counts>>
    readonly commit: Act<Run, Counts>
    readonly undo: Act<Run, Counts>
  },
): JobKind[] {
  const job = (step: string, during: 'checking' | 'committing' | 'undoing', act: Act<Run, Checked<Counts>>) =>
    adminJob(
      `${kind.noun}.${step}`,
      async (ctx, { runId }: Input, progress) => {
        const run = of.asRun(await resumeRun(ctx, runId, during))
        const { counts, together } = await act(ctx, run, progress)
        return { ...of.tell(run, counts), together }
      },
      abandonRun,
    )
  const until =
    (state: 'done' | 'undone', act: Act<Run, Counts>): Act<Run, Checked<Counts>> =>
    async (ctx, run, progress) => {
      const counts = await act(ctx, run, progress)
      return { counts, together: (tx) => finishRun(ctx, tx, run, state, counts) }
    }
  return [
    job('check', 'checking', async (ctx, run, progress) => {
      try {
        return await of.check(ctx, run, progress)
      } catch (error) {
        throw await explainFailure(ctx, run, error)
      }
    }),
    job('commit', 'committing', until('done', of.commit)),
    job('undo', 'undoing', until('undone', of.undo)),
  ]
}
