import { Readable } from 'node:stream'
import type { Client } from 'pg'
import { copyIn } from '../../apps/server/src/platform/db/copy.ts'
import { ask, asPerson, type Bench, connectAsSuperuser, tenantOf, timed, type Workload } from '../bench.ts'
import { percentile, rounded } from '../measure.ts'
import { memoryOf, peakMemory } from '../processes.ts'
import * as sql from '../statements.ts'
import type { BenchTenant, Person } from '../world.ts'
import { settled } from './administration.ts'

const PEOPLE = 100_000

export const feedWorkloads: Workload[] = [
  {
    name: 'feeds',
    about: `a file of ${PEOPLE} people, checked and carried out, beside COPY and a merge by hand; the same file again`,
    async run(bench) {
      const [tenant, elsewhere] = [tenantOf(bench, 10_000), tenantOf(bench, 100_000)]
      const [admin] = await bench.world.admins(tenant)
      const [reader] = await bench.world.admins(elsewhere)
      if (!admin || !reader) throw new Error('No administrators')
      const bare = await connectAsSuperuser(bench)
      const file = makeFile('a')
      try {
        const floor = await timed(() => mergeByHand(bare, tenant, makeRows('z')))
        const floorAgain = await timed(() => mergeByHand(bare, tenant, makeRows('z')))
        await bench.load.prepare('feeds', [asPerson(bench, reader, { path: '/api/members?limit=25' })])
        const quiet = await bench.load.run({ name: 'feeds', clients: 4, seconds: 8, rate: 20 })
        const before = memoryOf(bench.product.pid)
        let going = true
        const busy: number[] = []
        const others = (async () => {
          while (going) {
            const { latencies } = await bench.load.run({ name: 'feeds', clients: 4, seconds: 2, rate: 20 })
            busy.push(...latencies)
          }
        })()
        const { peak, result: ours } = await peakMemory(bench.product.pid, () => runFeed(bench, admin, file))
        going = false
        await others
        await settled(bench, tenant)
        const again = await runFeed(bench, admin, file)
        const p95 = (values: readonly number[]) =>
          percentile(
            values.toSorted((a, b) => a - b),
            0.95,
          )
        const quietP95 = p95([...quiet.latencies])
        const seconds = (ms: number) => `${rounded(ms / 1000)} s`
        return [
          {
            id: 'S7.feed',
            goal: 'S7',
            what: `${PEOPLE} new people from a file: read, checked, carried out, with errors by row and audit, over COPY and merge`,
            unit: '×',
            value: rounded(ours.total / floor),
            atMost: 5,
            beside: {
              product: seconds(ours.total),
              check: seconds(ours.check),
              commit: seconds(ours.commit),
              floor: seconds(floor),
            },
          },
          {
            id: 'S7.feedAgain',
            goal: 'S7',
            what: 'The same file again, over COPY and merge of the first time',
            unit: '×',
            value: rounded(again.total / floor),
            atMost: 2,
            beside: {
              product: seconds(again.total),
              check: seconds(again.check),
              commit: seconds(again.commit),
              'floor again': seconds(floorAgain),
              'over the floor again': rounded(again.total / floorAgain),
            },
          },
          {
            id: 'S7.feedMemory',
            goal: 'S7',
            what: 'Memory of the process while the file runs, above before',
            unit: 'MB',
            value: rounded(peak - before),
            atMost: 64,
            beside: { before: rounded(before), peak: rounded(peak) },
          },
          {
            id: 'S7.feedOthers',
            goal: 'S7',
            what: 'A list of people of another tenant meanwhile, p95 over its own without the run',
            unit: '×',
            value: rounded(p95(busy) / quietP95),
            atMost: 1.25,
            beside: { quiet: `${rounded(quietP95)} ms`, meanwhile: `${rounded(p95(busy))} ms` },
          },
        ]
      } finally {
        await forget(bare, tenant)
        await bare.end()
      }
    },
  },
]

/** From the upload to the last row, as the administrator experiences it. */
async function runFeed(
  bench: Bench,
  admin: Person,
  file: Buffer,
): Promise<{ total: number; check: number; commit: number }> {
  const began = performance.now()
  const uploadId = await upload(bench, admin, file)
  const started = JSON.parse(
    (await ask(bench, admin, '/api/feeds/runs', { method: 'POST', body: { uploadId } })).text,
  ) as Run
  const path = `/api/feeds/runs/${started.id}`
  await ask(bench, admin, `${path}/check`, {
    method: 'POST',
    body: {
      mapping: ['employeeId', 'firstName', 'lastName', 'email', 'loc1', 'position', 'managers', 'dob'],
      options: {
        mode: 'both',
        blanks: 'keep',
        missing: 'keep',
        returns: false,
        invites: false,
        dates: 'dmy',
        separator: ';',
      },
      reading: { encoding: '', delimiter: '' },
    },
  })
  await until(bench, admin, path, 'checked')
  const checked = performance.now()
  await ask(bench, admin, `${path}/commit`, { method: 'POST', body: {} })
  const done = await until(bench, admin, path, 'done')
  const ended = performance.now()
  bench.say(`    ${JSON.stringify(done.counts)}`)
  return { total: ended - began, check: checked - began, commit: ended - checked }
}

