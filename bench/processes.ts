import { type ChildProcess, fork, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Span } from './stolen-time.ts'

const root = join(import.meta.dirname, '..')
const main = join(root, 'apps/server/dist/main.js')
/** USER_HZ of Linux, the same on every machine. */
const TICKS_PER_SECOND = 100

const running = new Set<ChildProcess>()

/** Handler of signals to the bench: the product ends its database itself. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map(end))
}

function noted(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

export interface Program {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** The product as operators run it (docs/operating.md, Memory), on a data folder; its log goes to a file, as an operator's does. */
export async function startProduct(of: {
  dataDir: string
  ports: Ports
  settings?: Record<string, string>
  nodeArguments?: readonly string[]
}): Promise<Program & { settings: Record<string, string>; starting: Span }> {
  const settings = {
    DATA_DIR: of.dataDir,
    PORT: String(of.ports.product),
    CONTENT_PORT: String(of.ports.content),
    LEARNT_DEMO: 'off',
    ...of.settings,
  }
  const logFile = join(of.dataDir, 'bench.log')
  const log = openSync(logFile, 'a')
  const from = Date.now()
  const child = noted(
    spawn(process.execPath, ['--max-semi-space-size=8', ...(of.nodeArguments ?? []), main, 'start'], {
      // The compile cache, as the launcher names it.
      env: {
        NODE_COMPILE_CACHE: join(root, '.runtime/compile-cache'),
        MALLOC_ARENA_MAX: '2',
        ...process.env,
        ...settings,
      },
      stdio: ['ignore', log, log],
    }),
  )
  closeSync(log)
  const url = `http://localhost:${of.ports.product}`
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The product did not start; see ${logFile}`)
    const isReady = await fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isReady) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url,
    pid: child.pid as number,
    settings,
    starting: { from, until: Date.now() },
    stop: () => end(child),
  }
}

/** The floor: the same work written by hand, in a separate process. */
export async function startFloor(of: { superuserUrl: string; pool: number; port: number }): Promise<Program> {
  const child = noted(
    fork(join(import.meta.dirname, 'floor-server.ts'), [], {
      env: {
        ...process.env,
        FLOOR_DATABASE: of.superuserUrl,
        FLOOR_POOL: String(of.pool),
        FLOOR_PORT: String(of.port),
      },
      serialization: 'advanced',
    }),
  )
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`The floor ended with ${code}`)))
  })
  return { url: `http://127.0.0.1:${of.port}`, pid: child.pid as number, stop: () => end(child) }
}

/** A process that only sends requests. */
export interface LoadGenerator {
  /** Stores requests under a name; their counts continue from round to round. */
  prepare(name: string, requests: readonly LoadRequest[]): Promise<void>
  run(of: RunOrder): Promise<RunAnswer>
  stop(): Promise<void>
}

export interface LoadRequest {
  readonly host: string
  readonly port: number
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** `%n%` becomes the number of times this request was sent, from 1. */
  readonly body?: string
}

export interface RunOrder {
  readonly name: string
  readonly clients: number
  readonly seconds: number
  /** Requests per second, whether answered or not, as people send them; absent: as fast as answers come. */
  readonly rate?: number
}

export interface RunAnswer {
  readonly requests: number
  readonly seconds: number
  readonly latencies: Float64Array
  readonly bytes: number
}

export async function startLoadGenerator(): Promise<LoadGenerator> {
  const child = noted(fork(join(import.meta.dirname, 'load-generator.ts'), [], { serialization: 'advanced' }))
  const ask = <T>(message: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const gone = () => reject(new Error('The load generator ended'))
      child.once('exit', gone)
      child.once('message', (answer: { error?: string } & T) => {
        child.off('exit', gone)
        if (answer.error === undefined) resolve(answer)
        else reject(new Error(answer.error))
      })
      child.send(message)
    })
  return {
    prepare: async (name, requests) => void (await ask({ say: 'prepare', name, requests })),
    run: (order) => ask<RunAnswer>({ say: 'run', order }),
    stop: () => end(child),
  }
}

