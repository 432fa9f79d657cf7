import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench, Figure, Workload } from './bench.ts'
import { openPeer } from './peer.ts'
import { endAll, findPorts, startFloor, startLoadGenerator, startProduct } from './processes.ts'
import { compareWith, isMet, type Results, showFigure, writeDocument } from './report.ts'
import { administrationWorkloads } from './workloads/administration.ts'
import { badgeAwardWorkloads } from './workloads/badge-awards.ts'
import { browserWorkloads } from './workloads/browser.ts'
import { bulkUpdateWorkloads } from './workloads/bulk-updates.ts'
import { cycleWorkloads } from './workloads/cycles.ts'
import { feedWorkloads } from './workloads/feeds.ts'
import { groundWorkloads } from './workloads/ground.ts'
import { learnerWorkloads } from './workloads/learners.ts'
import { listWorkloads } from './workloads/lists.ts'
import { pathwayWorkloads } from './workloads/pathways.ts'
import { recognitionWorkloads } from './workloads/recognition.ts'
import { ruleWorkloads } from './workloads/rules.ts'
import { scimWorkloads } from './workloads/scim.ts'
import { socketWorkloads } from './workloads/sockets.ts'
import { teamWorkloads } from './workloads/team.ts'
import { underWayWorkloads } from './workloads/under-way.ts'
import { openWorld } from './world.ts'

const workloads: Workload[] = [
  ...groundWorkloads.filter((one) => one.name === 'statements'),
  ...learnerWorkloads,
  ...listWorkloads,
  ...administrationWorkloads,
  ...ruleWorkloads,
  ...pathwayWorkloads,
  ...recognitionWorkloads,
  ...badgeAwardWorkloads,
  ...cycleWorkloads,
  ...underWayWorkloads,
  ...feedWorkloads,
  ...bulkUpdateWorkloads,
  ...teamWorkloads,
  ...scimWorkloads,
  ...socketWorkloads,
  ...groundWorkloads.filter((one) => one.name !== 'statements'),
  ...browserWorkloads,
]

