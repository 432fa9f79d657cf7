import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openApp, type TestApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/db.ts'
import { atEndOfFile } from '../../../test/end-of-file.ts'
import { makeImage, makeMp4, makePdf } from '../../../test/given/media.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant } from '../../../test/given/people.ts'
import { abandonUpload, appendBytes, askOffset, beginUpload, uploadBytes } from '../../../test/given/uploads.ts'
import { startS3Server, type TestS3Server } from '../../../test/s3-server.ts'
import { makeScratchFolder } from '../../../test/scratch.ts'
import { fileRounds } from './jobs.ts'
import { disk, uploadsOf } from './uploads.ts'

/** Two machines: one database and one object store, and a folder each. */
let machines: [TestApp, TestApp]
let s3: TestS3Server
let tenant: GivenTenant
let admin: GivenPerson
beforeAll(async () => {
  s3 = await startS3Server('bucket', 'key')
  atEndOfFile(() => s3.close())
  const environment = {
    S3_BUCKET: 'bucket',
    S3_REGION: 'us-east-1',
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_FORCE_PATH_STYLE: 'yes',
  }
  const database = await testDatabase()
  const open = async () => openApp(database, await makeScratchFolder(), environment)
  machines = [await open(), await open()]
  tenant = await givenTenant(machines[0])
  admin = tenant.admin
})

const { freeBytes } = disk
afterEach(() => {
  disk.freeBytes = freeBytes
})

const idOf = (address: string) => address.split('/').at(-1) as string
const pieces = () => [...s3.objects.keys()].filter((key) => key.startsWith('.uploads/'))
const rows = async () => {
  const { rows } = await machines[0].services.db
    .tenant(tenant.tenantId)
    .read((tx) => sql<{ id: string }>`select id from uploads`.execute(tx))
  return rows
}
/** What is left of uploads on either machine. */
const leftovers = async () =>
  (
    await Promise.all(
      machines.map(({ services: { settings } }) =>
        readdir(join(settings.dataDir, 'files-cache', 'unfinished')).catch(() => []),
      ),
    )
  ).flat()
const cleanUp = async () => {
  for (const round of fileRounds) await round.run(machines[0].services, new AbortController().signal)
}

