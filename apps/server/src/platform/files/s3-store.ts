import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open as openFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { mintTenantId, type TenantId } from '../tenant-id.ts'
import { receive, removeOlder } from './disk-store.ts'
import { checkNames, FileMissing, type FileStore, type PieceOwner } from './store.ts'

export interface S3StoreOptions {
  bucket: string
  region: string
  endpoint?: string | undefined
  accessKeyId: string
  secretAccessKey: string
  /** Empty, or ends with a slash. */
  prefix: string
  forcePathStyle: boolean
  /** Where files are written before they are sent, and where copies are kept for reading at positions. */
  cacheFolder: string
  cacheBytes?: number
}

type Sdk = typeof import('@aws-sdk/client-s3')

/** Keeps files in a bucket under `<prefix><tenant>/<hash>`. The SDK is loaded with the first use: it is large. */
export function createS3Store(options: S3StoreOptions): FileStore {
  const unfinished = join(options.cacheFolder, 'unfinished')
  const copies = new Copies(join(options.cacheFolder, 'copies'), options.cacheBytes ?? 5 * 1024 ** 3)
  const keyOf = (tenantId: TenantId, sha256: string) => {
    checkNames(tenantId, sha256)
    return `${options.prefix}${tenantId}/${sha256}`
  }

  let loading: Promise<{ sdk: Sdk; client: S3Client }> | undefined
  const load = () => {
    loading ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: makeClient(sdk, options) }))
    return loading
  }

  const sizeOf = async (key: string): Promise<number | null> => {
    const { sdk, client } = await load()
    try {
      const head = await client.send(new sdk.HeadObjectCommand({ Bucket: options.bucket, Key: key }))
      return head.ContentLength ?? 0
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const getObject = async (key: string, range?: string): Promise<Readable> => {
    const { sdk, client } = await load()
    const reply = await client.send(
      new sdk.GetObjectCommand({
        Bucket: options.bucket,
        Key: key,
        ...(range === undefined ? {} : { Range: range }),
      }),
    )
    return reply.Body as Readable
  }

  const fetchObject = async (key: string, sha256: string, range?: string): Promise<Readable> => {
    try {
      return await getObject(key, range)
    } catch (error) {
      throw isMissing(error) ? new FileMissing(sha256) : error
    }
  }

  /** Writes an object's bytes at a position; answers where they end. */
  const fetchInto = async (handle: FileHandle, start: number, key: string): Promise<number> => {
    let at = start
    for await (const chunk of await getObject(key)) {
      const bytes = chunk as Buffer
      for (let written = 0; written < bytes.length; )
        written += (await handle.write(bytes, written, bytes.length - written, at + written)).bytesWritten
      at += bytes.length
    }
    return at
  }

  /** An object is visible only once it is whole, and stored before the answer: nothing else is needed here. */
  const putObject = async (key: string, path: string, size: number): Promise<void> => {
    const { sdk, client } = await load()
    await again(tries, () =>
      client.send(
        new sdk.PutObjectCommand({
          Bucket: options.bucket,
          Key: key,
          Body: createReadStream(path),
          ContentLength: size,
          ContentType: 'application/octet-stream',
        }),
      ),
    )
  }

  const removeObject = async (key: string): Promise<void> => {
    const { sdk, client } = await load()
    await client.send(new sdk.DeleteObjectCommand({ Bucket: options.bucket, Key: key }))
  }

  const objectsUnder = async function* (
    prefix: string,
  ): AsyncGenerator<{ key: string; size: number; changedAt: Date }> {
    const { sdk, client } = await load()
    for (let after: string | undefined; ; ) {
      const page = await client.send(
        new sdk.ListObjectsV2Command({
          Bucket: options.bucket,
          Prefix: prefix,
          ...(after === undefined ? {} : { StartAfter: after }),
        }),
      )
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key === undefined) continue
        after = Key
        yield { key: Key, size: Size ?? 0, changedAt: LastModified ?? new Date() }
      }
      if (!page.IsTruncated || !page.Contents?.length) return
    }
  }

  /** One by one: the deletion of many at once needs a checksum header that not every store understands. */
  const removeUnder = async (prefix: string): Promise<void> => {
    for await (const { key } of objectsUnder(prefix)) await removeObject(key)
  }

  /** No tenant id begins with a dot. */
  const pieces = `${options.prefix}.uploads/`
  const pieceOf = ({ tenantId, uploadId }: PieceOwner, name = '') => {
    checkNames(tenantId)
    if (!isPieceName(uploadId) || (name !== '' && !isPieceName(name))) throw new Error('Not the name of a piece')
    return `${pieces}${tenantId}/${uploadId}/${name}`
  }

  return {
    pieces: {
      folder: unfinished,

      put: (of, name, path, size) => putObject(pieceOf(of, name), path, size),

      async gather(of, names) {
        await mkdir(unfinished, { recursive: true })
        const path = join(unfinished, randomUUID())
        const handle = await openFile(path, 'wx')
        try {
          let end = 0
          for (const name of names) {
            const start = end
            end = await again(tries, () => fetchInto(handle, start, pieceOf(of, name)))
          }
          return path
        } catch (error) {
          await rm(path, { force: true })
          throw isMissing(error) ? new FileMissing(of.uploadId) : error
        } finally {
          await handle.close()
        }
      },

      remove: (of, name) => removeObject(pieceOf(of, name)),
      removeAll: (of) => removeUnder(pieceOf(of)),

      async *list() {
        for await (const { key, changedAt } of objectsUnder(pieces)) {
          const [tenantId = '', uploadId = ''] = key.slice(pieces.length).split('/')
          // Nobody but Learnt writes here; what is not ours is left alone.
          if (/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(tenantId) && isPieceName(uploadId))
            yield { tenantId: mintTenantId(tenantId), uploadId, changedAt }
        }
      },
    },

    async put(tenantId, source, putOptions = {}) {
      checkNames(tenantId)
      await mkdir(unfinished, { recursive: true })
      const written = await receive(unfinished, source, putOptions)
      try {
        const { sha256, size } = written
        const key = keyOf(tenantId, sha256)
        if ((await sizeOf(key)) === size) return { sha256, size, created: false }
        await putObject(key, written.path, size)
        return { sha256, size, created: true }
      } finally {
        await rm(written.path, { force: true })
      }
    },

    open(tenantId, sha256, range) {
      return fetchObject(keyOf(tenantId, sha256), sha256, range && `bytes=${range.start}-${range.end}`)
    },

    sizeOf: (tenantId, sha256) => sizeOf(keyOf(tenantId, sha256)),

    async localPath(tenantId, sha256) {
      const key = keyOf(tenantId, sha256)
      try {
        return await copies.get(`${tenantId}.${sha256}`, async () => {
          await mkdir(unfinished, { recursive: true })
          const copy = await receive(unfinished, await fetchObject(key, sha256))
          if (copy.sha256 !== sha256) {
            await rm(copy.path, { force: true })
            throw new Error(`The object store returned other bytes for ${sha256}`)
          }
          return copy
        })
      } catch (error) {
        if (error instanceof FileMissing) return null
        throw error
      }
    },

    async *list(tenantId) {
      checkNames(tenantId)
      const prefix = `${options.prefix}${tenantId}/`
      for await (const { key, size } of objectsUnder(prefix)) {
        const sha256 = key.slice(prefix.length)
        if (/^[0-9a-f]{64}$/.test(sha256)) yield { sha256, size }
      }
    },

    async remove(tenantId, sha256) {
      await removeObject(keyOf(tenantId, sha256))
      await copies.forget(`${tenantId}.${sha256}`)
    },

    async removeTenant(tenantId) {
      checkNames(tenantId)
      await removeUnder(`${options.prefix}${tenantId}/`)
      await removeUnder(`${pieces}${tenantId}/`)
    },

    async check() {
      const { sdk, client } = await load()
      await client.send(new sdk.HeadBucketCommand({ Bucket: options.bucket }))
    },

    async cleanUp() {
      await mkdir(unfinished, { recursive: true })
      await removeOlder(unfinished, 60 * 60 * 1000)
      await copies.open()
    },
  }
}

