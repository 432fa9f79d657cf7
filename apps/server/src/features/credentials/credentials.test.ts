import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { verifyCredential } from '@digitalcredentials/verifier-core'
import { api } from '@learnt/contract'
import { standardBadge } from '@learnt/contract/badge-picture'
import { longestCredential, readCredential } from '@learnt/contract/baked-credential'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { openBadgesSchema, openBadgesSchemaUrl } from '../../../test/given/open-badges-schema.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTenant, stranger } from '../../../test/given/people.ts'
import { bakePng, bakeSvg } from './signing/bake.ts'
import { bitOf, decoysOf, listBits, listOf } from './signing/places.ts'

const app = await testApp()
const { publicUrl } = app.services.settings
const title = 'First aider'

async function givenScene(settings: { badgeEmailHash?: boolean } = {}) {
  const tenant = await givenTenant(app, { settings })
  const learner = await givenPerson(app, tenant, { firstName: 'Maria', lastName: 'Müller' })
  return { tenant, learner, award: await givenAward(tenant, learner) }
}

async function givenAward(tenant: GivenTenant, holder: GivenPerson, validMonths: number | null = null) {
  const { body: badge } = await app.call(tenant.admin, api.badges.create, { body: { title } })
  await app.call(tenant.admin, api.badges.save, {
    params: { badgeId: badge.id },
    body: {
      title,
      revision: badge.revision,
      validMonths,
      description: { en: 'Knows first aid' },
      criteria: { de: 'Kurs ]]> beendet' },
      design: standardBadge,
    },
  })
  const given = await app.call(tenant.admin, api.badges.award, {
    params: { badgeId: badge.id },
    body: { selection: { by: 'ids', ids: [holder.membershipId] } },
  })
  expect(given.problem).toBeNull()
  const { items } = (await app.call(holder, api.badges.mine)).body
  const one = items.find((award) => award.badgeId === badge.id)
  if (!one) throw new Error('The badge was not awarded')
  return { ...one, path: `/api/badge-awards/${one.id}/credential.json` }
}

async function revoke(tenant: GivenTenant, awardId: string) {
  const answer = await app.call(tenant.admin, api.badges.revoke, {
    params: { awardId },
    body: { reason: 'By mistake' },
  })
  expect(answer.problem).toBeNull()
}

async function download(caller: GivenPerson, path: string) {
  const answer = await app.send(caller, 'GET', path)
  expect(answer.status).toBe(200)
  return JSON.parse(answer.body.toString())
}

const verify = (credentialId: string) => app.call(stranger, api.credentials.verify, { params: { credentialId } })

const check = (credentialId: string, credential: string) =>
  app.call(stranger, api.credentials.checkFile, { params: { credentialId }, body: { kind: 'badge', credential } })

/** The verifier of another maker fetches what it needs: this server's public documents and the schema, and nothing else. */
const asked: string[] = []
const realFetch = globalThis.fetch
beforeAll(() => {
  globalThis.fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    asked.push(url.href)
    if (url.href === openBadgesSchemaUrl) return Response.json(openBadgesSchema)
    if (url.host !== new URL(publicUrl).host) return new Response('', { status: 404 })
    const answer = await app.send(stranger, 'GET', `${url.pathname}${url.search}`)
    return new Response(new Uint8Array(answer.body), {
      status: answer.status,
      headers: { 'content-type': String(answer.headers['content-type']) },
    })
  }
})
afterAll(() => {
  globalThis.fetch = realFetch
})
const begin = app.clock.now()
afterEach(() => app.clock.set(begin))

