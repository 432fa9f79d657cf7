import type { ImportReading } from '@learnt/contract/imports'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { startJob } from '../../../platform/jobs/job.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import type { FileRow } from '../../files/queries.ts'
import type { ImportKind } from '../kind.ts'
import { importPolicy } from '../policy.ts'
import { findFileOf, lockRun, type RunRow } from '../queries/runs.ts'
import { previewFile } from './preview-file.ts'

/** Begins a run with a file. Answers its id. */
export async function startRun(
  ctx: Ctx,
  kind: ImportKind,
  file: FileRow,
  of: { source: RunRow['source']; commits: boolean; options: object },
): Promise<string> {
  const remembered = await ctx.read((tx) => kind.remembered(tx, ctx.actor.teamId))
  const options = { ...remembered.options, ...of.options }
  const preview = await previewFile(ctx, kind, file, remembered, { encoding: '', delimiter: '' })
  if (of.commits) kind.refuseMapping(preview.mapping, remembered, 'body.uploadId')
  const id = newId()
  await keepingOneAtWork(() =>
    ctx.write(async (tx) => {
      await sql`
        insert into feed_runs (id, kind, team_id, state, source, file_id, file_name, file_size, sha256, headings, mapping, options, read_as, commits, created_by, created_at)
        values (${id}, ${kind.name}, ${ctx.actor.teamId}, ${of.commits ? 'checking' : 'mapping'}, ${of.source}, ${file.id}, ${file.name}, ${file.size}, ${file.sha256},
          ${preview.headings}::text[], ${json(preview.mapping)}, ${json(options)}, ${json({ ...preview.reading, shortRows: 0 })}, ${of.commits}, ${ctx.actor.userId}, ${ctx.now})`.execute(
        tx,
      )
      await note(ctx, tx, kind, 'start', { id, fileName: file.name }, { source: of.source, commits: of.commits })
      if (of.commits) await beginJob(ctx, tx, kind, 'check', { id, fileName: file.name })
    }),
  )
  return id
}

/** Reads the whole file and says what it would do, as a job. What was chosen is remembered for the next file. */
export async function checkRun(
  ctx: Ctx,
  kind: ImportKind,
  run: RunRow,
  body: { mapping: readonly (string | null)[]; options: object; reading: ImportReading },
): Promise<void> {
  const remembered = await ctx.read((tx) => kind.remembered(tx, run.teamId))
  const file = await ctx.read((tx) => findFileOf(tx, run))
  if (!file) throw new ProblemError('not-found')
  const preview = await previewFile(ctx, kind, file, remembered, body.reading)
  if (body.mapping.length !== preview.headings.length) throw invalid({ 'body.mapping': 'imports.columns' })
  kind.refuseMapping(body.mapping, remembered, 'body.mapping')
  const mapping = Object.fromEntries(preview.headings.map((heading, at) => [heading, body.mapping[at] ?? null]))
  await keepingOneAtWork(() =>
    ctx.write(async (tx) => {
      await authorizeLocked(ctx, tx, run.id, 'check')
      await sql`
        update feed_runs set state = 'checking', headings = ${preview.headings}::text[], mapping = ${json(body.mapping)}, options = ${json(body.options)},
          reading = ${json(body.reading)}, read_as = ${json({ ...preview.reading, shortRows: 0 })}, reason = '', asks = false where id = ${run.id}`.execute(
        tx,
      )
      await kind.remember(tx, run.teamId, { mapping, options: body.options, encoding: body.reading.encoding })
      await note(ctx, tx, kind, 'check', run, { options: body.options, mapping })
      await beginJob(ctx, tx, kind, 'check', run)
    }),
  )
}

/** Carries out the good rows, as a job. */
export async function commitRun(ctx: Ctx, kind: ImportKind, run: RunRow, body: unknown): Promise<void> {
  await keepingOneAtWork(() =>
    ctx.write(async (tx) => {
      const now = await authorizeLocked(ctx, tx, run.id, 'commit')
      const confirmed = await kind.confirm?.(tx, now, body)
      await sql`update feed_runs set state = 'committing', reason = '' where id = ${run.id}`.execute(tx)
      await note(ctx, tx, kind, 'commit', run, { counts: now.counts, ...confirmed })
      await beginJob(ctx, tx, kind, 'commit', run)
    }),
  )
}

/** Takes back what a run did, as a job. */
export async function undoRun(ctx: Ctx, kind: ImportKind, run: RunRow): Promise<void> {
  await keepingOneAtWork(() =>
    ctx.write(async (tx) => {
      await authorizeLocked(ctx, tx, run.id, 'undo')
      await sql`update feed_runs set state = 'undoing', reason = '' where id = ${run.id}`.execute(tx)
      await note(ctx, tx, kind, 'undo', run)
      await beginJob(ctx, tx, kind, 'undo', run)
    }),
  )
}

/** Gives up a run that changed nothing. */
export async function discardRun(ctx: Ctx, kind: ImportKind, run: RunRow): Promise<void> {
  await ctx.write(async (tx) => {
    await authorizeLocked(ctx, tx, run.id, 'discard')
    await sql`update feed_runs set state = 'discarded', finished_at = ${ctx.now} where id = ${run.id}`.execute(tx)
    await sql`delete from feed_rows where run_id = ${run.id}`.execute(tx)
    await note(ctx, tx, kind, 'discard', run)
  })
}

async function authorizeLocked(
  ctx: Ctx,
  tx: WriteTx,
  runId: string,
  step: 'check' | 'commit' | 'undo' | 'discard',
): Promise<RunRow> {
  const now = await lockRun(tx, runId)
  authorize(ctx.actor, importPolicy[step], now)
  return now
}

export async function beginJob(
  ctx: Ctx,
  tx: WriteTx,
  kind: ImportKind,
  step: 'check' | 'commit' | 'undo',
  run: Pick<RunRow, 'id' | 'fileName'>,
): Promise<void> {
  const { jobId } = await startJob(ctx, tx, {
    kind: `${kind.noun}.${step}`,
    subject: run.fileName,
    input: { runId: run.id },
  })
  await sql`update feed_runs set job_id = ${jobId} where id = ${run.id}`.execute(tx)
}

/** A team has one run of each import at work. */
export async function keepingOneAtWork<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (isUniqueViolation(error, 'one_feed_run_at_work'))
      throw new ProblemError('wrong-state', { detail: 'reason.imports.busy' })
    throw error
  }
}

async function note(
  ctx: Ctx,
  tx: WriteTx,
  kind: ImportKind,
  verb: 'start' | 'check' | 'commit' | 'undo' | 'discard',
  run: Pick<RunRow, 'id' | 'fileName'>,
  after?: unknown,
): Promise<void> {
  await audit(ctx, tx, {
    action: `${kind.noun}.${verb}`,
    subjectType: kind.subject,
    subjectId: run.id,
    subjectTitle: run.fileName,
    ...(after === undefined ? {} : { after }),
  })
}
