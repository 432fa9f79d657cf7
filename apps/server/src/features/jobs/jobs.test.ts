import { api } from '@learnt/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { statementsOf } from '../../../test/db.ts'
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
  it('is cancelled before it begins, and run again by whoever asked for it', async () => {
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
      problem: { code: 'wrong-state', detail: 'This job has ended already.' },
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
