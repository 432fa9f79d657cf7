import { deflateSync } from 'node:zlib'
import { api } from '@learnt/contract'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type GivenPerson, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { uploadBytes } from '../../../test/given/uploads.ts'

const app = await testApp()

/** Left half red, right half blue, with a note of where it was taken. */
async function twoHalves(format: 'jpeg' | 'png' | 'webp' = 'jpeg') {
  const red = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 400, height: 200, channels: 3, background: '#00f' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: 'Secret place' } })
    .toFormat(format)
    .toBuffer()
}

/** A PNG of a size that nobody can unpack, in a few kilobytes. */
function bomb(side: number): Buffer {
  const crcs = Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
  })
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    let crc = 0xffffffff
    for (const byte of body) crc = (crcs[(crc ^ byte) & 255] as number) ^ (crc >>> 8)
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(200_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

async function show(by: GivenPerson, bytes: Buffer, crop?: { left: number; top: number; side: number }) {
  const uploadId = await uploadBytes(app, by, bytes, 'me.jpg')
  return app.call(by, api.members.setOwnAvatar, { body: { uploadId, ...(crop ? { crop } : {}) } })
}

const fetchPicture = (by: { token: string | null }, address: string) => app.send(by, 'GET', address)
const colourOf = async (bytes: Buffer) => (await sharp(bytes).stats()).dominant

describe('a picture of a person', () => {
  it('is the chosen square, written anew, in two sizes; shown in all teams of the tenant and to nobody else', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const person = await givenPerson(app, tenant)
    await givenPerson(app, tenant, { userId: person.userId, teamId: await givenTeam(app, tenant), email: person.email })
    const colleague = await givenPerson(app, tenant)
    const shown = await show(person, await twoHalves(), { left: 0.5, top: 0, side: 1 })
    const { avatar } = shown.body
    expect(avatar).toMatch(/^\/avatars\/[0-9a-f-]{36}\.webp$/)

    const small = await fetchPicture(colleague, avatar)
    expect([small.status, small.headers['content-type'], small.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, max-age=31536000, immutable',
    ])
    const { width, height, exif, format } = await sharp(small.body).metadata()
    expect({ width, height, exif, format }).toEqual({ width: 128, height: 128, exif: undefined, format: 'webp' })
    expect(await colourOf(small.body)).toMatchObject({ r: expect.any(Number), b: 248 })
    expect((await sharp((await fetchPicture(person, `${avatar}?w=512`)).body).metadata()).width).toBe(512)
    expect((await fetchPicture(other.admin, avatar)).status).toBe(404)
    expect((await fetchPicture({ token: null }, avatar)).status).toBe(401)

    const list = await app.call(tenant.admin, api.members.list, { query: { search: person.email } })
    expect(list.body.items.map((one) => one.avatar)).toEqual([avatar, avatar])
    expect((await app.call(person, api.session.start)).body.me?.avatar).toBe(avatar)
    const log = await app.call(tenant.admin, api.audit.list, { query: { action: 'members.update' } })
    expect(log.body.items[0]?.after).toEqual({ avatar })

    // The next one takes its place, and its bytes with it.
    const next = await show(person, await twoHalves('webp'))
    expect((await fetchPicture(person, avatar)).status).toBe(404)
    expect((await fetchPicture(person, next.body.avatar)).status).toBe(200)
    expect((await app.call(person, api.members.removeOwnAvatar)).body.avatar).toBe('')
    expect((await fetchPicture(person, next.body.avatar)).status).toBe(404)
  })

  it('is not made from a drawing, another kind, too many pixels or a broken file', async () => {
    const person = await givenPerson(app, await givenTenant(app))
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const png = await twoHalves('png')
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    const refused: [string, Buffer, string][] = [
      ['svg', Buffer.from(drawing), 'imageSvg'],
      ['gif', gif, 'avatar'],
      ['bomb', bomb(60_000), 'avatarTooManyPixels'],
      ['cut off', png.subarray(0, 200), 'broken'],
      ['tiny', await sharp(png).resize(8).png().toBuffer(), 'avatarTooSmall'],
    ]
    for (const [name, bytes, code] of refused) {
      const answer = await show(person, bytes)
      expect([answer.status, answer.problem?.errors?.[0]?.path, answer.problem?.errors?.[0]?.code], name).toEqual([
        422,
        'body.uploadId',
        code,
      ])
    }
    expect((await app.call(person, api.members.ownProfile)).body.avatar).toBe('')
  })

  it('of somebody else is set by administrators who see the person, and by nobody else', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const person = await givenPerson(app, tenant, { managers: [manager.userId] })
    const superior = await givenPerson(app, tenant, { roles: ['superadmin'] })
    const params = { userId: person.userId }
    const set = async (by: GivenPerson, of = params) =>
      app.call(by, api.members.setAvatar, {
        params: of,
        body: { uploadId: await uploadBytes(app, by, await twoHalves(), 'x.jpg') },
      })
    expect((await set(manager)).status).toBe(403)
    expect((await set(other.admin)).status).toBe(404)
    expect((await set(tenant.admin, { userId: superior.userId })).status).toBe(403)
    expect((await set(tenant.admin)).body.avatar).toMatch(/^\/avatars\//)
    // An upload by another person cannot be used.
    const theirs = await uploadBytes(app, manager, await twoHalves(), 'x.jpg')
    const stolen = await app.call(person, api.members.setOwnAvatar, { body: { uploadId: theirs } })
    expect(stolen.problem?.errors?.[0]?.code).toBe('uploadMissing')
    expect((await app.call(tenant.admin, api.members.removeAvatar, { params })).body.avatar).toBe('')
  })
})

