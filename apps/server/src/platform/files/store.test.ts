import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startS3Server, type TestS3Server } from '../../../test/s3-server.ts'
import { readSettings } from '../env.ts'
import { mintTenantId } from '../tenant-id.ts'
import { createDiskStore } from './disk-store.ts'
import { DataFolderRefused, openFileStore } from './open-store.ts'
import { createS3Store } from './s3-store.ts'
import { FileMissing, type FileStore, FileTooLarge } from './store.ts'

const learnt = mintTenantId('learnt')
const munro = mintTenantId('munro')
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let folder: string
let s3: TestS3Server
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'learnt-files-'))
  s3 = await startS3Server('bucket', 'key')
})
afterEach(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const kinds: Array<[string, () => FileStore]> = [
  ['disk', () => createDiskStore(join(folder, 'files'))],
  ['S3', () => makeS3Store()],
]

function makeS3Store(cacheBytes?: number): FileStore {
  return createS3Store({
    bucket: 'bucket',
    region: 'us-east-1',
    endpoint: s3.url,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    prefix: 'some/folder/',
    forcePathStyle: true,
    cacheFolder: join(folder, 'cache'),
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
  })
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function listed(store: FileStore): Promise<{ sha256: string; size: number }[]> {
  const all: { sha256: string; size: number }[] = []
  for await (const one of store.list(learnt)) all.push(one)
  return all.sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
}

/** Every file below the folder, whichever store wrote it. */
async function everyFile(): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((one) => one.isFile()).map((one) => one.name)
}

describe.each(kinds)('%s', (_, make) => {
  const content = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(5000))

  test('gives back what was put, whole and in part', async () => {
    const store = make()
    const put = await store.put(learnt, Readable.from([content.subarray(0, 1000), content.subarray(1000)]))
    expect(put).toEqual({ sha256: hashOf(content), size: content.length, created: true })
    expect((await bytesOf(await store.open(learnt, put.sha256))).equals(content)).toBe(true)
    const part = await bytesOf(await store.open(learnt, put.sha256, { start: 10, end: 20 }))
    expect(part.equals(content.subarray(10, 21))).toBe(true)
    expect(await store.sizeOf(learnt, put.sha256)).toBe(content.length)
    const path = await store.localPath(learnt, put.sha256)
    expect((await readFile(path ?? '')).equals(content)).toBe(true)
  })

  test('keeps the same content once, and each tenant’s apart', async () => {
    const store = make()
    const first = await store.put(learnt, Readable.from([content]))
    expect((await store.put(learnt, Readable.from([content]))).created).toBe(false)
    expect(await store.sizeOf(munro, first.sha256)).toBeNull()
    expect(await store.localPath(munro, first.sha256)).toBeNull()
    await expect(store.open(munro, first.sha256)).rejects.toThrow(FileMissing)
    expect((await store.put(munro, Readable.from([content]))).created).toBe(true)
    await store.remove(munro, first.sha256)
    expect(await store.sizeOf(learnt, first.sha256)).toBe(content.length)
  })

  test('takes a path, and moves it when told to', async () => {
    const store = make()
    const source = join(folder, 'upload')
    await writeFile(source, content)
    expect((await store.put(learnt, source)).sha256).toBe(hashOf(content))
    expect(await everyFile()).toContain('upload')
    await store.remove(learnt, hashOf(content))
    expect((await store.put(learnt, source, { move: true })).sha256).toBe(hashOf(content))
    expect(await everyFile()).not.toContain('upload')
  })

  test('leaves nothing behind when a source fails or is too large', async () => {
    const store = make()
    await store.cleanUp()
    const failing = Readable.from(
      (function* () {
        yield content
        throw new Error('The line was cut')
      })(),
    )
    await expect(store.put(learnt, failing)).rejects.toThrow('The line was cut')
    await expect(store.put(learnt, Readable.from([content]), { maxBytes: 100 })).rejects.toThrow(FileTooLarge)
    expect(await everyFile()).toEqual([])
    expect(s3.objects.size).toBe(0)
  })

  test('removes all of a tenant', async () => {
    const store = make()
    const hashes: string[] = []
    for (let number = 0; number < 5; number++)
      hashes.push((await store.put(learnt, Readable.from([`file ${number}`]))).sha256)
    const other = await store.put(munro, Readable.from(['theirs']))
    expect(await listed(store)).toEqual(hashes.toSorted().map((sha256) => ({ sha256, size: 6 })))
    await store.removeTenant(learnt)
    expect(await listed(store)).toEqual([])
    for (const hash of hashes) expect(await store.sizeOf(learnt, hash)).toBeNull()
    expect(await store.sizeOf(munro, other.sha256)).toBe(6)
  })

  test('refuses names that could become paths', async () => {
    const store = make()
    await expect(async () => store.open('../etc' as never, hashOf(content))).rejects.toThrow('Not a tenant id')
    await expect(async () => store.open(learnt, '../../etc/passwd')).rejects.toThrow('Not a SHA-256')
  })

  test('says that it works', async () => {
    await make().check()
  })
})

