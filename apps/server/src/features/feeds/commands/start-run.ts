import type { HandlerInput } from '@learnt/contract/endpoint'
import { type FeedState, feedLimits } from '@learnt/contract/feed-states'
import type { FeedOptions, FeedPreview, feeds } from '@learnt/contract/feeds'
import type { FeedField } from '@learnt/contract/team-values'
import type { FeedHeading } from '@learnt/contract/teams'
import { tidyText } from '@learnt/contract/text'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { startJob } from '../../../platform/jobs/job.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { adoptUpload, readTableOf, unreadableReason } from '../../files/commands.ts'
import type { FileRow } from '../../files/queries.ts'
import { guessField, plainHeading } from '../fields.ts'
import { feedPolicy } from '../policy.ts'
import { findFileOf, findRun, lockRun, type RunRow } from '../queries/runs.ts'
import { findFeedSettings, type StoredSettings, standardOptions, uniqueField } from '../queries/settings.ts'

type Start = HandlerInput<typeof feeds.start>['body']
type Check = HandlerInput<typeof feeds.check>['body']
type Settings = StoredSettings & { headings: readonly FeedHeading[] }

/** Begins a run with an uploaded file. Answers its id. */
export async function startRun(ctx: Ctx, body: Start, source: 'upload' | 'api'): Promise<string> {
  const file = await adoptUpload(ctx, { uploadId: body.uploadId, purpose: 'feed' })
  return startWithFile(ctx, file, { source, commits: body.commits ?? false, options: body.options ?? {} })
}

export async function startWithFile(
  ctx: Ctx,
  file: FileRow,
  of: {
    source: RunRow['source']
    commits: boolean
    options: { [K in keyof FeedOptions]?: FeedOptions[K] | undefined }
  },
): Promise<string> {
  const settings = await ctx.read((tx) => findFeedSettings(tx, ctx.actor.teamId))
  const options = { ...standardOptions, ...settings.options, ...of.options } as FeedOptions
  const preview = await previewFile(ctx, file, settings, { options, reading: { encoding: '', delimiter: '' } })
  if (of.commits) refuseMapping(preview.mapping, settings, 'body.uploadId')
  const id = newId()
  await keepingOneAtWork(() =>
    ctx.write(async (tx) => {
      await sql`
        insert into feed_runs (id, team_id, state, source, file_id, file_name, file_size, sha256, headings, mapping, options, commits, created_by, created_at)
        values (${id}, ${ctx.actor.teamId}, ${of.commits ? 'checking' : 'mapping'}, ${of.source}, ${file.id}, ${file.name}, ${file.size}, ${file.sha256},
          ${preview.headings}::text[], ${json(preview.mapping)}, ${json(options)}, ${of.commits}, ${ctx.actor.userId}, ${ctx.now})`.execute(
        tx,
      )
      await note(ctx, tx, 'feeds.start', { id, fileName: file.name }, { source: of.source, commits: of.commits })
      if (of.commits) await beginJob(ctx, tx, 'feeds.check', { id, fileName: file.name })
    }),
  )
  return id
}

/** The first rows of a run's file, read as asked. */
export async function previewRun(
  ctx: Ctx,
  run: RunRow,
  asked: { encoding?: string | undefined; delimiter?: string | undefined },
): Promise<FeedPreview> {
  const [settings, file] = await ctx.read((tx) => Promise.all([findFeedSettings(tx, run.teamId), findFileOf(tx, run)]))
  if (!file) throw new ProblemError('not-found')
  const reading = {
    encoding: asked.encoding ?? run.reading.encoding ?? '',
    delimiter: asked.delimiter ?? run.reading.delimiter ?? '',
  }
  const preview = await previewFile(ctx, file, settings, { options: run.options, reading })
  // What somebody chose for this run is kept, as long as the columns are the same ones.
  const isSame = run.checkedAt !== null && JSON.stringify(run.headings) === JSON.stringify(preview.headings)
  return isSame ? { ...preview, mapping: run.mapping } : preview
}

const sampleRows = 5