export interface Run {
  id: string
  state: string
  reason: string
  counts: Record<string, number>
}

export async function until(bench: Bench, admin: Person, path: string, state: string): Promise<Run> {
  for (;;) {
    const run = JSON.parse((await ask(bench, admin, path)).text) as Run
    if (run.state === state) return run
    if (['failed', 'stopped'].includes(run.state)) throw new Error(`The run ${run.state}: ${run.reason}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export async function upload(bench: Bench, admin: Person, file: Buffer): Promise<string> {
  const headers = {
    cookie: `__Host-Http-learnt=${admin.token}`,
    origin: bench.product.url,
    'tus-resumable': '1.0.0',
  }
  const made = await fetch(`${bench.product.url}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(file.length), 'upload-metadata': `filename ${btoa('people.csv')}` },
  })
  const address = made.headers.get('location') ?? ''
  const sent = await fetch(new URL(address, bench.product.url), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(file),
  })
  if (!sent.ok) throw new Error(`Not uploaded: ${sent.status}`)
  return address.split('/').at(-1) ?? ''
}

type Row = [string, string, string, string, string, string, string, string]

/** Every tenth person is a manager of nine others. */
function makeRows(mark: string): Row[] {
  return Array.from({ length: PEOPLE }, (_, at) => [
    `${mark}${at}`,
    `First${at % 3000}`,
    `Last${at % 7000}`,
    `${mark}${at}@feed.bench`,
    `Place ${at % 60}`,
    `Job ${at % 200}`,
    at === 0 ? '' : `${mark}${at % 10 === 0 ? Math.floor(at / 100) * 10 : at - (at % 10)}@feed.bench`,
    `19${60 + (at % 40)}-0${1 + (at % 9)}-1${at % 10}`,
  ])
}

function makeFile(mark: string): Buffer {
  const headings = ['Number', 'First name', 'Last name', 'Email', 'Location', 'Job title', 'Manager', 'Birthday']
  // People who would be their own manager have none.
  return Buffer.from([headings, ...makeRows(mark).map(withoutSelf)].map((row) => row.join(',')).join('\n'))
}

function withoutSelf(row: Row): Row {
  return row[6] === row[3] ? [row[0], row[1], row[2], row[3], row[4], row[5], '', row[7]] : row
}

/** The same by hand: COPY into a table, then the users, directory entries and memberships that differ. */
async function mergeByHand(bare: Client, tenant: BenchTenant, rows: readonly Row[]): Promise<void> {
  await bare.query('begin')
  await bare.query(`select set_config('app.tenant_id', $1, true)`, [tenant.id])
  await bare.query(
    'create temporary table staged (number text, first_name text, last_name text, email text, loc text, job text, manager text, dob date) on commit drop',
  )
  const text = rows.map((row) => withoutSelf(row).join('\t')).join('\n')
  await copyIn(bare, 'copy staged from stdin', Readable.from([Buffer.from(`${text}\n`)]))
  await bare.query('analyze staged')
  await bare.query(sql.mergeFeed.users)
  await bare.query(sql.mergeFeed.memberships, [tenant.id])
  await bare.query(sql.mergeFeed.directory, [tenant.id])
  await bare.query('commit')
}

/** Removes what the workload made, so that the next run finds the same sizes. */
async function forget(bare: Client, tenant: BenchTenant): Promise<void> {
  await bare.query(`select set_config('app.tenant_id', $1, false)`, [tenant.id])
  const mine = `(select user_id from memberships where tenant_id = $1 and email like '%@feed.bench')`
  for (const table of ['assignment_sources', 'manager_relations'])
    await bare.query(`delete from ${table} where tenant_id = $1 and user_id in ${mine}`, [tenant.id])
  await bare.query(`delete from assignments where tenant_id = $1 and user_id in ${mine}`, [tenant.id])
  await bare.query(`delete from memberships where tenant_id = $1 and email like '%@feed.bench'`, [tenant.id])
  await bare.query(
    `delete from control.directory where user_id in (select id from control.users where email like '%@feed.bench')`,
  )
  await bare.query(`delete from control.users where email like '%@feed.bench'`)
  await bare.query('delete from feed_runs where tenant_id = $1', [tenant.id])
}
