import { Worker } from 'node:worker_threads'
import type { Peer } from './oidc.ts'
import { ProviderRefusal } from './refusal.ts'
import type { readSamlAnswer, Us } from './saml.ts'
import type { LogoutMessage, LogoutRequest } from './saml-logout.ts'

type Answer = Awaited<ReturnType<typeof readSamlAnswer>>
type Refused = Pick<ProviderRefusal, 'why' | 'code' | 'description'> & { cause: string }

export type SamlWork =
  | { kind: 'answer'; peer: Peer; us: Us; text: string; requestId: string | null }
  | { kind: 'logout'; peer: Peer; us: Us; message: LogoutMessage }
export type SamlReading = { answer: Answer } | { logout: LogoutRequest } | { refused: Refused } | { failed: unknown }

/** As `readSamlAnswer` in a thread of its own: anybody may post one, and reading it takes long beside all else that we do. */
export async function answerInThread(peer: Peer, us: Us, text: string, requestId: string | null): Promise<Answer> {
  const reading = await inThread({ kind: 'answer', peer, us, text, requestId })
  if (!('answer' in reading)) throw new Error('The thread has read something else')
  return { ...reading.answer, assertion: Buffer.from(reading.answer.assertion) }
}

/** As `readSamlLogout` in that thread. */
export async function logoutInThread(peer: Peer, us: Us, message: LogoutMessage): Promise<LogoutRequest> {
  const reading = await inThread({ kind: 'logout', peer, us, message })
  if (!('logout' in reading)) throw new Error('The thread has read something else')
  return { ...reading.logout, request: Buffer.from(reading.logout.request) }
}

/** Of one message, behind those before it. */
const LONGEST_MS = 10_000
const waiting = new Map<number, (reading: SamlReading) => void>()
let thread: Worker | null = null
let last = 0

async function inThread(work: SamlWork): Promise<SamlReading> {
  const id = ++last
  const reading = await new Promise<SamlReading>((resolve) => {
    const timer = setTimeout(() => {
      endThread(thread)
      resolve({ refused: { why: 'refused', code: 'time', description: '', cause: '' } })
    }, LONGEST_MS)
    waiting.set(id, (one) => {
      clearTimeout(timer)
      resolve(one)
    })
    thread ??= startThread()
    thread.postMessage({ id, work })
  }).finally(() => waiting.delete(id))
  if ('failed' in reading) throw reading.failed
  if ('refused' in reading) throw new ProviderRefusal(reading.refused.why, reading.refused)
  return reading
}

/** Begun by the first message, and kept: loading the libraries takes longer than reading. */
function startThread(): Worker {
  const worker = new Worker(new URL('./saml-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  worker.on('message', ({ id, reading }: { id: number; reading: SamlReading }) => waiting.get(id)?.(reading))
  worker.on('error', () => endThread(worker))
  worker.unref()
  return worker
}

/** What waits for it is refused; the next message begins another. */
function endThread(worker: Worker | null): void {
  if (worker === null || worker !== thread) return
  thread = null
  void worker.terminate()
  for (const done of waiting.values()) done({ refused: { why: 'refused', code: 'thread', description: '', cause: '' } })
}
