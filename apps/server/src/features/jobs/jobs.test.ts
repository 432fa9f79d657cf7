import { api } from '@learnt/contract'
import type { Role } from '@learnt/contract/roles'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
import { givenActing } from '../../../test/given/acting.ts'
import { givenCourse } from '../../../test/given/courses.ts'
import {
  type GivenPerson,
  type GivenTenant,
  givenPerson,
  givenTeam,
  givenTenant,
  stranger,
} from '../../../test/given/people.ts'
import { json } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { recordJobRows } from '../../platform/jobs/job-rows.ts'
import { systemContext } from '../../platform/system-context.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** A job that changes one person's status, as its author asked for it. */
async function givenJob(tenant: GivenTenant, author: GivenPerson, person: GivenPerson): Promise<string> {
  const { body } = await app.call(author, api.members.setStatus, {
    body: { selection: { by: 'ids', ids: [person.membershipId] }, status: 'inactive' },
  })
  expect(body.jobId).toBeDefined()
  expect(tenant.tenantId).toBe(author.tenantId)
  return body.jobId
}

const listed = async (caller: GivenPerson, operation: 'mine' | 'list') => {
  const { body } = await app.call(caller, api.jobs[operation])
  expect(body.total).toBe(body.items.length)
  return body.items.map((one) => one.id)
}

const rowsOf = async (caller: GivenPerson, jobId: string) =>
  (await app.send(caller, 'GET', `/api/jobs/${jobId}/rows.csv`)).status

const ask = (caller: { token: string | null }, operation: 'get' | 'cancel' | 'retry', jobId: string) =>
  app.call(caller, api.jobs[operation], { params: { jobId } })

describe('the tray', () => {
  it('lists a person’s own jobs, newest first, in pages, until they expire', async () => {
    const tenant = await givenTenant(app)
    const other = await givenPerson(app, tenant, { roles: ['admin'] })
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      app.clock.advance(1000)
      ids.unshift(await givenJob(tenant, tenant.admin, other))
    }
    await givenJob(tenant, other, tenant.admin)
    const first = await app.call(tenant.admin, api.jobs.mine, { query: { limit: 2 } })
    expect(first.body).toMatchObject({
      total: 3,
      items: [
        { id: ids[0], createdBy: 'Ada Admin', state: 'waiting', can: { cancel: null, retry: 'jobNotEnded' } },
        { id: ids[1] },
      ],
    })
    const rest = await app.call(tenant.admin, api.jobs.mine, { query: { limit: 2, cursor: first.body.next ?? '' } })
    expect(rest.body).toMatchObject({ items: [{ id: ids[2] }], next: null })
    expect((await app.call(tenant.admin, api.jobs.list)).body.total).toBe(4)
    expect((await app.call(tenant.admin, api.jobs.list, { query: { state: 'failed' } })).body.total).toBe(0)
    expect((await app.call(tenant.admin, api.jobs.list, { query: { search: 'INACTIVE' } })).body.total).toBe(4)
    const events = await statementsOf(app.services.db, async () => void (await app.call(tenant.admin, api.jobs.mine)))
    expect(events).toHaveLength(3)
    await app.settle()
    await app.services.db.tenant(tenant.tenantId).write((tx) =>
      tx
        .updateTable('jobs')
        .set({ expiresAt: app.clock.now() })
        .where('id', '=', ids[0] ?? '')
        .execute(),
    )
    expect((await app.call(tenant.admin, api.jobs.mine)).body.total).toBe(2)
  })

  it('is one’s own; administrators see the jobs of their people', async () => {
    const tenant = await givenTenant(app)
    const north = await givenTeam(app, tenant)
    const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
    const learner = await givenPerson(app, tenant, { teamId: north })
    const mine = await givenJob(tenant, northAdmin, learner)
    const theirs = await givenJob(tenant, tenant.admin, learner)
    expect((await ask(northAdmin, 'get', mine)).status).toBe(200)
    expect((await ask(northAdmin, 'get', theirs)).status).toBe(404)
    expect((await ask(tenant.admin, 'get', mine)).status).toBe(200)
    expect((await app.call(northAdmin, api.jobs.list)).body.items.map((one) => one.id)).toEqual([mine])
    for (const caller of [learner, (await givenTenant(app)).admin]) {
      for (const operation of ['get', 'cancel', 'retry'] as const)
        expect((await ask(caller, operation, mine)).status).toBe(404)
    }
    expect((await ask(stranger, 'get', mine)).status).toBe(401)
    expect((await app.call(learner, api.jobs.list)).status).toBe(403)
    expect((await ask(northAdmin, 'get', newId())).status).toBe(404)
  })
})

