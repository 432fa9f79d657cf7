import { readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import { fillPath } from '@learnt/contract/endpoint'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { makeImage, makeMp4, makePdf } from '../../../test/given/media.ts'
import { type GivenTenant, givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { adoptBytes, appendBytes, askOffset, beginUpload, uploadBytes } from '../../../test/given/uploads.ts'
import { features } from '../../app.ts'
import { buildServer } from '../../platform/http/server.ts'
import { fileRounds } from './jobs.ts'
import { teamFileUrl } from './queries.ts'
import { disk } from './uploads.ts'

let app: TestApp
let tenant: GivenTenant
let admin: Caller
beforeAll(async () => {
  app = await testApp()
})

async function fresh(): Promise<void> {
  tenant = await givenTenant(app)
  admin = tenant.admin
}

const folder = () => join(app.services.settings.dataDir, 'uploads')
const tus = { 'tus-resumable': '1.0.0' }
const leftovers = async (uploadId: string) => (await readdir(folder())).filter((name) => name.startsWith(uploadId))

describe('uploads', () => {
  beforeAll(fresh)

  test('what has arrived is there after a restart of the server, and goes on from there', async () => {
    const bytes = makeMp4()
    const address = await beginUpload(app, admin, { size: bytes.length, name: 'film.mp4' })
    expect((await appendBytes(app, admin, address, 0, bytes.subarray(0, 1000))).status).toBe(204)

    const restarted = buildServer({ ...app.services }, features.routes, { checkAnswers: true })
    const send: TestApp['send'] = async (caller, method, url, options = {}) => {
      const reply = await restarted.inject({
        method,
        url,
        headers: {
          host: 'localhost:3000',
          origin: 'http://localhost:3000',
          'sec-fetch-site': 'same-origin',
          cookie: await cookieOf(caller),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { payload: options.body }),
      })
      return { status: reply.statusCode, body: reply.rawPayload, headers: reply.headers }
    }
    const head = await askOffset({ send }, admin, address)
    expect(head.status).toBe(200)
    expect(head.headers['upload-offset']).toBe('1000')
    expect((await appendBytes({ send }, admin, address, 500, bytes.subarray(500))).status).toBe(409)
    expect((await appendBytes({ send }, admin, address, 1000, bytes.subarray(1000))).status).toBe(204)
    await restarted.close()

    const uploadId = address.split('/').at(-1) as string
    const got = await app.send(admin, 'GET', address)
    expect(JSON.parse(got.body.toString())).toEqual({ uploadId, size: bytes.length, offset: bytes.length })
    const adopted = await app.call(admin, api.files.adopt, { body: { uploadId, purpose: 'video' } })
    expect(adopted.status).toBe(201)
    expect(adopted.body).toMatchObject({ name: 'film.mp4', contentType: 'video/mp4', size: bytes.length })
    expect(await leftovers(uploadId)).toEqual([])
    const file = await app.send(admin, 'GET', adopted.body.url)
    expect(file.body.equals(bytes)).toBe(true)
  })

  test('nobody else can ask about it, append to it, throw it away or make a file of it', async () => {
    const bytes = makePdf()
    const address = await beginUpload(app, admin, { size: bytes.length })
    const uploadId = address.split('/').at(-1) as string
    const colleague = await givenPerson(app, tenant, { roles: ['admin'] })
    const foreign = (await givenTenant(app)).admin
    const learner = await givenPerson(app, tenant)
    for (const [caller, status] of [
      [colleague, 404],
      [foreign, 404],
      [learner, 404],
      [stranger, 401],
    ] as const) {
      expect((await appendBytes(app, caller, address, 0, bytes)).status, 'append').toBe(status)
      expect((await askOffset(app, caller, address)).status, 'ask').toBe(status)
      expect(
        (await app.send(caller, 'DELETE', address, { headers: { 'tus-resumable': '1.0.0' } })).status,
        'delete',
      ).toBe(status)
      expect(
        (await app.call(caller, api.files.adopt, { body: { uploadId, purpose: 'document' } })).status,
        'adopt',
      ).toBe(caller === learner ? 403 : status === 404 ? 422 : status)
    }
    expect((await askOffset(app, admin, address)).headers['upload-offset']).toBe('0')
    expect((await appendBytes(app, admin, address, 0, bytes)).status).toBe(204)
    expect((await app.send(admin, 'DELETE', address, { headers: { 'tus-resumable': '1.0.0' } })).status).toBe(204)
    expect((await askOffset(app, admin, address)).status).toBe(404)
  })

  test('the upload that is checked is the one that is used', async () => {
    const other = (await givenTenant(app)).admin
    const victim = await beginUpload(app, admin, { size: 10, name: 'secret.pdf' })
    const mine = await beginUpload(app, other, { size: 5 })
    for (const address of [`${mine}?x=${victim}`, `${mine}?x=/${victim.split('/').at(-1)}`]) {
      expect((await askOffset(app, other, address)).status, address).toBe(404)
      expect((await appendBytes(app, other, address, 0, Buffer.from('evil!'))).status, address).toBe(404)
      expect((await app.send(other, 'DELETE', address, { headers: tus })).status, address).toBe(404)
    }
    expect((await askOffset(app, admin, victim)).headers['upload-offset']).toBe('0')
    expect((await askOffset(app, other, mine)).headers['upload-offset']).toBe('0')
  })

  test('an address that is no upload opens nothing', async () => {
    for (const wrong of ['..%2F..%2Fetc%2Fpasswd', 'x', `${'0'.repeat(36)}.${'a'.repeat(43)}`]) {
      expect((await askOffset(app, admin, `/api/uploads/${wrong}`)).status).toBe(404)
      expect((await appendBytes(app, admin, `/api/uploads/${wrong}`, 0, Buffer.from('x'))).status).toBe(404)
    }
  })

  test('more than is allowed is refused before a byte is sent', async () => {
    const reply = await app.send(admin, 'POST', '/api/uploads', {
      headers: { 'tus-resumable': '1.0.0', 'upload-length': String(2 * 1024 ** 3 + 1) },
    })
    expect(reply.status).toBe(413)
    const begun = await app.send(admin, 'POST', '/api/uploads', {
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
    })
    expect(begun.status).toBe(201)
    expect((await appendBytes(app, admin, String(begun.headers.location), 0, Buffer.alloc(11))).status).toBe(413)
  })

  test('another page’s request is refused, and no other origin is invited', async () => {
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      origin: 'http://evil.test',
      'sec-fetch-site': 'cross-site',
    }
    expect((await app.send(admin, 'POST', '/api/uploads', { headers })).status).toBe(403)
    const options = await app.send(admin, 'OPTIONS', '/api/uploads')
    expect(options.status).toBe(204)
    expect(options.headers['tus-version']).toBe('1.0.0')
    expect(options.headers['tus-max-size']).toBe(String(2 * 1024 ** 3))
    expect(options.headers['access-control-allow-origin']).toBeUndefined()
    expect(options.headers['x-content-type-options']).toBe('nosniff')
  })

  test('what nobody adds to for a day is thrown away, what is under way stays', async () => {
    const [old, young] = [
      await uploadBytes(app, admin, Buffer.alloc(10)),
      await uploadBytes(app, admin, Buffer.alloc(10)),
    ]
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(folder(), old), yesterday, yesterday)
    for (const round of fileRounds) await round.run(app.services, new AbortController().signal)
    expect(await leftovers(old)).toEqual([])
    expect(await leftovers(young)).toHaveLength(2)
  })
})

