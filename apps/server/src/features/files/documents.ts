import type { FileHandle } from 'node:fs/promises'
import { detectEncoding } from '@learnt/contract/detect-encoding'
import { contentTypesPart, nameOf, OfficeArchive } from './readers/office-archive.ts'
import { DocumentUnreadable } from './readers/unreadable.ts'
import { ContentRefused } from './refused.ts'

/** The Office Open XML formats (ECMA-376): the usual names of their main parts, and how the content types of those end. */
const officeKinds = [
  {
    usual: 'word/document.xml',
    ending: /(?:wordprocessingml|ms-word)\.(?:document|template)(?:\.macroEnabled(?:Template)?)?\.main\+xml$/i,
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
  },
  {
    usual: 'xl/workbook.xml',
    ending: /(?:spreadsheetml|ms-excel)\.(?:sheet|template)(?:\.macroEnabled)?\.main\+xml$/i,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  },
  {
    usual: 'ppt/presentation.xml',
    ending: /(?:presentationml|ms-powerpoint)\.(?:presentation|template|slideshow)(?:\.macroEnabled)?\.main\+xml$/i,
    contentType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extension: 'pptx',
  },
]

/** Word, Excel or PowerPoint by what the archive holds; null for any other archive. Programs inside are refused. */
export async function readOfficeKind(path: string): Promise<{ contentType: string; extension: string } | null> {
  const archive = await openArchive(path)
  try {
    if (!archive.has(contentTypesPart)) return null
    const types = await archive.contentTypes()
    const programs = [...archive.names].some((name) => /(?:^|\/)vbaproject\.bin$/.test(name))
    if (programs || [...types.values()].some((type) => /vbaProject$/i.test(type)))
      throw new ContentRefused('documentMacros')
    const main = await archive.findMainPart(officeKinds.map(({ usual }) => usual))
    if (main === null) return null
    const type = types.get(nameOf(main))
    // Without a type the part is what its name says.
    const kind = officeKinds.find(({ usual, ending }) =>
      type === undefined ? nameOf(main) === usual : ending.test(type),
    )
    return kind ? { contentType: kind.contentType, extension: kind.extension } : null
  } catch (error) {
    throw error instanceof DocumentUnreadable ? new ContentRefused('broken') : error
  } finally {
    archive.close()
  }
}

async function openArchive(path: string): Promise<OfficeArchive> {
  try {
    return await OfficeArchive.open(path)
  } catch (error) {
    throw error instanceof DocumentUnreadable ? new ContentRefused('broken') : error
  }
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

/** Text in lines, in any encoding, that is no page or other code in disguise. */
export async function looksLikeCsv(file: FileHandle, size: number): Promise<boolean> {
  const { text, first } = await readHead(file, size)
  return isPlainText(text) && /[,;\t|]/.test(first)
}

/** Text in any encoding that has lines. Parts of other files have control characters, or no lines that anybody could read. */
export async function looksLikeTable(file: FileHandle, size: number): Promise<boolean> {
  const { text, first } = await readHead(file, size)
  if (!isPlainText(text)) return false
  const strange = text.match(/[\u0080-\u009f\ufffd\p{Cn}\p{Co}]/gu)?.length ?? 0
  return strange <= text.length / 100 && first.length < 20_000
}

async function readHead(file: FileHandle, size: number): Promise<{ text: string; first: string }> {
  const sample = Buffer.alloc(Math.min(size, SAMPLE))
  await file.read(sample, 0, sample.length, 0)
  // Whatever its letters are: this asks for signs that are the same everywhere.
  const text = new TextDecoder(detectEncoding(sample, { language: 'en' }).encoding).decode(sample)
  const [first = ''] = text.split(/\r\n|\n|\r/, 1)
  return { text, first }
}

/** Below the space only tabulator, line feed and carriage return. */
function isPlainText(text: string): boolean {
  return !/[^\P{Cc}\t\n\r\u007f-\u009f]/u.test(text) && !/^\s*(?:<|[{[]|#!|%!|%PDF)/.test(text)
}