describe('a job', () => {
  it('is cancelled before it begins, and run again by the person who asked for it', async () => {
    const tenant = await givenTenant(app)
    const second = await givenPerson(app, tenant, { roles: ['admin'] })
    const person = await givenPerson(app, tenant)
    const id = await givenJob(tenant, second, person)
    expect((await ask(tenant.admin, 'cancel', id)).body).toMatchObject({
      state: 'cancelled',
      finishedAt: app.clock.now().toISOString(),
    })
    await app.settle()
    expect((await app.call(person, api.session.start)).body.me).not.toBeNull()
    expect(await ask(second, 'cancel', id)).toMatchObject({
      status: 409,
      problem: { code: 'wrong-state', detail: 'This job has already ended.' },
    })
    // It would act with its author's rights.
    expect((await ask(tenant.admin, 'retry', id)).status).toBe(403)
    expect((await ask(second, 'retry', id)).body).toMatchObject({ state: 'waiting', finishedAt: null })
    await app.settle()
    expect((await ask(second, 'get', id)).body).toMatchObject({ state: 'succeeded', result: { done: 1 } })
    expect((await app.call(person, api.session.start)).body.me).toBeNull()
    expect((await ask(second, 'retry', id)).status).toBe(409)
  })

  it('stops between two steps when it runs already', async () => {
    const tenant = await givenTenant(app)
    const id = await givenJob(tenant, tenant.admin, await givenPerson(app, tenant))
    const tenantDb = app.services.db.tenant(tenant.tenantId)
    await tenantDb.write((tx) => tx.updateTable('jobs').set({ state: 'running' }).where('id', '=', id).execute())
    expect((await ask(tenant.admin, 'cancel', id)).body.state).toBe('running')
    await app.settle()
    expect((await ask(tenant.admin, 'get', id)).body.state).toBe('cancelled')
  })

  it('does nothing that its author may no longer do', async () => {
    const tenant = await givenTenant(app)
    const second = await givenPerson(app, tenant, { roles: ['admin'] })
    const person = await givenPerson(app, tenant)
    const id = await givenJob(tenant, second, person)
    await app.call(tenant.admin, api.members.update, {
      params: { userId: second.userId },
      body: { roles: ['learner'] },
    })
    await app.settle()
    const job = await ask(tenant.admin, 'get', id)
    expect(job.body).toMatchObject({ state: 'failed', result: null })
    expect((await app.call(person, api.session.start)).body.me).not.toBeNull()
  })

  it('gives its rows as a file, streamed in order', async () => {
    const tenant = await givenTenant(app)
    const id = await givenJob(tenant, tenant.admin, await givenPerson(app, tenant))
    const ctx = systemContext(app.services, tenant.tenantId, { requestId: id })
    await ctx.write((tx) =>
      recordJobRows(
        tx,
        id,
        Array.from({ length: 2100 }, (_, i) => ({
          subjectId: `row-${String(i).padStart(5, '0')}`,
          title: '=1+1',
          outcome: 'failed' as const,
          reason: 'notFound',
        })),
      ),
    )
    const reply = await app.send(tenant.admin, 'GET', `/api/jobs/${id}/rows.csv`)
    const lines = reply.body.subarray(3).toString().trim().split('\r\n')
    expect(lines).toHaveLength(2101)
    expect(lines[2100]).toBe(`row-02099,'=1+1,failed,"This does not exist, or you do not have access to it."`)
    const arabic = await app.send(tenant.admin, 'GET', `/api/jobs/${id}/rows.csv`, {
      headers: { 'accept-language': 'ar' },
    })
    expect(arabic.body.toString()).toContain('فشل')
    expect((await app.send(tenant.admin, 'GET', '/api/jobs/none/rows.csv')).status).toBe(404)
    await ctx.write((tx) =>
      tx
        .updateTable('jobs')
        .set({ result: json({}) })
        .where('id', '=', id)
        .execute(),
    )
  })
})

