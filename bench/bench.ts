import pg from 'pg'
import { type Estimate, estimate, mergeLatencies, percentile, type Round, rounded } from './measure.ts'
import type { Peer } from './peer.ts'
import { cpuOf, cpuOfDatabase, type LoadGenerator, type LoadRequest, type Ports, type Program } from './processes.ts'
import type { Span } from './stolen-time.ts'
import type { BenchTenant, Person, World } from './world.ts'

/** One line of the table: the measured figure, its comparison, and whether it meets the target. */
export interface Figure {
  readonly id: string
  readonly goal: string
  readonly what: string
  readonly unit: string
  readonly value: number
  /** The true median lies between the two with at least 95 %. */
  readonly low?: number
  readonly high?: number
  readonly atMost?: number
  readonly atLeast?: number
  /** Absolute figures of both sides, for reading; not comparable between machines. */
  readonly beside: Readonly<Record<string, number | string>>
}

export interface Options {
  readonly rounds: number
  readonly seconds: number
  readonly clients: number
  readonly sockets: number
  readonly big: boolean
}

export interface Bench {
  readonly world: World
  readonly options: Options
  readonly ports: Ports
  readonly dataDir: string
  readonly product: Program & { settings: Record<string, string>; starting: Span }
  readonly floor: Program
  readonly load: LoadGenerator
  readonly peer: Peer | null
  /** Starts the product again on the same data. */
  restart(settings?: Record<string, string>): Promise<void>
  say(line: string): void
}

export interface Workload {
  readonly name: string
  readonly about: string
  run(bench: Bench): Promise<Figure[]>
}

export interface SideFigures {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Milliseconds of processor time for one action: the program's and the database's. */
  readonly cpu: number
  readonly databaseCpu: number
}

export interface Comparison {
  readonly product: SideFigures
  readonly floor: SideFigures
  readonly peer: SideFigures | null
  /** Requests per second: ours divided by the floor's. */
  readonly rate: Estimate
  /** Processor time of the program per action: ours divided by the floor's. */
  readonly cpu: Estimate
  readonly databaseCpu: Estimate
  readonly overPeer: Estimate | null
}

/** Both in alternating rounds, so that disturbances by the machine affect both. */
export async function compare(
  bench: Bench,
  of: {
    name: string
    product: readonly LoadRequest[]
    floor: readonly LoadRequest[]
    clients?: number
    rounds?: number
    seconds?: number
  },
): Promise<Comparison> {
  const { load, options } = bench
  const clients = of.clients ?? options.clients
  const seconds = of.seconds ?? options.seconds
  const peerRequests = bench.peer?.requests(of.name) ?? null
  const sides = [
    { name: `${of.name} product`, pid: bench.product.pid, requests: of.product, rounds: [] as Round[] },
    { name: `${of.name} floor`, pid: bench.floor.pid, requests: of.floor, rounds: [] as Round[] },
    ...(peerRequests ? [{ name: `${of.name} peer`, pid: null, requests: peerRequests, rounds: [] as Round[] }] : []),
  ]
  for (const side of sides) {
    await load.prepare(side.name, side.requests)
    await load.run({ name: side.name, clients, seconds: Math.min(1, seconds) })
  }
  for (let round = 0; round < (of.rounds ?? options.rounds); round++)
    // The side that goes first changes from round to round.
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      side.rounds.push(await measure(bench, side.name, side.pid, { clients, seconds }))
  const [product, floor, peer] = sides.map((side) => side.rounds)
  if (!product || !floor) throw new Error('No rounds')
  return {
    product: figuresOf(product),
    floor: figuresOf(floor),
    peer: peer ? figuresOf(peer) : null,
    rate: ratio(product, floor, (round) => round.requests / round.seconds),
    cpu: ratio(product, floor, (round) => round.cpu / round.requests),
    databaseCpu: ratio(product, floor, (round) => round.databaseCpu / round.requests),
    overPeer: peer ? ratio(product, peer, (round) => round.requests / round.seconds) : null,
  }
}

/** One round of one side. */
export async function measure(
  bench: Bench,
  name: string,
  pid: number | null,
  of: { clients: number; seconds: number; rate?: number },
): Promise<Round> {
  const cpu = pid === null ? Number.NaN : cpuOf(pid)
  const databaseCpu = cpuOfDatabase(bench.world.postmaster)
  const answer = await bench.load.run({ name, ...of })
  return {
    ...answer,
    cpu: pid === null ? Number.NaN : cpuOf(pid) - cpu,
    databaseCpu: cpuOfDatabase(bench.world.postmaster) - databaseCpu,
  }
}

export function figuresOf(rounds: readonly Round[]): SideFigures {
  const all = mergeLatencies(rounds)
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0)
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0)
  return {
    perSecond: Math.round(requests / sum((round) => round.seconds)),
    p50: rounded(percentile(all, 0.5)),
    p95: rounded(percentile(all, 0.95)),
    p99: rounded(percentile(all, 0.99)),
    cpu: rounded(sum((round) => round.cpu) / requests),
    databaseCpu: rounded(sum((round) => round.databaseCpu) / requests),
  }
}

