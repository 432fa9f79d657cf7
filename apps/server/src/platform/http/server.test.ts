import { api } from '@learnt/contract'
import type { Role } from '@learnt/contract/roles'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openApp, testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/db.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenPublishedCourse, scormActivity } from '../../../test/given/courses.ts'
import { givenPackage } from '../../../test/given/packages.ts'
import { givenPerson, givenTeam, givenTenant, stranger } from '../../../test/given/people.ts'
import { makeScratchFolder } from '../../../test/scratch.ts'
import type { WriteTx } from '../db/database.ts'
import { translatorFor } from '../translate.ts'

const view = (name: string) => ({ list: 'courses' as const, name, query: 'search=x' })

describe('an Idempotency-Key', () => {
  test('makes a repeated request give the first answer and happen once', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const first = await app.call(tenant.admin, api.courses.create, { body: { title: 'Once' }, idempotencyKey: 'key-1' })
    const second = await app.call(tenant.admin, api.courses.create, {
      body: { title: 'Once' },
      idempotencyKey: 'key-1',
    })
    expect(first.status).toBe(201)
    expect(second.status).toBe(201)
    expect(second.body.id).toBe(first.body.id)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect((await app.call(tenant.admin, api.courses.list)).body.total).toBe(1)
  })

  test('gives the first answer again to a caller who may still have it', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const north = await givenTeam(app, tenant)
    const northAdmin = await givenPerson(app, tenant, { teamId: north, roles: ['admin'] })
    const person = await givenPerson(app, tenant, { teamId: north })
    const ask = () =>
      app.call(northAdmin, api.members.update, {
        params: { userId: person.userId },
        body: { firstName: 'Other', revision: 1 },
        idempotencyKey: 'key-9',
      })
    expect((await ask()).body.firstName).toBe('Other')
    // The revision is another one by now: by this very change.
    expect((await ask()).headers['idempotency-replayed']).toBe('true')
    const roles = (to: Role[]) =>
      app.services.db
        .tenant(tenant.tenantId)
        .write((tx) => tx.updateTable('memberships').set({ roles: to }).where('id', '=', person.membershipId).execute())
    await roles(['superadmin'])
    expect((await ask()).status).toBe(403)
    await roles(['learner'])
    expect((await ask()).status).toBe(200)
    await app.services.db
      .tenant(tenant.tenantId)
      .write((tx) => tx.deleteFrom('memberships').where('id', '=', person.membershipId).execute())
    expect((await ask()).status).toBe(404)
    // What was taken away is gone; that it was is answered again.
    const { id } = (await app.call(tenant.admin, api.views.save, { body: view('Gone') })).body
    const remove = () => app.call(tenant.admin, api.views.remove, { params: { viewId: id }, idempotencyKey: 'key-10' })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
  })

  test('makes ten requests at once happen once', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        app.call(tenant.admin, api.courses.create, { body: { title: 'At once' }, idempotencyKey: 'key-2' }),
      ),
    )
    for (const reply of replies) expect([201, 409]).toContain(reply.status)
    expect(replies.some((reply) => reply.status === 201)).toBe(true)
    expect((await app.call(tenant.admin, api.courses.list)).body.total).toBe(1)
  })

  test('waits for an answer that is about to be kept, and says that it is done where nobody keeps it', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const ask = () => app.call(tenant.admin, api.courses.create, { body: { title: 'Kept' }, idempotencyKey: 'key-6' })
    const first = await ask()
    const mine = app.services.db.tenant(tenant.tenantId)
    const keys = (tx: WriteTx) => tx.updateTable('idempotencyKeys').where('key', '=', 'key-6')
    // Taken by a request that worked for a minute.
    await mine.write((tx) => keys(tx).set({ status: null, createdAt: sql`now() - interval '1 minute'` }).execute())
    const asked = ask()
    setTimeout(() => void mine.write((tx) => keys(tx).set({ status: 200 }).execute()), 200)
    const second = await asked
    expect(second.body).toEqual(first.body)
    await mine.write((tx) => keys(tx).set({ status: null }).execute())
    const third = await ask()
    expect(third.problem).toMatchObject({ code: 'conflict', detail: translatorFor('en')('problem.alreadyDone') })
  })

  test('is refused for a different request', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    await app.call(tenant.admin, api.courses.create, { body: { title: 'One' }, idempotencyKey: 'key-3' })
    const other = await app.call(tenant.admin, api.courses.create, { body: { title: 'Two' }, idempotencyKey: 'key-3' })
    expect(other.problem?.code).toBe('idempotency-key-reused')
  })

  test('is each person’s own', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const other = await givenPerson(app, tenant, { roles: ['admin'] })
    await app.call(tenant.admin, api.views.save, { body: view('Mine'), idempotencyKey: 'key-4' })
    const reply = await app.call(other, api.views.save, { body: view('Theirs'), idempotencyKey: 'key-4' })
    expect(reply.body.name).toBe('Theirs')
  })

  test('holds where a superadministrator works in another tenant', async () => {
    const app = await testApp()
    const [home, other] = [await givenTenant(app), await givenTenant(app)]
    const root = await givenPerson(app, home, { roles: ['superadmin'] })
    const body = {
      tenantId: other.tenantId,
      teamId: other.teamId,
      kind: 'google' as const,
      name: 'Google',
      secret: 'the-secret-of-learnt-at-the-peer',
      config: { clientId: 'learnt' },
    }
    const make = () => app.call(root, api.providers.create, { body, idempotencyKey: 'key-8' })
    const replies = await Promise.all(Array.from({ length: 5 }, make))
    for (const reply of replies) expect([201, 409]).toContain(reply.status)
    const made = replies.filter((reply) => reply.status === 201).map((reply) => reply.body.id)
    expect(new Set(made).size).toBe(1)
    const later = await make()
    expect([later.body.id, later.headers['idempotency-replayed']]).toEqual([made[0], 'true'])
    const kept = await app.services.db
      .tenant(other.tenantId)
      .read((tx) => tx.selectFrom('idempotencyKeys').select('response').execute())
    expect(kept).toEqual([{ response: null }])
  })

  test('keeps no answer that opens something: what it was sent with is done again', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const { packageId } = await givenPackage(app, tenant)
    const step = scormActivity({ packageId })
    const { courseId } = await givenPublishedCourse(app, tenant, { activities: [step] })
    const learner = await givenPerson(app, tenant)
    const params = { userCourseId: await givenAssignment(app, learner, courseId), activityId: step.id }
    const open = () => app.call(learner, api.learning.launch, { params, body: {}, idempotencyKey: 'key-7' })
    const look = () =>
      app.call(tenant.admin, api.learning.previewLaunch, {
        params: { courseId, activityId: step.id },
        idempotencyKey: 'key-7',
      })
    const membershipId = `${learner.userId}:${learner.teamId}`
    const leave = () => app.call(learner, api.session.handOver, { body: { membershipId }, idempotencyKey: 'key-7' })
    const [first, second] = [await open(), await open()]
    expect([first.body.epoch, second.body.epoch]).toEqual([1, 2])
    expect((await look()).status).toBe(200)
    expect((await leave()).status).toBe(200)
    const kept = await app.services.db
      .tenant(tenant.tenantId)
      .read((tx) => tx.selectFrom('idempotencyKeys').select('operation').where('key', '=', 'key-7').execute())
    expect(kept).toEqual([])
  })

  test('is required where jobs are made', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const reply = await app.call(tenant.admin, api.courses.bulk, {
      body: { action: 'archive', selection: { by: 'filter', filter: {} } },
      idempotencyKey: '',
    })
    expect(reply.problem?.code).toBe('idempotency-key-required')
  })

  test('does not keep a refusal: the corrected request goes through', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const wrong = await app.call(tenant.admin, api.courses.create, { body: { title: '' }, idempotencyKey: 'key-5' })
    expect(wrong.problem?.errors?.[0]).toMatchObject({ path: 'body.title', code: 'required' })
    expect(
      (await app.call(tenant.admin, api.courses.create, { body: { title: 'Right' }, idempotencyKey: 'key-5' })).status,
    ).toBe(201)
  })
})

