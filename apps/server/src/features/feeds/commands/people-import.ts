import type { FeedCounts } from '@learnt/contract/feeds'
import type { FeedField } from '@learnt/contract/team-values'
import { sql } from 'kysely'
import { json } from '../../../platform/db/database.ts'
import { notify } from '../../../platform/notify.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { stageFile } from '../../imports/commands/stage-file.ts'
import type { ImportKind } from '../../imports/kind.ts'
import { plainHeading } from '../../imports/queries/read-cells.ts'
import { phoneTidier } from '../../members/commands/check-personal.ts'
import { terminateDue } from '../../members/commands/set-status.ts'
import { guessField } from '../fields.ts'
import { asksFirst } from '../policy.ts'
import { presentChanges } from '../present.ts'
import { type FeedRun, findFeedSettings, findOwnFields, standardOptions, uniqueField } from '../queries/settings.ts'
import { rowReader } from '../read-row.ts'
import { carryOut, takeBack } from './carry-out.ts'
import { countRun, planRun } from './plan-run.ts'

const page = '/apps/admin/feed-history'

/** The HR feed: files of people. */
export const peopleImport: ImportKind<FeedRun, FeedCounts> = {
  name: 'people',
  noun: 'feeds',
  subject: 'feedRun',
  page,
  noCounts: {
    rows: 0,
    create: 0,
    update: 0,
    unchanged: 0,
    rejected: 0,
    skipped: 0,
    leaving: 0,
    active: 0,
    away: 0,
    done: 0,
    failed: 0,
    undone: 0,
  },
  guess: guessField,
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
  // A file without a column that identifies people cannot be matched.
  refuseMapping(mapping, { unique }, path) {
    const keys: (string | null)[] = ['email', 'username', 'employeeId', unique]
    if (!mapping.some((field) => field !== null && keys.includes(field))) throw invalid({ [path]: 'feeds.noKey' })
  },
  async check(ctx, run, progress) {
    const { headings } = await ctx.read((tx) => findFeedSettings(tx, run.teamId))
    const unique = uniqueField(headings)
    const own = await findOwnFields(ctx)
    const tidyPhone = run.mapping.includes('phone') ? await phoneTidier() : () => null
    await stageFile(ctx, run, { read: rowReader({ ...run, unique, own, tidyPhone }), progress })
    return planRun(ctx, run, { unique, fields: fieldsOf(run), required: own.required })
  },
  async asks(ctx, tx, run, counts) {
    const { mostLeaving } = await findFeedSettings(tx, run.teamId)
    const asks = asksFirst({ ...counts, mostLeaving })
    if (asks && run.commits)
      await notify(ctx, tx, {
        kind: 'feedAsks',
        userId: ctx.actor.userId,
        key: `feedAsks:${run.id}`,
        params: { fileName: run.fileName, leaving: counts.leaving },
        link: `${page}/${run.id}`,
      })
    return asks
  },
  async confirm(tx, run, body) {
    const { leaving } = body as { leaving?: number }
    if (run.asks && leaving !== run.counts.leaving)
      throw new ProblemError('wrong-state', { detail: 'reason.feeds.asks' })
    // Another run of the team has changed people since this one compared them.
    const { rows } = await sql`
      select from feed_runs o where o.team_id = ${run.teamId} and o.kind = ${run.kind} and o.id <> ${run.id} and o.finished_at > ${run.checkedAt} limit 1`.execute(
      tx,
    )
    if (run.state === 'checked' && rows.length > 0)
      throw new ProblemError('wrong-state', { detail: 'reason.feeds.outdated' })
    return run.asks ? { confirmed: leaving } : {}
  },
  async commit(ctx, run, progress) {
    const fields = fieldsOf(run)
    await carryOut(ctx, { run, fields, progress })
    // End memberships at once when their last day has passed.
    if (fields.includes('terminationDate')) while ((await terminateDue(ctx, 1000)) === 1000);
  },
  undo: (ctx, run, progress) => takeBack(ctx, { run, fields: fieldsOf(run), progress }),
  async count(ctx, run) {
    const counts = await ctx.write((tx) => countRun(ctx, tx, run), { statementTimeout: 120_000 })
    // The figures from before the run stay as they were.
    const { active = counts.active, leaving = counts.leaving, away = counts.away } = run.counts
    return { ...counts, active, leaving, away }
  },
  tell: ({ create, update, rejected, leaving, done, failed, undone }) => ({
    create,
    update,
    rejected,
    leaving,
    done,
    failed,
    undone,
  }),
  present: ({ source, asks }) => ({ source, asks }),
  async presentPage(tx, { teamId }) {
    const { mostLeaving } = await findFeedSettings(tx, teamId)
    return { mostLeaving }
  },
  presentRows: (ctx, _, rows) => presentChanges(ctx, rows),
}

/** The fields that the file fills. */
function fieldsOf(run: FeedRun): FeedField[] {
  return run.mapping.filter((field) => field !== null)
}
