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

export const bulkUpdateWorkloads: Workload[] = [
  {
    name: 'bulk-update',
    about: `a file of ${ROWS} completions with their dates, checked and recorded, beside COPY and a merge by hand; the same file again`,
    async run(bench) {
      const tenant = tenantOf(bench, 10_000)
      const [admin] = await bench.world.admins(tenant)
      if (!admin) throw new Error('No administrator')
      const bare = await connectAsSuperuser(bench)
      // Two courses that nobody has.
      const courses = [1, 2].map((last) => idOf('course', tenant.id, tenant.courses - last))
      try {
        const { rows: titles } = await bare.query(
          'select title from documents where tenant_id = $1 and id = any($2::uuid[]) order by title',
          [tenant.id, courses],
        )
        const rows = makeRows(
          tenant,
          titles.map((row) => (row as { title: string }).title),
        )
        const floor = await timed(() => mergeByHand(bare, tenant, rows))
        await forget(bare, tenant, courses)
        const before = memoryOf(bench.product.pid)
        const { peak, result: ours } = await peakMemory(bench.product.pid, () => runUpdate(bench, admin, rows))
        await settled(bench, tenant)
        const again = await runUpdate(bench, admin, rows)
        const day = new Date(Date.now() - 2 * 365 * 86_400_000).toISOString().slice(0, 10)
        const report = JSON.parse(
          (
            await ask(
              bench,
              admin,
              `/api/admin/reports/courses?asOf=${day}&search=${encodeURIComponent((titles[0] as { title: string }).title)}`,
            )
          ).text,
        ) as {
          items: { completed: number }[]
        }
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
              again: seconds(again.total),
              'completed in the report of two years ago': String(report.items[0]?.completed ?? 0),
            },
          },
          {
            id: 'S7.bulkUpdateMemory',
            goal: 'S7',
            what: 'Memory of the process while the file runs, above before',
            unit: 'MB',
            value: rounded(peak - before),
            atMost: 64,
            beside: { before: rounded(before), peak: rounded(peak) },
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

/** Everybody has finished both courses, on some day of the four years before last. */
function makeRows(tenant: BenchTenant, titles: readonly string[]): Row[] {
  return Array.from({ length: ROWS }, (_, at) => {
    const person = Math.floor(at / titles.length)
    const day = new Date(Date.now() - (730 + ((person * 7 + at) % 1400)) * 86_400_000)
    return [titles[at % titles.length] ?? '', day.toISOString().slice(0, 10), `p${person}@${tenant.id}.example`]
  })
}

/** From the upload to the last row, as its administrator waits for it. */
async function runUpdate(
  bench: Bench,
  admin: Person,
  rows: readonly Row[],
): Promise<{ total: number; check: number; commit: number }> {
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
  return { total: ended - began, check: checked - began, commit: ended - checked }
}

/** What somebody would write by hand: COPY into a table, then assignments, what gives them, and their steps. */
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

/** Takes away what the workload made, so that the next run finds the same sizes. */
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
