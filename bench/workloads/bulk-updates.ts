import { Readable } from 'node:stream'
import type { Client } from 'pg'
import { copyIn } from '../../apps/server/src/platform/db/copy.ts'
import { ask, type Bench, connectAsSuperuser, tenantOf, timed, type Workload } from '../bench.ts'
import { rounded } from '../measure.ts'
import { memoryOf, peakMemory } from '../processes.ts'
import * as sql from '../statements.ts'
import { type BenchTenant, idOf, type Person } from '../world.ts'
import { settled } from './administration.ts'
import { type Run, until, upload } from './feeds.ts'

const ROWS = 20_000

/** The day whose report must show what was finished by then. */
const asOf = new Date(Date.now() - 730 * 86_400_000).toISOString().slice(0, 10)

export const bulkUpdateWorkloads: Workload[] = [
  {
    name: 'bulk-update',
    about: `a file of ${ROWS} completions with their dates, checked and recorded, beside COPY and a merge by hand; a report of two years ago; the same file again; undo`,
    async run(bench) {
      const tenant = tenantOf(bench, 10_000)
      const [admin] = await bench.world.admins(tenant)
      if (!admin) throw new Error('No administrator')
      const bare = await connectAsSuperuser(bench)
      // Two courses without assignments.
      const courses = [1, 2].map((last) => idOf('course', tenant.id, tenant.courses - last))
      try {
        await forget(bare, tenant, courses)
        const { rows: found } = await bare.query(
          'select title from documents where tenant_id = $1 and id = any($2::uuid[]) order by title',
          [tenant.id, courses],
        )
        const titles = found.map((row) => (row as { title: string }).title)
        const rows = makeRows(tenant, titles)
        const floor = await timed(() => mergeByHand(bare, tenant, rows))
        await forget(bare, tenant, courses)
        const reportNow = () => completedOf(bench, admin, titles, null)
        const [stateBefore, reportBefore] = [await stateOf(bare, tenant), await reportNow()]

        const before = memoryOf(bench.product.pid)
        const { peak, result: ours } = await peakMemory(bench.product.pid, () => runUpdate(bench, admin, rows))
        await settled(bench, tenant)
        const said = await completedOf(bench, admin, titles, asOf)
        const due = titles.map((title) => rows.filter((row) => row[0] === title && row[1] <= asOf).length)
        const all = titles.map((title) => rows.filter((row) => row[0] === title).length)
        const stateAfter = await stateOf(bare, tenant)
        const reportAfter = await reportNow()

        const again = await runUpdate(bench, admin, rows)
        await settled(bench, tenant)
        const stateAgain = await stateOf(bare, tenant)
        const undo = await timed(() => undoUpdate(bench, admin, ours.path))
        await settled(bench, tenant)
        const [stateUndone, reportUndone] = [await stateOf(bare, tenant), await reportNow()]
        const seconds = (ms: number) => `${rounded(ms / 1000)} s`
        return [
          {
            id: 'S7.bulkUpdate',
            goal: 'S7',
            what: `${ROWS} completions from a file: read, checked, recorded with their dates, with errors by row and audit, over COPY and merge`,
            unit: '×',
            value: rounded(ours.total / floor),
            atMost: 5,
            beside: {
              product: seconds(ours.total),
              check: seconds(ours.check),
              commit: seconds(ours.commit),
              floor: seconds(floor),
              undo: seconds(undo),
            },
          },
          {
            id: 'S7.bulkUpdateAgain',
            goal: 'S7',
            what: 'The same file of completions again, over COPY and merge of the first time',
            unit: '×',
            value: rounded(again.total / floor),
            atMost: 2,
            beside: { product: seconds(again.total), check: seconds(again.check), commit: seconds(again.commit) },
          },
          {
            id: 'S7.bulkUpdateMemory',
            goal: 'S7',
            what: 'Memory of the process while the file of completions runs, above before',
            unit: 'MB',
            value: rounded(peak - before),
            atMost: 64,
            beside: { before: rounded(before), peak: rounded(peak) },
          },
          {
            id: 'S7.bulkUpdateDates',
            goal: 'S7',
            what: 'Completions that the report of a day two years ago shows too many or too few',
            unit: '',
            value: difference(said, due) + difference(reportAfter, all),
            atMost: 0,
            beside: { [`by ${asOf}`]: said.join(' + '), 'in the file': due.join(' + '), now: reportAfter.join(' + ') },
          },
          {
            id: 'S7.bulkUpdateState',
            goal: 'S7',
            what: 'Tables that the same file again changes, and that differ after the undo from before the file; figures of the report with them',
            unit: '',
            value:
              different(stateAfter, stateAgain).length +
              different(stateBefore, stateUndone).length +
              difference(reportBefore, reportUndone),
            atMost: 0,
            beside: {
              'by the same file': different(stateAfter, stateAgain).join(', ') || 'none',
              'after the undo': different(stateBefore, stateUndone).join(', ') || 'none',
              tables: Object.keys(stateBefore).length,
            },
          },
        ]
      } finally {
        await forget(bare, tenant, courses)
        await bare.end()
      }
    },
  },
]

type Row = [title: string, at: string, email: string]

