import { type ChildProcess, fork } from 'node:child_process'
import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { elsewhere, letOthersGoFirst } from '../give-way.ts'
import { passwordHashes } from '../metrics.ts'
import { ProblemError } from '../problem.ts'
import type { HashAnswer, HashOrder } from './hash-worker.ts'

// OWASP's second choice for argon2id: 19 MiB, two passes, one lane; 40 ms here.
const memory = 19_456
const passes = 2
const parallelism = 1
const tagLength = 32

/** Half the cores, so that sign-ins leave the others to everybody else. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** More than this in the queue is an attack or an outage: better told at once than after a minute. */
const MAX_WAITING = 300

/** `$argon2id$v=19$m=…,t=…,p=…$salt$tag`: the usual text form, so that a hash says how it was made. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, { nonce, memory, passes, parallelism, tagLength })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Takes as long for no hash at all (no such account, or one without a password) as for a wrong password. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const known = hash === null ? null : parse(hash)
  const { tag, ...parameters } = known ?? nobody
  const derived = await derive(password, { ...parameters, tagLength: tag.length })
  return timingSafeEqual(derived, tag) && known !== null
}

/** True for hashes of older parameters: to be made anew when the password is known. */
export function needsRehash(hash: string): boolean {
  const known = parse(hash)
  return known === null || known.memory !== memory || known.passes !== passes || known.parallelism !== parallelism
}

interface Parsed {
  nonce: Buffer
  memory: number
  passes: number
  parallelism: number
  tag: Buffer
}

function parse(hash: string): Parsed | null {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash)
  if (!match) return null
  const [, m, t, p, salt = '', tag = ''] = match
  return {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    nonce: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** What is computed where there is no account. */
const nobody: Parsed = { memory, passes, parallelism, nonce: randomBytes(16), tag: randomBytes(tagLength) }

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

let running = 0
const waiting: (() => void)[] = []

/** A step of signing in: while more people come than hashes can be computed for, it lets others' requests go first. */
export async function giveWay(): Promise<void> {
  if (waiting.length > 0) await letOthersGoFirst()
}

async function derive(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  const derived = await elsewhere(() => deriveInTurn(password, parameters))
  await giveWay()
  return derived
}

/** On threads of their own, a few at a time: neither the event loop nor 19 MiB a try are anybody's to use up. */
async function deriveInTurn(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    passwordHashes.inc()
    // The same letter can be written in two ways; a keyboard decides which.
    return await computeElsewhere({ ...parameters, message: password.normalize('NFKC') })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** A thread, or a process that is one. */
interface Thread {
  readonly worker: Pick<Worker, 'ref' | 'unref' | 'postMessage'>
  readonly asked: Map<number, Asker>
}

interface Asker {
  readonly parameters: Argon2Parameters
  readonly resolve: (derived: Buffer) => void
  readonly reject: (error: Error) => void
}

/** Made when the first of them are needed, and kept. */
const threads: Thread[] = []
let orders = 0

function computeElsewhere(parameters: Argon2Parameters): Promise<Buffer> {
  const idle = threads.find((thread) => thread.asked.size === 0)
  const thread = idle ?? openThread()
  const id = orders++
  return new Promise((resolve, reject) => {
    thread.asked.set(id, { parameters, resolve, reject })
    // A process may end while nobody waits for a hash, and not before.
    thread.worker.ref()
    thread.worker.postMessage({ id, parameters } satisfies HashOrder)
  })
}

let inOwnGroup = false

/**
 * For a process that serves pages. Where Linux shares the processor out among sessions first (autogroup: a server started by
 * hand, not one in a container or under systemd), the priority of a thread counts in its own session alone, and the
 * database is in another: there hashes are computed by a process with a session of its own, whose group as a whole has
 * less right. Measured in docs/performance.md.
 */
export function hashInOwnGroup(): void {
  inOwnGroup = sharesAmongSessions()
}

function sharesAmongSessions(): boolean {
  if (process.platform !== 'linux') return false
  try {
    if (readFileSync('/proc/sys/kernel/sched_autogroup_enabled', 'utf8').trim() !== '1') return false
    const groups = readFileSync('/proc/self/cgroup', 'utf8')
    const [, ofVersion1 = '/'] = /^\d+:(?:[^:]*,)?cpu(?:,[^:]*)?:(.*)$/m.exec(groups) ?? []
    if (ofVersion1 !== '/') return false
    const [, path] = /^0::(.*)$/m.exec(groups) ?? []
    return path !== undefined && !existsSync(join('/sys/fs/cgroup', path, 'cpu.weight'))
  } catch {
    return false
  }
}

const program = new URL('./hash-worker.ts', import.meta.url)

function openThread(): Thread {
  return (inOwnGroup ? openProcess() : null) ?? openWorker()
}

/** Null where none may be started. */
function openProcess(): Thread | null {
  const child = startProcess()
  if (!child?.channel) {
    inOwnGroup = false
    return null
  }
  const { channel } = child
  const worker = {
    // Both: a process that ends at once closes its channel before its end is known, which somebody waits for.
    ref: () => {
      child.ref()
      channel.ref()
    },
    unref: () => {
      child.unref()
      channel.unref()
    },
    postMessage: (order: HashOrder) => void child.send(order),
  }
  child.unref()
  const thread = { worker, asked: new Map<number, Asker>() } satisfies Thread
  let hasAnswered = false
  child.once('message', () => {
    hasAnswered = true
  })
  const doWithout = () => {
    if (hasAnswered) return
    // Processes do not work here: threads compute what it was asked for, and all that comes.
    inOwnGroup = false
    for (const { parameters, resolve, reject } of thread.asked.values())
      computeElsewhere(parameters).then(resolve, reject)
    thread.asked.clear()
  }
  child.once('error', doWithout)
  child.once('exit', doWithout)
  keep(thread, child)
  return thread
}

/** A hash reads all over its 19 MiB: in large pages of memory, where glibc and the kernel have them, it takes less. */
const hashEnvironment = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' }

function startProcess(): ChildProcess | null {
  try {
    // It needs nothing of what this one knows, and ends with it.
    const child = fork(program, {
      detached: true,
      env: hashEnvironment,
      execArgv: [],
      serialization: 'advanced',
      stdio: 'ignore',
    })
    child.on('error', () => {}) // said to whoever asked it
    return child
  } catch {
    return null
  }
}

function openWorker(): Thread {
  const worker = new Worker(program, {
    // Nothing of the process's own start belongs in it; a small heap is enough.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  })
  const thread: Thread = { worker, asked: new Map() }
  keep(thread, worker)
  return thread
}

function keep(thread: Thread, at: EventEmitter): void {
  threads.push(thread)
  at.on('message', (answer: HashAnswer) => {
    const asker = thread.asked.get(answer.id)
    thread.asked.delete(answer.id)
    if (thread.asked.size === 0) thread.worker.unref()
    if ('derived' in answer) asker?.resolve(Buffer.from(answer.derived))
    else asker?.reject(answer.error)
  })
  const gone = (error: Error) => {
    const place = threads.indexOf(thread)
    if (place >= 0) threads.splice(place, 1)
    for (const { reject } of thread.asked.values()) reject(error)
    thread.asked.clear()
  }
  at.on('error', gone)
  at.on('exit', () => gone(new Error('The thread for password hashes ended')))
}
