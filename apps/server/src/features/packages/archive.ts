import { read } from 'node:fs'
import type { Readable } from 'node:stream'
import { crc32, inflateRawSync } from 'node:zlib'
import { cutText } from '@learnt/contract/cut-text'
import { packageLimits } from '@learnt/contract/packages'
import { type Entry, fromRandomAccessReader, getFileNameLowLevel, RandomAccessReader, type ZipFile } from 'yauzl'
import {
  type ArchivedFile,
  decodePath,
  foldPath,
  readBytes,
  streamUnpacked,
} from '../../platform/content/archive-files.ts'
import { type CodePage, chooseCodePage, decodeIn, partsOf } from './code-pages.ts'
import type { Findings } from './problems.ts'
import { readXml } from './xml.ts'

/** Checks the structure of an archive and lists its files. Nothing is unpacked to disk, whatever the names say. */
export async function readArchive(fd: number, archiveSize: number, findings: Findings): Promise<ArchivedFile[]> {
  if (archiveSize > packageLimits.archiveBytes) {
    findings.add('too-large', null, { bytes: archiveSize, limit: packageLimits.archiveBytes })
    return []
  }
  const found = await readDirectory(fd, archiveSize, findings)
  if (found === null || findings.refused) return []
  const files = await locateFiles(fd, found, findings)
  if (findings.refused) return []
  checkOverlaps(files, found.directoryOffset, findings)
  return findings.refused ? [] : files.map(({ headerOffset: _, ...file }) => file)
}

/** Unpacks every file once, in memory-sized pieces, and holds it to the size and checksum that it declares. */
export async function verifyFiles(fd: number, files: readonly ArchivedFile[], findings: Findings): Promise<void> {
  for (const file of files) {
    const fault =
      file.size <= smallFile && file.packedSize <= smallFile ? await verifySmall(fd, file) : await verifyLarge(fd, file)
    if (fault !== null) {
      findings.add(fault, file.path)
      return
    }
  }
}

