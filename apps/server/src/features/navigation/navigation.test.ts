import { api } from '@learnt/contract'
import { type NavigationRow, navigationLimits, type SentNavigationRow, standardRows } from '@learnt/contract/navigation'
import type { NavigationItem } from '@learnt/contract/session'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type GivenPerson, givenPerson, givenTeam, givenTenant, stranger } from '../../../test/given/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const sent = (rows: readonly NavigationRow[]) =>
  rows.map(({ available, ...row }) => row as SentNavigationRow) satisfies SentNavigationRow[]
const link = (more: Partial<SentNavigationRow> = {}): SentNavigationRow => ({
  id: 'link-wiki',
  parentId: null,
  title: 'Wiki',
  icon: '',
  exact: false,
  target: '',
  badge: '',
  badgeBackground: '',
  badgeColor: '',
  url: 'https://wiki.example/start',
  isGroup: false,
  enabled: true,
  ...more,
})
const group = (id: string, parentId: string | null = null) => link({ id, parentId, title: id, url: '', isGroup: true })

async function givenRoot() {
  const tenant = await givenTenant(app)
  return {
    ...tenant,
    root: await givenPerson(app, tenant, { roles: ['superadmin'], firstName: 'Sue', lastName: 'Root' }),
  }
}
const params = (teamId: string) => ({ params: { teamId } })
const save = (who: { token: string | null }, teamId: string, rows: readonly unknown[], revision = 0) =>
  app.call(who, api.navigation.save, { ...params(teamId), body: { rows, revision } as never })
const treeOf = async (person: GivenPerson) =>
  ((await app.call(person, api.session.start)).body.me?.sideNavigation ?? null) as NavigationItem[] | null

