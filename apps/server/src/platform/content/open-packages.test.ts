import { fstatSync } from 'node:fs'
import { Readable } from 'node:stream'
import { beforeAll, expect, test } from 'vitest'
import { makeScratchFolder } from '../../../test/scratch.ts'
import { createDiskStore } from '../files/disk-store.ts'
import { mintTenantId } from '../tenant-id.ts'
import { type PackedFile, readBytes } from './archive-files.ts'
import { OpenPackages } from './open-packages.ts'

const tenant = mintTenantId('learnt')
let folder: string
beforeAll(async () => {
  folder = await makeScratchFolder()
})

/** Packages whose lists take about 100 kB each; `asked` are those whose list was fetched. */
async function givenOpenPackages(maxBytes: number) {
  const files = createDiskStore(folder)
  const { sha256 } = await files.put(tenant, Readable.from([Buffer.from('the archive')]))
  const list = Array.from({ length: 100 }, (_, number): PackedFile => {
    return [`${number}`.padStart(350, 'p'), 0, 11, 11, 0, 0]
  })
  const asked: string[] = []
  const resolve = async (_: unknown, packageId: string) => {
    asked.push(packageId)
    return { sha256, files: list }
  }
  return { packages: new OpenPackages({ resolve, files, maxBytes }), asked }
}

async function readOnce(packages: OpenPackages, packageId: string): Promise<number> {
  const open = await packages.use(tenant, packageId)
  if (open === null) throw new Error('not found')
  expect(open.find('7'.padStart(350, 'P'))).toMatchObject({ size: 11 })
  expect((await readBytes(open.fd, 0, 11)).toString()).toBe('the archive')
  open.release()
  return open.fd
}

const isOpen = (fd: number) => {
  try {
    return fstatSync(fd).size === 11
  } catch {
    return false
  }
}

test('keeps as many lists as there is room for, and closes the archives of the others', async () => {
  const { packages, asked } = await givenOpenPackages(250_000)
  const first = await readOnce(packages, 'a')
  for (const id of ['b', 'a', 'b']) await readOnce(packages, id)
  expect(asked).toEqual(['a', 'b'])
  await readOnce(packages, 'c')
  await expect.poll(() => isOpen(first)).toBe(false)
  for (const id of ['b', 'c', 'a']) await readOnce(packages, id)
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
  packages.close()
})

test('a list greater than all the room is served, to all who wait for it, and not kept', async () => {
  const { packages, asked } = await givenOpenPackages(50_000)
  const [first, second] = await Promise.all([packages.use(tenant, 'a'), packages.use(tenant, 'a')])
  expect(asked).toEqual(['a'])
  expect(second?.fd).toBe(first?.fd)
  const fd = first?.fd ?? -1
  first?.release()
  expect((await readBytes(fd, 0, 11)).toString()).toBe('the archive')
  second?.release()
  await expect.poll(() => isOpen(fd)).toBe(false)
  await readOnce(packages, 'a')
  expect(asked).toEqual(['a', 'a'])
})

test('closing waits for readers and those about to read', async () => {
  const { packages } = await givenOpenPackages(1_000_000)
  const opening = packages.use(tenant, 'a')
  packages.close()
  const open = await opening
  const fd = open?.fd ?? -1
  expect((await readBytes(fd, 0, 11)).toString()).toBe('the archive')
  open?.release()
  await expect.poll(() => isOpen(fd)).toBe(false)
})
