import { parentPort } from 'node:worker_threads'
import type { DrawAnswer, DrawRequest } from './drawing-thread.ts'

/** The program of a thread that draws for drawingThread(). */
export function serveDrawings<Drawing>(draw: (drawing: Drawing) => Promise<Uint8Array>): void {
  const port = parentPort
  if (!port) throw new Error('This is the program of a thread')
  port.on('message', async ({ id, drawing }: DrawRequest<Drawing>) => {
    try {
      const bytes = await draw(drawing)
      port.postMessage({ id, bytes } satisfies DrawAnswer, [bytes.buffer as ArrayBuffer])
    } catch (error) {
      const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
      port.postMessage({ id, error: words } satisfies DrawAnswer)
    }
  })
}
