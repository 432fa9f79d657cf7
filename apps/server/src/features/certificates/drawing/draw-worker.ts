import { parentPort } from 'node:worker_threads'
import { drawPdf } from './draw-pdf.ts'
import type { DrawAnswer, DrawRequest } from './drawing.ts'

// A thread's program: draws certificates, one after the other.

const port = parentPort
if (!port) throw new Error('This is the program of a thread')

let before: Promise<void> = Promise.resolve()
port.on('message', ({ id, drawing }: DrawRequest) => {
  before = before.then(async () => {
    try {
      const bytes = await drawPdf(drawing)
      port.postMessage({ id, bytes } satisfies DrawAnswer, [bytes.buffer as ArrayBuffer])
    } catch (error) {
      port.postMessage({
        id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies DrawAnswer)
    }
  })
})
