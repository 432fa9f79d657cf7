import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { ProblemError } from '../../../platform/problem.ts'
import type { RunRow } from '../queries/runs.ts'
import { refusedFile } from './start-run.ts'

/** Keeps with the run why its file could not be read; answers the error that the job ends with. */
export async function explainFailure(ctx: Ctx, run: Pick<RunRow, 'id'>, error: unknown): Promise<unknown> {
  const refused = refusedFile(ctx, error)
  if (!(refused instanceof ProblemError) || refused.detail === undefined) return error
  const reason = refused.detail
  await ctx.write((tx) => sql`update feed_runs set reason = ${reason} where id = ${run.id}`.execute(tx))
  return refused
}
