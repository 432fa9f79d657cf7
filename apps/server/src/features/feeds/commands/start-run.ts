import type { HandlerInput } from '@learnt/contract/endpoint'
import { type FeedState, feedLimits } from '@learnt/contract/feed-states'
import type { feeds } from '@learnt/contract/feeds'
import type { FeedField } from '@learnt/contract/team-values'
import { tidyText } from '@learnt/contract/text'
import type { EncodingBasis, TellingRow } from '@learnt/contract/text-encodings'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type ReadTx, type WriteTx } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { startJob } from '../../../platform/jobs/job.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { adoptUpload, isTelling, readTableOf, tellingRows, unreadableReason } from '../../files/commands.ts'
import type { FileRow } from '../../files/queries.ts'
import { guessField } from '../fields.ts'
import { feedPolicy } from '../policy.ts'
import { plainHeading } from '../queries/read-cells.ts'
import { type AnyRun, findFileOf, findRun, lockRun, type RunRow } from '../queries/runs.ts'
import { findFeedSettings, standardOptions, uniqueField } from '../queries/settings.ts'

type Start = HandlerInput<typeof feeds.start>['body']
type Reading = { encoding: string; delimiter: string }
type FoundReading = Reading & { basis: EncodingBasis }

/** What a team remembers of earlier files of a kind. */
interface Remembered {
  /** What headings fill, without capitals, spaces and signs; null: nothing. */
  readonly known: ReadonlyMap<string, string | null>
  readonly options: object
  /** The field whose values tell the team's people apart. */
  readonly unique: FeedField | null
  /** The encoding that somebody chose; '': none. */
  readonly encoding: string
}

/** What is told apart between files of people and files of completions; their runs, rows and steps are the same. */
export interface RunKind {
  readonly name: 'people' | 'completions'
  /** How its jobs, texts and entries in the audit log begin. */
  readonly noun: 'feeds' | 'bulkUpdates'
  readonly subject: 'feedRun' | 'bulkUpdate'
  remembered(tx: ReadTx, teamId: string): Promise<Remembered>
  remember(tx: WriteTx, teamId: string, chosen: { mapping: object; options: object; encoding: string }): Promise<void>
  /** What a heading means where nobody has said it yet. */
  guess(heading: string): string | null
  /** Throws where the columns do not say enough. */
  refuseMapping(mapping: readonly (string | null)[], remembered: Remembered, path: string): void
}

export const peopleRuns: RunKind = {
  name: 'people',
  noun: 'feeds',
  subject: 'feedRun',
  async remembered(tx, teamId) {
    const settings = await findFeedSettings(tx, teamId)
    const known = new Map<string, string | null>(
      Object.entries(settings.mapping).map(([title, field]) => [plainHeading(title), field]),
    )
    for (const { title, field } of settings.headings) known.set(plainHeading(title), field)
    return {
      known,
      options: { ...standardOptions, ...settings.options },
      unique: uniqueField(settings.headings),
      encoding: settings.encoding,
    }
  },
  async remember(tx, teamId, { mapping, options, encoding }) {
    await sql`
      insert into feed_settings (team_id, mapping, options, encoding) values (${teamId}, ${json(mapping)}, ${json(options)}, ${encoding})
      on conflict (tenant_id, team_id) do update set mapping = feed_settings.mapping || excluded.mapping, options = excluded.options,
        encoding = coalesce(nullif(excluded.encoding, ''), feed_settings.encoding)`.execute(tx)
  },
  guess: guessField,
  // A file that names nobody cannot be matched with anybody.
  refuseMapping(mapping, { unique }, path) {
    const keys: (string | null)[] = ['email', 'username', 'employeeId', unique]
    if (!mapping.some((field) => field !== null && keys.includes(field))) throw invalid({ [path]: 'feeds.noKey' })
  },
}

/** Begins a run with an uploaded file. Answers its id. */
export async function startRun(ctx: Ctx, body: Start, source: 'upload' | 'api'): Promise<string> {
  const file = await adoptUpload(ctx, { uploadId: body.uploadId, purpose: 'feed' })
  return startWithFile(ctx, peopleRuns, file, { source, commits: body.commits ?? false, options: body.options ?? {} })
}