describe('credentials of badges', () => {
  it('are accepted by a verifier of another maker, refused when altered, and reported when revoked, also after the key was replaced', async () => {
    // The verifier uses the machine's clock.
    app.clock.set(new Date())
    const { tenant, learner, award } = await givenScene()
    const credential = await download(learner, award.path)
    let minutes = 0
    const verdict = async (of: object) => {
      // It keeps the keys of an issuer for a few seconds: each time is a minute later.
      const { now } = Date
      const time = vi.spyOn(Date, 'now').mockImplementation(() => now() + ++minutes * 60_000)
      const { log, errors, additionalInformation } = (await verifyCredential({
        credential: of as never,
        knownDIDRegistries: [],
      }).finally(() => time.mockRestore())) as unknown as Verdict
      const step = (id: string) => log?.find((one) => one.id === id)?.valid
      return {
        signature: step('valid_signature') ?? errors?.[0]?.name,
        notRevoked: step('revocation_status'),
        notExpired: step('expiration'),
        schema: additionalInformation?.[0]?.results?.[0]?.result,
      }
    }
    const good = { signature: true, notRevoked: true, notExpired: true, schema: { valid: true } }
    expect(await verdict(credential)).toEqual(good)
    expect(asked.filter((url) => !url.startsWith('https://purl.'))).toEqual(
      expect.arrayContaining([expect.stringMatching(/did\.json$/), expect.stringMatching(/status-lists\/0$/)]),
    )
    // By the name alone, unless the tenant wants the hash of the address, too; what was signed stays as it is.
    expect(credential.credentialSubject.identifier).toMatchObject([{ identityType: 'name', hashed: false }])
    const hashing = await givenScene({ badgeEmailHash: true })
    const hashed = await download(hashing.learner, hashing.award.path)
    const [named, address] = hashed.credentialSubject.identifier
    expect(named).toMatchObject({ identityType: 'name', hashed: false })
    const digest = createHash('sha256').update(`${hashing.learner.email}${address.salt}`).digest('hex')
    expect(address).toEqual({
      type: 'IdentityObject',
      hashed: true,
      identityHash: `sha256$${digest}`,
      identityType: 'emailAddress',
      salt: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(JSON.stringify(hashed)).not.toContain(hashing.learner.email)
    expect(await verdict(hashed)).toEqual(good)
    const altered = structuredClone(credential)
    altered.credentialSubject.identifier[0].identityHash = 'Somebody Else'
    expect((await verdict(altered)).signature).toBe('invalid_signature')

    const replaced = await app.call(tenant.admin, api.credentials.key.replace, { body: {} })
    expect(replaced.body).toEqual({ createdAt: expect.any(String), lastReplacedAt: expect.any(String) })
    expect((await app.call(learner, api.credentials.key.replace, { body: {} })).status).toBe(403)
    expect(await verdict(credential)).toEqual(good)
    const later = await givenAward(tenant, learner)
    const next = await download(learner, later.path)
    expect(next.proof[0].verificationMethod).not.toBe(credential.proof[0].verificationMethod)
    expect(await verdict(next)).toEqual(good)
    const keys = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('issuerKeys').select(['sealedKey', 'publicKey']).orderBy('replacedAt').execute())
    expect(keys.map((key) => key.sealedKey)).toEqual([null, expect.stringMatching(/^1\./)])

    await revoke(tenant, award.id)
    expect(await verdict(credential)).toEqual({ ...good, notRevoked: false })
    expect(await verdict(next)).toEqual(good)
    // Signed credentials stay as they are; unsigned ones of revoked awards are never signed.
    expect(await download(learner, award.path)).toEqual(credential)
    const late = await givenAward(tenant, learner)
    await revoke(tenant, late.id)
    expect((await app.send(learner, 'GET', late.path)).status).toBe(409)
  })

  it('are the same bytes for two who ask first at once, for the holder and administrators only', async () => {
    const { tenant, learner, award } = await givenScene()
    const both = await Promise.all([1, 2].map(() => app.send(learner, 'GET', award.path)))
    expect(both[0]?.status).toBe(200)
    expect(both[1]?.body.equals(both[0]?.body as Buffer)).toBe(true)
    const again = await app.send(tenant.admin, 'GET', award.path)
    expect(again.body.equals(both[0]?.body as Buffer)).toBe(true)
    const other = await givenPerson(app, tenant)
    const foreign = (await givenTenant(app)).admin
    for (const caller of [other, foreign]) expect((await app.send(caller, 'GET', award.path)).status).toBe(404)
    const text = again.body.toString()
    for (const secret of [learner.userId, learner.email]) expect(text).not.toContain(secret)
    // A server with another SECRET_KEY cannot open the key, so it makes a new one.
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => sql`update issuer_keys set sealed_key = '1.AAAA'`.execute(tx))
    const next = await givenAward(tenant, learner)
    await download(learner, next.path)
    expect((await verify(next.credentialId)).body).toMatchObject({ isSigned: true })
    expect((await verify(award.credentialId)).body).toMatchObject({ isSigned: true })
  })

  it('are verified on the public page, which says no more than they do, and see through an altered file', async () => {
    const { tenant, learner, award } = await givenScene()
    expect((await verify(award.credentialId)).body).toEqual({
      kind: 'badge',
      holderName: 'Maria Müller',
      title,
      issuer: expect.any(String),
      issuedDay: '2026-11-20',
      validUntil: null,
      state: 'valid',
      serial: null,
      replacedBy: null,
      pictureUrl: award.pictureUrl,
      isSigned: true,
    })
    for (const wrong of ['x', `${tenant.tenantId}.x`, `other.${award.id}`, `${tenant.tenantId}.${learner.userId}`])
      expect((await verify(wrong)).status).toBe(404)
    const credential = await download(learner, award.path)
    const outcome = async (text: string) => (await check(award.credentialId, text)).body
    expect(await outcome(JSON.stringify(credential, null, 2))).toEqual({ outcome: 'same', parts: [] })
    const forged = { ...credential, name: 'Surgeon', validUntil: '2099-01-01T00:00:00Z' }
    expect(await outcome(JSON.stringify(forged))).toEqual({ outcome: 'differs', parts: ['title', 'validUntil'] })
    expect((await outcome(JSON.stringify({ ...credential, extra: 1 }))).outcome).toBe('differs')
    const second = await givenAward(tenant, learner)
    expect((await outcome(JSON.stringify(await download(learner, second.path)))).outcome).toBe('other')
    for (const nothing of ['[]', '{"a":', 'text', '[['.repeat(10_000), '{"__proto__":{"id":1}}x'])
      expect((await outcome(nothing)).outcome).toBe('unreadable')
    // A database in which somebody changed a credential is seen through, too.
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) =>
        sql`update badge_awards set credential = replace(credential, 'Maria', 'Mario') where id = ${award.id}`.execute(
          tx,
        ),
      )
    expect((await verify(award.credentialId)).body).toMatchObject({ isSigned: false })
    const short = await givenAward(tenant, learner, 1)
    expect((await verify(short.credentialId)).body).toMatchObject({ state: 'valid', validUntil: '2026-12-20' })
    await revoke(tenant, award.id)
    expect((await verify(award.credentialId)).body).toMatchObject({ state: 'revoked' })
    app.clock.set(new Date(begin.getTime() + 31 * 86_400_000))
    expect((await verify(short.credentialId)).body).toMatchObject({ state: 'expired' })
    app.clock.set(begin)
    const big = await check(award.credentialId, randomBytes(8 * 1024 * 1024).toString('base64'))
    expect(big.status).toBe(413)
    const pdf = await app.call(stranger, api.credentials.checkFile, {
      params: { credentialId: award.credentialId },
      body: { kind: 'certificate', sha256: '0'.repeat(64) },
    })
    expect(pdf.body.outcome).toBe('unreadable')
  })

  it('travel inside pictures, and hostile pictures do no harm', async () => {
    const { learner, award } = await givenScene()
    const kept = (await app.send(learner, 'GET', award.path)).body.toString()
    for (const format of ['png', 'svg'] as const) {
      const path = award.path.replace('.json', `.${format}`)
      const [file, again] = await Promise.all([1, 2].map(() => app.send(learner, 'GET', path)))
      if (!file || !again) throw new Error('Nothing came back')
      expect(file.headers['content-disposition']).toContain(`badge.${format}`)
      expect(again.body.equals(file.body)).toBe(true)
      expect(JSON.parse(readCredential(file.body) ?? '')).toEqual(JSON.parse(kept))
      expect(await sharp(file.body).metadata()).toMatchObject({ format, width: 512 })
      expect((await check(award.credentialId, readCredential(file.body) ?? '')).body.outcome).toBe('same')
    }

    const credential = JSON.stringify({ id: 'x', name: 'Größe ]]> <b>' })
    const png = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#123456' } })
      .png()
      .toBuffer()
    const baked = bakePng(png, credential)
    expect(readCredential(baked)).toBe(credential)
    expect((await sharp(baked).metadata()).width).toBe(8)
    expect(baked.toString('latin1').split('openbadgecredential')).toHaveLength(2)
    const svg = bakeSvg(
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0"/></svg>',
      credential,
    )
    expect(JSON.parse(readCredential(Buffer.from(svg)) ?? '')).toEqual(JSON.parse(credential))
    await sharp(Buffer.from(svg)).metadata()

    const text = (rest: Buffer) => {
      const at = baked.indexOf('iTXt') - 4
      const data = Buffer.concat([Buffer.from('iTXtopenbadgecredential\0', 'latin1'), rest])
      const length = Buffer.alloc(4)
      length.writeUInt32BE(data.length - 4)
      return Buffer.concat([baked.subarray(0, at), length, data, Buffer.alloc(4), png.subarray(33)])
    }
    expect(readCredential(text(Buffer.from('\0\0\0\0{}')))).toBe('{}')
    const svgBegin = '<svg><openbadges:credential><![CDATA['
    const hostile = [
      baked.subarray(0, 40),
      Buffer.concat([baked.subarray(0, 33), Buffer.from('ffffffff', 'hex'), baked.subarray(37)]),
      Buffer.concat([baked.subarray(0, 33), Buffer.alloc(1024 * 1024), baked.subarray(33)]),
      text(Buffer.concat([Buffer.from('\x01\0\0\0', 'latin1'), deflateSync(Buffer.alloc(64 * 1024 * 1024))])),
      text(Buffer.from('\0\0')),
      text(Buffer.from('\0\0\0\0\xff{}', 'latin1')),
      text(Buffer.from(`\0\0\0\0{${'a'.repeat(longestCredential)}`)),
      Buffer.concat([baked, Buffer.alloc(8 * 1024 * 1024)]),
      png,
      Buffer.from(`${svgBegin}{}`),
      Buffer.from(`${svgBegin.repeat(50_000)}`),
      Buffer.from('<g>'.repeat(900_000)),
      Buffer.from(`{${' '.repeat(longestCredential)}}`),
    ]
    for (const file of hostile) expect(readCredential(file)).toBeNull()
  })

  it('have a place in a list that tells neither order nor number', async () => {
    const seed = randomBytes(32).toString('base64')
    const bits = [0, 1, 2, 3].map((place) => bitOf(seed, place))
    expect(bits).not.toEqual([...bits].sort((a, b) => a - b).map((_, i) => (bits[0] ?? 0) + i))
    const taken = new Set([...Array(122_880).keys()].map((place) => bitOf(seed, place)))
    expect(taken.size).toBe(122_880)
    const decoys = decoysOf(seed)
    expect(decoys.length).toBeGreaterThanOrEqual(512)
    expect([...decoys].some((bit) => taken.has(bit) || bit >= listBits)).toBe(false)
    expect(listOf(122_881)).toEqual({ number: 1, place: 1 })

    const { tenant, learner, award } = await givenScene()
    const base = `/api/issuers/${tenant.tenantId}`
    for (const path of ['did.json', 'profile.json', 'status-lists/0'])
      expect((await app.send(stranger, 'GET', `${base}/${path}`)).status).toBe(404)
    await download(learner, award.path)
    const list = await app.send(stranger, 'GET', `${base}/status-lists/0`)
    expect(list.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' })
    const cached = await app.send(stranger, 'GET', `${base}/status-lists/0`, {
      headers: { 'if-none-match': String(list.headers.etag) },
    })
    expect(cached.status).toBe(304)
    expect((await app.send(stranger, 'GET', `${base}/status-lists/1`)).status).toBe(404)
    const [, versionId] = /\.([0-9a-f-]{36})\//.exec(award.pictureUrl) ?? []
    const achievement = await app.send(stranger, 'GET', `${base}/achievements/${versionId}`)
    expect(JSON.parse(achievement.body.toString())).toMatchObject({
      name: title,
      description: 'Knows first aid',
      criteria: { narrative: 'Kurs ]]> beendet' },
    })
    expect((await app.send(stranger, 'GET', `${base}/achievements/${randomUUID()}`)).status).toBe(404)
    // The 31st look within a minute is one too many.
    const looks = await Promise.all([...Array(31)].map(() => verify('x')))
    expect(looks.some((look) => look.status === 429)).toBe(true)
  })
})

interface Verdict {
  log?: { id: string; valid?: boolean }[]
  errors?: { name: string }[]
  additionalInformation?: { results?: { result: unknown }[] }[]
}
