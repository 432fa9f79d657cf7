import { close, fstat, open, read } from 'node:fs'
import { promisify } from 'node:util'
import { limits } from './limits.ts'
import type { Output, ReadOutline } from './output.ts'
import { blameDocument, DocumentUnreadable } from './unreadable.ts'

/** The number of pages and the words of a PDF, for search. Browsers draw the pages themselves. */
export async function readPdf(path: string, output: Output): Promise<ReadOutline> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const fd = await promisify(open)(path, 'r')
  try {
    const { size } = await promisify(fstat)(fd)
    const readAt = promisify(read) as (
      fd: number,
      buffer: Uint8Array,
      offset: number,
      length: number,
      position: number,
    ) => Promise<{ bytesRead: number; buffer: Uint8Array }>
    /** Only what the document's own directory leads to is read. */
    class FileRanges extends pdfjs.PDFDataRangeTransport {
      override requestDataRange(begin: number, end: number): void {
        readAt(fd, new Uint8Array(end - begin), 0, end - begin, begin).then(
          ({ buffer, bytesRead }) => this.onDataRange(begin, buffer.subarray(0, bytesRead)),
          () => this.abort(),
        )
      }
    }
    const task = pdfjs.getDocument({
      range: new FileRanges(size, null),
      disableAutoFetch: true,
      disableStream: true,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      verbosity: 0,
    })
    try {
      const document = await task.promise
      let length = 0
      for (let number = 1; number <= document.numPages && length < limits.textLength; number++) {
        const page = await document.getPage(number)
        const { items } = await page.getTextContent()
        const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
        length += text.length
        output.text(text)
        page.cleanup()
      }
      return { pages: document.numPages }
    } finally {
      await task.destroy()
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw new DocumentUnreadable('locked')
    throw blameDocument(error)
  } finally {
    await promisify(close)(fd)
  }
}