export async function startWithFile(
  ctx: Ctx,
  kind: RunKind,
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

/** The first rows of a run's file, read as asked. */
export async function previewRun(
  ctx: Ctx,
  kind: RunKind,
  run: AnyRun,
  asked: { encoding?: string | undefined; delimiter?: string | undefined },
): Promise<RunPreview> {
  const [remembered, file] = await ctx.read((tx) => Promise.all([kind.remembered(tx, run.teamId), findFileOf(tx, run)]))
  if (!file) throw new ProblemError('not-found')
  const reading = {
    encoding: asked.encoding ?? run.reading.encoding ?? '',
    delimiter: asked.delimiter ?? run.reading.delimiter ?? '',
  }
  const preview = await previewFile(ctx, kind, file, remembered, reading)
  // What somebody chose for this run is kept, as long as the columns are the same ones.
  const isSame = run.checkedAt !== null && JSON.stringify(run.headings) === JSON.stringify(preview.headings)
  return isSame ? { ...preview, mapping: run.mapping } : preview
}

const sampleRows = 5
/** How far rows are looked for that show whether the encoding is right. */
const searchedRows = 20_000

/** What was found in a file before it is read as a whole. */
interface RunPreview {
  headings: string[]
  samples: string[][]
  telling: TellingRow[]
  mapping: (string | null)[]
  reading: FoundReading
  isWorkbook: boolean
}

async function previewFile(
  ctx: Ctx,
  kind: RunKind,
  file: FileRow,
  remembered: Remembered,
  asked: Reading,
): Promise<RunPreview> {
  let headings: string[] | null = null
  const samples: string[][] = []
  const telling: RunPreview['telling'] = []
  const isWorkbook = file.contentType !== 'text/csv'
  const wish = { ...asked, remembered: remembered.encoding }
  let searched = 0
  const reading = await readTableOf(ctx, file, wish, ({ line, cells }) => {
    const shown = cells.map((cell) => cell.slice(0, 200))
    if (!isWorkbook && telling.length < tellingRows && cells.some(isTelling)) telling.push({ line, cells: shown })
    if (headings === null) headings = readHeadings(cells)
    else if (samples.length < sampleRows) samples.push(shown)
    searched++
    return samples.length < sampleRows || (!isWorkbook && telling.length < tellingRows && searched < searchedRows)
  }).catch((error: unknown) => {
    throw refusedFile(ctx, error)
  })
  const found: string[] = headings ?? []
  if (found.length === 0 || found.length > feedLimits.columns) throw refusedFile(ctx, 'noHeadings')
  if (samples.length === 0) throw refusedFile(ctx, 'noRows')
  return {
    headings: found,
    // What stands behind the last heading fills nothing.
    samples: samples.map((row) => row.slice(0, found.length)),
    telling: telling.map(({ line, cells }) => ({ line, cells: cells.slice(0, found.length) })),
    mapping: mappingOf(found, kind, remembered),
    reading,
    isWorkbook,
  }
}

/** As they stand in the first row, without what follows the last one. */
export function readHeadings(cells: readonly string[]): string[] {
  const headings = cells.map((cell) => tidyText(cell.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')).slice(0, 100))
  while (headings.length > 0 && headings.at(-1) === '') headings.pop()
  return headings
}

/** What the team's headings say, then what earlier files were mapped to, then what the words mean. */
function mappingOf(headings: readonly string[], kind: RunKind, { known }: Remembered): (string | null)[] {
  const taken = new Set<string>()
  const take = (field: string | null) => {
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  }
  const plain = headings.map(plainHeading)
  const first = plain.map((heading) => take(known.get(heading) ?? null))
  return first.map((field, at) => field ?? (known.has(plain[at] ?? '') ? null : take(kind.guess(headings[at] ?? ''))))
}

/** Reads the whole file and says what it would do, as a job. What was chosen is remembered for the next file. */
export async function checkRun(
  ctx: Ctx,
  kind: RunKind,
  run: AnyRun,
  body: { mapping: readonly (string | null)[]; options: object; reading: Reading },
): Promise<void> {
  const remembered = await ctx.read((tx) => kind.remembered(tx, run.teamId))
  const file = await ctx.read((tx) => findFileOf(tx, run))
  if (!file) throw new ProblemError('not-found')
  const preview = await previewFile(ctx, kind, file, remembered, body.reading)
  if (body.mapping.length !== preview.headings.length) throw invalid({ 'body.mapping': 'feeds.columns' })
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
export async function commitRun(ctx: Ctx, kind: RunKind, run: AnyRun, leaving?: number): Promise<void> {
  await keepingOneAtWork(() =>
    ctx.write(async (tx) => {
      const now = await authorizeLocked(ctx, tx, run.id, 'commit')
      if (now.asks && leaving !== now.counts.leaving)
        throw new ProblemError('wrong-state', { detail: 'reason.feeds.asks' })
      if (now.state === 'checked' && (await isOutdated(tx, now)))
        throw new ProblemError('wrong-state', { detail: 'reason.feeds.outdated' })
      await sql`update feed_runs set state = 'committing', reason = '' where id = ${run.id}`.execute(tx)
      await note(ctx, tx, kind, 'commit', run, { counts: now.counts, ...(now.asks ? { confirmed: leaving } : {}) })
      await beginJob(ctx, tx, kind, 'commit', run)
    }),
  )
}

/** Another run of the team has changed people since this one compared with them. */
async function isOutdated(tx: WriteTx, run: AnyRun): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from feed_runs o where o.team_id = ${run.teamId} and o.kind = 'people' and ${run.kind} = o.kind and o.id <> ${run.id} and o.finished_at > ${run.checkedAt}) as is`.execute(
    tx,
  )
  return rows[0]?.is ?? false
}

/** Takes back what a run did, as a job. */
export async function undoRun(ctx: Ctx, kind: RunKind, run: AnyRun): Promise<void> {
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
export async function discardRun(ctx: Ctx, kind: RunKind, run: AnyRun): Promise<void> {
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
): Promise<AnyRun> {
  const now = await lockRun(tx, runId)
  authorize(ctx.actor, feedPolicy[step], now)
  return now
}

export async function beginJob(
  ctx: Ctx,
  tx: WriteTx,
  kind: RunKind,
  step: 'check' | 'commit' | 'undo',
  run: Pick<AnyRun, 'id' | 'fileName'>,
): Promise<void> {
  const { jobId } = await startJob(ctx, tx, {
    kind: `${kind.noun}.${step}`,
    subject: run.fileName,
    input: { runId: run.id },
  })
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

/** Why a file cannot be used, at the field that brought it. */
export function refusedFile(ctx: Pick<Ctx, 't'>, error: unknown): unknown {
  const reason = error === 'noHeadings' || error === 'noRows' ? error : unreadableReason(error)
  if (reason === null) return error
  return new ProblemError('invalid-input', {
    detail: ctx.t(`feeds.unreadable.${reason}`),
    errors: [{ path: 'body.uploadId', message: ctx.t(`feeds.unreadable.${reason}`), code: `feeds.${reason}` }],
  })
}

async function note(
  ctx: Ctx,
  tx: WriteTx,
  kind: RunKind,
  verb: 'start' | 'check' | 'commit' | 'undo' | 'discard',
  run: Pick<AnyRun, 'id' | 'fileName'>,
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