describe('room for uploads', () => {
  const MB = 1024 ** 2
  const { freeBytes } = disk
  const begin = (caller: Caller, size: number) =>
    app.send(caller, 'POST', '/api/uploads', { headers: { ...tus, 'upload-length': String(size) } })
  const addressOf = async (begun: ReturnType<typeof begin>) => String((await begun).headers.location)
  /** So many bytes beside the reserve, and no upload of an earlier test. */
  const givenFree = async (bytes: number) => {
    for (const name of await readdir(folder())) await rm(join(folder(), name))
    disk.freeBytes = async () => 256 * MB + bytes
  }
  beforeAll(fresh)
  afterEach(() => {
    disk.freeBytes = freeBytes
  })

  test('what is promised counts as taken, what has arrived only once', async () => {
    await givenFree(100 * MB)
    const first = await addressOf(begin(admin, 60 * MB))
    const refused = await begin(admin, 50 * MB)
    expect([refused.status, JSON.parse(refused.body.toString()).code]).toEqual([507, 'unavailable'])
    expect(refused.body.toString()).toContain('There is not enough space for this file.')
    expect((await begin(admin, 40 * MB)).status).toBe(201)
    expect(await readdir(folder())).toHaveLength(4)

    expect((await appendBytes(app, admin, first, 0, Buffer.alloc(20 * MB))).status).toBe(204)
    disk.freeBytes = async () => 256 * MB + 80 * MB
    expect((await begin(admin, 1)).status).toBe(507)
    disk.freeBytes = async () => 256 * MB + 80 * MB + 1
    expect((await begin(admin, 1)).status).toBe(201)
    expect((await app.send(admin, 'DELETE', first, { headers: tus })).status).toBe(204)
    disk.freeBytes = async () => 256 * MB + 100 * MB + 1
    expect((await begin(admin, 60 * MB)).status).toBe(201)
  })

  test('other processes promise on the same disk', async () => {
    await givenFree(100 * MB)
    const another = buildServer({ ...app.services }, features.routes)
    const cookie = await cookieOf(admin)
    const headers = { host: 'localhost:3000', cookie, ...tus, 'upload-length': String(60 * MB) }
    expect((await another.inject({ method: 'POST', url: '/api/uploads', headers })).statusCode).toBe(201)
    expect((await begin(admin, 60 * MB)).status).toBe(507)
    await another.close()
  })

  test('bytes find no room once the disk has filled up', async () => {
    await givenFree(100 * MB)
    const address = await addressOf(begin(admin, 10))
    disk.freeBytes = async () => 256 * MB + 4
    expect((await appendBytes(app, admin, address, 0, Buffer.alloc(5))).status).toBe(507)
    expect((await appendBytes(app, admin, address, 0, Buffer.alloc(4))).status).toBe(204)
  })

  test('how much will come is said before it comes', async () => {
    const later = await app.send(admin, 'POST', '/api/uploads', { headers: { ...tus, 'upload-defer-length': '1' } })
    expect(later.status).toBe(400)
    const options = await app.send(admin, 'OPTIONS', '/api/uploads')
    expect(String(options.headers['tus-extension']).split(',')).not.toContain('creation-defer-length')

    const address = await beginUpload(app, admin, { size: 10 })
    const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    expect((await app.send(admin, 'PATCH', address, { headers })).status).toBe(411)
  })

  test('what the protocol refuses is promised nothing', async () => {
    await givenFree(100 * MB)
    const headers = { 'tus-resumable': '9.9.9', 'upload-length': '10' }
    expect((await app.send(admin, 'POST', '/api/uploads', { headers })).status).toBe(400)
    await expect.poll(() => readdir(folder())).toEqual([])
  })

  test('a person has twenty at most', async () => {
    await givenFree(100 * MB)
    const all = await Promise.all(Array.from({ length: 20 }, () => begin(admin, 1)))
    expect(all.map((one) => one.status)).toEqual(all.map(() => 201))
    const refused = await begin(admin, 1)
    expect([refused.status, JSON.parse(refused.body.toString()).code]).toEqual([429, 'too-many-requests'])
    expect((await begin(await givenPerson(app, tenant, { roles: ['admin'] }), 1)).status).toBe(201)
    expect((await app.send(admin, 'DELETE', String(all[0]?.headers.location), { headers: tus })).status).toBe(204)
    expect((await begin(admin, 1)).status).toBe(201)
  })

  test('a person’s uploads are five of the largest together', async () => {
    await givenFree(1000 * 1024 * MB)
    const { uploadMaxBytes } = app.services.settings
    for (let n = 0; n < 5; n++) expect((await begin(admin, uploadMaxBytes)).status).toBe(201)
    expect((await begin(admin, 1)).status).toBe(429)
  })

  test('a promise that nobody came for is thrown away after a day', async () => {
    await givenFree(100 * MB)
    const uploadId = (await addressOf(begin(admin, 10))).split('/').at(-1) as string
    await rm(join(folder(), uploadId))
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(folder(), `${uploadId}.json`), yesterday, yesterday)
    for (const round of fileRounds) await round.run(app.services, new AbortController().signal)
    expect(await readdir(folder())).toEqual([])
  })
})

