import type { FileHandle } from 'node:fs/promises'
import yauzl from 'yauzl'
import { ContentRefused } from './refused.ts'

/** Main parts of the Office Open XML formats (ECMA-376), and what they are. */
const officeParts: Record<string, { contentType: string; extension: string }> = {
  'word/document.xml': {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
  },
  'xl/workbook.xml': {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  },
  'ppt/presentation.xml': {
    contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extension: 'pptx',
  },
}

const MAX_ENTRIES = 50_000

/** Word, Excel or PowerPoint by what the archive holds; null for any other archive. Programs inside are refused. */
export async function readOfficeKind(path: string): Promise<{ contentType: string; extension: string } | null> {
  const names = await entryNames(path)
  if (!names.has('[Content_Types].xml')) return null
  for (const name of names) if (/(?:^|\/)vbaProject\.bin$/i.test(name)) throw new ContentRefused('documentMacros')
  for (const [part, kind] of Object.entries(officeParts)) if (names.has(part)) return kind
  return null
}

function entryNames(path: string): Promise<Set<string>> {
  return new Promise((resolve, reject) => {
    const broken = () => reject(new ContentRefused('broken'))
    yauzl.open(path, { lazyEntries: true, autoClose: true }, (error, archive) => {
      if (error || !archive) return broken()
      if (archive.entryCount > MAX_ENTRIES) {
        archive.close()
        return broken()
      }
      const names = new Set<string>()
      archive.on('entry', (entry: yauzl.Entry) => {
        names.add(entry.fileName)
        archive.readEntry()
      })
      archive.on('error', broken)
      archive.on('end', () => resolve(names))
      archive.readEntry()
    })
  })
}

const SAMPLE = 256 * 1024

/** Text in lines, UTF-8 or an older 8-bit alphabet, that is no page or other code in disguise. */
export async function looksLikeCsv(file: FileHandle, size: number): Promise<boolean> {
  const sample = Buffer.alloc(Math.min(size, SAMPLE))
  await file.read(sample, 0, sample.length, 0)
  // Below the space only tabulator, line feed and carriage return.
  for (const byte of sample) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false
  const text = sample.toString('utf8').replace(/^\uFEFF/, '')
  return !/^\s*(?:<|[{[]|#!|%!|%PDF)/.test(text) && /[,;\t|]/.test(text.split(/\r?\n/, 1)[0] ?? '')
}
