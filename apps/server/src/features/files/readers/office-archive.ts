import { close, fstat, open } from 'node:fs'
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import yauzl from 'yauzl'
import { limits } from './limits.ts'
import { blameDocument, DocumentUnreadable } from './unreadable.ts'
import { readXml } from './xml.ts'

export const contentTypesPart = '[Content_Types].xml'

export interface Relation {
  readonly type: string
  /** The part that it leads to, as the archive names it. */
  readonly target: string
}

/** The parts of an Office document, unpacked as a stream and no further than they declare. */
export class OfficeArchive {
  readonly #zip: yauzl.ZipFile
  readonly #entries: ReadonlyMap<string, yauzl.Entry>
  #unpacked = 0

  static async open(path: string): Promise<OfficeArchive> {
    // By its descriptor: a copy of a remote file may be thrown away while it is read.
    const fd = await promisify(open)(path, 'r')
    try {
      await promisify(fstat)(fd)
      return new OfficeArchive(...(await readDirectory(fd)))
    } catch (error) {
      await promisify(close)(fd).catch(() => {})
      throw blameDocument(error)
    }
  }

  private constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  has(name: string): boolean {
    return this.#entries.has(nameOf(name))
  }

  async stream(name: string, mostBytes: number): Promise<Readable> {
    const entry = this.#entries.get(nameOf(name))
    if (!entry) throw new DocumentUnreadable('broken', { cause: new Error(`No ${name}`) })
    if (entry.isEncrypted()) throw new DocumentUnreadable('locked')
    this.#unpacked += entry.uncompressedSize
    if (entry.uncompressedSize > mostBytes || this.#unpacked > limits.unpackedBytes)
      throw new DocumentUnreadable('tooLarge')
    return new Promise((resolve, reject) => {
      // yauzl ends the stream with an error where there is more in it than it declares.
      this.#zip.openReadStream(entry, (error, stream) => {
        if (error) reject(new DocumentUnreadable('broken', { cause: error }))
        else resolve(stream)
      })
    })
  }

  async read(name: string, mostBytes: number = limits.wholePartBytes): Promise<Buffer> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of await this.stream(name, mostBytes)) chunks.push(chunk as Buffer)
    } catch (error) {
      throw blameDocument(error)
    }
    return Buffer.concat(chunks)
  }

  /** What a part refers to, by the ids that it uses. Addresses outside the archive are left out. */
  async relations(part: string): Promise<Map<string, Relation>> {
    const folder = posix.dirname(part)
    const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
    const found = new Map<string, Relation>()
    if (!this.has(name)) return found
    await readXml(await this.stream(name, limits.wholePartBytes), {
      open(element, attributes) {
        if (element !== 'Relationship' || attributes.TargetMode === 'External') return
        const { Id: id, Type: type = '', Target: target } = attributes
        if (id === undefined || target === undefined) return
        const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
        found.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: path })
      },
    })
    return found
  }

  /**
   * The main part of the document: as the archive says, since programs name it differently, else by its usual name.
   * Null where there is none.
   */
  async findMainPart(usual: readonly string[]): Promise<string | null> {
    for (const { type, target } of (await this.relations('')).values())
      if (type === 'officeDocument' && this.has(target)) return target
    return usual.find((name) => this.has(name)) ?? null
  }

  /** The same, for a reader of one kind of document. */
  async mainPart(usual: string): Promise<string> {
    const found = await this.findMainPart([usual])
    if (found === null) throw new DocumentUnreadable('broken', { cause: new Error(`No ${usual}`) })
    return found
  }

  /** Of which kind its parts are, by their names. */
  async contentTypes(): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    if (!this.has(contentTypesPart)) return found
    await readXml(await this.stream(contentTypesPart, limits.wholePartBytes), {
      open(element, { PartName: name, ContentType: type }) {
        if (element === 'Override' && name !== undefined && type !== undefined) found.set(nameOf(name), type)
      },
    })
    return found
  }

  get names(): Iterable<string> {
    return this.#entries.keys()
  }

  close(): void {
    this.#zip.close()
  }
}

function readDirectory(fd: number): Promise<[yauzl.ZipFile, Map<string, yauzl.Entry>]> {
  return new Promise((resolve, reject) => {
    yauzl.fromFd(fd, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) return reject(error)
      if (zip.entryCount > limits.archiveEntries) return reject(new DocumentUnreadable('tooLarge'))
      const entries = new Map<string, yauzl.Entry>()
      zip.on('entry', (entry: yauzl.Entry) => {
        const name = nameOf(entry.fileName)
        if (!entries.has(name)) entries.set(name, entry)
        zip.readEntry()
      })
      zip.on('error', reject)
      zip.on('end', () => resolve([zip, entries]))
      zip.readEntry()
    })
  })
}

/** Names differ in upper and lower case from program to program (ECMA-376 part 2, part names). */
export function nameOf(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}
