import { Worker } from 'node:worker_threads'

/** An idle thread ends after this time: it holds fonts and a layout engine. */
const idleMs = 30_000
/** What takes longer than this is stuck. */
const drawMs = 30_000
/** A new thread reads its program and the typefaces first, which takes long where the machine does other things too. */
const startMs = 60_000

export interface DrawRequest<Drawing> {
  readonly id: number
  readonly drawing: Drawing
}
export type DrawAnswer = { readonly id: number } & (Drawn | { readonly error: string })

export interface Drawn {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Letters that no installed typeface has. */
  readonly missing: readonly string[]
}

interface Waiting<Drawing> {
  readonly id: number
  readonly drawing: Drawing
  resolve(drawn: Drawn): void
  reject(error: Error): void
}

/**
 * Draws PDFs in a thread of its own, so that nobody else's request waits for them: one after the other, each within 30 s,
 * the first of a thread within 90 s.
 * `program` answers by serveDrawings(). The thread begins with the first drawing and ends when it has had nothing to do for
 * a while.
 */
export function drawingThread<Drawing>(program: URL): (drawing: Drawing) => Promise<Drawn> {
  const waiting: Waiting<Drawing>[] = []
  let thread: Worker | null = null
  let hasStarted = false
  let nextId = 1
  let timer: NodeJS.Timeout | undefined

  function start(): Worker {
    hasStarted = false
    const worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
    })
    worker.on('message', (answer: DrawAnswer) => {
      if (thread !== worker || waiting[0]?.id !== answer.id) return
      hasStarted = true
      const one = waiting.shift() as Waiting<Drawing>
      if ('bytes' in answer) one.resolve({ bytes: answer.bytes, missing: answer.missing })
      else one.reject(new Error(answer.error))
      next()
    })
    worker.on('error', (error) => stop(worker, error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => stop(worker, new Error('The thread that draws PDFs ended')))
    return worker
  }

  /** Hands the thread the first that waits, or lets it go after a while. */
  function next(): void {
    clearTimeout(timer)
    const [first] = waiting
    if (first) {
      thread ??= start()
      const worker = thread
      worker.ref()
      worker.postMessage({ id: first.id, drawing: first.drawing } satisfies DrawRequest<Drawing>)
      const ms = hasStarted ? drawMs : startMs + drawMs
      timer = setTimeout(() => stop(worker, new Error('A PDF took too long to draw')), ms)
    } else if (thread) {
      const worker = thread
      worker.unref()
      timer = setTimeout(() => stop(worker, new Error('idle')), idleMs)
      timer.unref()
    }
  }

  /** The user whose PDF was being drawn gets an error; the next one starts a new thread. */
  function stop(worker: Worker, error: Error): void {
    if (thread !== worker) return
    thread = null
    void worker.terminate()
    waiting.shift()?.reject(error)
    next()
  }

  return (drawing) =>
    new Promise((resolve, reject) => {
      waiting.push({ id: nextId++, drawing, resolve, reject })
      if (waiting.length === 1) next()
    })
}