async function previewFile(
  ctx: Ctx,
  file: FileRow,
  settings: Settings,
  of: { options: FeedOptions; reading: { encoding: string; delimiter: string } },
): Promise<FeedPreview> {
  let headings: string[] | null = null
  const samples: string[][] = []
  const reading = await readTableOf(ctx, file, of.reading, ({ cells }) => {
    if (headings === null) headings = readHeadings(cells)
    else samples.push(cells.map((cell) => cell.slice(0, 200)))
    return samples.length < sampleRows
  }).catch((error: unknown) => {
    throw refusedFile(ctx, error)
  })
  const found: string[] = headings ?? []
  if (found.length === 0 || found.length > feedLimits.columns) throw refusedFile(ctx, null)
  return {
    headings: found,
    samples,
    mapping: mappingOf(found, settings),
    reading,
    isWorkbook: file.contentType !== 'text/csv',
    options: of.options,
  }
}

/** As they stand in the first row, without what follows the last one. */
export function readHeadings(cells: readonly string[]): string[] {
  const headings = cells.map((cell) => tidyText(cell.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')).slice(0, 100))
  while (headings.length > 0 && headings.at(-1) === '') headings.pop()
  return headings
}

/** What the team's headings say, then what earlier files were mapped to, then what the words mean. */
function mappingOf(headings: readonly string[], settings: Settings): (FeedField | null)[] {
  const taken = new Set<FeedField>()
  const take = (field: FeedField | null) => {
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  }
  const plain = headings.map(plainHeading)
  const known = new Map(Object.entries(settings.mapping).map(([title, field]) => [plainHeading(title), field]))
  for (const { title, field } of settings.headings) known.set(plainHeading(title), field)
  const first = plain.map((heading) => take(known.get(heading) ?? null))
  return first.map((field, at) => field ?? (known.has(plain[at] ?? '') ? null : take(guessField(headings[at] ?? ''))))
}

/** Reads the whole file and says what it would do, as a job. What was chosen is remembered for the next file. */
export async function checkRun(ctx: Ctx, run: RunRow, body: Check): Promise<void> {
  const settings = await ctx.read((tx) => findFeedSettings(tx, run.teamId))
  const file = await ctx.read((tx) => findFileOf(tx, run))
  if (!file) throw new ProblemError('not-found')
  const preview = await previewFile(ctx, file, settings, { options: body.options, reading: body.reading })
  if (body.mapping.length !== preview.headings.length) throw invalid({ 'body.mapping': 'feeds.columns' })
  refuseMapping(body.mapping, settings, 'body.mapping')
  const remembered = Object.fromEntries(preview.headings.map((heading, at) => [heading, body.mapping[at] ?? null]))
  await keepingOneAtWork(() =>
    ctx.write(async (tx) => {
      await authorizeLocked(ctx, tx, run.id, 'check')
      await sql`
        update feed_runs set state = 'checking', headings = ${preview.headings}::text[], mapping = ${json(body.mapping)}, options = ${json(body.options)},
          reading = ${json(body.reading)}, reason = '', asks = false where id = ${run.id}`.execute(tx)
      await sql`
        insert into feed_settings (team_id, mapping, options) values (${run.teamId}, ${json(remembered)}, ${json(body.options)})
        on conflict (tenant_id, team_id) do update set mapping = feed_settings.mapping || excluded.mapping, options = excluded.options`.execute(
        tx,
      )
      await note(ctx, tx, 'feeds.check', run, { options: body.options, mapping: remembered })
      await beginJob(ctx, tx, 'feeds.check', run)
    }),
  )
}

/** Carries out the good rows, as a job. */
export async function commitRun(ctx: Ctx, run: RunRow, leaving: number | undefined): Promise<void> {
  await keepingOneAtWork(() =>
    ctx.write(async (tx) => {
      const now = await authorizeLocked(ctx, tx, run.id, 'commit')
      if (now.asks && leaving !== now.counts.leaving)
        throw new ProblemError('wrong-state', { detail: 'reason.feeds.asks' })
      if (now.state === 'checked' && (await isOutdated(tx, now)))
        throw new ProblemError('wrong-state', { detail: 'reason.feeds.outdated' })
      await sql`update feed_runs set state = 'committing', reason = '' where id = ${run.id}`.execute(tx)
      await note(ctx, tx, 'feeds.commit', run, { counts: now.counts, ...(now.asks ? { confirmed: leaving } : {}) })
      await beginJob(ctx, tx, 'feeds.commit', run)
    }),
  )
}

/** Another run of the team has changed people since this one compared with them. */
async function isOutdated(tx: WriteTx, run: RunRow): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from feed_runs o where o.team_id = ${run.teamId} and o.id <> ${run.id} and o.finished_at > ${run.checkedAt}) as is`.execute(
    tx,
  )
  return rows[0]?.is ?? false
}

/** Takes back what a run did, as a job. */
export async function undoRun(ctx: Ctx, run: RunRow): Promise<void> {
  await keepingOneAtWork(() =>
    ctx.write(async (tx) => {
      await authorizeLocked(ctx, tx, run.id, 'undo')
      await sql`update feed_runs set state = 'undoing', reason = '' where id = ${run.id}`.execute(tx)
      await note(ctx, tx, 'feeds.undo', run)
      await beginJob(ctx, tx, 'feeds.undo', run)
    }),
  )
}

/** Gives up a run that changed nothing. */
export async function discardRun(ctx: Ctx, run: RunRow): Promise<void> {
  await ctx.write(async (tx) => {
    await authorizeLocked(ctx, tx, run.id, 'discard')
    await sql`update feed_runs set state = 'discarded', finished_at = ${ctx.now} where id = ${run.id}`.execute(tx)
    await sql`delete from feed_rows where run_id = ${run.id}`.execute(tx)
    await note(ctx, tx, 'feeds.discard', run)
  })
}

async function authorizeLocked(
  ctx: Ctx,
  tx: WriteTx,
  runId: string,
  step: 'check' | 'commit' | 'undo' | 'discard',
): Promise<RunRow> {
  const now = await lockRun(tx, runId)
  authorize(ctx.actor, feedPolicy[step], now)
  return now
}

export async function beginJob(
  ctx: Ctx,
  tx: WriteTx,
  kind: 'feeds.check' | 'feeds.commit' | 'feeds.undo',
  run: Pick<RunRow, 'id' | 'fileName'>,
): Promise<void> {
  const { jobId } = await startJob(ctx, tx, { kind, subject: run.fileName, input: { runId: run.id } })
  await sql`update feed_runs set job_id = ${jobId} where id = ${run.id}`.execute(tx)
}

/** For the jobs: puts a run into the state in which they work, or says that another run of the team is at work. */
export async function resumeRun(ctx: Ctx, runId: string, to: FeedState): Promise<RunRow> {
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

async function keepingOneAtWork<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (isUniqueViolation(error, 'one_feed_run_at_work'))
      throw new ProblemError('wrong-state', { detail: 'reason.feeds.busy' })
    throw error
  }
}

/** A file that names nobody cannot be matched with anybody. */
function refuseMapping(mapping: readonly (FeedField | null)[], settings: Settings, path: string): void {
  const keys: (FeedField | null)[] = ['email', 'username', 'employeeId', uniqueField(settings.headings)]
  if (!mapping.some((field) => field !== null && keys.includes(field))) throw invalid({ [path]: 'feeds.noKey' })
}

/** Why a file cannot be used, at the field that brought it. */
export function refusedFile(ctx: Pick<Ctx, 't'>, error: unknown): unknown {
  const reason = error === null ? 'noHeadings' : unreadableReason(error)
  if (reason === null) return error
  return new ProblemError('invalid-input', {
    detail: ctx.t(`feeds.unreadable.${reason}`),
    errors: [{ path: 'body.uploadId', message: ctx.t(`feeds.unreadable.${reason}`), code: `feeds.${reason}` }],
  })
}

async function note(
  ctx: Ctx,
  tx: WriteTx,
  action: 'feeds.start' | 'feeds.check' | 'feeds.commit' | 'feeds.undo' | 'feeds.discard',
  run: Pick<RunRow, 'id' | 'fileName'>,
  after?: unknown,
): Promise<void> {
  await audit(ctx, tx, {
    action,
    subjectType: 'feedRun',
    subjectId: run.id,
    subjectTitle: run.fileName,
    ...(after === undefined ? {} : { after }),
  })
}

/** What a job left as it ended without success: whatever was carried out stays, and the run says so. */
export async function abandonRun(tx: WriteTx, { runId }: { runId: string }): Promise<void> {
  const run = await findRun(tx, runId)
  if (!run) return
  const to = run.state === 'checking' ? 'failed' : 'stopped'
  await sql`
    update feed_runs set state = ${to} where id = ${runId} and state in ('checking', 'committing', 'undoing')`.execute(
    tx,
  )
}
