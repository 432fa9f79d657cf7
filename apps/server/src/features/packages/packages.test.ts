import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import { PackageReport } from '@learnt/contract/packages'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { manifest12, noise } from '../../../test/given/archives.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import { givenFile } from '../../../test/given/courses.ts'
import { hostileArchives } from '../../../test/given/hostile-archives.ts'
import { smallPackage } from '../../../test/given/packages.ts'
import { type GivenTenant, givenTenant } from '../../../test/given/people.ts'
import { makeZip } from '../../../test/given/zip.ts'
import { sampleForCi } from '../../../test/proof.ts'
import { disk } from '../files/uploads.ts'
import { importPackage } from './commands.ts'
import { PackageRefused } from './problems.ts'
import { findArchive, findPlayablePackage } from './queries.ts'

const app = await testApp()

async function upload(tenant: GivenTenant, bytes: Buffer) {
  const given = await givenFile(app, tenant, {
    bytes,
    name: 'Course.zip',
    contentType: 'application/zip',
    purpose: 'package',
  })
  const ctx = contextOf(app, tenant.admin, ['admin'])
  const row = await ctx.read((tx) =>
    tx.selectFrom('files').selectAll().where('id', '=', given.fileId).executeTakeFirstOrThrow(),
  )
  return { ctx, file: { ...row, size: Number(row.size) }, ...given }
}

/** Everything of a tenant in the store, unfinished pieces too. */
async function storedOf(tenant: GivenTenant): Promise<string[]> {
  const folder = join(app.services.settings.dataDir, 'files')
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter(
      (one) =>
        one.isFile() && (one.parentPath.includes(`/${tenant.tenantId}/`) || one.parentPath.endsWith('.unfinished')),
    )
    .map((one) => one.name)
}

async function runImport(tenant: GivenTenant, fileId: string) {
  const started = await app.call(tenant.admin, api.courses.importPackage, { body: { fileId } })
  expect(started.status).toBe(202)
  await app.settle()
  const { body } = await app.call(tenant.admin, api.jobs.mine)
  const [job] = body.items
  return {
    result: job?.result,
    state: job?.state,
    report: PackageReport.parse(JSON.parse(String(job?.result?.report))),
  }
}

const film = noise(300_000, 'film')
const withFilm = () =>
  makeZip([
    { name: 'imsmanifest.xml', data: manifest12({ title: '' }), method: 8 },
    { name: 'index.html', data: `<p>${Math.random()}</p>`, method: 8 },
    { name: 'film.mp4', data: film, method: 8 },
    { name: 'sound.mp3', data: noise(5000), method: 0 },
    { name: 'copy/film.MP4', data: film, method: 8 },
  ])

