import { Worker } from 'node:worker_threads'
import type { ReadableKind } from '@learnt/contract/readable-kinds'
import type { EncodingWish } from './csv.ts'
import { limits } from './limits.ts'
import type { Reading, Sink, StoredPicture } from './output.ts'
import { blameDocument, DocumentUnreadable, type UnreadableReason } from './unreadable.ts'

export type FromWorker =
  | { kind: 'parts'; bodies: string[] }
  | { kind: 'picture'; bytes: Uint8Array }
  | { kind: 'read'; reading: Reading }
  | { kind: 'unreadable'; reason: UnreadableReason; cause: string }
export interface DocumentToRead {
  readonly path: string
  readonly contentType: string
  readonly kind: ReadableKind
  readonly tellsLosses?: boolean
  /** Of a CSV. */
  readonly wish?: EncodingWish
}
/** The answer to parts and pictures. */
export interface ToWorker {
  readonly picture: StoredPicture | null
}

/** Megabytes of a thread's own objects. Rows and slides come and go; Word and PDF are read as a whole. */
const memoryOf: Readonly<Record<ReadableKind, number>> = { sheets: 96, slides: 256, pdf: 384, word: 512 }

/**
 * Reads a document in a thread of its own, with an end to its time and its memory: what people upload may be made to use up
 * both. Throws `DocumentUnreadable`, or what the sink threw.
 */
export function readInThread(of: DocumentToRead, sink: Sink, timeMs: number = limits.timeMs): Promise<Reading> {
  return new Promise<Reading>((resolve, reject) => {
    const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
      workerData: of,
      resourceLimits: {
        maxOldGenerationSizeMb: memoryOf[of.kind],
        maxYoungGenerationSizeMb: of.kind === 'sheets' ? 4 : 16,
      },
    })
    const timer = setTimeout(() => finish(() => reject(new DocumentUnreadable('tooLong'))), timeMs)
    let isOver = false
    const finish = (settle: () => void) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      void worker.terminate()
      settle()
    }
    const take = async (message: FromWorker) => {
      switch (message.kind) {
        case 'parts':
          await sink.parts(message.bodies)
          return worker.postMessage({ picture: null } satisfies ToWorker)
        case 'picture':
          return worker.postMessage({ picture: await sink.picture(message.bytes) } satisfies ToWorker)
        case 'read':
          return finish(() => resolve(message.reading))
        case 'unreadable':
          return finish(() => reject(new DocumentUnreadable(message.reason, { cause: message.cause })))
      }
    }
    worker.on('message', (message: FromWorker) => {
      if (!isOver) take(message).catch((error: unknown) => finish(() => reject(error)))
    })
    worker.on('error', (error: Error & { code?: string }) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      finish(() => reject(isFull ? new DocumentUnreadable('tooLarge') : blameDocument(error)))
    })
    worker.on('exit', () => finish(() => reject(new DocumentUnreadable('broken'))))
  })
}