describe('a person who acts as somebody', () => {
  it('sees what was begun in the team acted for, and not the person’s jobs in other teams', async () => {
    const tenant = await givenTenant(app)
    const north = await givenTeam(app, tenant)
    const learner = await givenPerson(app, tenant)
    const { userId, email } = tenant.admin
    const inNorth = await givenPerson(app, tenant, { userId, email, teamId: north, roles: ['admin'] })
    const here = await givenJob(tenant, inNorth, await givenPerson(app, tenant, { teamId: north }))
    const wide = await givenJob(tenant, tenant.admin, learner)
    await app.settle()
    const acting = await givenActing(app, tenant, inNorth)

    expect(await listed(acting, 'mine')).toEqual([here])
    expect(await listed(acting, 'list')).toEqual([here])
    expect((await ask(acting, 'get', here)).status).toBe(200)
    expect((await ask(acting, 'get', wide)).status).toBe(404)
    expect(await rowsOf(acting, here)).toBe(200)
    expect(await rowsOf(acting, wide)).toBe(404)
    // The control: to the person both are their own, wherever they sit.
    expect(await listed(inNorth, 'mine')).toEqual([wide, here])
    expect(await rowsOf(inNorth, wide)).toBe(200)
  })

  it('sees no more of an administrator of the whole tenant than was begun in that team', async () => {
    const tenant = await givenTenant(app)
    const north = await givenTeam(app, tenant)
    const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
    const learner = await givenPerson(app, tenant, { teamId: north })
    const there = await givenJob(tenant, northAdmin, learner)
    const here = await givenJob(tenant, tenant.admin, learner)
    const acting = await givenActing(app, tenant, tenant.admin)
    expect(await listed(acting, 'list')).toEqual([here])
    expect((await ask(acting, 'get', there)).status).toBe(404)
    expect(await listed(tenant.admin, 'list')).toEqual([here, there])
  })

  it('does not see what the person did for the whole tenant with a former role', async () => {
    const tenant = await givenTenant(app)
    const north = await givenTeam(app, tenant)
    const root = await givenPerson(app, tenant, { teamId: north, roles: ['superadmin'] })
    const wide = await givenJob(tenant, root, await givenPerson(app, tenant))
    await giveRoles(tenant, root, ['admin'])
    const acting = await givenActing(app, tenant, root, { teamId: north })
    expect(await listed(acting, 'mine')).toEqual([])
    expect((await ask(acting, 'get', wide)).status).toBe(404)
    expect(await listed(root, 'mine')).toEqual([wide])
  })

  it('neither stops nor begins again anything, also with writing', async () => {
    const tenant = await givenTenant(app, { settings: { impersonationMayWrite: true } })
    const author = await givenPerson(app, tenant, { roles: ['admin'] })
    const person = await givenPerson(app, tenant)
    const [waiting, stopped] = [await givenJob(tenant, author, person), await givenJob(tenant, author, person)]
    await ask(author, 'cancel', stopped)
    const acting = await givenActing(app, tenant, author, { writes: true })
    for (const [operation, id] of [
      ['cancel', waiting],
      ['retry', stopped],
    ] as const)
      expect((await ask(acting, operation, id)).problem).toMatchObject({ status: 403, code: 'not-while-acting' })
    expect((await ask(author, 'get', waiting)).body.state).toBe('waiting')
    expect((await ask(author, 'get', stopped)).body.state).toBe('cancelled')
  })

  it('has their jobs stopped once they are suspended', async () => {
    const tenant = await givenTenant(app, { settings: { impersonationMayWrite: true } })
    const author = await givenPerson(app, tenant, { roles: ['admin'] })
    for (const suspended of [true, false]) {
      const { courseId } = await givenCourse(app, tenant)
      const acting = await givenActing(app, tenant, author, { writes: true })
      const { body } = await app.call(acting, api.courses.bulk, {
        body: { action: 'archive', selection: { by: 'ids', ids: [courseId] } },
      })
      if (suspended) {
        const params = { userId: acting.userId }
        await app.call(tenant.admin, api.members.update, { params, body: { status: 'inactive' } })
      }
      await app.settle()
      expect((await ask(author, 'get', body.jobId)).body).toMatchObject(
        suspended
          ? { state: 'failed', error: 'The administrator who started acting as this person may no longer do so.' }
          : { state: 'succeeded', error: null },
      )
      const { body: course } = await app.call(author, api.courses.get, { params: { courseId } })
      expect(course.status === 'archived').toBe(!suspended)
    }
  })
})