/** Whole content of one file, for the manifest. The caller has looked at `size`. */
export async function readArchivedFile(fd: number, file: ArchivedFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of streamUnpacked(fd, file)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

// ---- the directory ---------------------------------------------------------------------------------------------

interface DirectoryEntry {
  path: string
  headerOffset: number
  rawName: Buffer
  packedSize: number
  size: number
  crc: number
  method: 0 | 8
  flags: number
  folder: boolean
}

interface Directory {
  entries: DirectoryEntry[]
  directoryOffset: number
}

async function readDirectory(fd: number, archiveSize: number, findings: Findings): Promise<Directory | null> {
  let zip: ZipFile
  const end = await findEnd(fd, archiveSize)
  if (end < archiveSize) findings.add('trailing-bytes', null, { bytes: archiveSize - end })
  try {
    zip = await openZip(fd, end)
  } catch (error) {
    const [code, params] = explain(error)
    findings.add(code, null, params)
    return null
  }
  const directoryOffset = cursorOf(zip)
  if (zip.entryCount > packageLimits.entries) {
    findings.add('too-many-entries', null, { entries: zip.entryCount, limit: packageLimits.entries })
    return null
  }
  const entries: DirectoryEntry[] = []
  const names = new Names(findings)
  let unpacked = 0
  let packed = 0
  let pathBytes = 0
  try {
    const found: Entry[] = []
    for await (const entry of zip.eachEntry()) found.push(entry)
    const codePage = await findCodePage(fd, found)
    for (const entry of found) {
      const name = decodeName(entry, codePage)
      const path = checkPath(name, entry.fileNameRaw, findings)
      if (path === null) return null
      const folder = /[\\/]$/.test(name)
      if (!checkEntry(entry, path, folder, findings)) return null
      const isNew = folder ? names.addFolder(path) : names.addFile(path, entry)
      if (isNew === 'refused') return null
      pathBytes += Buffer.byteLength(path)
      if (pathBytes > allPathBytes) {
        findings.add('path-too-long', path, { limit: allPathBytes })
        return null
      }
      if (isNew === 'again') continue
      unpacked += entry.uncompressedSize
      packed += entry.compressedSize
      if (unpacked > packageLimits.unpackedBytes) {
        findings.add('unpacks-too-large', null, { limit: packageLimits.unpackedBytes })
        return null
      }
      entries.push({
        path,
        headerOffset: entry.relativeOffsetOfLocalHeader,
        rawName: Buffer.from(entry.fileNameRaw),
        packedSize: entry.compressedSize,
        size: entry.uncompressedSize,
        crc: entry.crc32,
        method: entry.compressionMethod === 8 ? 8 : 0,
        flags: entry.generalPurposeBitFlag,
        folder,
      })
    }
  } catch (error) {
    const [code, params] = explain(error)
    findings.add(code, null, params)
    return null
  }
  if (packed > archiveSize) {
    findings.add('overlap', null)
    return null
  }
  if (unpacked > wholeRatioFrom && unpacked > packed * wholeRatio) {
    findings.add('unpacks-too-much', null, { limit: wholeRatio })
    return null
  }
  // An end record that counts fewer entries than there are hides the rest from us and shows them to others.
  const next = await readBytes(fd, cursorOf(zip), 4)
  if (next.length === 4 && next.readUInt32LE(0) === 0x02014b50) {
    findings.add('central-directory-broken', null, { detail: 'entry count' })
    return null
  }
  if (!entries.some((entry) => !entry.folder)) {
    findings.add('empty')
    return null
  }
  return { entries, directoryOffset }
}

/** Of all paths together: a package that is played has them in memory. */
const allPathBytes = 4 * 1024 ** 2

/** The whole archive may grow a hundredfold at most, once it is beyond this: many small bombs are one large one. */
const wholeRatioFrom = 64 * 1024 ** 2
const wholeRatio = 100

/** The end of the archive proper: some tools and gateways leave bytes behind it. */
async function findEnd(fd: number, archiveSize: number): Promise<number> {
  const start = Math.max(0, archiveSize - 22 - 65_535 - mostTrailingBytes)
  const tail = await readBytes(fd, start, archiveSize - start)
  for (let at = tail.lastIndexOf(endMark); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(endMark, at - 1)) {
    if (at + 22 > tail.length) continue
    const end = start + at + 22 + tail.readUInt16LE(at + 20)
    if (end === archiveSize) return end
    const [size, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
    // The mark may stand in what is behind: the directory ends where its end record begins.
    const fits = size === 0xffffffff || offset === 0xffffffff || size + offset === start + at
    if (end < archiveSize && fits) return end
  }
  return archiveSize
}
const endMark = Buffer.from('PK\x05\x06', 'latin1')
const mostTrailingBytes = 1024 ** 2

function openZip(fd: number, size: number): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromRandomAccessReader(
      new WindowReader(fd),
      size,
      // decodeStrings false: yauzl would stop at the first bad name with a message of its own.
      { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true },
      (error, zip) => (error ? reject(error) : resolve(zip)),
    )
  })
}

/** yauzl's types say boolean; it is the offset of the next record in the central directory. */
function cursorOf(zip: ZipFile): number {
  return zip.readEntryCursor as unknown as number
}

/** The directory is read in many small pieces one after the other: serve them out of one large piece. */
class WindowReader extends RandomAccessReader {
  readonly #fd: number
  #window: Buffer = Buffer.alloc(0)
  #start = 0

  constructor(fd: number) {
    super()
    this.#fd = fd
  }

  override _readStreamForRange(): Readable {
    throw new Error('Entries are read through archive-files.ts')
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: ReadCallback): void {
    const from = position - this.#start
    if (from >= 0 && from + length <= this.#window.length) {
      this.#window.copy(buffer, offset, from, from + length)
      callback(null, length)
      return
    }
    const size = Math.max(windowSize, length)
    read(this.#fd, Buffer.allocUnsafe(size), 0, size, position, (error, bytesRead, window) => {
      if (error) return callback(error)
      this.#window = window.subarray(0, bytesRead)
      this.#start = position
      const given = Math.min(length, bytesRead)
      this.#window.copy(buffer, offset, 0, given)
      callback(null, given)
    })
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null)
  }
}
type ReadCallback = (error: Error | null, bytesRead?: number) => void
const windowSize = 256 * 1024