describe('adopting', () => {
  beforeAll(fresh)

  test('refuses what does not fit in a sentence at the field, in the caller’s language, and leaves nothing behind', async () => {
    const uploadId = await uploadBytes(app, admin, makePdf(), 'film.mp4')
    const refused = await app.call(admin, api.files.adopt, {
      body: { uploadId, purpose: 'video' },
      headers: { 'accept-language': 'ar' },
    })
    expect(refused.status).toBe(422)
    expect(refused.problem?.errors).toEqual([
      { path: 'body.uploadId', code: 'video', message: expect.stringContaining('هذا ليس فيلمًا') },
    ])
    expect(await leftovers(uploadId)).toEqual([])
    const again = await app.call(admin, api.files.adopt, { body: { uploadId, purpose: 'document' } })
    expect(again.problem?.errors?.[0]).toMatchObject({ path: 'body.uploadId', code: 'uploadMissing' })
    const heic = await adoptBytes(app, admin, makeMp4({ tracks: [{ handler: 'vide', codec: 'hvc1' }] }), 'video')
    expect(heic.problem?.errors?.[0]?.message).toBe(
      'The video is encoded in H.265 (HEVC), which not every browser can play. Please export it as MP4 with H.264.',
    )
  })

  test('an unfinished upload waits', async () => {
    const bytes = makePdf()
    const address = await beginUpload(app, admin, { size: bytes.length })
    await appendBytes(app, admin, address, 0, bytes.subarray(0, 20))
    const uploadId = address.split('/').at(-1) as string
    const early = await app.call(admin, api.files.adopt, { body: { uploadId, purpose: 'document' } })
    expect(early.problem?.errors?.[0]).toMatchObject({ path: 'body.uploadId', code: 'uploadUnfinished' })
    await appendBytes(app, admin, address, 20, bytes.subarray(20))
    expect((await app.call(admin, api.files.adopt, { body: { uploadId, purpose: 'document' } })).status).toBe(201)
  })

  test('twice at once, and again later, is one file', async () => {
    const uploadId = await uploadBytes(app, admin, makeMp4(), 'film.mp4')
    const answers = await Promise.all(
      [1, 2].map(() => app.call(admin, api.files.adopt, { body: { uploadId, purpose: 'video' } })),
    )
    const later = await app.call(admin, api.files.adopt, { body: { uploadId, purpose: 'video' } })
    expect(answers.map((answer) => answer.status)).toEqual([201, 201])
    const ids = [...answers, later].filter((answer) => answer.status === 201).map((answer) => answer.body.id)
    expect(new Set(ids).size).toBe(1)
    expect(later.status).toBe(201)
    const { count } = await app.services.db.tenant(tenant.tenantId).read((tx) =>
      tx
        .selectFrom('files')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('id', '=', later.body.id)
        .executeTakeFirstOrThrow(),
    )
    expect(Number(count)).toBe(1)
    const keyed = await uploadBytes(app, admin, makePdf())
    const first = await app.call(admin, api.files.adopt, {
      body: { uploadId: keyed, purpose: 'document' },
      idempotencyKey: 'one',
    })
    const second = await app.call(admin, api.files.adopt, {
      body: { uploadId: keyed, purpose: 'document' },
      idempotencyKey: 'one',
    })
    expect(second.body).toEqual(first.body)
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  test('names lose folders, hidden marks and false endings', async () => {
    const file = await adoptBytes(app, admin, makePdf(), 'document', 'C:\\Users\\me\\evil\u202Efdp.exe')
    expect(file.body.name).toBe('evilfdp.pdf')
    const arabic = await adoptBytes(app, admin, makePdf(), 'document', 'دليل السلامة.pdf')
    expect(arabic.body.name).toBe('دليل السلامة.pdf')
    const served = await app.send(admin, 'GET', arabic.body.url)
    expect(served.headers['content-disposition']).toBe(
      `inline; filename="file.pdf"; filename*=UTF-8''${encodeURIComponent('دليل السلامة.pdf')}`,
    )
  })

  test('is written down', async () => {
    const file = await adoptBytes(app, admin, makePdf(), 'document', 'guide.pdf')
    const entry = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) =>
        tx
          .selectFrom('auditEntries')
          .select(['action', 'subjectTitle', 'actorId'])
          .where('subjectId', '=', file.body.id)
          .executeTakeFirst(),
      )
    expect(entry).toEqual({ action: 'files.adopt', subjectTitle: 'guide.pdf', actorId: tenant.admin.userId })
  })
})

