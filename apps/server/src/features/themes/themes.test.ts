import { api } from '@learnt/contract'
import { noTheme } from '@learnt/contract/themes'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { givenFile } from '../../../test/given/courses.ts'
import { makeImage, makePdf } from '../../../test/given/media.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenTeam,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import { adoptBytes, uploadBytes } from '../../../test/given/uploads.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const params = (teamId: string) => ({ params: { teamId } })
const good = { ...noTheme, palette: 'greeny', primaryColor: '#1f5c46', sidebarBackgroundColor: '#14392c' } as const
const save = (who: { token: string | null }, teamId: string, change: object = {}, revision = 0) =>
  app.call(who, api.themes.save, { ...params(teamId), body: { ...good, ...change, revision } as never })

const picture = async (tenant: GivenTenant, purpose: 'team' | 'image' = 'team') =>
  (await givenFile(app, tenant, { name: 'logo.webp', contentType: 'image/webp', purpose, bytes: Buffer.from('RIFF') }))
    .fileId

describe('a team’s theme', () => {
  it('begins empty, is saved as a whole, and shows to guests of the team at once', async () => {
    const tenant = await givenTenant(app)
    const before = await app.call(tenant.admin, api.themes.get, params(tenant.teamId))
    expect(before.body).toMatchObject({ teamId: tenant.teamId, theme: noTheme, revision: 0 })
    const logo = `/team-files/${tenant.teamId}/${await picture(tenant)}.webp`
    const { status, body } = await save(tenant.admin, tenant.teamId, { loggedOutLogo: logo })
    expect(status).toBe(200)
    expect(body).toMatchObject({ revision: 1, theme: { ...good, loggedOutLogo: logo } })
    const guest = await app.call(stranger, api.session.start, { query: { team: tenant.teamId } })
    expect(guest.body.team.theme).toEqual({ ...good, loggedOutLogo: logo })
    const { body: log } = await app.call(tenant.admin, api.audit.list, { query: { action: 'themes.save' } })
    expect(log.items).toHaveLength(1)
    expect(log.items[0]).toMatchObject({ subjectType: 'team', subjectId: tenant.teamId })
  })

  it('is their own team’s for a team’s administrator, any team’s for the tenant’s, nobody else’s', async () => {
    const tenant = await givenTenant(app)
    const teamId = await givenTeam(app, tenant)
    const teamAdmin = await givenPerson(app, { ...tenant, teamId }, { roles: ['admin'] })
    expect((await app.call(teamAdmin, api.themes.get, params(teamId))).body.teams).toEqual([
      { id: teamId, displayName: expect.any(String) },
    ])
    expect((await save(teamAdmin, teamId)).status).toBe(200)
    expect((await save(teamAdmin, tenant.teamId)).status).toBe(404)
    expect((await save(tenant.admin, teamId, {}, 1)).status).toBe(200)
    expect((await app.call(tenant.admin, api.themes.get, params(teamId))).body.teams).toHaveLength(2)

    const other = await givenTenant(app)
    const refused: [GivenPerson | typeof stranger, number][] = [
      [other.admin, 404],
      [await givenPerson(app, tenant), 403],
      [await givenPerson(app, tenant, { roles: ['manager'] }), 403],
      [stranger, 401],
    ]
    for (const [who, status] of refused) {
      expect((await app.call(who, api.themes.get, params(teamId))).status).toBe(status)
      expect((await save(who, teamId, {}, 2)).status).toBe(status)
    }
    expect((await app.call(tenant.admin, api.themes.get, params('no-such-team'))).status).toBe(404)
  })

  it('is refused with words at the field', async () => {
    const tenant = await givenTenant(app)
    for (const colour of ['red', '#12345', '#12345g', 'rgb(1,2,3)', '#1f5c46;background:url(x)', '<b>'])
      expect((await save(tenant.admin, tenant.teamId, { primaryColor: colour })).problem?.errors, colour).toMatchObject(
        [{ path: 'body.primaryColor', code: 'hexColor' }],
      )
    expect((await save(tenant.admin, tenant.teamId, { palette: 'neon' })).problem?.errors?.[0]?.path).toBe(
      'body.palette',
    )
    expect((await save(tenant.admin, tenant.teamId, { script: 'x' })).status).toBe(422)
    expect((await save(tenant.admin, tenant.teamId, { primaryColor: '#1F5C46' })).body.theme.primaryColor).toBe(
      '#1f5c46',
    )
  })

  it('cannot be saved while a pair cannot be read; the nearest colour that is named can', async () => {
    const tenant = await givenTenant(app)
    const { status, problem } = await save(tenant.admin, tenant.teamId, { primaryColor: '#ffd400' })
    expect(status).toBe(422)
    expect(problem?.errors).toMatchObject([
      { path: 'body.primaryColor', code: 'contrast' },
      { path: 'body.primaryColor', code: 'contrast' },
      { path: 'body.primaryColor', code: 'contrast' },
    ])
    const message = problem?.errors?.[0]?.message ?? ''
    expect(message).toMatch(/^Links on the page: the contrast is 1\.\d\d to 1 and must be 4.5 to 1/)
    const [nearest = ''] = /#[0-9a-f]{6}/.exec(message) ?? []
    expect((await save(tenant.admin, tenant.teamId, { primaryColor: nearest })).status).toBe(200)
    // The same colour as a mark that has nearly the ground's brightness.
    const mark = await save(tenant.admin, tenant.teamId, { secondaryColor: '#1a4735' }, 1)
    expect(mark.problem?.errors).toMatchObject([{ path: 'body.secondaryColor', code: 'contrast' }])
    expect(mark.problem?.errors?.[0]?.message).toContain('marker of the current entry')
  })

  it('takes pictures that were uploaded for a team of this tenant, and no other address', async () => {
    const tenant = await givenTenant(app)
    const other = await givenTenant(app)
    const foreign = await picture(other)
    const ofCourse = await picture(tenant, 'image')
    const own = await picture(tenant)
    const bad = [
      'https://evil.example/logo.png',
      'javascript:alert(1)',
      'data:image/svg+xml,<svg/>',
      `/team-files/${tenant.teamId}/../../api/start`,
      `/team-files/${tenant.teamId}/${foreign}.webp`,
      `/team-files/${tenant.teamId}/${ofCourse}.webp`,
      `/team-files/${other.teamId}/${own}.webp`,
      `/team-files/${tenant.teamId}/01890000-0000-7000-8000-000000000000.webp`,
    ]
    for (const address of bad) {
      const { status, problem } = await save(tenant.admin, tenant.teamId, { favicon: address })
      expect(status, address).toBe(422)
      expect(problem?.errors, address).toMatchObject([{ path: 'body.favicon', code: 'teamImage' }])
    }
    expect(
      (await save(tenant.admin, tenant.teamId, { favicon: `/team-files/${tenant.teamId}/${own}.webp` })).status,
    ).toBe(200)
  })

  it('saved twice at once is one of the two; the other is told who was faster', async () => {
    const tenant = await givenTenant(app)
    const second = await givenPerson(app, tenant, { roles: ['admin'], firstName: 'Bea', lastName: 'Second' })
    const answers = await Promise.all([
      save(tenant.admin, tenant.teamId, { primaryColor: '#1f5c46' }),
      save(second, tenant.teamId, { primaryColor: '#5a24b4' }),
    ])
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
    const problem = answers.find((one) => one.status === 409)?.problem
    expect(problem).toMatchObject({ code: 'stale', savedBy: expect.stringMatching(/^(Ada Admin|Bea Second)$/) })
    expect((await save(second, tenant.teamId, { primaryColor: '#5a24b4' }, 1)).body.theme.primaryColor).toBe('#5a24b4')
  })

  it('is told to the open pages of the tenant', async () => {
    const tenant = await givenTenant(app)
    await save(tenant.admin, tenant.teamId)
    const events = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('liveEvents').select(['topic', 'userId', 'kind', 'subjectId']).execute())
    expect(events).toEqual([{ topic: 'me', userId: null, kind: 'team', subjectId: tenant.teamId }])
  })
})