function explain(
  error: unknown,
): [
  'truncated' | 'not-a-zip' | 'multi-disk' | 'size-differs' | 'encrypted' | 'central-directory-broken',
  Record<string, string>,
] {
  const detail = cutText(error instanceof Error ? error.message : String(error), 200)
  if (/end of central directory record signature not found/i.test(detail)) return ['not-a-zip', {}]
  if (/unexpected EOF/i.test(detail)) return ['truncated', {}]
  if (/multi-disk/i.test(detail)) return ['multi-disk', {}]
  if (/size mismatch for stored file/i.test(detail)) return ['size-differs', {}]
  if (/strong encryption/i.test(detail)) return ['encrypted', {}]
  return ['central-directory-broken', { detail }]
}

// ---- one entry -------------------------------------------------------------------------------------------------

function decodeName(entry: Entry, codePage: CodePage): string {
  const raw = entry.fileNameRaw
  // Mac and Java tools write UTF-8 without saying so; the code page would garble every name that a manifest declares.
  if (!saysUtf8(entry) && isUtf8(raw)) return raw.toString('utf8')
  if (isInCodePage(entry)) return decodeIn(codePage, raw)
  return getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, true)
}

function saysUtf8(entry: Entry): boolean {
  return (entry.generalPurposeBitFlag & 0x800) !== 0
}

/** Its letters mean what some machine's code page said, and the entry does not tell its name in Unicode beside (0x7075). */
function isInCodePage(entry: Entry): boolean {
  return !saysUtf8(entry) && !isUtf8(entry.fileNameRaw) && !entry.extraFields.some((field) => field.id === 0x7075)
}

async function findCodePage(fd: number, entries: readonly Entry[]): Promise<CodePage> {
  const names = entries.filter(isInCodePage).map((entry) => entry.fileNameRaw)
  if (names.length === 0) return 'cp437'
  const manifests = entries.filter((entry) => /(^|[\\/])imsmanifest\.xml$/i.test(entry.fileNameRaw.toString('latin1')))
  const shortest = manifests.toSorted((a, b) => a.fileNameRaw.length - b.fileNameRaw.length)[0]
  return chooseCodePage(names, shortest === undefined ? new Set() : await declaredParts(fd, shortest))
}

/** What the manifest's addresses consist of. Read before anything is known of it: what is odd is found later. */
async function declaredParts(fd: number, entry: Entry): Promise<Set<string>> {
  const most = packageLimits.manifestBytes
  const parts = new Set<string>()
  if (entry.compressedSize > most || entry.uncompressedSize > most) return parts
  const header = await readBytes(fd, entry.relativeOffsetOfLocalHeader, 30)
  if (header.length < 30) return parts
  const offset = entry.relativeOffsetOfLocalHeader + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = await readBytes(fd, offset, entry.compressedSize)
  let bytes: Buffer
  try {
    bytes = entry.compressionMethod === 8 ? inflateRawSync(packed, { maxOutputLength: most }) : packed
  } catch {
    return parts
  }
  const xml = readXml(bytes)
  const open = 'code' in xml ? [] : [xml]
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    for (const name of ['href', 'base'])
      for (const part of partsOf(decodePath(element.attributes.get(name) ?? ''))) parts.add(part)
    open.push(...element.children)
  }
  return parts
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

// Control characters, halves of surrogate pairs, separators, what turns directions, byte order mark, nothing readable.
// Not the marks of a direction, which stand in names that people write from right to left.
const badCharacters = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufeff\ufffd]/u

/** The path with slashes and without empty or `.` segments; null when it was refused. A folder's ends without slash. */
function checkPath(name: string, raw: Buffer, findings: Findings): string | null {
  const refuse = (code: Parameters<Findings['add']>[0], params = {}) => {
    findings.add(code, name, params)
    return null
  }
  if (raw.length > packageLimits.pathBytes) return refuse('path-too-long', { limit: packageLimits.pathBytes })
  // The old code page shows control characters as little pictures: look at the bytes too.
  if (badCharacters.test(name) || raw.some((byte) => byte < 0x20 || byte === 0x7f)) return refuse('path-characters')
  const slashed = name.replaceAll('\\', '/')
  if (slashed.startsWith('/')) return refuse('path-absolute')
  if (/^[a-z]:/i.test(slashed)) return refuse('path-drive')
  const segments = slashed.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.length === 0) return refuse('path-empty')
  if (segments.length > packageLimits.pathSegments)
    return refuse('path-too-long', { limit: packageLimits.pathSegments })
  if (segments.some(climbs)) return refuse('path-escape')
  return segments.join('/')
}