describe('downloads', () => {
  const bytes = Buffer.from(Array.from({ length: 10_000 }, (_, i) => i % 251))
  const film = Buffer.concat([makeMp4(), bytes])
  let url: string
  let fileId: string
  beforeAll(async () => {
    await fresh()
    const file = await adoptBytes(app, admin, film, 'video', 'film.mp4')
    url = file.body.url
    fileId = file.body.id
  })

  const get = (headers: Record<string, string> = {}, caller = admin, method: 'GET' | 'HEAD' = 'GET') =>
    app.send(caller, method, url, { headers })

  test('the whole, with inert headers', async () => {
    const reply = await get()
    expect(reply.status).toBe(200)
    expect(reply.body.equals(film)).toBe(true)
    expect(reply.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': String(film.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="film.mp4"; filename*=UTF-8''film.mp4`,
    })
    expect(reply.headers['content-security-policy']).toContain('sandbox')
    const head = await get({}, admin, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.body.length).toBe(0)
    expect(head.headers['content-length']).toBe(String(film.length))
  })

  test.each<[string, number, (size: number) => [number, number] | null]>([
    ['bytes=0-0', 206, () => [0, 0]],
    ['bytes=100-199', 206, () => [100, 199]],
    ['bytes=5000-', 206, (size) => [5000, size - 1]],
    ['bytes=-300', 206, (size) => [size - 300, size - 1]],
    ['bytes=-99999999', 206, (size) => [0, size - 1]],
    ['bytes=10-99999999', 206, (size) => [10, size - 1]],
    ['bytes=99999999-', 416, () => null],
    ['bytes=-0', 416, () => null],
    ['bytes=20-10', 200, () => null],
    ['bytes=0-1,5-6', 200, () => null],
    ['lines=1-2', 200, () => null],
  ])('range %s: %i', async (range, status, expected) => {
    const reply = await get({ range })
    expect(reply.status).toBe(status)
    const part = expected(film.length)
    if (part) {
      expect(reply.headers['content-range']).toBe(`bytes ${part[0]}-${part[1]}/${film.length}`)
      expect(reply.body.equals(film.subarray(part[0], part[1] + 1))).toBe(true)
      expect(reply.headers['content-length']).toBe(String(reply.body.length))
    } else if (status === 416) expect(reply.headers['content-range']).toBe(`bytes */${film.length}`)
    else expect(reply.body.equals(film)).toBe(true)
  })

  test('a part only of the version that the browser has, and nothing when it has the whole', async () => {
    const etag = String((await get()).headers.etag)
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
    expect((await get({ range: 'bytes=0-9', 'if-range': 'Wed, 21 Oct 2026 07:28:00 GMT' })).status).toBe(200)
    const known = await get({ 'if-none-match': `"x", W/${etag}` })
    expect(known.status).toBe(304)
    expect(known.body.length).toBe(0)
  })

  test('the address belongs to the person, the tenant and some hours', async () => {
    const colleague = await givenPerson(app, tenant, { roles: ['admin'] })
    const foreign = (await givenTenant(app)).admin
    expect((await get({}, colleague)).status).toBe(404)
    expect((await get({}, foreign)).status).toBe(404)
    expect((await get({}, stranger)).status).toBe(401)
    const theirs = await app.call(colleague, api.files.get, { params: { fileId } })
    expect(theirs.body.url).not.toBe(url)
    expect((await app.send(colleague, 'GET', theirs.body.url)).status).toBe(200)
    // The same person, another file; a changed signature; the file of this tenant asked for in another one.
    expect(
      (
        await app.send(
          admin,
          'GET',
          url.replace(
            fileId,
            theirs.body.id.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
          ),
        )
      ).status,
    ).toBe(404)
    expect((await app.send(admin, 'GET', url.replace(/\/([^/]+)\/film/, '/$1x/film'))).status).toBe(404)
    expect((await app.call(foreign, api.files.get, { params: { fileId } })).status).toBe(404)
    expect((await app.call(await givenPerson(app, tenant), api.files.get, { params: { fileId } })).status).toBe(403)
  })

  test('the address stays the same for hours, so that browsers cache, and dies', async () => {
    const start = app.clock.now()
    const again = async () => (await app.call(admin, api.files.get, { params: { fileId } })).body.url
    app.clock.set('2026-11-20T12:00:00.000Z')
    const first = await again()
    app.clock.advance(5 * 3_600_000)
    expect(await again()).toBe(first)
    app.clock.advance(2 * 3_600_000)
    expect(await again()).not.toBe(first)
    expect((await app.send(admin, 'GET', first)).status).toBe(200)
    app.clock.advance(6 * 3_600_000)
    expect((await app.send(admin, 'GET', first)).status).toBe(404)
    app.clock.set(start)
  })

  test('documents that no browser shows come as downloads', async () => {
    const csv = await adoptBytes(app, admin, Buffer.from('a,b\n1,2\n'), 'document', 'data.csv')
    const reply = await app.send(admin, 'GET', csv.body.url)
    expect(reply.headers['content-disposition']).toContain('attachment; filename="data.csv"')
  })

  test('images have smaller copies', async () => {
    const image = await adoptBytes(app, admin, await makeImage({ width: 1500, height: 900 }), 'image', 'photo.jpg')
    expect(image.body).toMatchObject({ name: 'photo.webp', contentType: 'image/webp' })
    const sizes = await Promise.all(
      ['', '?w=640', '?w=320', '?w=77'].map(
        async (query) => (await app.send(admin, 'GET', image.body.url + query)).body.length,
      ),
    )
    expect(sizes[0]).toBe(image.body.size)
    expect(sizes[1]).toBeLessThan(sizes[0] as number)
    expect(sizes[2]).toBeLessThan(sizes[1] as number)
    expect(sizes[3]).toBe(sizes[0])
  })

  test('the bytes of another tenant cannot be read, also when they are the same', async () => {
    const other = await givenTenant(app)
    const theirs = await adoptBytes(app, other.admin, film, 'video')
    expect(theirs.status).toBe(201)
    expect((await app.send(admin, 'GET', theirs.body.url)).status).toBe(404)
    expect((await app.send(other.admin, 'GET', theirs.body.url)).status).toBe(200)
  })
})

