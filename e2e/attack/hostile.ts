import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { api } from '@learnt/contract'
import { type Caller, signInByApi } from '../given/calls.ts'
import { accounts } from '../given/devices.ts'
import type { Sent } from './hostile-sender.ts'

export interface HostileSummary {
  people: number
  'requests before': number
  'requests meanwhile': number
  'p95 ms before': number
  'p95 ms meanwhile': number
  'times as long': number
  'hostile bodies': number
  'answers 5xx': number
  'slowest hostile ms': number
  /** How many of each kind of body. */
  medians: string[]
}

/** Pause between two requests of one person, so that all together stay below the limit of an account. */
const thinkMs = 2500
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * People work, with short pauses between requests, first alone, then while somebody sends bodies that take long to
 * read: JSON as a learner, forms as a stranger, descriptions as an administrator.
 */
export async function hostileAttack(of: { url: string; people: number; seconds: number }): Promise<HostileSummary> {
  const { url, people, seconds } = of
  const learner = await signInByApi(url, accounts.learner)
  // In a separate thread, so that the cost of sending does not slow the others.
  const sender = new Worker(new URL('./hostile-sender.ts', import.meta.url), { workerData: { url, seconds } })
  await once(sender, 'message')
  await work(learner, people, 2)
  const before = await work(learner, people, seconds)
  sender.postMessage('begin')
  const answered = once(sender, 'message') as Promise<[Sent[]]>
  const meanwhile = await work(learner, people, seconds)
  const [sent] = await answered
  await sender.terminate()
  const [first, second] = [quantile(before, 0.95), quantile(meanwhile, 0.95)]
  const kinds = Map.groupBy(sent, (one) => one.name)
  return {
    people,
    'requests before': before.length,
    'requests meanwhile': meanwhile.length,
    'p95 ms before': Math.round(first),
    'p95 ms meanwhile': Math.round(second),
    'times as long': Number((second / first).toFixed(2)),
    'hostile bodies': sent.length,
    'answers 5xx': sent.filter((one) => one.status >= 500).length,
    'slowest hostile ms': Math.round(Math.max(...sent.map((one) => one.ms))),
    medians: [...kinds].map(
      ([name, of]) =>
        `${name} ${Math.round(
          quantile(
            of.map((one) => one.ms),
            0.5,
          ),
        )} ms`,
    ),
  }
}

/** Milliseconds of each request. */
async function work(learner: Caller, people: number, seconds: number): Promise<number[]> {
  const times: number[] = []
  const end = Date.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: people }, async (_, nth) => {
      await pause((nth * thinkMs) / people)
      while (Date.now() < end) {
        const began = performance.now()
        const reply = await learner.fetch(api.learning.home.path)
        await reply.arrayBuffer()
        if (!reply.ok) throw new Error(`Somebody at work was answered ${reply.status}`)
        times.push(performance.now() - began)
        await pause(thinkMs)
      }
    }),
  )
  return times
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0
}
