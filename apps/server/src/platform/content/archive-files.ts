import { close, open, read, type Stats, stat } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import { createInflateRaw } from 'node:zlib'

/** One file inside a zip archive, as much as is needed to serve it without opening the archive's directory again. */
export interface ArchivedFile {
  /** With slashes, relative to the archive, unique also when case is ignored. */
  path: string
  /** Where its bytes begin in the archive. */
  offset: number
  packedSize: number
  size: number
  crc: number
  /** 0 as it is, 8 deflated. */
  method: 0 | 8
  /** Kept as a file of its own under this hash, unpacked, so that ranges of it can be read: sound and moving pictures. */
  blob?: string | undefined
}

/** Opens a file for reading at positions. Close it with `closeFile`. */
export const openFile: (path: string) => Promise<number> = (path) => promisify(open)(path, 'r')
export const closeFile: (fd: number) => Promise<void> = promisify(close)
export const statFile: (path: string) => Promise<Stats> = promisify(stat)
const readAt = promisify(read)

/** Reads exactly `length` bytes, or fewer at the end of the file. */
export async function readBytes(fd: number, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await readAt(fd, buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled === length ? buffer : buffer.subarray(0, filled)
}

const chunkSize = 128 * 1024

/**
 * A stretch of an open file as a stream. Never `createReadStream({ fd, autoClose: false })`: it closes the shared
 * descriptor when it is destroyed, and every later request fails with EBADF.
 */
export function streamBytes(fd: number, position: number, length: number): Readable {
  let at = position
  const end = position + length
  return new Readable({
    highWaterMark: chunkSize,
    read() {
      if (at >= end) {
        this.push(null)
        return
      }
      const want = Math.min(chunkSize, end - at)
      read(fd, Buffer.allocUnsafe(want), 0, want, at, (error, bytesRead, buffer) => {
        if (error) this.destroy(error)
        else if (bytesRead === 0) this.destroy(new Error('The archive ends before its file does'))
        else {
          at += bytesRead
          this.push(bytesRead === want ? buffer : buffer.subarray(0, bytesRead))
        }
      })
    },
  })
}

/** The unpacked bytes of a file. Destroying the result stops the reading too. */
export function streamUnpacked(fd: number, file: ArchivedFile): Readable {
  const packed = streamBytes(fd, file.offset, file.packedSize)
  if (file.method === 0) return packed
  const inflate: Transform = createInflateRaw({ chunkSize })
  packed.on('error', (error) => inflate.destroy(error))
  inflate.on('close', () => packed.destroy())
  return packed.pipe(inflate)
}

/** Packs the list for the database: the path and six figures of each file. */
export function packIndex(files: readonly ArchivedFile[]): PackedFile[] {
  return files.map((file) => {
    const packed: PackedFile = [file.path, file.offset, file.packedSize, file.size, file.crc, file.method]
    if (file.blob !== undefined) packed.push(file.blob)
    return packed
  })
}

export function unpackIndex(packed: readonly PackedFile[]): ArchivedFile[] {
  return packed.map(([path, offset, packedSize, size, crc, method, blob]) => ({
    path,
    offset,
    packedSize,
    size,
    crc,
    method,
    ...(blob === undefined ? {} : { blob }),
  }))
}

export type PackedFile = [
  path: string,
  offset: number,
  packedSize: number,
  size: number,
  crc: number,
  method: 0 | 8,
  blob?: string,
]

/** Names that differ only in case, in how accents are spelled or in marks of a direction are one name here. */
export function foldPath(path: string): string {
  return path
    .replace(/[\u061c\u200e\u200f]/g, '')
    .normalize('NFC')
    .toLowerCase()
}

/** A path as people wrote it into an address: what is no escape stays as it is, `100% done.html` too. */
export function decodePath(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}

/** A path with one slash between its parts, as archives keep them. */
export function plainPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
}