function makeClient(sdk: Sdk, options: S3StoreOptions): S3Client {
  return new sdk.S3Client({
    region: options.region,
    forcePathStyle: options.forcePathStyle,
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Newer checksums turn every upload into a chunked one, which many compatible stores refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  })
}

const tries = 4

/** Ids and the names made from them: they become parts of keys. */
function isPieceName(name: string): boolean {
  return /^[0-9a-f-]{36}$/.test(name)
}

/** The SDK cannot repeat a request whose body is a stream; each try makes a new one. */
async function again<T>(most: number, run: () => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await run()
    } catch (error) {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
      if (round >= most || (status !== undefined && status < 500 && status !== 429)) throw error
      await new Promise((resolve) => setTimeout(resolve, 100 * 3 ** round * (0.5 + Math.random())))
    }
  }
}

function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return name === 'NotFound' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404
}

/** Copies of remote files on this machine, the least used thrown away when they grow beyond the limit. */
class Copies {
  readonly #folder: string
  readonly #limit: number
  readonly #known = new Map<string, { size: number; usedAt: number }>()
  readonly #fetching = new Map<string, Promise<string>>()
  #opened: Promise<void> | undefined

  constructor(folder: string, limit: number) {
    this.#folder = folder
    this.#limit = limit
  }

  /** Takes over what an earlier process left; its order of use is kept as the files' time. */
  open(): Promise<void> {
    this.#opened ??= (async () => {
      await mkdir(this.#folder, { recursive: true })
      for (const name of await readdir(this.#folder)) {
        const found = await stat(join(this.#folder, name))
        if (found.isFile()) this.#known.set(name, { size: found.size, usedAt: found.mtimeMs })
      }
    })()
    return this.#opened
  }

  async get(name: string, fetch: () => Promise<{ path: string; size: number }>): Promise<string> {
    await this.open()
    const path = join(this.#folder, name)
    const known = this.#known.get(name)
    if (known !== undefined && (await stat(path).catch(() => null)) !== null) {
      known.usedAt = Date.now()
      await utimes(path, new Date(), new Date()).catch(() => undefined)
      return path
    }
    const running = this.#fetching.get(name)
    if (running !== undefined) return running
    const work = (async () => {
      const copy = await fetch()
      await rename(copy.path, path)
      this.#known.set(name, { size: copy.size, usedAt: Date.now() })
      await this.#shrink()
      return path
    })().finally(() => this.#fetching.delete(name))
    this.#fetching.set(name, work)
    return work
  }

  async forget(name: string): Promise<void> {
    await this.open()
    this.#known.delete(name)
    await rm(join(this.#folder, name), { force: true })
  }

  async #shrink(): Promise<void> {
    let total = 0
    for (const copy of this.#known.values()) total += copy.size
    const oldest = [...this.#known].toSorted((a, b) => a[1].usedAt - b[1].usedAt)
    for (const [name, copy] of oldest) {
      // Somebody was told the path moments ago and may not have opened it yet.
      if (total <= this.#limit || copy.usedAt > Date.now() - 60_000) return
      total -= copy.size
      await this.forget(name)
    }
  }
}
