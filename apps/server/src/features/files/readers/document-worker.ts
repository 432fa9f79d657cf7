import { parentPort, workerData } from 'node:worker_threads'
import type { DocumentToRead, FromWorker, ToWorker } from './document-thread.ts'
import { Output, type ReadOutline, type StoredPicture } from './output.ts'
import { DocumentUnreadable } from './unreadable.ts'

// A thread's program: reads one document, and hands on what the page shows of it.

const port = parentPort
if (!port) throw new Error('This is the program of a thread')
const say = (message: FromWorker, bytes: ArrayBuffer[] = []) => port.postMessage(message, bytes)

let answer: ((answer: StoredPicture | null) => void) | undefined
port.on('message', ({ picture }: ToWorker) => answer?.(picture))
/** The other side answers each message when it has stored it. */
const ask = (message: FromWorker, bytes?: ArrayBuffer[]) =>
  new Promise<StoredPicture | null>((resolve) => {
    answer = resolve
    say(message, bytes)
  })

const output = new Output({
  async parts(bodies) {
    await ask({ kind: 'parts', bodies })
  },
  picture(bytes) {
    const own = new Uint8Array(bytes)
    return ask({ kind: 'picture', bytes: own }, [own.buffer])
  },
})

try {
  const document = workerData as DocumentToRead
  const { path, kind, tellsLosses } = document
  const outline = await read(document)
  if (tellsLosses && kind === 'word') await (await import('./word-losses.ts')).tellLosses(path, output)
  say({ kind: 'read', reading: await output.finish(outline) })
} catch (error) {
  if (!(error instanceof DocumentUnreadable)) throw error
  const { reason, cause } = error
  say({ kind: 'unreadable', reason, cause: cause instanceof Error ? cause.message : '' })
}
port.close()

/** Each reader brings libraries that the others do not need. */
async function read({ path, contentType, kind, wish }: DocumentToRead): Promise<ReadOutline> {
  switch (kind) {
    case 'pdf':
      return (await import('./pdf.ts')).readPdf(path, output)
    case 'word':
      return (await import('./word.ts')).readWord(path, output)
    case 'slides':
      return (await import('./slides.ts')).readSlides(path, output)
    case 'sheets':
      return contentType === 'text/csv'
        ? (await import('./csv.ts')).readCsv(path, output, wish ?? { encoding: '', language: 'en' })
        : (await import('./workbook.ts')).readWorkbook(path, output)
  }
}
