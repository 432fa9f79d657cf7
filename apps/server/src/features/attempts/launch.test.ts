import { api } from '@learnt/contract'
import { fillPath } from '@learnt/contract/endpoint'
import { describe, expect, it } from 'vitest'
import { type Caller, testApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/db.ts'
import { contextOf, givenAssignment } from '../../../test/given/assignments.ts'
import {
  givenCourse,
  givenNewVersion,
  givenPublishedCourse,
  pageActivity,
  scormActivity,
} from '../../../test/given/courses.ts'
import { codeOf, givenSignedIn } from '../../../test/given/factors.ts'
import { givenPackage } from '../../../test/given/packages.ts'
import { givenPerson, givenSession, givenTenant, stranger } from '../../../test/given/people.ts'
import { features } from '../../app.ts'
import { readCapability } from '../../platform/content/capability.ts'
import { buildServer } from '../../platform/http/server.ts'
import { newId } from '../../platform/ids.ts'
import { sessionCookieName } from '../../platform/session/token.ts'
import { carryOver } from '../learning/commands/carry-over.ts'

const app = await testApp()

function launch(caller: Caller, userCourseId: string, activityId: string, restart = false) {
  return app.call(caller, api.learning.launch, { params: { userCourseId, activityId }, body: { restart } })
}

describe('learning.launch', () => {
  it('opens a step with a package for a learner who has the course, once it is not locked', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const other = await givenPerson(app, tenant)
    const { packageId } = await givenPackage(app, tenant)
    const [page, step] = [pageActivity(), scormActivity({ packageId })]
    const course = await givenPublishedCourse(app, tenant, { sequential: true, activities: [page, step] })
    const id = await givenAssignment(app, learner, course.courseId)
    expect((await launch(learner, id, step.id)).problem).toMatchObject({ status: 409, code: 'wrong-state' })
    await app.call(learner, api.learning.progress, {
      params: { userCourseId: id, activityId: page.id },
      body: { event: 'view' },
    })
    const before = await app.call(learner, api.learning.activity, {
      params: { userCourseId: id, activityId: step.id },
    })
    expect(before.body).toMatchObject({ kind: 'scorm', packageKind: 'scorm12', attemptNumber: 1, mayRestart: false })
    const opened = await launch(learner, id, step.id)
    expect(opened.body).toMatchObject({ epoch: 1, mode: 'normal' })
    expect((await launch(learner, course.courseId, step.id)).body).toMatchObject({
      epoch: 2,
      attemptId: opened.body.attemptId,
    })
    expect((await launch(learner, id, step.id, true)).body.attemptId).not.toBe(opened.body.attemptId)
    const after = await app.call(learner, api.learning.activity, { params: { userCourseId: id, activityId: step.id } })
    expect(after.body).toMatchObject({ attemptNumber: 2, mayRestart: true, state: 'inprogress' })

    expect((await launch(learner, id, page.id)).problem).toMatchObject({
      status: 422,
      errors: [{ path: 'params.activityId' }],
    })
    expect((await launch(learner, id, newId())).status).toBe(404)
    for (const caller of [other, tenant.admin]) expect((await launch(caller, id, step.id)).status).toBe(404)
    expect((await launch(stranger, id, step.id)).status).toBe(401)
  })

  it('is for the names of this installation alone, on every port, and for no words beside a name', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const { packageId } = await givenPackage(app, tenant)
    const step = scormActivity({ packageId })
    const course = await givenPublishedCourse(app, tenant, { activities: [step] })
    const params = { userCourseId: await givenAssignment(app, learner, course.courseId), activityId: step.id }
    await asOwner((client) =>
      client.query('insert into control.team_hosts (host, team_id) values ($1, $2)', [
        'learn.munro.test',
        tenant.teamId,
      ]),
    )
    const settings = { ...app.services.settings, publicIsLoopback: false, publicUrl: 'http://192.0.2.7:3000' }
    const services = { ...app.services, settings: { ...settings, trustedProxies: ['192.0.2.99'] } }
    const server = buildServer(services, features.routes)
    const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') => {
      const reply = await server.inject({
        method: 'POST',
        url: fillPath(api.learning.launch.path, params),
        remoteAddress,
        headers: {
          cookie: `${sessionCookieName(settings)}=${learner.token}`,
          'content-type': 'application/json',
          ...headers,
        },
        payload: '{"restart":false}',
      })
      const [, , , , capability = ''] = (reply.json().playerUrl ?? '').split('/')
      return [
        reply.statusCode,
        readCapability(services.secrets, capability, app.clock.now())?.appOrigin ?? reply.json().code,
      ]
    }
    for (const host of ['localhost:5173', 'acme.localhost', '[::1]:3000', 'learn.munro.test', '192.0.2.7:8443'])
      expect(await ask({ host }), host).toEqual([200, `http://${host}`])
    for (const host of [
      'evil.example',
      'learn.munro.test.evil.example',
      `a/;script-src-elem https://evil.example 'unsafe-inline';x"><img src=x>.localhost`,
      'a;sandbox.localhost',
      '*.localhost',
      'x"y.localhost',
      'user@localhost',
      '',
    ])
      expect(await ask({ host }), host).toEqual([421, 'origin-refused'])
    const forwarded = { host: '10.0.0.1', 'x-forwarded-host': 'learn.munro.test' }
    expect(await ask(forwarded, '192.0.2.99')).toEqual([200, 'http://learn.munro.test'])
    expect(await ask(forwarded)).toEqual([421, 'origin-refused'])
    expect(await ask({ host: 'localhost', 'x-forwarded-host': 'evil.example' }, '192.0.2.99')).toEqual([
      421,
      'origin-refused',
    ])
    await server.close()
  })

  it('gives a token that ends with the session, and not before', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const { packageId } = await givenPackage(app, tenant)
    const step = scormActivity({ packageId })
    const course = await givenPublishedCourse(app, tenant, { activities: [step] })
    const id = await givenAssignment(app, learner, course.courseId)
    const elsewhere = { token: await givenSession(app.services, learner) }
    const [here, there] = [await launch(learner, id, step.id), await launch(elsewhere, id, step.id)]
    const ask = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      const words = { seq: 1, sco: 'one', visit: 1, snapshot: {}, elapsed: 0, initialized: true, end: false, calls: [] }
      const [state, commit] = [
        await app.call(stranger, api.runtime.state, { headers }),
        await app.call(stranger, api.runtime.commit, { headers, body: { epoch: 1, ...words } }),
      ]
      return [state.status, commit.status]
    }
    expect(await ask(here.body.token)).toEqual([200, 200])
    await app.call(learner, api.session.signOut)
    expect(await ask(here.body.token)).toEqual([401, 401])
    expect(await ask(there.body.token)).toEqual([200, 200])
  })

  it('gives a token that stops with the tenant, for those too who may still look at it', async () => {
    const tenant = await givenTenant(app)
    const [root, { packageId }] = [
      await givenPerson(app, tenant, { roles: ['superadmin'] }),
      await givenPackage(app, tenant),
    ]
    const step = scormActivity({ packageId })
    const course = await givenPublishedCourse(app, tenant, { activities: [step] })
    const { body } = await launch(root, await givenAssignment(app, root, course.courseId), step.id)
    const state = async () =>
      (await app.call(stranger, api.runtime.state, { headers: { authorization: `Bearer ${body.token}` } })).status
    const of = { params: { tenantId: tenant.tenantId } }
    const elsewhere = await givenPerson(app, await givenTenant(app), { roles: ['superadmin'] })
    expect(await state()).toBe(200)
    expect((await app.call(elsewhere, api.tenants.suspend, { ...of, body: { reason: '' } })).status).toBe(200)
    expect([(await app.call(root, api.session.teams)).status, await state()]).toEqual([200, 401])
    await app.call(elsewhere, api.tenants.resume, of)
    expect(await state()).toBe(200)
  })

  it('gives a token that stops while the session owes a second factor; the next one goes on where it was', async () => {
    const tenant = await givenTenant(app)
    const { person: learner, browser } = await givenSignedIn(app, tenant)
    const { packageId } = await givenPackage(app, tenant)
    const step = scormActivity({ packageId })
    const course = await givenPublishedCourse(app, tenant, { activities: [step] })
    const params = { userCourseId: await givenAssignment(app, learner, course.courseId), activityId: step.id }
    const first = (await browser.send(api.learning.launch, { params, body: { restart: false } })).body
    const colleague = await givenPerson(app, tenant, { roles: ['manager'] })
    const theirs = await launch(colleague, await givenAssignment(app, colleague, course.courseId), step.id)
    // As the player sends it, from the content origin and without cookies.
    const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, origin: first.contentOrigin })
    const commit = (token: string, epoch: number, seq: number, location: string) =>
      app.call(stranger, api.runtime.commit, {
        headers: headersOf(token),
        body: {
          epoch,
          seq,
          sco: 'one',
          visit: 1,
          snapshot: { 'cmi.core.lesson_location': location },
          elapsed: 0,
          initialized: true,
          end: false,
          calls: [],
        },
      })
    const stateOf = (token: string) => app.call(stranger, api.runtime.state, { headers: headersOf(token) })
    expect((await commit(first.token, 1, 1, 'page 1')).status).toBe(200)
    const superadmin = await givenPerson(app, tenant, { roles: ['superadmin'] })
    await app.call(superadmin, api.tenants.changeAccess, {
      params: { tenantId: tenant.tenantId },
      body: { settings: { secondFactor: { requiredFor: ['learner'], afterProvider: false } } },
    })
    // 401 keeps the messages in the player's queue and makes it ask the page for another token.
    expect([(await stateOf(first.token)).status, (await commit(first.token, 1, 2, 'page 2')).status]).toEqual([
      401, 401,
    ])
    expect((await stateOf(theirs.body.token)).status).toBe(200)
    expect((await browser.send(api.learning.launch, { params, body: { restart: false } })).problem?.code).toBe(
      'second-factor-required',
    )
    await browser.send(api.factors.beginOwedStep)
    const { body: begun } = await browser.send(api.factors.stepAuthenticator)
    expect(
      (await browser.send(api.factors.setUpStep, { body: { code: codeOf(begun.key, app.clock.now()) } })).status,
    ).toBe(200)
    const next = (await browser.send(api.learning.launch, { params, body: { restart: false } })).body
    expect([next.attemptId, next.epoch]).toEqual([first.attemptId, 2])
    expect((await stateOf(next.token)).body.scos[0]?.cmi).toMatchObject({ 'cmi.core.lesson_location': 'page 1' })
    expect((await commit(next.token, 2, 1, 'page 2')).status).toBe(200)
    expect((await stateOf(next.token)).body.scos[0]?.cmi).toMatchObject({ 'cmi.core.lesson_location': 'page 2' })
    // The session before has ended with the step.
    expect((await stateOf(first.token)).status).toBe(401)
  })

  it('begins a new go after the course was begun again', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const { packageId } = await givenPackage(app, tenant)
    const step = scormActivity({ packageId })
    const course = await givenPublishedCourse(app, tenant, { activities: [step] })
    const id = await givenAssignment(app, learner, course.courseId)
    const first = await launch(learner, id, step.id)
    const next = await givenNewVersion(app, tenant, course, {})
    const admin = contextOf(app, tenant.admin, ['admin'])
    await admin.write((tx) =>
      carryOver(admin, tx, {
        course: { id: course.courseId, title: course.content.title, isBundle: false },
        fromVersionId: course.versionId,
        toVersionId: next.versionId,
        choice: 'restart',
      }),
    )
    expect((await launch(learner, course.courseId, step.id)).body.attemptId).not.toBe(first.body.attemptId)
  })
})

describe('learning.previewLaunch', () => {
  it('opens a draft’s package for an administrator, and records nothing', async () => {
    const tenant = await givenTenant(app)
    const other = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const { packageId } = await givenPackage(app, tenant)
    const [page, step] = [pageActivity(), scormActivity({ packageId })]
    const course = await givenCourse(app, tenant, { activities: [page, step] })
    const preview = (caller: Caller, activityId: string) =>
      app.call(caller, api.learning.previewLaunch, { params: { courseId: course.courseId, activityId } })
    expect((await preview(tenant.admin, step.id)).body).toMatchObject({ mode: 'browse' })
    const attempts = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('attempts').selectAll().execute())
    expect(attempts).toEqual([])
    expect((await preview(tenant.admin, page.id)).status).toBe(422)
    expect((await preview(tenant.admin, newId())).status).toBe(404)
    expect((await preview(learner, step.id)).status).toBe(403)
    expect((await preview(other.admin, step.id)).status).toBe(404)
  })
})
