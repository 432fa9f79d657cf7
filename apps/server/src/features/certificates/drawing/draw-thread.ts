import { Worker } from 'node:worker_threads'
import type { DrawAnswer, Drawing, DrawRequest } from './drawing.ts'

/** A thread that has nothing to do goes after so long: it holds fonts and a layout engine. */
const idleMs = 30_000
/** One page with few elements takes less than a second; what takes longer than this is stuck. */
const drawMs = 30_000
/** A new thread reads its program and the typefaces first, which takes long where the machine does other things too. */
const startMs = 60_000

interface Waiting {
  resolve(bytes: Uint8Array): void
  reject(error: Error): void
}

let thread: Worker | null = null
let nextId = 1
let idle: NodeJS.Timeout | undefined
/** Of the one that is being drawn: those behind it wait for it, and are not late by that. */
let watch: NodeJS.Timeout | undefined
let hasStarted = false
const waiting = new Map<number, Waiting>()

/**
 * Draws a certificate as a PDF in a thread of its own, so that nobody else's request waits for it. One thread for all: they
 * are drawn one after the other.
 */
export function drawCertificate(drawing: Drawing): Promise<Uint8Array> {
  clearTimeout(idle)
  thread ??= startThread()
  const worker = thread
  const id = nextId++
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    if (waiting.size === 1) watchOver(worker)
    worker.ref()
    worker.postMessage({ id, drawing } satisfies DrawRequest)
  })
}

/** Ends the thread when the next answer does not come in time. */
function watchOver(worker: Worker): void {
  clearTimeout(watch)
  if (waiting.size === 0) return
  const ms = hasStarted ? drawMs : startMs + drawMs
  watch = setTimeout(() => stop(worker, new Error('A certificate took too long to draw')), ms)
}

function startThread(): Worker {
  hasStarted = false
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
  })
  worker.on('message', (answer: DrawAnswer) => {
    const one = waiting.get(answer.id)
    if (!one) return
    waiting.delete(answer.id)
    hasStarted = true
    watchOver(worker)
    if ('bytes' in answer) one.resolve(answer.bytes)
    else one.reject(new Error(answer.error))
    if (waiting.size > 0) return
    worker.unref()
    idle = setTimeout(() => stop(worker, new Error('idle')), idleMs)
    idle.unref()
  })
  worker.on('error', (error) => stop(worker, error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => stop(worker, new Error('The thread that draws certificates ended')))
  return worker
}

/** Whoever waits hears why; the next drawing starts a new thread. */
function stop(worker: Worker, error: Error): void {
  if (thread !== worker) return
  thread = null
  clearTimeout(watch)
  for (const one of waiting.values()) one.reject(error)
  waiting.clear()
  void worker.terminate()
}