describe('the theme of another tenant’s team', () => {
  async function given() {
    const [home, tenant] = [await givenTenant(app), await givenTenant(app)]
    const root = await givenPerson(app, home, { roles: ['superadmin'], firstName: 'Sue', lastName: 'Root' })
    return { home, tenant, root, of: ofTeam(tenant, tenant.teamId) }
  }
  const ofTeam = (tenant: GivenTenant, teamId: string) => ({ params: { tenantId: tenant.tenantId, teamId } })
  const saveOf = (who: { token: string | null }, of: ReturnType<typeof ofTeam>, change: object = {}, revision = 0) =>
    app.call(who, api.themes.saveOf, { ...of, body: { ...good, ...change, revision } as never })
  const trail = async (who: GivenPerson, action: string) =>
    (await app.call(who, api.audit.list, { query: { action } })).body.items

  it('is saved by a superadministrator: shown there, in both logs by name, told to its open pages alone', async () => {
    const { home, tenant, root, of } = await given()
    const second = await givenTeam(app, tenant)
    const before = await app.call(root, api.themes.getOf, of)
    expect(before.body).toMatchObject({ teamId: tenant.teamId, theme: noTheme, revision: 0 })
    expect(before.body.teams.map((team) => team.id).sort()).toEqual([tenant.teamId, second].sort())
    const { status, body } = await saveOf(root, of)
    expect(status).toBe(200)
    expect(body).toMatchObject({ revision: 1, theme: good })
    const guest = await app.call(stranger, api.session.start, { query: { team: tenant.teamId } })
    expect(guest.body.team.theme).toEqual(good)
    for (const reader of [tenant.admin, home.admin]) {
      const entries = await trail(reader, 'themes.save')
      expect(entries).toHaveLength(1)
      expect(entries[0]).toMatchObject({ subjectId: tenant.teamId, actorName: 'Sue Root' })
    }
    const events = (of: GivenTenant) =>
      app.services.db.tenant(of.tenantId).read((tx) => tx.selectFrom('liveEvents').select('subjectId').execute())
    expect(await events(tenant)).toEqual([{ subjectId: tenant.teamId }])
    expect(await events(home)).toEqual([])
    // Its own administrators are told who was faster.
    const late = await save(tenant.admin, tenant.teamId)
    expect(late.problem).toMatchObject({ code: 'stale', savedBy: 'Sue Root' })
    expect((await save(tenant.admin, tenant.teamId, {}, 1)).status).toBe(200)
    expect((await saveOf(root, of, {}, 1)).problem).toMatchObject({ code: 'stale', savedBy: 'Ada Admin' })
    // The change in one's own tenant is logged once.
    await saveOf(root, ofTeam(home, home.teamId))
    expect(await trail(home.admin, 'themes.save')).toHaveLength(2)
  })

  it('is nobody else’s, and no team’s of a third tenant', async () => {
    const { home, tenant, of } = await given()
    const refused: [{ token: string | null }, number][] = [
      [tenant.admin, 403],
      [home.admin, 403],
      [await givenPerson(app, tenant, { roles: ['manager'] }), 403],
      [await givenPerson(app, tenant), 403],
      [stranger, 401],
    ]
    for (const [who, status] of refused) {
      expect((await app.call(who, api.themes.getOf, of)).status).toBe(status)
      expect((await saveOf(who, of)).status).toBe(status)
      expect((await app.call(who, api.themes.addPictureOf, { ...of, body: { uploadId: 'x' } })).status).toBe(status)
    }
    const root = await givenPerson(app, home, { roles: ['superadmin'] })
    const crossed = ofTeam(tenant, home.teamId)
    expect((await app.call(root, api.themes.getOf, crossed)).status).toBe(404)
    expect((await saveOf(root, crossed)).status).toBe(404)
    expect((await app.call(root, api.themes.addPictureOf, { ...crossed, body: { uploadId: 'x' } })).status).toBe(404)
    expect(
      (await app.call(root, api.themes.getOf, { params: { tenantId: 'no-such', teamId: 'no-such' } })).status,
    ).toBe(404)
    await app.call(root, api.tenants.remove, {
      params: { tenantId: tenant.tenantId },
      body: { name: (await app.call(root, api.tenants.get, { params: { tenantId: tenant.tenantId } })).body.name },
    })
    expect((await saveOf(root, of)).status).toBe(409)
  })

  it('holds the same rules, with the words in the language of the caller', async () => {
    const { root, of } = await given()
    const german = { headers: { 'accept-language': 'de' } }
    const body = { ...good, primaryColor: '#ffd400', revision: 0 }
    const { problem } = await app.call(root, api.themes.saveOf, { ...of, ...german, body })
    expect(problem?.errors?.[0]).toMatchObject({ path: 'body.primaryColor', code: 'contrast' })
    expect(problem?.errors?.[0]?.message).toMatch(/Kontrast/)
    expect((await saveOf(root, of, { primaryColor: 'red' })).problem?.errors).toMatchObject([
      { path: 'body.primaryColor', code: 'hexColor' },
    ])
  })

  it('gets pictures from uploads of that superadministrator, and from nobody else’s', async () => {
    const { home, tenant, root, of } = await given()
    const add = (who: GivenPerson, uploadId: string, to = of) =>
      app.call(who, api.themes.addPictureOf, { ...to, body: { uploadId } })
    const bytes = await makeImage()
    const uploadId = await uploadBytes(app, root, bytes, 'logo.png')
    const [made, again] = await Promise.all([add(root, uploadId), add(root, uploadId)])
    expect([made.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(made.body)
    const { address } = made.body
    expect(address).toMatch(new RegExp(`^/team-files/${tenant.teamId}/[0-9a-f-]{36}\\.webp$`))
    expect((await saveOf(root, of, { iconLogo: address })).status).toBe(200)
    expect((await app.send(stranger, 'GET', address)).headers['content-type']).toBe('image/webp')
    for (const reader of [tenant.admin, home.admin])
      expect((await trail(reader, 'files.adopt'))[0]).toMatchObject({
        subjectTitle: 'logo.webp',
        actorName: 'Sue Root',
      })

    // It is that tenant's now: its administrators may keep it, and at home there is none.
    expect((await save(tenant.admin, tenant.teamId, { favicon: address }, 1)).status).toBe(200)
    const atHome = address.replace(tenant.teamId, home.teamId)
    expect((await app.send(stranger, 'GET', atHome)).status).toBe(404)
    expect((await save(home.admin, home.teamId, { favicon: atHome })).status).toBe(422)
    expect((await saveOf(root, of, { favicon: atHome }, 2)).status).toBe(422)

    const other = await givenPerson(app, home, { roles: ['superadmin'] })
    const local = await givenPerson(app, tenant, { roles: ['superadmin'] })
    for (const owner of [other, local, home.admin, tenant.admin]) {
      const foreign = await uploadBytes(app, owner, bytes, 'logo.png')
      const refused = await add(root, foreign)
      expect([refused.status, refused.problem?.errors?.[0]?.code]).toEqual([422, 'uploadMissing'])
      // It is still there for its owner.
      expect((await app.call(owner, api.files.adopt, { body: { uploadId: foreign, purpose: 'team' } })).status).toBe(
        201,
      )
    }
    const elsewhere = ofTeam(home, home.teamId)
    expect((await add(root, uploadId, elsewhere)).problem?.errors?.[0]?.code).toBe('uploadMissing')
    expect((await add(root, await uploadBytes(app, root, bytes, 'logo.png'), elsewhere)).status).toBe(201)
    // Only pictures, and only those of a finished upload.
    const pdf = await add(root, await uploadBytes(app, root, makePdf(), 'logo.png'))
    expect([pdf.status, pdf.problem?.errors?.[0]?.path]).toEqual([422, 'body.uploadId'])
    // What was adopted at home does not become another tenant's.
    const own = await adoptBytes(app, root, bytes, 'team', 'logo.png')
    expect((await saveOf(root, of, { favicon: `/team-files/${tenant.teamId}/${own.body.id}.webp` }, 2)).status).toBe(
      422,
    )
  })
})
