import type { FileHandle } from 'node:fs/promises'
import yauzl from 'yauzl'
import { detectEncoding } from './readers/csv.ts'
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

const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')

/**
 * A document with a password lies encrypted inside a compound file ([MS-OFFCRYPTO] 2.3), the container of the old formats.
 * Its directory begins in the sector that the header names ([MS-CFB] 2.2), and such a file has few entries.
 */
export async function isLockedOffice(file: FileHandle): Promise<boolean> {
  const header = Buffer.alloc(512)
  await file.read(header, 0, header.length, 0)
  const sectorBytes = 2 ** Math.min(header.readUInt16LE(30), 12)
  const directory = Buffer.alloc(16 * 1024)
  const { bytesRead } = await file.read(directory, 0, directory.length, (header.readUInt32LE(48) + 1) * sectorBytes)
  return directory.subarray(0, bytesRead).includes(encryptedPackage)
}

const SAMPLE = 256 * 1024

/** Text in lines, Unicode or an older 8-bit alphabet, that is no page or other code in disguise. */
export async function looksLikeCsv(file: FileHandle, size: number): Promise<boolean> {
  const sample = Buffer.alloc(Math.min(size, SAMPLE))
  await file.read(sample, 0, sample.length, 0)
  const text = new TextDecoder(sample.readUInt16BE(0) === 0xfffe ? 'utf-16le' : 'utf-8').decode(sample)
  // Below the space only tabulator, line feed and carriage return.
  if (/[^\P{Cc}\t\n\r\u007f-\u009f]/u.test(text)) return false
  return !/^\s*(?:<|[{[]|#!|%!|%PDF)/.test(text) && /[,;\t|]/.test(text.split(/\r?\n/, 1)[0] ?? '')
}

/** Text in any encoding that has lines. Parts of other files have control characters, or no lines that anybody could read. */
export async function looksLikeTable(file: FileHandle, size: number): Promise<boolean> {
  const sample = Buffer.alloc(Math.min(size, SAMPLE))
  await file.read(sample, 0, sample.length, 0)
  const text = new TextDecoder(await detectEncoding(sample)).decode(sample)
  if (/[^\P{Cc}\t\n\r\u007f-\u009f]/u.test(text)) return false
  const strange = text.match(/[\u0080-\u009f\ufffd\p{Cn}\p{Co}]/gu)?.length ?? 0
  if (strange > text.length / 100) return false
  const [first = ''] = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, 1)
  return first.length < 20_000 && !/^\s*(?:<|[{[]|#!|%!|%PDF)/.test(text)
}
