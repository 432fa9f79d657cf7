import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'

/** How a written file is recognised later. */
export interface Sum {
  readonly bytes: number
  readonly sha256: string
}

/** Rows in COPY's text form, smaller: `zstd -d` shows them. */
export function compressRows(): Transform {
  return createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
}

export function decompressRows(source: Readable): AsyncIterable<Buffer> {
  const out = createZstdDecompress()
  pipeline(source, out).catch((error: unknown) => out.destroy(error as Error))
  return out
}

/** Lets bytes through and sums them up. */
export function summing(): { through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer>; sum(): Sum } {
  const hash = createHash('sha256')
  let bytes = 0
  let sha256: string | undefined
  return {
    async *through(source) {
      for await (const piece of source) {
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
    },
    sum() {
      sha256 ??= hash.digest('hex')
      return { bytes, sha256 }
    },
  }
}

/** Writes a file that only we may read, and is on disk when this resolves. */
export async function writeSummed(path: string, source: AsyncIterable<Buffer>): Promise<Sum> {
  const summer = summing()
  const handle = await open(path, 'wx', 0o600)
  try {
    await writeFile(handle, summer.through(source))
    await handle.sync()
  } finally {
    await handle.close()
  }
  return summer.sum()
}

export async function writeRows(path: string, source: AsyncIterable<Buffer>): Promise<Sum> {
  const out = compressRows()
  const reading = pipeline(Readable.from(source, { objectMode: false }), out)
  const [, sum] = await Promise.all([
    reading,
    writeSummed(path, out).catch((error: unknown) => {
      out.destroy(error as Error)
      throw error
    }),
  ])
  return sum
}

export function readRows(path: string): AsyncIterable<Buffer> {
  return decompressRows(createReadStream(path))
}

export async function sumOf(source: AsyncIterable<Buffer>): Promise<Sum> {
  const summer = summing()
  for await (const _ of summer.through(source));
  return summer.sum()
}

/** A name lasts once its folder is on disk. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch {
    // Some file systems cannot sync a folder; they offer nothing better.
  } finally {
    await handle.close()
  }
}

/** Whole lines of rows, without their ends. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0)
  for await (const piece of source) {
    const last = piece.lastIndexOf(10)
    if (last === -1) {
      rest = Buffer.concat([rest, piece])
      continue
    }
    yield* Buffer.concat([rest, piece.subarray(0, last)])
      .toString('utf8')
      .split('\n')
    rest = Buffer.from(piece.subarray(last + 1))
  }
  if (rest.length > 0) yield rest.toString('utf8')
}
