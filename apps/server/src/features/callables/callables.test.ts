import { api } from '@learnt/contract'
import { type DocumentType, documentTypes } from '@learnt/contract/document-kinds'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/db.ts'
import { type GivenPerson, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { givenWorld, type World } from '../../../test/given/world.ts'
import { newId } from '../../platform/ids.ts'

type Caller = { token: string | null }

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const statusOf = async (world: World, courseId: string) =>
  (await app.call(world.admin, api.courses.get, { params: { courseId } })).body.status

describe('permission objects', () => {
  it('make and change a permission as the specification writes it, whatever stood before', async () => {
    const world = await givenWorld(app)
    const object = {
      documentId: world.courseId,
      type: 'course' as const,
      tenantId: world.tenantId,
      rule: { position: ['Chef'] },
      title: 'Chefs',
    }
    const made = await app.call(world.admin, api.callables.handleUserCoursesUpdate, {
      body: { newPermissionObject: object },
    })
    const id = made.body.data._id
    const change = {
      ...object,
      _id: id,
      rule: { position: ['Chef', { value: 'Cook' }] },
      status: 'inactive' as const,
      updatedAt: 1,
    }
    await app.call(world.admin, api.callables.handleUserItemsUpdate, {
      body: { newPermissionObject: change, prePermissionObject: { rule: { roles: ['admin'] }, anything: true } },
    })
    const stored = await app.call(world.admin, api.permissions.get, { params: { permissionId: id } })
    expect(stored.body).toMatchObject({
      title: 'Chefs',
      status: 'inactive',
      rule: { rule: { position: ['Chef', { value: 'Cook' }] } },
    })
  })

  it('of another tenant, document or person are refused', async () => {
    const [world, foreign] = [await givenWorld(app), await givenWorld(app)]
    const object = { documentId: world.courseId, type: 'course' as const, rule: { position: ['Chef'] } }
    const put = (who: { token: string | null }, more: object = {}) =>
      app.call(who, api.callables.handleUserItemsUpdate, { body: { newPermissionObject: { ...object, ...more } } })
    expect((await put(world.admin)).status).toBe(200)
    expect((await put(world.admin, { tenantId: foreign.tenantId })).status).toBe(403)
    expect((await put(world.admin, { _id: newId() })).status).toBe(404)
    expect((await put(world.admin, { _id: foreign.permissionId })).status).toBe(404)
    expect((await put(foreign.admin)).status).toBe(422)
    expect((await put(world.learner)).status).toBe(403)
    expect((await put(world.admin, { rule: { shoeSize: ['44'] } })).problem?.code).toBe('invalid-input')
  })

  it('all of a document go on and off together', async () => {
    const [world, foreign] = [await givenWorld(app), await givenWorld(app)]
    const turn = (who: { token: string | null }, status: 'active' | 'inactive') =>
      app.call(who, api.callables.changeStatusOfAllPermittedUsers, {
        body: { document: { _id: world.courseId, title: 'ignored' }, documentType: 'course', status } as never,
      })
    const off = await turn(world.admin, 'inactive')
    expect(off.body.data.changed).toBeGreaterThan(0)
    expect((await turn(world.admin, 'inactive')).body.data.changed).toBe(0)
    const { items } = (await app.call(world.admin, api.permissions.list, { query: { documentId: world.courseId } }))
      .body
    expect(items.every((one) => one.status === 'inactive')).toBe(true)
    expect((await turn(world.admin, 'active')).body.data.changed).toBe(off.body.data.changed)
    expect((await turn(foreign.admin, 'inactive')).status).toBe(404)
    expect((await turn(world.manager, 'inactive')).status).toBe(403)
  })
})

describe('documents', () => {
  it('are withdrawn and published again, one or many', async () => {
    const [world, foreign] = [await givenWorld(app), await givenWorld(app)]
    const withdraw = (who: { token: string | null }) =>
      app.call(who, api.callables.unpublishUserCoursesUpdate, { body: { courseId: world.courseId } })
    expect((await withdraw(foreign.admin)).status).toBe(404)
    expect((await withdraw(world.learner)).status).toBe(403)
    expect((await withdraw(world.admin)).body.data.status).toBe('unpublished')
    expect((await withdraw(world.admin)).status).toBe(409)
    const publish = (who: { token: string | null }) =>
      app.call(who, api.callables.publishCourse, { body: { course: { id: world.courseId, status: 'draft' } } as never })
    expect((await publish(foreign.admin)).status).toBe(404)
    expect((await publish(world.admin)).body.data.status).toBe('published')

    const body = {
      documentIds: [world.courseId],
      documentType: 'course' as const,
      status: 'archived' as const,
      tenantId: world.tenantId,
    }
    const many = (who: { token: string | null }, more: object = {}) =>
      app.call(who, api.callables.updateDocumentStatus, { body: { ...body, ...more } })
    expect((await many(world.admin, { tenantId: foreign.tenantId })).status).toBe(403)
    expect((await many(foreign.admin, { tenantId: foreign.tenantId })).status).toBe(202)
    await app.settle()
    expect(await statusOf(world, world.courseId)).toBe('published')
    expect((await many(world.admin)).status).toBe(202)
    await app.settle()
    expect(await statusOf(world, world.courseId)).toBe('archived')
  })
})

describe('documents of every kind', () => {
  it('get the status that is asked for, and those of another kind keep theirs', async () => {
    const world = await givenWorld(app)
    const ids: Record<DocumentType, string> = {
      course: world.courseId,
      pathway: world.pathway.id,
      learningPackage: world.learningPackage.id,
      resource: world.resource.id,
      form: world.form.id,
      event: world.event.id,
    }
    const setStatus = (
      documentType: DocumentType,
      status: 'published' | 'unpublished' | 'archived',
      who: Caller = world.admin,
    ) =>
      app.call(who, api.callables.updateDocumentStatus, {
        body: { documentIds: Object.values(ids), documentType, status, tenantId: world.tenantId },
      })
    const statuses = async () => {
      const { rows } = await app.services.db.tenant(world.tenantId).read((tx) =>
        sql<{
          id: string
          status: string
        }>`select id, status from documents where id = any(${Object.values(ids)}::uuid[])`.execute(tx),
      )
      const byId = new Map(rows.map((row) => [row.id, row.status]))
      return Object.fromEntries(documentTypes.map((type) => [type, byId.get(ids[type])]))
    }
    const expected: Record<string, string | undefined> = await statuses()
    // What holds others comes before what it holds: that could not be published any more.
    for (const type of ['learningPackage', 'pathway', 'course', 'resource', 'form', 'event'] as const) {
      for (const who of [world.learner, world.manager])
        expect((await setStatus(type, 'unpublished', who)).status, type).toBe(403)
      for (const status of ['unpublished', 'published', 'archived'] as const) {
        const { body } = await setStatus(type, status)
        await app.settle()
        const job = (await app.call(world.admin, api.jobs.get, { params: { jobId: body.jobId } })).body
        expect(job, type).toMatchObject({ state: 'succeeded', result: { done: 1, skipped: documentTypes.length - 1 } })
        expected[type] = status
        expect(await statuses(), type).toEqual(expected)
      }
    }
  })

  it('are refused where their part of the product is off', async () => {
    const tenant = await givenTenant(app, { settings: { features: { pathways: false } } })
    const archive = (documentType: DocumentType) =>
      app.call(tenant.admin, api.callables.updateDocumentStatus, {
        body: { documentIds: [newId()], documentType, status: 'archived', tenantId: tenant.tenantId },
      })
    expect((await archive('pathway')).status).toBe(403)
    expect((await archive('resource')).status).toBe(202)
  })
})

describe('people', () => {
  it('get roles in several teams, none of them above the caller’s, all checked before any is changed', async () => {
    const world = await givenWorld(app)
    const team = await givenTeam(app, world)
    const person = await givenPerson(app, world)
    await givenPerson(app, world, { userId: person.userId, email: person.email, teamId: team })
    const put = (userTeams: object[], more: object = {}) =>
      app.call(world.admin, api.callables.setUserPermissionsForMultipleTeams, {
        body: { userTeams, userId: person.userId, tenantId: world.tenantId, ...more } as never,
      })
    const both = [world.teamId, team].map((teamId) => ({ teamId, roles: ['manager'] }))
    expect((await put(both)).body.data.map((one) => one.roles)).toEqual([['manager'], ['manager']])
    expect((await put([{ teamId: team, roles: ['superadmin'] }])).status).toBe(403)
    expect(
      (
        await put([
          { teamId: team, roles: ['admin'] },
          { teamId: 'nowhere', roles: ['admin'] },
        ])
      ).status,
    ).toBe(404)
    expect((await put(both, { tenantId: 'learnt' })).status).toBe(403)
    const now = await app.call(world.admin, api.members.get, {
      params: { userId: person.userId },
      query: { teamId: team },
    })
    expect(now.body.roles).toEqual(['manager'])
  })

  it('get all of it or nothing, whichever team it is that is refused', async () => {
    const world = await givenWorld(app)
    const team = await givenTeam(app, world)
    const inBoth = async (of: Parameters<typeof givenPerson>[2], first?: GivenPerson) => {
      const person = first ?? (await givenPerson(app, world, of))
      await givenPerson(app, world, { ...of, userId: person.userId, email: person.email, teamId: team })
      return person
    }
    const put = ({ userId }: GivenPerson, ...roles: string[][]) =>
      app.call(world.admin, api.callables.setUserPermissionsForMultipleTeams, {
        body: {
          userTeams: [world.teamId, team].map((teamId, i) => ({ teamId, roles: roles[i] })),
          userId,
          tenantId: world.tenantId,
        } as never,
      })
    const rolesOf = async ({ userId }: GivenPerson) =>
      (
        await app.services.db
          .tenant(world.tenantId)
          .read((tx) =>
            tx.selectFrom('memberships').select('roles').where('userId', '=', userId).orderBy('id').execute(),
          )
      ).map((row) => row.roles)
    const person = await inBoth({ roles: ['learner'] })
    for (const roles of [
      [['manager'], ['superadmin']],
      [['superadmin'], ['manager']],
    ]) {
      expect(await put(person, ...roles)).toMatchObject({ status: 403, problem: { errors: [{ code: 'higherRole' }] } })
      expect(await rolesOf(person)).toEqual([['learner'], ['learner']])
    }
    // Where there is nothing to change in the first, the second is changed all the same.
    expect((await put(person, ['learner'], ['manager'])).body.data.map((one) => one.roles)).toEqual([
      ['learner'],
      ['manager'],
    ])
    expect(await rolesOf(person)).toEqual([['learner'], ['manager']])
    const { admin } = world
    await inBoth({ roles: ['admin'] }, admin)
    expect(await put(admin, ['admin', 'manager'], ['learner'])).toMatchObject({
      status: 403,
      problem: { errors: [{ code: 'yourself' }] },
    })
    expect(await rolesOf(admin)).toEqual([['admin'], ['admin']])
  })

  it('are set to a status in all teams that the caller sees; a team’s administrator touches no other team', async () => {
    const world = await givenWorld(app)
    const person = await givenPerson(app, world)
    const set = (who: { token: string | null }, more: object = {}) =>
      app.call(who, api.callables.handleUserTeamsStatusUpdate, {
        body: { userIds: [person.userId], status: 'sick leave', tenantId: world.tenantId, ...more } as never,
      })
    expect((await set(world.teamAdmin)).status).toBe(404)
    expect((await set(world.admin, { tenantId: 'learnt' })).status).toBe(403)
    expect((await set(world.admin)).status).toBe(202)
    await app.settle()
    const now = await app.call(world.admin, api.members.get, { params: { userId: person.userId } })
    expect(now.body.status).toBe('sick leave')
  })

  it('are set to a status in all of their teams, however many that makes', async () => {
    const tenant = await givenTenant(app)
    const team = await givenTeam(app, tenant)
    const userIds = Array.from({ length: 501 }, () => newId())
    await asOwner(async (client) => {
      await client.query('begin')
      await client.query(`select set_config('app.tenant_id', $1, true)`, [tenant.tenantId])
      await client.query(
        `insert into control.users (id, first_name, last_name) select id, 'Many', 'Person' from unnest($1::uuid[]) id`,
        [userIds],
      )
      await client.query(
        `insert into memberships (id, user_id, team_id, first_name, last_name, is_primary)
         select id || ':' || team, id, team, 'Many', 'Person', team = $3
         from unnest($1::uuid[]) id, unnest($2::text[]) team`,
        [userIds, [tenant.teamId, team], tenant.teamId],
      )
      await client.query(
        `select count(*) from control.put_directory_many((select jsonb_agg(jsonb_build_object('user_id', user_id, 'team_id', team_id, 'status', status, 'roles', roles, 'username', username)) from memberships), now())`,
      )
      await client.query('commit')
    })
    const { body } = await app.call(tenant.admin, api.callables.handleUserTeamsStatusUpdate, {
      body: { userIds, status: 'terminated', tenantId: tenant.tenantId },
    })
    await app.settle()
    expect((await app.call(tenant.admin, api.jobs.get, { params: { jobId: body.jobId } })).body).toMatchObject({
      state: 'succeeded',
      total: 1002,
      result: { done: 1002, skipped: 0, failed: 0 },
    })
    const { items } = (await app.call(tenant.admin, api.members.list, { query: { status: ['active'] } })).body
    expect(items.map((one) => one.userId)).toEqual([tenant.admin.userId])
  })
})
