import { parentPort } from 'node:worker_threads'
import type { DrawAnswer, Drawn, DrawRequest } from './drawing-thread.ts'

/** The program of a thread that draws for drawingThread(). */
export function serveDrawings<Drawing>(draw: (drawing: Drawing) => Promise<Drawn>): void {
  const port = parentPort
  if (!port) throw new Error('This is the program of a thread')
  port.on('message', async ({ id, drawing }: DrawRequest<Drawing>) => {
    try {
      const { bytes, missing } = await draw(drawing)
      port.postMessage({ id, bytes, missing } satisfies DrawAnswer, [bytes.buffer])
    } catch (error) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
      port.postMessage({ id, error: words } satisfies DrawAnswer)
    }
  })
}