const help = `Usage: npm run bench -- [NAME ...] [options]

Measures the product beside the same work by hand, in one run and in interleaved rounds. Only the ratios are to be
believed: the machine does other things as well.

${workloads.map((one) => `  ${one.name.padEnd(12)}${one.about}`).join('\n')}

  --rounds N        default: 6, the fewest of which the range holds the median with 95 %
  --seconds N       of a round; default: 2
  --clients N       requests at a time; default: 16
  --sockets N       that hear of a change; default: 1000, with --big 10,000
  --million         a million people with an assignment each: lists and sign-ins among them
  --big             a million people, 20 million assignments, 10,000 sockets: an hour and 30 GB
  --keep DIR        keep the data there and use them again
  --port N          the first of three ports; default: free ones
  --seed N          of the data; default: 1
  --json FILE       where the results go besides bench/results/
  --compare FILE    print what has changed since those results
  --peer-url URL    another product, on data of the same size, with
  --peer-profile FILE  what to ask it for; bench/peer.ts says how
  --cpu-prof DIR    a profile of the product's process
  --document        write the figures of bench/results/ into docs/performance.md and measure nothing
`

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '2' },
    clients: { type: 'string', default: '16' },
    sockets: { type: 'string' },
    million: { type: 'boolean', default: false },
    big: { type: 'boolean', default: false },
    keep: { type: 'string' },
    port: { type: 'string' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    compare: { type: 'string' },
    'peer-url': { type: 'string' },
    'peer-profile': { type: 'string' },
    'cpu-prof': { type: 'string' },
    document: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const say = (line: string) => console.log(line)
const folder = join(import.meta.dirname, 'results')
const latest = join(folder, 'latest.json')

if (options.help) say(help)
else if (options.document) writeDocument(JSON.parse(readFileSync(latest, 'utf8')) as Results)
else await main()

async function main(): Promise<void> {
  const unknown = wanted.filter((name) => !workloads.some((one) => one.name === name))
  if (unknown.length > 0) throw new Error(`There is no workload ${unknown.join(', ')}.\n\n${help}`)
  // The browser's figures depend on the machine most, so they are measured only on request.
  const chosen = workloads.filter((one) => (wanted.length === 0 ? one.name !== 'browser' : wanted.includes(one.name)))
  const seed = Number(options.seed)
  const plan = {
    seed,
    sizes: [
      { people: 1000, courses: 60, perPerson: 10 },
      { people: 10_000, courses: 10_000, perPerson: 10 },
      { people: 100_000, courses: 60, perPerson: 10 },
      ...(options.big || options.million ? [{ people: 1_000_000, courses: 60, perPerson: options.big ? 20 : 1 }] : []),
    ],
  }
  const dataDir = options.keep ?? mkdtempSync(join(tmpdir(), 'learnt-bench-'))
  mkdirSync(dataDir, { recursive: true })
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (!isStopping) void stop(dataDir)
      isStopping = true
    })
  const ports = await findPorts(options.port === undefined ? null : Number(options.port))
  const nodeArguments = options['cpu-prof'] ? ['--cpu-prof', `--cpu-prof-dir=${options['cpu-prof']}`] : []
  const loadBefore = loadavg()[0] ?? Number.NaN
  let product = await startProduct({ dataDir, ports, nodeArguments })
  const closers: (() => Promise<void>)[] = [() => product.stop()]
  try {
    say(`Data of seed ${seed} in ${dataDir}`)
    let world = await openWorld({ dataDir, settings: product.settings, plan }, say)
    closers.push(() => world.close())
    const startOurFloor = () => startFloor({ superuserUrl: world.superuserUrl, pool: 10, port: ports.floor })
    let floor = await startOurFloor()
    closers.push(() => floor.stop())
    const load = await startLoadGenerator()
    closers.push(() => load.stop())
    const { 'peer-url': peerUrl, 'peer-profile': peerProfile } = options
    if ((peerUrl === undefined) !== (peerProfile === undefined))
      throw new Error('--peer-url and --peer-profile go together')
    const bench: Bench = {
      options: {
        rounds: Number(options.rounds),
        seconds: Number(options.seconds),
        clients: Number(options.clients),
        sockets: Number(options.sockets ?? (options.big ? 10_000 : 1000)),
        big: options.big,
      },
      ports,
      dataDir,
      load,
      peer: peerUrl && peerProfile ? await openPeer(peerUrl, peerProfile) : null,
      get world() {
        return world
      },
      get product() {
        return product
      },
      get floor() {
        return floor
      },
      async restart(settings = {}) {
        await floor.stop()
        await world.close()
        await product.stop()
        product = await startProduct({ dataDir, ports, settings, nodeArguments })
        world = await openWorld({ dataDir, settings: product.settings, plan }, say)
        floor = await startOurFloor()
      },
      say,
    }
    const figures: Figure[] = []
    for (const workload of chosen) {
      say(`\n${workload.name}: ${workload.about}`)
      for (const figure of await workload.run(bench)) {
        figures.push(figure)
        say(showFigure(figure))
      }
      keep(results(figures, bench, loadBefore))
    }
    const missed = figures.filter((figure) => isMet(figure) === false)
    say(`\n${figures.length} figures, ${figures.length - missed.length} as wished.`)
    if (missed.length > 0) say(`Not reached: ${missed.map((figure) => figure.id).join(', ')}`)
    if (options.json) writeFileSync(options.json, JSON.stringify(results(figures, bench, loadBefore), null, 2))
    if (options.compare)
      for (const line of compareWith(JSON.parse(readFileSync(options.compare, 'utf8')) as Results, figures)) say(line)
  } finally {
    for (const close of closers.reverse()) await close().catch((error: unknown) => say(String(error)))
    if (!options.keep) removeData(dataDir)
  }
}

/** Waits for the product, which ends its database. */
async function stop(dataDir: string): Promise<void> {
  await endAll()
  if (!options.keep) removeData(dataDir)
  process.exit(130)
}

function results(figures: readonly Figure[], bench: Bench, loadBefore: number): Results {
  const at = new Date().toISOString()
  return {
    at,
    figures: figures.map((figure) => ({
      ...figure,
      at,
      rounds: bench.options.rounds,
      load: [loadBefore, loadavg()[0] ?? Number.NaN],
    })),
    seed: bench.world.seed,
    sizes: bench.world.tenants.map(({ people, courses, records }) => ({ people, courses, records })),
    options: bench.options,
    node: process.version,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
  }
}

/** Newer figures replace older ones of the same name, so workloads can be measured one by one. */
function keep(found: Results): void {
  mkdirSync(folder, { recursive: true })
  const before = existsSync(latest) ? (JSON.parse(readFileSync(latest, 'utf8')) as Results).figures : []
  const ids = new Set(found.figures.map((figure) => figure.id))
  const figures = [...before.filter((figure) => !ids.has(figure.id)), ...found.figures]
  writeFileSync(latest, JSON.stringify({ ...found, figures }, null, 2))
}

function removeData(dataDir: string): void {
  // As root the database is elsewhere, as a note in the folder says.
  const note = join(dataDir, 'postgres-is-elsewhere.txt')
  const elsewhere = existsSync(note) ? readFileSync(note, 'utf8').split('\n')[0] : undefined
  for (const place of [dataDir, elsewhere])
    if (place?.includes('learnt-bench-')) rmSync(place, { recursive: true, force: true })
}