describe('a team’s navigation', () => {
  it('begins as the product’s own, is saved, shown to the team, and reset', async () => {
    const { root, teamId, ...tenant } = await givenRoot()
    const learner = await givenPerson(app, { ...tenant, teamId })
    const before = await app.call(root, api.navigation.get, params(teamId))
    expect(before.body).toMatchObject({ isStandard: true, revision: 0, rows: standardRows() })
    const rows = sent(before.body.rows).map((row) =>
      row.id === 'mybundles'
        ? { ...row, enabled: false }
        : row.id === 'mycourses'
          ? { ...row, title: 'Trainings' }
          : row,
    )
    const { status, body } = await save(root, teamId, [link(), ...rows])
    expect(status).toBe(200)
    expect(body).toMatchObject({ isStandard: false, revision: 1 })
    expect(body.rows[0]).toMatchObject({ id: 'link-wiki', url: 'https://wiki.example/start', available: true })
    const shown = (await treeOf(learner))?.[0]?.children ?? []
    expect(shown[0]).toMatchObject({ id: 'link-wiki', title: 'Wiki' })
    expect(shown.find((item) => item.id === 'mybundles')?.enabled).toBe(false)
    expect(shown.find((item) => item.id === 'mycourses')?.title).toBe('Trainings')

    const reset = await app.call(root, api.navigation.reset, { ...params(teamId), body: { revision: 1 } })
    expect(reset.body).toMatchObject({ isStandard: true, revision: 2 })
    expect(await treeOf(learner)).toBeNull()
  })

  it('is a superadministrator’s alone', async () => {
    const { root, ...tenant } = await givenRoot()
    const teamId = await givenTeam(app, tenant)
    const other = await givenRoot()
    const rows = sent(standardRows())
    const refused: [{ token: string | null }, number][] = [
      [tenant.admin, 403],
      [await givenPerson(app, tenant), 403],
      [await givenPerson(app, tenant, { roles: ['manager'] }), 403],
      [stranger, 401],
      // in another tenant at the moment
      [other.root, 404],
    ]
    for (const [who, status] of refused) {
      expect((await app.call(who, api.navigation.get, params(teamId))).status).toBe(status)
      expect((await save(who, teamId, rows)).status).toBe(status)
      expect((await app.call(who, api.navigation.reset, { ...params(teamId), body: { revision: 0 } })).status).toBe(
        status,
      )
      if (status === 404) continue
      const tenantId = { params: { tenantId: tenant.tenantId } }
      expect((await app.call(who, api.navigation.available, tenantId)).status).toBe(status)
      const body = { teamIds: [teamId], available: { chat: false } }
      expect((await app.call(who, api.navigation.setAvailable, { ...tenantId, body })).status).toBe(status)
    }
    expect((await save(root, teamId, rows)).status).toBe(200)
    expect((await save(root, 'no-such-team', rows)).status).toBe(404)
  })

  it('takes links to safe addresses only, at the field', async () => {
    const { root, teamId } = await givenRoot()
    const rows = sent(standardRows())
    const bad = [
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'data:text/html,<script>1</script>',
      'vbscript:x',
      '//evil.example',
      '/\\evil.example',
      'https://user:pass@evil.example',
      'https://',
      'https:/evil',
      'ftp://files.example',
      'wiki.example',
      'https://a b.example',
      '',
    ]
    for (const url of bad) {
      const { status, problem } = await save(root, teamId, [...rows, link({ url })])
      expect(status, url).toBe(422)
      expect(problem?.errors, url).toMatchObject([{ path: `body.rows.${rows.length}.url`, code: 'linkAddress' }])
    }
    let revision = 0
    for (const url of [
      'https://wiki.example',
      'http://localhost:8080/a?b=c#d',
      '/apps/courses/mycourses?x=1',
      'https://köln.example/ü',
    ]) {
      expect((await save(root, teamId, [...rows, link({ url })], revision++)).status, url).toBe(200)
    }
  })

  it('keeps markup as the words that it is, and refuses line breaks', async () => {
    const { root, teamId } = await givenRoot()
    const rows = sent(standardRows())
    const title = '<img src=x onerror=alert(1)> & "quotes"'
    const { body } = await save(root, teamId, [...rows, link({ title })])
    expect(body.rows.find((row) => row.id === 'link-wiki')?.title).toBe(title)
    expect((await save(root, teamId, [...rows, link({ title: 'a\nb' })], 1)).problem?.errors).toMatchObject([
      { path: `body.rows.${rows.length}.title`, code: 'oneLine' },
    ])
    expect((await save(root, teamId, [...rows, link({ title: 'x'.repeat(81) })], 1)).status).toBe(422)
    expect((await save(root, teamId, [...rows, link({ icon: 'skull' as never })], 1)).status).toBe(422)
  })

  it('refuses circles, trees that are too deep or too large, twins, and lost parents', async () => {
    const { root, teamId } = await givenRoot()
    const rows = sent(standardRows())
    const codes = async (more: SentNavigationRow[]) =>
      (await save(root, teamId, [...rows, ...more])).problem?.errors?.map((one) => one.code)
    expect(await codes([group('group-a', 'group-b'), group('group-b', 'group-a')])).toEqual([
      'insideItself',
      'insideItself',
    ])
    expect(await codes([group('group-a', 'group-a')])).toEqual(['insideItself'])
    expect(
      await codes([group('group-a', 'group-b'), group('group-b', 'group-a'), link({ parentId: 'group-a' })]),
    ).toEqual(['insideItself', 'insideItself', 'insideItself'])
    const chain = ['a', 'b', 'c', 'd', 'e'].map((name, i, all) =>
      group(`g-${name}`, i === 0 ? null : `g-${all[i - 1]}`),
    )
    expect(await codes(chain)).toEqual(['tooManyLevels'])
    expect(await codes([link(), link()])).toEqual(['idTaken'])
    expect(await codes([link({ id: 'logout' })])).toContain('idTaken')
    expect(await codes([link({ parentId: 'nowhere' })])).toEqual(['noSuchGroup'])
    expect(await codes([link({ parentId: 'home' })])).toEqual(['noSuchGroup'])
    const many = Array.from({ length: navigationLimits.rows }, (_, i) => link({ id: `link-${i}` }))
    expect(await codes(many)).toEqual(['tooMany'])
    // An entry of ours is no link and no group of somebody's own making.
    expect(
      (
        await save(
          root,
          teamId,
          rows.map((row) => (row.id === 'users' ? { ...row, url: 'https://evil.example' } : row)),
        )
      ).status,
    ).toBe(422)
    expect(
      (
        await save(
          root,
          teamId,
          rows.map((row) => (row.id === 'users' ? { ...row, isGroup: true } : row)),
        )
      ).status,
    ).toBe(422)
    // The deepest that may be can be.
    expect((await save(root, teamId, [...rows, ...chain.slice(0, 4)])).status).toBe(200)
  })

  it('never loses an entry of the product: one that is not sent is kept, switched off', async () => {
    const { root, teamId } = await givenRoot()
    const { body } = await save(root, teamId, [link()])
    expect(body.rows).toHaveLength(standardRows().length + 1)
    expect(body.rows.filter((row) => row.enabled).map((row) => row.id)).toEqual(['link-wiki'])
  })

  it('saved twice at once is one of the two', async () => {
    const { root, teamId } = await givenRoot()
    const rows = sent(standardRows())
    const answers = await Promise.all(['One', 'Two'].map((title) => save(root, teamId, [...rows, link({ title })])))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409])
    expect(answers.find((one) => one.status === 409)?.problem).toMatchObject({ code: 'stale', savedBy: 'Sue Root' })
  })
})

