import { api } from '@learnt/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, type TestApp, testApp } from '../../../test/app.ts'
import { givenCourse, pageActivity } from '../../../test/given/courses.ts'
import { type GivenTenant, givenPerson, givenTeam, givenTenant, stranger } from '../../../test/given/people.ts'

let app: TestApp
let tenant: GivenTenant
beforeAll(async () => {
  app = await testApp()
  tenant = await givenTenant(app)
})

const list = (caller: Caller, hosts: string[]) => app.call(caller, api.videoHosts.save, { body: { hosts } })
const frame = (caller: Caller, address: string) =>
  app.send(caller, 'GET', `${api.videoHosts.frame.path}?address=${encodeURIComponent(address)}`)

test('an administrator lists hosts, each once, and the log says so', async () => {
  expect((await app.call(tenant.admin, api.videoHosts.get, {})).body).toEqual({ hosts: [] })
  expect((await list(tenant.admin, ['Video.Example', 'video.example', 'b.example'])).body).toEqual({
    hosts: ['video.example', 'b.example'],
  })
  expect((await app.call(tenant.admin, api.videoHosts.get, {})).body).toEqual({ hosts: ['video.example', 'b.example'] })
  const entries = await app.call(tenant.admin, api.audit.list, { query: { action: 'tenants.change' } })
  expect(entries.body?.items[0]).toMatchObject({
    before: { videoHosts: [] },
    after: { videoHosts: ['video.example', 'b.example'] },
  })
})

test('refuses what is no host name, and our own hosts, at the field', async () => {
  const own = `team-${tenant.tenantId}.example`
  const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
  await app.call(superadmin, api.teams.update, {
    params: { tenantId: tenant.tenantId, teamId: tenant.tenantId },
    body: { domain: [own] },
  })
  for (const [host, code] of [
    ['https://video.example/x', 'host'],
    ['*', 'host'],
    ['video.example; script-src *', 'host'],
    [own, 'ownHost'],
  ] as const) {
    const answer = await list(tenant.admin, ['good.example', host])
    expect(answer.status, host).toBe(422)
    expect(answer.problem?.errors?.[0]).toMatchObject({ path: 'body.hosts.1', code })
  }
})

test('frames listed hosts alone, without a right to ours', async () => {
  await list(tenant.admin, ['video.example', 'b.example'])
  const address = 'https://video.example/1?a="><script>alert(1)</script>'
  const answer = await frame(tenant.admin, address)
  expect(answer.status).toBe(200)
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('frame-src https://video.example https://b.example;')
  expect(policy).not.toContain('script-src')
  expect(answer.headers['referrer-policy']).toBe('no-referrer')
  const page = answer.body.toString()
  expect(page).not.toContain('<script')
  expect(page).toContain('sandbox="allow-scripts allow-same-origin" referrerpolicy="no-referrer"')
})

test('shows no video of another host, of another tenant’s list, or to a stranger', async () => {
  const other = await givenTenant(app)
  await list(tenant.admin, ['video.example'])
  expect((await frame(tenant.admin, 'https://video.example/1')).status).toBe(200)
  expect((await frame(other.admin, 'https://video.example/1')).status).toBe(404)
  for (const address of [
    'https://evil.example/1',
    'http://video.example/1',
    'javascript:alert(1)',
    'https://a:b@video.example/',
    'https://video.example.evil.example/',
    '',
  ]) {
    const refused = await frame(tenant.admin, address)
    expect(refused.status, address).toBe(404)
    expect(refused.body.toString()).not.toContain('iframe')
  }
  expect((await frame(stranger, 'https://video.example/1')).status).toBe(401)
})

test('an administrator of one team alone cannot change the list of all', async () => {
  const teamId = await givenTeam(app, tenant)
  const ofTeam = await givenPerson(app, tenant, { roles: ['admin'], teamId })
  expect((await list(ofTeam, ['video.example'])).status).toBe(403)
  expect((await list(tenant.admin, ['video.example'])).status).toBe(200)
})

test('a draft keeps videos of listed hosts, and a foreign one is refused at the page', async () => {
  await list(tenant.admin, ['video.example'])
  const course = await givenCourse(app, tenant, { activities: [pageActivity()] })
  const save = (host: string) => {
    const [section] = course.content.sections
    const [page] = section?.activities ?? []
    const content = {
      ...course.content,
      sections: [{ ...section, activities: [{ ...page, html: `<figure data-video="https://${host}/1">x</figure>` }] }],
    } as typeof course.content
    return app.call(tenant.admin, api.courses.saveDraft, { params: course, body: { revision: 1, content } })
  }
  const refused = await save('evil.example')
  expect(refused.status).toBe(422)
  expect(refused.problem?.errors?.[0]).toMatchObject({
    path: 'body.content.sections.0.activities.0.html',
    code: 'videoHost',
  })
  expect((await save('video.example')).status).toBe(200)
})