describe('a change from another page', () => {
  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['the same site', { origin: 'http://localhost:3001', 'sec-fetch-site': 'same-site' }],
    ['nowhere', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a browser that hides it', { origin: '', 'sec-fetch-site': 'cross-site' }],
  ])('is refused: %s', async (_, headers) => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const reply = await app.send(tenant.admin, 'POST', '/api/views', {
      body: JSON.stringify(view('x')),
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(reply.status).toBe(403)
    const own = await app.send(tenant.admin, 'POST', '/api/views', {
      body: JSON.stringify(view('x')),
      headers: { 'content-type': 'application/json' },
    })
    expect(own.status).toBe(200)
  })
})

describe('problems', () => {
  test('name the field, in the caller’s language', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const english = await app.call(tenant.admin, api.courses.create, { body: { title: 5 } as never })
    expect(english.status).toBe(422)
    expect(english.problem?.errors?.[0]?.path).toBe('body.title')
    const arabic = await app.call(tenant.admin, api.courses.create, {
      body: {} as never,
      headers: { 'accept-language': 'ar' },
    })
    expect(arabic.problem?.errors?.[0]?.message).toBe('هذا الحقل مطلوب')
  })

  test('answer what is no JSON and what is no route', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const broken = await app.send(tenant.admin, 'POST', '/api/views', {
      body: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(broken.status).toBe(400)
    const form = await app.send(tenant.admin, 'POST', '/api/views', {
      body: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.status).toBe(415)
    const nothing = await app.send(stranger, 'GET', '/api/nothing')
    expect(nothing.status).toBe(404)
    expect(nothing.headers['content-type']).toContain('application/problem+json')
  })

  test('an address with an impossible id names nothing, like one with an unknown id', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const { id } = (await app.call(tenant.admin, api.courses.create, { body: { title: 'Here' } })).body
    const get = (courseId: string) => app.send(tenant.admin, 'GET', `/api/courses/${courseId}`)
    expect((await get(id)).status).toBe(200)
    for (const courseId of [crypto.randomUUID(), 'xyz', `${id}x`]) {
      const reply = await get(courseId)
      expect([reply.status, JSON.parse(reply.body.toString()).code], courseId).toEqual([404, 'not-found'])
    }
  })

  test('refuse a cursor that was made for another list', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    for (let i = 0; i < 3; i++) await app.call(tenant.admin, api.courses.create, { body: { title: `Course ${i}` } })
    const { body } = await app.call(tenant.admin, api.courses.list, { query: { limit: 1 } })
    const next = body.next ?? ''
    expect((await app.call(tenant.admin, api.courses.list, { query: { limit: 1, cursor: next } })).status).toBe(200)
    const misused = await app.call(tenant.admin, api.members.list, { query: { limit: 1, cursor: next } })
    expect(misused.problem?.errors?.[0]?.path).toBe('query.cursor')
  })
})