/** Milliseconds of processor time that a process has used. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid)
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

/** The same for PostgreSQL: its children, and those of them that have ended. */
export function cpuOfDatabase(postmaster: number): number {
  const own = statOf(postmaster)
  let ticks = Number(own[11]) + Number(own[12]) + Number(own[13]) + Number(own[14])
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = statOf(Number(name))
      if (Number(fields[1]) === postmaster) ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // The process ended meanwhile.
    }
  }
  return (ticks * 1000) / TICKS_PER_SECOND
}

/** Megabytes of memory that a process holds. */
export function memoryOf(pid: number): number {
  const [, kilobytes = Number.NaN] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** The most memory that a process uses during a piece of work. */
export async function peakMemory<T>(pid: number, work: () => Promise<T>): Promise<{ peak: number; result: T }> {
  let peak = memoryOf(pid)
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid))
  }, 20)
  try {
    const result = await work()
    return { peak, result }
  } finally {
    clearInterval(watch)
  }
}

export interface Ports {
  readonly product: number
  readonly content: number
  readonly floor: number
}

/** Three consecutive free ports, from the requested one or a free one. */
export async function findPorts(from: number | null): Promise<Ports> {
  for (;;) {
    const first = from ?? 21_000 + Math.floor(Math.random() * 9000)
    const free = await Promise.all([0, 1, 2].map((step) => isFree(first + step)))
    if (free.every(Boolean)) return { product: first, content: first + 1, floor: first + 2 }
    if (from !== null) throw new Error(`The ports ${first} to ${first + 2} are not all free`)
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** Fields of /proc/<pid>/stat after the name, which may contain spaces; the first is the state. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** Thousands of browsers in a separate process. */
export interface Crowd {
  /** When each browser received the next change, in milliseconds after `act` began; without those that received none in time. */
  hear(act: () => Promise<unknown>): Promise<number[]>
  /** When this many presence messages had arrived. */
  hearPresence(count: number, act: () => Promise<unknown>): Promise<number[]>
  /** The nth browser sends the nth text. */
  say(texts: readonly string[]): Promise<void>
  cut(share: number): Promise<void>
  back(ids: readonly string[]): Promise<{ lost: number; seconds: number }>
  close(): Promise<void>
}

export interface CrowdOrder {
  readonly count: number
  readonly url: string
  readonly origin: string
  /** Sessions of the people, in turn; none for a server without sessions. */
  readonly cookies: readonly string[]
}

export async function openCrowd(order: CrowdOrder): Promise<Crowd> {
  const child = noted(fork(join(import.meta.dirname, 'socket-crowd.ts'), [], { serialization: 'advanced' }))
  const waiting = new Map<number, { resolve: (reply: never) => void; reject: (error: Error) => void }>()
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The crowd ended'))
  })
  child.on('message', ({ number, reply, error }: { number: number; reply: never; error?: string }) => {
    const asked = waiting.get(number)
    waiting.delete(number)
    if (error === undefined) asked?.resolve(reply)
    else asked?.reject(new Error(error))
  })
  let number = 0
  const ask = <T>(message: object): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.set(++number, { resolve, reject })
      child.send({ ...message, number })
    })
  const hear = async (say: string, count: number, act: () => Promise<unknown>) => {
    await ask({ say: 'listen', wanted: { say, count } })
    const began = performance.timeOrigin + performance.now()
    await act()
    const { times } = await ask<{ times: Float64Array }>({ say: 'heard' })
    return [...times].map((at) => at - began).sort((a, b) => a - b)
  }
  await ask({ say: 'open', order })
  return {
    hear: (act) => hear('changed', order.count, act),
    hearPresence: (count, act) => hear('presence', count, act),
    say: async (texts) => void (await ask({ say: 'send', texts })),
    cut: async (share) => void (await ask({ say: 'cut', share })),
    back: (ids) => ask({ say: 'back', ids }),
    close: () => end(child),
  }
}
