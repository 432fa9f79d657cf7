import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { passwordHashes } from '../metrics.ts'
import { ProblemError } from '../problem.ts'

type Strength = Readonly<Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>>

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; 40 ms here. */
const strong: Strength = { memory: 19_456, passes: 2, parallelism: 1 }
/** The least that argon2id allows, so that tests may make many accounts. */
const cheap: Strength = { memory: 8, passes: 1, parallelism: 1 }
let strength = strong

const tagLength = 32

/** Half the cores, so that sign-ins leave the others to everybody else; two at most of the four threads that Node has for such work. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)))
/** More than this in the queue is an attack or an outage: better told at once than after a minute. */
const MAX_WAITING = 300

/** `$argon2id$v=19$m=…,t=…,p=…$salt$tag`: the usual text form, so that a hash says how it was made. */
export async function hashPassword(password: string): Promise<string> {
  const { memory, passes, parallelism } = strength
  const nonce = randomBytes(16)
  const tag = await derive(password, { nonce, memory, passes, parallelism, tagLength })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Takes as long for no hash at all (no such account, or one without a password) as for a wrong password. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const known = hash === null ? null : parse(hash)
  const { tag, ...parameters } = known ?? { ...strength, ...nobody }
  const derived = await derive(password, { ...parameters, tagLength: tag.length })
  return timingSafeEqual(derived, tag) && known !== null
}

/** True for hashes of older parameters: hash again when the password is known. */
export function needsRehash(hash: string): boolean {
  const known = parse(hash)
  return (
    known === null ||
    known.memory !== strength.memory ||
    known.passes !== strength.passes ||
    known.parallelism !== strength.parallelism
  )
}

/** For the tests' set-up: hashes that cost next to nothing, and protect nothing. */
export function hashCheaply(): void {
  if (process.env.VITEST === undefined) throw new Error('Only tests may do with cheap password hashes')
  strength = cheap
}

/** For tests of the hashes themselves. */
export function useStrongHashes(): void {
  strength = strong
}

interface Parsed extends Strength {
  nonce: Buffer
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
const nobody = { nonce: randomBytes(16), tag: randomBytes(tagLength) }

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

const compute = promisify(argon2)
let running = 0
const waiting: (() => void)[] = []

/** On threads of Node's own, a few at a time: neither the event loop nor 19 MiB a try are anybody's to use up. */
async function derive(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new ProblemError('unavailable', { headers: { 'retry-after': '5' } })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    passwordHashes.inc()
    // The same letter can be written in two ways; a keyboard decides which.
    return await compute('argon2id', { ...parameters, message: password.normalize('NFKC') })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