describe('uploads with an object store', () => {
  test.each([
    ['video', makeMp4, 'film.mp4'],
    ['document', makePdf, 'guide.pdf'],
    ['image', () => makeImage({ width: 900, height: 500 }), 'photo.jpg'],
    ['feed', () => Buffer.from('email,firstName\nann@example.test,Ann\n'), 'people.csv'],
  ] as const)(
    'pieces of a %s go to either machine, and the one that has fewest of them makes the file',
    async (purpose, make, name) => {
      const bytes = await make()
      const [one, two] = machines
      const address = await beginUpload(one, admin, { size: bytes.length, name })
      const step = Math.ceil(bytes.length / 5)
      for (let at = 0, turn = 0; at < bytes.length; at += step, turn++) {
        const [here, there] = turn % 2 ? [one, two] : [two, one]
        expect((await appendBytes(here, admin, address, at, bytes.subarray(at, at + step))).status).toBe(204)
        const known = await askOffset(there, admin, address)
        expect(known.headers['upload-offset']).toBe(String(Math.min(at + step, bytes.length)))
      }
      expect(pieces()).toHaveLength(5)
      const adopted = await one.call(admin, api.files.adopt, { body: { uploadId: idOf(address), purpose } })
      expect(adopted.status).toBe(201)
      expect(await two.call(admin, api.files.adopt, { body: { uploadId: idOf(address), purpose } })).toMatchObject({
        status: 201,
        body: { id: adopted.body.id },
      })
      if (purpose === 'video' || purpose === 'document')
        expect((await two.send(admin, 'GET', adopted.body.url)).body.equals(bytes)).toBe(true)
      expect([pieces(), await rows(), await leftovers()]).toEqual([[], [], []])
    },
  )

  test('a long portion is cut, and goes on after the store was busy', async () => {
    const bytes = Buffer.alloc(33 * 1024 ** 2, 'learnt ')
    const [one, two] = machines
    const address = await beginUpload(one, admin, { size: bytes.length })
    s3.failNext(1, 'PUT')
    expect((await appendBytes(two, admin, address, 0, bytes)).status).toBe(204)
    expect(pieces()).toHaveLength(2)
    const upload = await uploadsOf(one.services).find(actorOf(admin), idOf(address))
    expect(upload).toMatchObject({ offset: bytes.length, size: bytes.length })
    s3.failNext(1, 'GET')
    const isSame = await uploadsOf(one.services).withBytes(
      actorOf(admin),
      { ...(upload as NonNullable<typeof upload>), uploadId: idOf(address) },
      async (path) => (await readFile(path)).equals(bytes),
    )
    expect(isSame).toBe(true)
    expect((await abandonUpload(one, admin, address)).status).toBe(204)
    expect([pieces(), await rows(), await leftovers()]).toEqual([[], [], []])
  })

  test('of two portions for the same place only one counts', async () => {
    const address = await beginUpload(machines[0], admin, { size: 10 })
    const answers = await Promise.all(
      machines.map((machine, n) => appendBytes(machine, admin, address, 0, Buffer.from(`${n}`.repeat(5)))),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([204, 409])
    expect(pieces()).toHaveLength(1)
    expect((await appendBytes(machines[0], admin, address, 5, Buffer.alloc(6))).status).toBe(413)
    expect((await appendBytes(machines[1], admin, address, 5, Buffer.alloc(5))).status).toBe(204)
    await abandonUpload(machines[1], admin, address)
  })

  test('nobody else can ask about it, append to it, throw it away or make a file of it', async () => {
    const bytes = makePdf()
    const address = await beginUpload(machines[0], admin, { size: bytes.length })
    const colleague = await givenPerson(machines[0], tenant, { roles: ['admin'] })
    const foreign = (await givenTenant(machines[0])).admin
    const adopt = (caller: GivenPerson, machine: TestApp) =>
      machine.call(caller, api.files.adopt, { body: { uploadId: idOf(address), purpose: 'document' } })
    for (const machine of machines)
      for (const caller of [colleague, foreign]) {
        expect((await appendBytes(machine, caller, address, 0, bytes)).status, 'append').toBe(404)
        expect((await askOffset(machine, caller, address)).status, 'ask').toBe(404)
        expect((await abandonUpload(machine, caller, address)).status, 'delete').toBe(404)
        expect((await adopt(caller, machine)).status, 'adopt').toBe(422)
      }
    expect((await appendBytes(machines[1], admin, address, 0, bytes)).status).toBe(204)
    expect((await adopt(admin, machines[1])).status).toBe(201)
  })

  test('content that does not fit is thrown away, and an unfinished one waits', async () => {
    const early = await beginUpload(machines[0], admin, { size: 10 })
    const unfinished = await machines[1].call(admin, api.files.adopt, {
      body: { uploadId: idOf(early), purpose: 'document' },
    })
    expect(unfinished.problem?.errors?.[0]).toMatchObject({ path: 'body.uploadId', code: 'uploadUnfinished' })
    await abandonUpload(machines[1], admin, early)
    const uploadId = await uploadBytes(machines[0], admin, makePdf(), 'film.mp4')
    const refused = await machines[1].call(admin, api.files.adopt, { body: { uploadId, purpose: 'video' } })
    expect(refused.problem?.errors?.[0]).toMatchObject({ path: 'body.uploadId', code: 'video' })
    expect([pieces(), await rows(), await leftovers()]).toEqual([[], [], []])
  })

  test('a person has twenty at most, on all machines together', async () => {
    const person = await givenPerson(machines[0], tenant, { roles: ['admin'] })
    const begin = (n: number) => beginUpload(machines[n % 2] as TestApp, person, { size: 1 })
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => begin(n)))
    for (const n of [0, 1]) await expect(begin(n)).rejects.toThrow('Not begun: 429')
    expect((await abandonUpload(machines[1], person, all[0] as string)).status).toBe(204)
    await begin(0)
    expect(await rows()).toHaveLength(20)
    await machines[0].services.db.tenant(tenant.tenantId).write((tx) => sql`delete from uploads`.execute(tx))
  })

  test('room on a disk is asked for where bytes arrive and where the file is made', async () => {
    const reserve = 256 * 1024 ** 2
    const bytes = makePdf()
    disk.freeBytes = async () => reserve + bytes.length - 1
    await expect(beginUpload(machines[0], admin, { size: bytes.length })).rejects.toThrow('Not begun: 507')
    expect(await rows()).toEqual([])
    disk.freeBytes = async () => reserve + bytes.length
    const uploadId = await uploadBytes(machines[0], admin, bytes)
    disk.freeBytes = async () => reserve + bytes.length - 1
    const adopt = () => machines[1].call(admin, api.files.adopt, { body: { uploadId, purpose: 'document' } })
    expect((await adopt()).status).toBe(507)
    disk.freeBytes = async () => reserve + bytes.length
    expect((await adopt()).status).toBe(201)
  })

  test('what nobody adds to for a day is removed from the store, what is under way stays', async () => {
    const [old, young] = [
      await uploadBytes(machines[0], admin, Buffer.alloc(10)),
      await uploadBytes(machines[1], admin, Buffer.alloc(10)),
    ]
    const orphan = await uploadBytes(machines[0], admin, Buffer.alloc(10))
    await machines[0].services.db.tenant(tenant.tenantId).write(async (tx) => {
      await sql`update uploads set touched_at = touched_at - interval '25 hours' where id = ${old.slice(0, 36)}`.execute(
        tx,
      )
      // As a killed process, or a database that was put back, leaves it.
      await sql`delete from uploads where id = ${orphan.slice(0, 36)}`.execute(tx)
    })
    const foldersOf = () => pieces().map((key) => key.split('/')[2])
    await cleanUp()
    expect(foldersOf().sort()).toEqual([orphan.slice(0, 36), young.slice(0, 36)].sort())
    for (const key of pieces()) s3.changedAt.set(key, new Date(Date.now() - 25 * 3_600_000))
    await cleanUp()
    expect(foldersOf()).toEqual([young.slice(0, 36)])
    expect(await uploadsOf(machines[0].services).find(actorOf(admin), young)).toMatchObject({ offset: 10 })
    await machines[0].services.files.removeTenant(tenant.tenantId)
    expect(pieces()).toEqual([])
    const gone = await machines[0].call(admin, api.files.adopt, { body: { uploadId: young, purpose: 'document' } })
    expect(gone.problem?.errors?.[0]).toMatchObject({ code: 'uploadMissing' })
  })
})

function actorOf({ tenantId, userId }: GivenPerson) {
  return { tenantId, userId } as Parameters<ReturnType<typeof uploadsOf>['find']>[0]
}