/** Everybody has finished both courses, each on some day of the last four years. */
function makeRows(tenant: BenchTenant, titles: readonly string[]): Row[] {
  return Array.from({ length: ROWS }, (_, at) => {
    const person = Math.floor(at / titles.length)
    const day = new Date(Date.now() - (1 + ((person * 7 + at) % 1400)) * 86_400_000)
    return [titles[at % titles.length] ?? '', day.toISOString().slice(0, 10), `p${person}@${tenant.id}.example`]
  })
}

/** From the upload to the last row, as the administrator experiences it. */
async function runUpdate(
  bench: Bench,
  admin: Person,
  rows: readonly Row[],
): Promise<{ path: string; total: number; check: number; commit: number }> {
  const file = Buffer.from(
    [
      'courseTitle,activityTitle,completedAt,progress,email',
      ...rows.map(([title, at, email]) => `${title},,${at},100,${email}`),
    ].join('\n'),
  )
  const began = performance.now()
  const uploadId = await upload(bench, admin, file)
  const started = JSON.parse(
    (await ask(bench, admin, '/api/bulk-updates', { method: 'POST', body: { uploadId } })).text,
  ) as Run
  const path = `/api/bulk-updates/${started.id}`
  await ask(bench, admin, `${path}/check`, {
    method: 'POST',
    body: {
      mapping: ['courseTitle', 'activityTitle', 'completedAt', 'progress', 'email'],
      options: { documentType: 'course', dates: 'dmy', certificates: true, awards: false },
      reading: { encoding: '', delimiter: '' },
    },
  })
  await until(bench, admin, path, 'checked')
  const checked = performance.now()
  await ask(bench, admin, `${path}/commit`, { method: 'POST' })
  const done = await until(bench, admin, path, 'done')
  const ended = performance.now()
  bench.say(`    ${JSON.stringify(done.counts)}`)
  return { path, total: ended - began, check: checked - began, commit: ended - checked }
}

async function undoUpdate(bench: Bench, admin: Person, path: string): Promise<void> {
  await ask(bench, admin, `${path}/undo`, { method: 'POST' })
  const { counts } = await until(bench, admin, path, 'undone')
  bench.say(`    ${JSON.stringify(counts)}`)
}

/** How many people the course report shows as having completed each, now or on a day. */
async function completedOf(
  bench: Bench,
  admin: Person,
  titles: readonly string[],
  day: string | null,
): Promise<number[]> {
  const shown: number[] = []
  for (const title of titles) {
    const query = new URLSearchParams({ search: title, ...(day === null ? {} : { asOf: day }) })
    const { items } = JSON.parse((await ask(bench, admin, `/api/admin/reports/courses?${query}`)).text) as {
      items: { completed: number }[]
    }
    shown.push(items[0]?.completed ?? 0)
  }
  return shown
}

/** One checksum of all rows for each table that a run may change. */
async function stateOf(bare: Client, tenant: BenchTenant): Promise<Record<string, string>> {
  const state: Record<string, string> = {}
  for (const table of tables) {
    const { rows } = await bare.query(
      `select coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text || ' of ' || count(*) as sum from ${table} t where tenant_id = $1 ${conditions[table] ?? ''}`,
      [tenant.id],
    )
    state[table] = (rows[0] as { sum: string }).sum
  }
  return state
}

const tables = [
  'assignments',
  'assignment_sources',
  'assignment_days',
  'activity_progress',
  'activity_days',
  'certificates',
  'document_rollups',
  'learner_rollups',
]

/** Assignments of an undone run stay as rows that count nowhere. */
const conditions: Readonly<Record<string, string>> = {
  assignments: 'and is_active',
  document_rollups: 'and t.assigned > 0',
  learner_rollups: 'and t.assigned > 0',
}

function different(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): string[] {
  return Object.keys(a).filter((table) => a[table] !== b[table])
}

function difference(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0)
}

/** The same by hand: COPY into a table, then assignments, their sources and steps. */
async function mergeByHand(bare: Client, tenant: BenchTenant, rows: readonly Row[]): Promise<void> {
  await bare.query('begin')
  await bare.query(`select set_config('app.tenant_id', $1, true)`, [tenant.id])
  await bare.query('create temporary table staged (title text, at timestamptz, email text) on commit drop')
  const text = rows.map((row) => row.join('\t')).join('\n')
  await copyIn(bare, 'copy staged from stdin', Readable.from([Buffer.from(`${text}\n`)]))
  await bare.query('analyze staged')
  await bare.query(sql.mergeCompletions.assignments, [tenant.id])
  await bare.query(sql.mergeCompletions.sources, [tenant.id])
  await bare.query(sql.mergeCompletions.steps, [tenant.id])
  await bare.query('commit')
}

/** Removes what the workload made, so that the next run finds the same sizes. */
async function forget(bare: Client, tenant: BenchTenant, courses: readonly string[]): Promise<void> {
  await bare.query(`select set_config('app.tenant_id', $1, false)`, [tenant.id])
  await bare.query('delete from feed_runs where tenant_id = $1', [tenant.id])
  const mine = '(select id from assignments where tenant_id = $1 and document_id = any($2::uuid[]))'
  for (const table of ['activity_progress', 'activity_days', 'assignment_sources', 'assignment_days'])
    await bare.query(`delete from ${table} where tenant_id = $1 and assignment_id in ${mine}`, [tenant.id, courses])
  await bare.query('delete from causes where tenant_id = $1 and document_id = any($2::uuid[])', [tenant.id, courses])
  await bare.query('delete from assignments where tenant_id = $1 and document_id = any($2::uuid[])', [
    tenant.id,
    courses,
  ])
}