describe('a job about the whole tenant', () => {
  it('is its author’s, and that of those who see the whole tenant', async () => {
    const tenant = await givenTenant(app)
    const north = await givenTeam(app, tenant)
    const root = await givenPerson(app, tenant, { teamId: north, roles: ['superadmin'] })
    const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
    const second = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
    const ofTeam = await givenJob(tenant, second, await givenPerson(app, tenant, { teamId: north }))
    const wide = await givenJob(tenant, root, await givenPerson(app, tenant))

    expect(await listed(northAdmin, 'list')).toEqual([ofTeam])
    expect((await ask(northAdmin, 'get', wide)).status).toBe(404)
    expect((await ask(northAdmin, 'cancel', wide)).status).toBe(404)
    expect(await rowsOf(northAdmin, wide)).toBe(404)
    for (const caller of [root, tenant.admin]) {
      expect(await listed(caller, 'list')).toEqual([wide, ofTeam])
      expect((await ask(caller, 'get', wide)).status).toBe(200)
      expect(await rowsOf(caller, wide)).toBe(200)
    }
    // What its author saw then is what counts: the role is gone, the people in it are the same.
    await giveRoles(tenant, root, ['admin'])
    expect(await listed(northAdmin, 'list')).toEqual([ofTeam])
    expect((await ask(northAdmin, 'get', wide)).status).toBe(404)
    expect(await listed(root, 'mine')).toEqual([wide])
    expect((await ask(tenant.admin, 'cancel', wide)).body.state).toBe('cancelled')
  })

  it('is known by its author where it was stored before that was kept', async () => {
    const tenant = await givenTenant(app)
    const north = await givenTeam(app, tenant)
    const root = await givenPerson(app, tenant, { teamId: north, roles: ['superadmin'] })
    const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
    const second = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
    const person = await givenPerson(app, tenant, { teamId: north })
    const wide = await givenJob(tenant, root, person)
    const ofTeam = await givenJob(tenant, second, person)
    const ofNobody = await givenJob(tenant, second, person)
    await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
      await sql`update jobs set actor = actor - 'wholeTenant'`.execute(tx)
      await tx.updateTable('jobs').set({ createdBy: newId() }).where('id', '=', ofNobody).execute()
    })
    expect(await listed(northAdmin, 'list')).toEqual([ofTeam])
    expect((await ask(northAdmin, 'get', wide)).status).toBe(404)
    expect((await ask(northAdmin, 'get', ofNobody)).status).toBe(404)
    expect(await listed(tenant.admin, 'list')).toEqual([ofNobody, ofTeam, wide])
  })
})

const giveRoles = async (tenant: GivenTenant, person: GivenPerson, roles: Role[]) => {
  const root = await givenPerson(app, tenant, { roles: ['superadmin'] })
  const params = { userId: person.userId }
  expect((await app.call(root, api.members.update, { params, body: { roles } })).status).toBe(200)
}
