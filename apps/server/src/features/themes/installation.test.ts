import { api } from '@learnt/contract'
import { noTheme } from '@learnt/contract/themes'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenFile } from '../../../test/given/courses.ts'
import { type GivenTenant, givenTeam, givenTenant } from '../../../test/given/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

interface Manifest {
  name: string
  theme_color: string
  icons: { src: string; sizes: string; purpose: string }[]
}
const get = (url: string, host = 'localhost') => app.server.inject({ method: 'GET', url, headers: { host } })
const manifestOf = async (team: string) => (await get(`/manifest.webmanifest?team=${team}`)).json<Manifest>()
const firstIcon = async (team: string) => (await manifestOf(team)).icons[0]?.src ?? ''
const dress = (tenant: GivenTenant, change: object) =>
  app.call(tenant.admin, api.themes.save, {
    params: { teamId: tenant.teamId },
    body: { ...noTheme, ...change, revision: 0 } as never,
  })
const red = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#ff0000' } })
    .webp()
    .toBuffer()
const givenLogo = async (tenant: GivenTenant, of: { bytes: Buffer; purpose?: 'team' | 'image' }) =>
  (await givenFile(app, tenant, { name: 'logo.webp', contentType: 'image/webp', purpose: 'team', ...of })).fileId
/** As an older version of the product, or somebody at the database, might have left it. */
const store = ({ teamId, tenantId }: Pick<GivenTenant, 'teamId' | 'tenantId'>, change: object) => {
  const fields = JSON.stringify({ displayName: 'Team', ...change })
  return app.services.db.control((tx) =>
    sql`select control.put_team(${teamId}, ${tenantId}, ${fields}::jsonb, ${new Date()})`.execute(tx),
  )
}
const isRed = async (src: string) => {
  const [red0 = 0, , blue0 = 0] = await sharp((await get(src)).rawPayload)
    .raw()
    .toBuffer()
  return red0 > 200 && blue0 < 50
}