describe('disk', () => {
  test('removes at start what a killed process left unfinished, not what is being written', async () => {
    const store = createDiskStore(folder)
    await store.cleanUp()
    const old = join(folder, '.unfinished', 'old')
    await writeFile(old, 'half')
    await utimes(old, new Date(Date.now() - 2 * 3600_000), new Date(Date.now() - 2 * 3600_000))
    await writeFile(join(folder, '.unfinished', 'fresh'), 'half')
    await store.cleanUp()
    expect(await everyFile()).toEqual(['fresh'])
  })

  test('many at once, some the same', async () => {
    const store = createDiskStore(folder)
    const puts = await Promise.all(
      Array.from({ length: 40 }, (_, number) => store.put(learnt, Readable.from([`file ${number % 10}`]))),
    )
    expect(new Set(puts.map((put) => put.sha256)).size).toBe(10)
    expect((await everyFile()).length).toBe(10)
  })
})

describe('S3', () => {
  test('tries again when the store is busy', async () => {
    const store = makeS3Store()
    await store.put(learnt, Readable.from(['warm']))
    s3.failNext(2, 'HEAD')
    expect(await store.sizeOf(learnt, '0'.repeat(64))).toBeNull()
    s3.failNext(2, 'PUT')
    const put = await store.put(learnt, Readable.from(['again']))
    expect(s3.objects.get(`some/folder/learnt/${put.sha256}`)?.toString()).toBe('again')
  })

  test('fetches a copy once for many readers, and keeps copies within the limit', async () => {
    const store = makeS3Store(2500)
    const puts = await Promise.all(
      ['a', 'b', 'c', 'd'].map((letter) => store.put(learnt, Readable.from([letter.repeat(1000)]))),
    )
    const [first] = puts
    s3.requests.length = 0
    await Promise.all(Array.from({ length: 10 }, () => store.localPath(learnt, first?.sha256 ?? '')))
    expect(s3.requests.filter((request) => request.startsWith('GET'))).toHaveLength(1)
    const paths: string[] = []
    for (const put of puts) paths.push((await store.localPath(learnt, put.sha256)) ?? '')
    // Copies used within the last minute stay; older ones go when a further one arrives.
    const store2 = makeS3Store(2500)
    const old = new Date(Date.now() - 3600_000)
    for (const path of paths) await utimes(path, old, old)
    const last = await store2.put(learnt, Readable.from(['e'.repeat(1000)]))
    await store2.localPath(learnt, last.sha256)
    const left = await Promise.all(
      paths.map((path) =>
        stat(path).then(
          () => true,
          () => false,
        ),
      ),
    )
    expect(left.filter(Boolean).length).toBe(1)
  })
})

test('a data folder that cannot be used is refused in words, with the name of the setting', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const s3Settings = {
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_ENDPOINT: s3.url,
  }
  for (const settings of [{}, s3Settings]) {
    const open = (dataDir: string) => openFileStore(readSettings({ ...settings, DATA_DIR: dataDir }))
    const refusal = await open(join(file, 'data')).catch((error: Error) => error)
    expect(refusal).toBeInstanceOf(DataFolderRefused)
    expect((refusal as Error).message).toMatch(/^DATA_DIR: .*file\/data is not a folder/)
    await open(join(folder, 'data'))
  }
})