describe('what people say of themselves', () => {
  it('holds in all their teams of the tenant and in no other one, is checked at its field, and gives nothing', async () => {
    const tenant = await givenTenant(app)
    const elsewhere = await givenTenant(app)
    const person = await givenPerson(app, tenant, { firstName: 'Robert', lastName: 'Smith' })
    const second = await givenTeam(app, tenant)
    await givenPerson(app, tenant, {
      ...{ userId: person.userId, email: person.email },
      teamId: second,
      firstName: 'Robert',
    })
    await givenPerson(app, elsewhere, { userId: person.userId, email: person.email, firstName: 'Robert' })
    const save = (body: object) => app.call(person, api.members.saveOwnProfile, { body })
    const saved = await save({ preferredName: ' Bob  ', phone: '0044 20 7946 0958', dob: '1990-02-28' })
    expect(saved.body).toMatchObject({
      firstName: 'Robert',
      preferredName: 'Bob',
      phone: '+44 20 7946 0958',
      dob: '1990-02-28',
    })
    const { body: me } = await app.call(person, api.session.start)
    expect([me.me?.firstName, me.me?.lastName]).toEqual(['Bob', 'Smith'])
    for (const teamId of [tenant.teamId, second]) {
      const seen = await app.call(tenant.admin, api.members.get, {
        params: { userId: person.userId },
        query: { teamId },
      })
      expect(seen.body).toMatchObject({ firstName: 'Robert', preferredName: 'Bob', phone: '+44 20 7946 0958' })
    }
    const there = await app.call(elsewhere.admin, api.members.get, { params: { userId: person.userId } })
    expect(there.body).toMatchObject({ preferredName: '', phone: '', dob: null })
    // Found by both names; the file of users has the one that the organisation keeps.
    for (const search of ['bob smith', 'robert smith']) {
      const found = await app.call(tenant.admin, api.members.list, { query: { search } })
      expect(
        found.body.items.map((one) => one.userId),
        search,
      ).toContain(person.userId)
    }
    const file = await app.send(tenant.admin, 'GET', '/api/members.csv?search=smith')
    expect(String(file.body)).toContain('Robert,Smith')
    expect(String(file.body).split('\r\n')[0]).toContain('firstName,lastName,email,status')

    const wrong: [object, string, string][] = [
      [{ phone: 'call me' }, 'body.phone', 'phone'],
      [{ phone: '<b>12345</b>' }, 'body.phone', 'phone'],
      [{ phone: '+44 1' }, 'body.phone', 'phone'],
      [{ dob: '2999-01-01' }, 'body.dob', 'dateRange'],
      [{ dob: '2190-01-01' }, 'body.dob', 'inTheFuture'],
      [{ preferredName: '?' }, 'body.preferredName', 'noName'],
      [{ preferredName: 'Bo\u202eb' }, 'body.preferredName', 'hidden'],
    ]
    for (const [body, path, code] of wrong) {
      const { status, problem } = await save(body)
      expect([status, problem?.errors?.[0]?.path, problem?.errors?.[0]?.code], JSON.stringify(body)).toEqual([
        422,
        path,
        code,
      ])
    }
    // What rules read is not among it.
    for (const field of ['position', 'roles', 'managers', 'loc1', 'firstName', 'email', 'status'])
      expect((await save({ [field]: ['admin'] })).status, field).toBe(422)
    expect((await save({ preferredName: '<img src=x>' })).body.preferredName).toBe('<img src=x>')
    expect((await save({ preferredName: '', phone: '', dob: null })).body).toMatchObject({
      preferredName: '',
      phone: '',
      dob: null,
    })
  })

  it('is nobody’s business but the person’s and the administrators’', async () => {
    const tenant = await givenTenant(app)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const person = await givenPerson(app, tenant, { managers: [manager.userId], dob: '1990-02-28', phone: '12345' })
    await app.call(person, api.members.saveOwnProfile, { body: { preferredName: 'Sunny' } })
    for (const by of [manager, await givenPerson(app, tenant)])
      expect((await app.call(by, api.members.get, { params: { userId: person.userId } })).status).toBe(403)
    const team = await app.call(manager, api.myPeople.list, { query: {} })
    expect(team.body.items[0]?.name).toContain('Sunny ')
    expect(JSON.stringify(team.body)).not.toContain('1990-02-28')
    expect((await app.call(tenant.admin, api.members.get, { params: { userId: person.userId } })).body.dob).toBe(
      '1990-02-28',
    )
  })
})