describe('an installable application', () => {
  it('has each team’s own name, colour and icons of the promised sizes', async () => {
    const [tenant, other] = [await givenTenant(app), await givenTenant(app)]
    expect((await dress(tenant, { primaryColor: '#1f5c46' })).status).toBe(200)
    const answer = await get(`/manifest.webmanifest?team=${tenant.teamId}`)
    expect(answer.headers['content-type']).toContain('application/manifest+json')
    expect(answer.json()).toMatchObject({ start_url: '/', scope: '/', display: 'standalone', theme_color: '#1f5c46' })
    const manifest = await manifestOf(tenant.teamId)
    expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable'],
    ])
    for (const { src, sizes } of manifest.icons) {
      const icon = await get(src)
      expect(icon.headers['cache-control']).toContain('immutable')
      expect(icon.headers['x-content-type-options']).toBe('nosniff')
      const { format, width, height } = await sharp(icon.rawPayload).metadata()
      expect([format, `${width}x${height}`]).toEqual(['png', sizes])
    }
    const foreign = await manifestOf(other.teamId)
    expect(foreign.theme_color).not.toBe(manifest.theme_color)
    expect(foreign.icons[0]?.src).not.toBe(manifest.icons[0]?.src)
    expect((await get((manifest.icons[0]?.src ?? '').replace(tenant.teamId, other.teamId))).statusCode).toBe(404)
  })

  it('draws the team’s logo, at another address than before, and the mark where the logo is broken', async () => {
    for (const isBroken of [false, true]) {
      const tenant = await givenTenant(app)
      const before = await firstIcon(tenant.teamId)
      const fileId = await givenLogo(tenant, { bytes: isBroken ? Buffer.from('RIFF') : await red() })
      await dress(tenant, { primaryColor: '#0000ff', iconLogo: `/team-files/${tenant.teamId}/${fileId}.webp` })
      expect((await get(before)).statusCode).toBe(404)
      expect(await isRed(await firstIcon(tenant.teamId))).toBe(!isBroken)
    }
  })

  it('shows the mark only as long as the logo cannot be read', async () => {
    const tenant = await givenTenant(app)
    const fileId = await givenLogo(tenant, { bytes: await red() })
    await dress(tenant, { primaryColor: '#0000ff', iconLogo: `/team-files/${tenant.teamId}/${fileId}.webp` })
    const src = await firstIcon(tenant.teamId)
    const reading = vi.spyOn(app.services.files, 'open').mockRejectedValue(new Error('The store is away'))
    const failed = await get(src)
    expect(await isRed(src)).toBe(false)
    reading.mockRestore()
    expect([failed.statusCode, failed.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(await isRed(src)).toBe(true)
    expect((await get(src)).headers['cache-control']).toContain('immutable')
  })

  it('shows the logo of another team of the tenant, and of nobody else’s', async () => {
    const tenant = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const own = `/team-files/${tenant.teamId}/${await givenLogo(tenant, { bytes: await red() })}.webp`
    await store({ ...tenant, teamId }, { theme: { ...noTheme, iconLogo: own } })
    expect(await isRed(await firstIcon(teamId))).toBe(true)

    const other = await givenTenant(app)
    const secret = await givenLogo(tenant, { bytes: await red(), purpose: 'image' })
    for (const [where, iconLogo] of [
      [other, own],
      [other, own.replace(tenant.teamId, other.teamId)],
      [tenant, `/team-files/${tenant.teamId}/${secret}.webp`],
      [other, 'https://example.org/logo.webp'],
      [other, '/team-files/../../etc/passwd'],
    ] as const) {
      await store(where, { theme: { ...noTheme, iconLogo } })
      expect(await isRed(await firstIcon(where.teamId)), iconLogo).toBe(false)
    }
  })

  it('takes names and colours as what they are, whatever stands in them', async () => {
    const tenant = await givenTenant(app)
    const evil = '</script><svg onload=alert(1)>"\'&'
    await store(tenant, {
      displayName: evil,
      theme: { ...noTheme, primaryColor: '"/><script>1</script><rect fill="#ff0000' },
    })
    const manifest = await get(`/manifest.webmanifest?team=${tenant.teamId}`)
    expect(manifest.json<Manifest>().name).toBe(evil)
    expect(manifest.headers['content-security-policy']).toContain('sandbox')
    expect((await get(await firstIcon(tenant.teamId))).headers['content-type']).toBe('image/png')
    const page = (await get(`/offline?team=${tenant.teamId}`)).body
    expect(page).not.toContain('<svg')
    expect(page.split('<script>')).toHaveLength(2)
    expect(page).toContain('&#60;svg onload=alert(1)&#62;')
  })

  it('answers nothing for sizes, versions and teams that are not there', async () => {
    const tenant = await givenTenant(app)
    const src = await firstIcon(tenant.teamId)
    for (const wrong of [
      src.replace('192', '4096'),
      src.replace('192.png', '192.webp'),
      src.replace(/\/[0-9a-f]{16}\//, '/0000000000000000/'),
      src.replace(tenant.teamId, 'no-such-team'),
      src.replace(tenant.teamId, '..%2F..'),
    ])
      expect((await get(wrong)).statusCode, wrong).toBe(404)
    // a team that is not there is the host's own, as for its pages
    for (const team of ['no-such-team', '%00', 'a&team=b', '../x'])
      expect((await get(`/manifest.webmanifest?team=${team}`)).statusCode, team).toBe(200)
  })

  it('draws an icon once for many who ask at once', async () => {
    const tenant = await givenTenant(app)
    const src = await firstIcon(tenant.teamId)
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(src)))
    expect(new Set(answers.map((answer) => answer.rawPayload.toString('base64'))).size).toBe(1)
  })
})

describe('the page for when nothing answers', () => {
  it('has everything in it, in all languages, and runs nothing but its own', async () => {
    const tenant = await givenTenant(app)
    await store(tenant, { displayName: 'Kitchen & Sons' })
    const answer = await get(`/offline?team=${tenant.teamId}`)
    for (const words of [
      'Kitchen &#38; Sons cannot be reached',
      'Kitchen &#38; Sons ist nicht erreichbar',
      'يتعذّر الوصول إلى Kitchen &#38; Sons',
    ])
      expect(answer.body).toContain(words)
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|nonce/)
    const sources = [...answer.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source]) => source?.slice(0, 22))
    expect(new Set(sources)).toEqual(new Set(['data:image/png;base64,']))
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('says the same to signed-in users', async () => {
    const tenant = await givenTenant(app)
    const url = `/offline?team=${tenant.teamId}`
    const { body } = await app.send(tenant.admin, 'GET', url)
    expect(body.toString()).toBe((await get(url)).body)
  })
})

describe('the service worker', () => {
  it('is requested anew each time, and loads nothing from elsewhere', async () => {
    const answer = await get('/service-worker.js')
    expect(answer.headers['content-type']).toContain('text/javascript')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'; connect-src 'self'")
  })

  it('removes itself and what it kept where it is switched off', async () => {
    const { readServiceWorker } = await import('../../platform/http/service-worker.ts')
    const script = readServiceWorker({ serviceWorker: false })
    expect(script).toContain('registration.unregister()')
    expect(script).not.toContain("addEventListener('fetch'")
  })
})