describe('what nobody should send', () => {
  test('a null character, half a surrogate pair and bottomless depth are refused at their field', async () => {
    const app = await testApp()
    const { admin } = await givenTenant(app)
    const save = (body: object) => app.call(admin, api.views.save, { body: body as never })
    expect((await save(view('good 😀'))).status).toBe(200)
    for (const query of ['a\0b', 'a\ud83d', '\udc00']) {
      const reply = await save({ ...view('good'), query })
      expect(reply.problem?.errors).toEqual([expect.objectContaining({ path: 'body.query', code: 'invalid' })])
    }
    const search = await app.send(admin, 'GET', '/api/courses?search=a%00b')
    expect(search.status).toBe(422)
    let deep: unknown = 'x'
    for (let level = 0; level < 70; level++) deep = [deep]
    const rule = { rule: { position: [{ value: 'chef', deep }] }, groups: [], everyone: false }
    const body = { documentType: 'course', documentId: crypto.randomUUID(), rule } as never
    expect((await app.call(admin, api.permissions.preview, { body })).status).toBe(422)
  })

  test('names and titles of several lines are refused at their field, descriptions are not', async () => {
    const app = await testApp()
    const { admin } = await givenTenant(app)
    const learner = { firstName: 'Ann', lastName: 'Other', email: 'ann@lines.test' }
    const refusals = [
      [
        await app.call(admin, api.members.create, { body: { ...learner, lastName: 'Other\r\nBcc: x@y.z' } }),
        'lastName',
      ],
      [await app.call(admin, api.members.create, { body: { ...learner, position: ['Nurse\u0007'] } }), 'position.0'],
      [await app.call(admin, api.courses.create, { body: { title: 'One\nTwo' } }), 'title'],
      [await app.call(admin, api.views.save, { body: view('One\u2028Two') }), 'name'],
    ] as const
    for (const [reply, field] of refusals) {
      expect(reply.status, field).toBe(422)
      expect(reply.problem?.errors).toEqual([
        {
          path: `body.${field}`,
          code: 'oneLine',
          message: 'Line breaks and control characters are not allowed',
        },
      ])
    }
    expect((await app.call(admin, api.members.create, { body: learner })).status).toBe(201)
    const course = (await app.call(admin, api.courses.create, { body: { title: 'One line\n' } })).body
    expect(course.title).toBe('One line')
  })

  test('an address that cannot be read is answered like everything else', async () => {
    const app = await testApp()
    const { admin } = await givenTenant(app)
    for (const url of ['/api/courses/%ED%A0%BD', '/api/courses/%', `/api/courses/${'a'.repeat(600)}`]) {
      const reply = await app.send(admin, 'GET', url)
      expect([400, 404, 414], url).toContain(reply.status)
      expect(reply.headers['content-type'], url).toContain('application/problem+json')
    }
  })

  test('a stranger’s body is small', async () => {
    const app = await testApp()
    const { admin } = await givenTenant(app)
    const long = 'x'.repeat(100_000)
    expect(
      (await app.call(stranger, api.session.signIn, { body: { username: long, password: 'long-enough' } })).status,
    ).toBe(413)
    expect((await app.call(admin, api.courses.create, { body: { title: long.slice(0, 50_000) } })).status).toBe(422)
  })

  test('what takes long to read or to check is refused before either, and not said again', async () => {
    const app = await testApp()
    const tenant = await givenTenant(app)
    const course = (await app.call(tenant.admin, api.courses.create, { body: { title: 'One' } })).body
    const send = (body: string, path = `/api/courses/${course.id}/draft`) =>
      app.send(tenant.admin, 'PUT', path, { body, headers: { 'content-type': 'application/json' } })
    const began = performance.now()
    const hostile = {
      brackets: '['.repeat(3_900_000),
      lists: `[${'[],'.repeat(200_000)}[]]`,
      keys: `{${Array.from({ length: 200_000 }, (_, at) => `"key${at}":1`).join(',')}}`,
      nested: `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
      backslashes: `{"a":"${'\\'.repeat(2_000_000)}","b":[${'1,'.repeat(60_000)}1]}`,
    }
    for (const [name, body] of Object.entries(hostile)) {
      const reply = await send(body)
      expect(reply.status, name).toBe(413)
      expect(reply.body.length, name).toBeLessThan(1000)
    }
    const strange = await send(
      `{${Array.from({ length: 40_000 }, (_, at) => `"${'k'.repeat(150)}${at}":1`).join(',')}}`,
    )
    expect(strange.status).toBe(422)
    expect(strange.body.length).toBeLessThan(8000)
    const wrong = await send(JSON.stringify({ content: { tags: Array(30).fill(1) } }))
    expect(wrong.status).toBe(422)
    expect(JSON.parse(String(wrong.body)).errors).toHaveLength(20)
    // Most took a quarter of a minute; what is generous here is for busy machines.
    expect(performance.now() - began).toBeLessThan(5000)
    expect((await app.call(tenant.admin, api.views.save, { body: view('x'.repeat(70_000)) })).status).toBe(413)
    // Text that looks like brackets is text.
    expect(
      (await app.call(tenant.admin, api.courses.create, { body: { title: `\\"${'['.repeat(100)}` } })).status,
    ).toBe(201)
  })

  test('a page of a name that somebody else lets point to this machine changes nothing', async () => {
    const app = await testApp()
    const { admin } = await givenTenant(app)
    const save = async (host: string) => {
      const headers = { host, origin: `http://${host}`, 'content-type': 'application/json' }
      return (await app.send(admin, 'POST', '/api/views', { body: JSON.stringify(view(host)), headers })).status
    }
    for (const host of ['evil.example:3000', 'localhost.evil.example', '10.0.0.1'])
      expect(await save(host), host).toBe(421)
    for (const host of ['localhost:3000', 'acme.localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect(await save(host), host).toBe(200)
    const metrics = async (host: string) => (await app.send(stranger, 'GET', '/metrics', { headers: { host } })).status
    expect(await metrics('evil.example:3000')).toBe(403)
    expect(await metrics('localhost:3000')).toBe(200)
  })
})

test('every answer of an https address, refusals too, keeps browsers on https for a year', async () => {
  const app = await openApp(await testDatabase(), await makeScratchFolder(), {
    PUBLIC_URL: 'https://learn.example.org',
    CONTENT_URL: 'https://packages.example.net',
  })
  for (const path of ['/api/start', '/api/no-such-operation', '/login', '/healthz']) {
    const reply = await app.send(stranger, 'GET', path)
    expect(reply.headers['strict-transport-security'], path).toBe('max-age=31536000; includeSubDomains')
  }
})

test('every answer carries the headers of its kind', async () => {
  const app = await testApp()
  for (const path of ['/api/start', '/api/no-such-operation', '/login']) {
    const reply = await app.send(stranger, 'GET', path)
    const policy = String(reply.headers['content-security-policy'])
    for (const directive of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", 'frame-ancestors'])
      expect(policy, path).toContain(directive)
  }
  const reply = await app.send(stranger, 'GET', '/api/start')
  expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})