describe('importing', () => {
  test('keeps the archive as it is and deflated films a second time', async () => {
    const tenant = await givenTenant(app)
    const { ctx, file } = await upload(tenant, withFilm())
    const imported = await importPackage(ctx, file)
    // A package without a title has the name of its file.
    expect(imported).toMatchObject({ title: 'Course', scoCount: 1, report: { accepted: true } })
    const archive = await ctx.read((tx) => findArchive(tx, imported.packageId))
    const blobs = archive?.files.flatMap((one) => (one[6] === undefined ? [] : [[one[0], one[6]]])) ?? []
    expect(blobs.map(([path]) => path)).toEqual(['film.mp4', 'copy/film.MP4'])
    expect(await storedOf(tenant)).toHaveLength(2)
    expect(await app.services.files.sizeOf(tenant.tenantId, blobs[0]?.[1] ?? '')).toBe(film.length)
    expect(await ctx.read((tx) => findPlayablePackage(tx, imported.packageId))).toMatchObject({
      kind: 'scorm12',
      organization: { items: [{ id: 'one' }] },
    })
  })

  test('needs room for the films that it unpacks, and for nothing else', async () => {
    const tenant = await givenTenant(app)
    const [films, none] = [await upload(tenant, withFilm()), await upload(tenant, smallPackage())]
    const { freeBytes } = disk
    const reserve = 256 * 1024 ** 2
    try {
      disk.freeBytes = async () => reserve + 2 * film.length - 1
      await expect(importPackage(films.ctx, films.file)).rejects.toMatchObject({
        status: 507,
        detail: 'files.diskFull',
      })
      expect(await storedOf(tenant)).toHaveLength(2)
      await importPackage(none.ctx, none.file)
      disk.freeBytes = async () => reserve + 2 * film.length
      await importPackage(films.ctx, films.file)
      expect(await storedOf(tenant)).toHaveLength(3)
    } finally {
      disk.freeBytes = freeBytes
    }
  })

  test('twice, also at once, is one package', async () => {
    const tenant = await givenTenant(app)
    const { ctx, file } = await upload(tenant, withFilm())
    const all = await Promise.all([importPackage(ctx, file), importPackage(ctx, file), importPackage(ctx, file)])
    expect(new Set([...all, await importPackage(ctx, file)].map((one) => one.packageId)).size).toBe(1)
    expect(await ctx.read((tx) => tx.selectFrom('packages').select('id').execute())).toHaveLength(1)
  })

  test('is not seen by another tenant', async () => {
    const [one, two] = [await givenTenant(app), await givenTenant(app)]
    const { ctx, file } = await upload(one, smallPackage())
    const { packageId } = await importPackage(ctx, file)
    expect(await ctx.read((tx) => findArchive(tx, packageId))).not.toBeNull()
    const other = contextOf(app, two.admin, ['admin'])
    expect(await other.read((tx) => findArchive(tx, packageId))).toBeNull()
    await expect(importPackage(other, file)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('a refused archive', () => {
  test.each(
    sampleForCi(hostileArchives.filter((_, index) => index % 9 === 0)).map(
      (archive) => [archive.name, archive] as const,
    ),
  )('%s leaves nothing behind', async (_, archive) => {
    const tenant = await givenTenant(app)
    const { ctx, fileId } = await upload(tenant, archive.make())
    expect((await runImport(tenant, fileId)).report.accepted).toBe(false)
    expect(await storedOf(tenant)).toEqual([])
    const [files, packages, audit] = await ctx.read((tx) =>
      Promise.all([
        tx.selectFrom('files').select('id').execute(),
        tx.selectFrom('packages').select('id').execute(),
        tx.selectFrom('auditEntries').select('id').where('action', '=', 'packages.store').execute(),
      ]),
    )
    expect([files, packages, audit]).toEqual([[], [], []])
  })

  test('with a film before the lie leaves no film', async () => {
    const tenant = await givenTenant(app)
    const { fileId } = await upload(
      tenant,
      makeZip([
        { name: 'imsmanifest.xml', data: manifest12() },
        { name: 'index.html', data: 'x' },
        { name: 'film.mp4', data: film, method: 8 },
        { name: 'lie.html', data: 'x', crc: 1 },
      ]),
    )
    expect((await runImport(tenant, fileId)).report.accepted).toBe(false)
    expect(await storedOf(tenant)).toEqual([])
  })

  test('takes nothing from a file with the same bytes', async () => {
    const tenant = await givenTenant(app)
    const bytes = Buffer.from('no archive at all')
    const other = await givenFile(app, tenant, { bytes, purpose: 'document' })
    const { ctx, fileId } = await upload(tenant, bytes)
    expect((await runImport(tenant, fileId)).report.accepted).toBe(false)
    expect(await storedOf(tenant)).toEqual([other.sha256])
    expect(await ctx.read((tx) => tx.selectFrom('files').select('id').execute())).toEqual([{ id: other.fileId }])
  })
})

describe('as a job', () => {
  const run = async (bytes: Buffer) => {
    const tenant = await givenTenant(app)
    const { fileId } = await upload(tenant, bytes)
    return { tenant, ...(await runImport(tenant, fileId)) }
  }

  test('names the package and its report', async () => {
    const { state, result, report } = await run(
      smallPackage({ title: 'Fire safety', files: ['index.html', 'gone.css'] }),
    )
    expect(state).toBe('succeeded')
    expect(result).toMatchObject({ accepted: true, title: 'Fire safety', scoCount: 1, errors: 0, warnings: 1 })
    expect(result?.packageId).toMatch(/^[0-9a-f-]{36}$/)
    expect(report.problems).toEqual([
      { code: 'file-missing', severity: 'warning', path: 'gone.css', params: { resource: 'res' } },
    ])
  })

  test('says why there is none', async () => {
    const { state, result, report, tenant } = await run(makeZip([{ name: 'index.html', data: 'x' }]))
    expect(state).toBe('succeeded')
    expect(result).toMatchObject({ accepted: false, packageId: null, errors: 1 })
    expect(report.problems).toEqual([{ code: 'manifest-missing', severity: 'error', path: null, params: {} }])
    expect(await storedOf(tenant)).toEqual([])
  })

  test('killed before its end, it finds the same again', async () => {
    const tenant = await givenTenant(app)
    const { ctx, file, fileId } = await upload(tenant, Buffer.from('no archive at all'))
    await expect(importPackage(ctx, file)).rejects.toThrow(PackageRefused)
    const { state, report } = await runImport(tenant, fileId)
    expect(state).toBe('succeeded')
    expect(report.accepted).toBe(false)
    expect(await storedOf(tenant)).toEqual([])
  })
})