/** `..`, also percent-encoded, and with the dots and blanks behind it that Windows drops. */
function climbs(segment: string): boolean {
  let plain = segment
  for (let round = 0; round < 3 && plain.includes('%'); round++) {
    plain = plain.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return plain.split(/[\\/]/).some((part) => /^\.\.[. ]*$/.test(part))
}

function checkEntry(entry: Entry, path: string, folder: boolean, findings: Findings): boolean {
  const refuse = (code: Parameters<Findings['add']>[0], params = {}) => {
    findings.add(code, path, params)
    return false
  }
  const fileType = (entry.externalFileAttributes >>> 16) & 0o170000
  if (fileType === 0o120000) return refuse('link')
  if ([0o010000, 0o020000, 0o060000, 0o140000].includes(fileType)) return refuse('special-file')
  if ((entry.generalPurposeBitFlag & 0x2041) !== 0) return refuse('encrypted')
  if (folder) return true
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    return refuse('compression-unknown', { method: entry.compressionMethod })
  }
  if (
    entry.uncompressedSize > packageLimits.ratioFromBytes &&
    entry.uncompressedSize > entry.compressedSize * packageLimits.ratio
  ) {
    return refuse('unpacks-too-much', { limit: packageLimits.ratio })
  }
  return true
}

type Bytes = Pick<Entry, 'crc32' | 'uncompressedSize'>
type Added = 'new' | 'again' | 'refused'

/** Gives names one meaning each, on every file system and in every spelling. */
class Names {
  readonly #findings: Findings
  readonly #files = new Map<string, { path: string; entry: Bytes }>()
  readonly #folders = new Set<string>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  addFile(path: string, entry: Bytes): Added {
    const folded = foldPath(path)
    const other = this.#files.get(folded)
    if (other !== undefined) {
      // One name with one meaning, written twice: some tools add what is there already.
      if (other.entry.crc32 === entry.crc32 && other.entry.uncompressedSize === entry.uncompressedSize) {
        this.#findings.add('duplicate-same', path, { other: other.path })
        return 'again'
      }
      return this.#refuse(other.path === path ? 'duplicate' : 'case-clash', path, other.path)
    }
    if (this.#folders.has(folded)) return this.#refuse('file-and-folder', path, path)
    this.#files.set(folded, { path, entry })
    return this.#addFolders(folded, path)
  }