describe('what is available', () => {
  it('is set for some or all teams of any tenant, and a team cannot switch it on', async () => {
    const { root } = await givenRoot()
    const tenant = await givenRoot()
    const second = await givenTeam(app, tenant)
    const at = { params: { tenantId: tenant.tenantId } }
    const before = await app.call(root, api.navigation.available, at)
    expect(before.body.teams.map((team) => team.id)).toEqual([tenant.teamId, second])
    const body = { teamIds: [tenant.teamId, second], available: { chat: false, 'admin-chat': false } }
    const { body: after } = await app.call(root, api.navigation.setAvailable, { ...at, body })
    const unavailable = (rows: readonly NavigationRow[]) => rows.filter((row) => !row.available).map((row) => row.id)
    for (const team of after.teams) expect(unavailable(team.rows)).toEqual(['chat', 'admin-chat'])

    // The team saves with everything on, resets, and sends the entry as if it were available: it stays away.
    const own = tenant.root
    const saved = await save(own, second, sent(standardRows()), 1)
    expect(unavailable(saved.body.rows)).toEqual(['chat', 'admin-chat'])
    const reset = await app.call(own, api.navigation.reset, { ...params(second), body: { revision: 2 } })
    expect(unavailable(reset.body.rows)).toEqual(['chat', 'admin-chat'])
    const forged = [{ ...sent(standardRows())[0], available: true }]
    expect((await save(own, second, forged, 3)).status).toBe(422)

    // Given back to one team only; nothing else of it changes.
    const again = { teamIds: [second], available: { chat: true, 'admin-chat': true } }
    const { body: mended } = await app.call(root, api.navigation.setAvailable, { ...at, body: again })
    expect(mended.teams.map((team) => unavailable(team.rows))).toEqual([['chat', 'admin-chat'], []])

    const log = await app.call(tenant.admin, api.audit.list, { query: { action: 'navigation.setAvailable' } })
    expect(log.body.total).toBe(3)
    const mine = await app.call(root, api.audit.list, { query: { action: 'navigation.setAvailable' } })
    expect(mine.body.items).toMatchObject([{ subjectId: tenant.tenantId }, { subjectId: tenant.tenantId }])
  })

  it('names teams of that tenant only, and tenants that there are', async () => {
    const { root, teamId } = await givenRoot()
    const tenant = await givenRoot()
    const at = (tenantId: string) => ({ params: { tenantId } })
    const body = { teamIds: [tenant.teamId, teamId], available: { chat: false } }
    const { status, problem } = await app.call(root, api.navigation.setAvailable, { ...at(tenant.tenantId), body })
    expect(status).toBe(422)
    expect(problem?.errors).toMatchObject([{ path: 'body.teamIds.1', code: 'unknownTeam' }])
    const now = await app.call(root, api.navigation.available, at(tenant.tenantId))
    expect(now.body.teams[0]?.rows.every((row) => row.available)).toBe(true)
    expect((await app.call(root, api.navigation.available, at('no-such-tenant'))).status).toBe(404)
    expect((await app.call(root, api.navigation.setAvailable, { ...at('no-such-tenant'), body })).status).toBe(404)
  })

  it('two people who change different entries at once do not undo each other', async () => {
    const { root, tenantId, teamId } = await givenRoot()
    const change = (id: string) =>
      app.call(root, api.navigation.setAvailable, {
        params: { tenantId },
        body: { teamIds: [teamId], available: { [id]: false } },
      })
    await Promise.all(['chat', 'blogs', 'calendar'].map(change))
    const { body } = await app.call(root, api.navigation.available, { params: { tenantId } })
    expect(body.teams[0]?.rows.filter((row) => !row.available).map((row) => row.id)).toEqual([
      'calendar',
      'chat',
      'blogs',
    ])
  })
})