describe('pictures of teams', () => {
  beforeAll(fresh)

  test('are shown to everybody, and only they', async () => {
    const logo = await adoptBytes(app, admin, await makeImage({ width: 700, height: 300, format: 'png' }), 'team')
    const photo = await adoptBytes(app, admin, await makeImage(), 'image')
    const shown = await app.send(stranger, 'GET', teamFileUrl(tenant.teamId, logo.body.id))
    expect(shown.status).toBe(200)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await app.send(stranger, 'GET', teamFileUrl(tenant.teamId, photo.body.id))).status).toBe(404)
    const other = await givenTenant(app)
    expect((await app.send(stranger, 'GET', teamFileUrl(other.teamId, logo.body.id))).status).toBe(404)
    for (const path of [
      '/team-files/nobody/x.webp',
      `/team-files/${tenant.teamId}/..%2Fx`,
      '/team-files/%2e%2e/x.webp',
    ]) {
      expect((await app.send(stranger, 'GET', path)).status).toBe(404)
    }
  })
})

async function cookieOf(caller: Caller): Promise<string> {
  const { sessionCookieName } = await import('../../platform/session/token.ts')
  return `${sessionCookieName(app.services.settings)}=${caller.token}`
}

test('every operation of the contract is there', () => {
  const served = new Set(features.routes.map((route) => route.endpoint.id))
  for (const endpoint of [...Object.values(api.files), ...Object.values(api.courses)])
    expect(served, `${endpoint.id} ${fillPath(endpoint.path)}`).toContain(endpoint.id)
})