  addFolder(path: string): Added {
    const folded = foldPath(path)
    if (this.#files.has(folded)) return this.#refuse('file-and-folder', path, path)
    this.#folders.add(folded)
    return this.#addFolders(folded, path)
  }

  #addFolders(folded: string, path: string): Added {
    for (let slash = folded.lastIndexOf('/'); slash > 0; slash = folded.lastIndexOf('/', slash - 1)) {
      const folder = folded.slice(0, slash)
      if (this.#folders.has(folder)) return 'new'
      if (this.#files.has(folder)) return this.#refuse('file-and-folder', path, folder)
      this.#folders.add(folder)
    }
    return 'new'
  }

  #refuse(code: 'duplicate' | 'case-clash' | 'file-and-folder', path: string, other: string): Added {
    this.#findings.add(code, path, { other })
    return 'refused'
  }
}

// ---- where the bytes lie ---------------------------------------------------------------------------------------

interface LocatedFile extends ArchivedFile {
  headerOffset: number
}

async function locateFiles(fd: number, directory: Directory, findings: Findings): Promise<LocatedFile[]> {
  const files: LocatedFile[] = []
  let differingNames = 0
  for (let from = 0; from < directory.entries.length; from += 64) {
    const group = directory.entries.slice(from, from + 64)
    const headers = await Promise.all(
      group.map((entry) => readBytes(fd, entry.headerOffset, 30 + entry.rawName.length)),
    )
    for (const [index, entry] of group.entries()) {
      const header = headers[index]
      if (header === undefined || header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) {
        findings.add('entry-broken', entry.path, { detail: 'header' })
        return []
      }
      const flags = header.readUInt16LE(6)
      const method = header.readUInt16LE(8)
      const nameLength = header.readUInt16LE(26)
      const offset = entry.headerOffset + 30 + nameLength + header.readUInt16LE(28)
      if ((flags & 0x2041) !== 0) {
        findings.add('encrypted', entry.path)
        return []
      }
      if (offset + entry.packedSize > directory.directoryOffset) {
        findings.add('entry-outside', entry.path)
        return []
      }
      const sameName = nameLength === entry.rawName.length && entry.rawName.equals(header.subarray(30, 30 + nameLength))
      if (!sameName) {
        const localName = (
          await readBytes(fd, entry.headerOffset + 30, Math.min(nameLength, packageLimits.pathBytes))
        ).toString('utf8')
        const slashed = localName.replaceAll('\\', '/')
        if (slashed.startsWith('/') || /^[a-z]:/i.test(slashed) || slashed.split('/').some(climbs)) {
          findings.add('path-escape', localName)
          return []
        }
        if (differingNames++ === 0) findings.add('entry-name-differs', entry.path, { other: localName })
      }
      if (entry.folder) continue
      if (method !== entry.method) {
        findings.add('entry-broken', entry.path, { detail: 'method' })
        return []
      }
      const packedHere = header.readUInt32LE(18)
      const sizeHere = header.readUInt32LE(22)
      // With bit 3 the sizes stand behind the data; 0xffffffff sends to the zip64 field.
      const told = (flags & 8) === 0 && packedHere !== 0xffffffff && sizeHere !== 0xffffffff
      if (told && (packedHere !== entry.packedSize || sizeHere !== entry.size)) {
        findings.add('size-differs', entry.path)
        return []
      }
      files.push({
        path: entry.path,
        offset,
        packedSize: entry.packedSize,
        size: entry.size,
        crc: entry.crc,
        method: entry.method,
        headerOffset: entry.headerOffset,
      })
    }
  }
  return files
}

function checkOverlaps(files: LocatedFile[], directoryOffset: number, findings: Findings): void {
  const inOrder = files.toSorted((a, b) => a.headerOffset - b.headerOffset)
  for (const [index, file] of inOrder.entries()) {
    const next = inOrder[index + 1]?.headerOffset ?? directoryOffset
    if (file.offset + file.packedSize > next) {
      findings.add('overlap', file.path)
      return
    }
  }
}

// ---- what the bytes are ----------------------------------------------------------------------------------------

type Fault = 'entry-broken' | 'size-differs' | 'checksum-differs' | null
const smallFile = 512 * 1024

async function verifySmall(fd: number, file: ArchivedFile): Promise<Fault> {
  const packed = await readBytes(fd, file.offset, file.packedSize)
  if (packed.length !== file.packedSize) return 'entry-broken'
  let content = packed
  if (file.method === 8) {
    try {
      // One byte of room more than declared, so that a longer one is noticed and not cut.
      const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: file.size + 1, info: true }) as unknown as {
        buffer: Buffer
        engine: { bytesWritten: number }
      }
      // Bytes behind the end of the deflated data would break the file when it is sent on as gzip.
      if (engine.bytesWritten !== file.packedSize) return 'entry-broken'
      content = buffer
    } catch (error) {
      return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'size-differs' : 'entry-broken'
    }
  }
  if (content.length !== file.size) return 'size-differs'
  return crc32(content) === file.crc ? null : 'checksum-differs'
}

async function verifyLarge(fd: number, file: ArchivedFile): Promise<Fault> {
  const stream = streamUnpacked(fd, file)
  let size = 0
  let crc = 0
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length
      if (size > file.size) return 'size-differs'
      crc = crc32(chunk as Buffer, crc)
    }
  } catch {
    return 'entry-broken'
  } finally {
    stream.destroy()
  }
  if (file.method === 8 && 'bytesWritten' in stream && stream.bytesWritten !== file.packedSize) return 'entry-broken'
  if (size !== file.size) return 'size-differs'
  return crc === file.crc ? null : 'checksum-differs'
}