function ratio(ours: readonly Round[], theirs: readonly Round[], of: (round: Round) => number): Estimate {
  return estimate(ours.map((round, i) => of(round) / of(theirs[i] as Round)))
}

/** The remark beside a figure of two sides. */
export function besideOf(found: Comparison): Record<string, number | string> {
  const { product, floor, peer } = found
  const word = (side: SideFigures) =>
    `${side.perSecond}/s, p50 ${side.p50} ms, p95 ${side.p95} ms, p99 ${side.p99} ms, CPU ${side.cpu} + ${side.databaseCpu} ms`
  return {
    product: word(product),
    floor: word(floor),
    'CPU over floor': `${rounded(found.cpu.value)} (${rounded(found.cpu.low)} to ${rounded(found.cpu.high)})`,
    'database CPU over floor': `${rounded(found.databaseCpu.value)} (${rounded(found.databaseCpu.low)} to ${rounded(found.databaseCpu.high)})`,
    ...(peer && found.overPeer ? { peer: word(peer), 'rate over peer': rounded(found.overPeer.value) } : {}),
  }
}

export function fromEstimate(found: Estimate): Pick<Figure, 'value' | 'low' | 'high'> {
  return { value: rounded(found.value), low: rounded(found.low), high: rounded(found.high) }
}

/** A request as the browser of a signed-in person sends it. */
export function asPerson(
  bench: Bench,
  person: Person,
  of: { method?: string; path: string; body?: string },
): LoadRequest {
  const { host, port } = addressOf(bench.product.url)
  return {
    host,
    port,
    method: of.method ?? 'GET',
    path: of.path,
    headers: {
      cookie: `__Host-Http-learnt=${person.token}`,
      origin: bench.product.url,
      'sec-fetch-site': 'same-origin',
      ...(of.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(of.body === undefined ? {} : { body: of.body }),
  }
}

export function toFloor(
  bench: Bench,
  person: Person | null,
  of: { method?: string; path: string; body?: string },
): LoadRequest {
  const { host, port } = addressOf(bench.floor.url)
  return {
    host,
    port,
    method: of.method ?? 'GET',
    path: of.path,
    headers: {
      ...(person ? { cookie: `learnt=${person.token}` } : {}),
      ...(of.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(of.body === undefined ? {} : { body: of.body }),
  }
}

/** One request outside the measured loop. */
export async function ask(
  bench: Bench,
  person: Person,
  path: string,
  init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; text: string; milliseconds: number }> {
  const began = performance.now()
  const reply = await fetch(bench.product.url + path, {
    method: init.method ?? 'GET',
    headers: {
      cookie: `__Host-Http-learnt=${person.token}`,
      origin: bench.product.url,
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(init.method === undefined ? {} : { 'idempotency-key': crypto.randomUUID() }),
      ...init.headers,
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  })
  const text = await reply.text()
  const milliseconds = performance.now() - began
  if (!reply.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${reply.status} ${text.slice(0, 500)}`)
  return { status: reply.status, text, milliseconds }
}

/** The tenant of the nearest size. */
export function tenantOf(bench: Bench, people: number): BenchTenant {
  const found = bench.world.tenants.toSorted((a, b) => Math.abs(a.people - people) - Math.abs(b.people - people))[0]
  if (!found) throw new Error('No tenants')
  return found
}

/** Repeats a piece of work alternately with its floor; milliseconds. */
export async function timeBoth(
  rounds: number,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<{ ours: number[]; theirs: number[]; ratio: Estimate }> {
  const [a, b]: [number[], number[]] = [[], []]
  await ours()
  await theirs()
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) a.push(await timed(ours))
    b.push(await timed(theirs))
    if (round % 2 === 1) a.push(await timed(ours))
  }
  return { ours: a, theirs: b, ratio: estimate(a.map((value, i) => value / (b[i] ?? Number.NaN))) }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Reads and discards everything that a COPY sends; returns the number of bytes. */
export async function copyOut(client: pg.Client, text: string): Promise<number> {
  let bytes = 0
  await new Promise<void>((resolve, reject) => {
    let failed: Error | null = null
    const noop = () => {}
    client.query({
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyData: (message: { chunk: Buffer }) => {
        bytes += message.chunk.length
      },
      handleCommandComplete: noop,
      handleRowDescription: noop,
      handleDataRow: noop,
      handlePortalSuspended: noop,
      handleEmptyQuery: noop,
      handleCopyInResponse: noop,
      handleError: (error: Error) => {
        failed = error
        // The connection reports that it is ready only after a query that it counted.
        reject(error)
      },
      handleReadyForQuery: () => (failed ? reject(failed) : resolve()),
    } as never)
  })
  return bytes
}

function addressOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

/** A connection of the application's role, permanently bound to a tenant: the cost of row security alone. */
export async function connectAsApp(bench: Bench, tenantId: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: bench.world.ground.databaseUrl,
    options: '-c TimeZone=UTC -c jit=off',
  })
  await client.connect()
  await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
  return client
}

export async function connectAsSuperuser(bench: Bench): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: bench.world.superuserUrl,
    options: '-c TimeZone=UTC -c jit=off',
  })
  await client.connect()
  return client
}
