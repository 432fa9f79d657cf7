import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startLearnt } from '../e2e/learnt.ts'
import { startFloor } from './floor.ts'
import { load, median, percentile } from './measure.ts'
import { workloads } from './workloads.ts'

// npm run bench [-- NAME ...] [--rounds 5] [--seconds 3] [--clients 16]
// Each workload beside its floor, in interleaved rounds of one run: only the ratio is to be believed, the machine is shared.

const args = process.argv.slice(2)
const number = (name: string, usual: number) => {
  const at = args.indexOf(`--${name}`)
  return at < 0 ? usual : Number(args[at + 1])
}
const rounds = number('rounds', 5)
const seconds = number('seconds', 3)
const clients = number('clients', 16)
const wanted = args.filter((word, i) => !word.startsWith('--') && !args[i - 1]?.startsWith('--'))
const chosen = workloads.filter((workload) => wanted.length === 0 || wanted.includes(workload.name))

const learnt = await startLearnt({ settings: { LOG_LEVEL: 'error' } })
const adminUrl = await findAdminUrl(learnt.dataDir)
const floor = await startFloor(
  adminUrl,
  Object.fromEntries(chosen.map((workload) => [workload.name, { text: workload.floor, values: () => [] }])),
)
const results = []
try {
  for (const workload of chosen) {
    const cookie = await signIn(workload.account)
    const ask = (url: string, headers: Record<string, string>) => async () => {
      const reply = await fetch(url, { headers })
      if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
      await reply.arrayBuffer()
    }
    const product = ask(learnt.url + workload.path, { cookie })
    const bare = ask(`${floor.url}/${workload.name}`, {})
    await load(product, { clients, seconds: 1 })
    await load(bare, { clients, seconds: 1 })
    const ratios: number[] = []
    const latencies: number[] = []
    const rates: number[] = []
    for (let round = 0; round < rounds; round++) {
      const ours = await load(product, { clients, seconds })
      const theirs = await load(bare, { clients, seconds })
      ratios.push(ours.requests / ours.seconds / (theirs.requests / theirs.seconds))
      rates.push(ours.requests / ours.seconds)
      latencies.push(...ours.latencies)
    }
    latencies.sort((a, b) => a - b)
    const row = {
      workload: workload.name,
      goal: workload.goal,
      ratio: round2(median(ratios)),
      interval: [round2(Math.min(...ratios)), round2(Math.max(...ratios))],
      perSecond: Math.round(median(rates)),
      p50: round2(percentile(latencies, 0.5)),
      p95: round2(percentile(latencies, 0.95)),
      p99: round2(percentile(latencies, 0.99)),
    }
    results.push(row)
    console.log(
      `${row.workload.padEnd(8)} ratio ${row.ratio} (${row.interval.join(' to ')})  ${row.perSecond}/s  p50 ${row.p50} ms  p95 ${row.p95} ms  p99 ${row.p99} ms   ${row.goal}`,
    )
  }
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'latest.json'),
    JSON.stringify({ at: new Date().toISOString(), node: process.version, rounds, seconds, clients, results }, null, 2),
  )
} finally {
  await floor.stop()
  await learnt.stop()
}

async function signIn(account: string): Promise<string> {
  const reply = await fetch(`${learnt.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: learnt.url },
    body: JSON.stringify({ username: account, password: 'Learnt-demo-1' }),
  })
  if (!reply.ok) throw new Error(`Sign-in of ${account}: ${reply.status}`)
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** The owner's address of the embedded database that the server started. */
async function findAdminUrl(dataDir: string): Promise<string> {
  const { startEmbeddedPostgres } = await import('../apps/server/src/platform/db/embedded.ts')
  const joined = await startEmbeddedPostgres({ dataDir, log: () => {}, ifRunning: 'join' })
  return joined.adminUrl
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
