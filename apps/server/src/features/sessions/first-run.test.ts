import { api } from '@learnt/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { freshDatabase } from '../../../test/db.ts'
import { givenBrowser } from '../../../test/given/browsers.ts'
import { stranger } from '../../../test/given/people.ts'
import { features } from '../../app.ts'
import type { Services } from '../../platform/context.ts'
import { buildServer } from '../../platform/http/server.ts'
import { loadSecrets } from '../../platform/secrets.ts'
import { findOwnership } from '../../platform/session/fresh-proof.ts'
import { offerFirstRun } from './commands/first-run.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** An installation that nobody has signed in to yet. */
async function givenEmptyInstallation(): Promise<TestApp> {
  const { db } = await freshDatabase()
  const services: Services = { ...app.services, db, secrets: await loadSecrets(db), log: pino({ level: 'silent' }) }
  const server = buildServer(services, features.routes, { checkAnswers: true })
  await server.ready()
  return {
    ...app,
    services,
    server,
    async call(caller, endpoint, input = {}) {
      const path = endpoint.path.replace(':code', String((input.params as { code?: string } | undefined)?.code))
      const reply = await server.inject({
        method: endpoint.method,
        url: path,
        headers: {
          host: 'localhost:3000',
          origin: 'http://localhost:3000',
          ...(caller.token ? { cookie: `__Host-Http-learnt=${caller.token}` } : {}),
          ...(input.body ? { 'content-type': 'application/json' } : {}),
        },
        ...(input.body ? { payload: JSON.stringify(input.body) } : {}),
      })
      const failed = reply.statusCode >= 400
      return {
        status: reply.statusCode,
        body: (failed ? undefined : reply.json()) as never,
        problem: failed ? reply.json() : null,
        headers: reply.headers,
      }
    },
  }
}

const person = { firstName: 'Robin', lastName: 'Root', email: 'Robin@example.test', password: 'Violet-lantern-9' }

it('offers a link that makes the first superadministrator, once', async () => {
  const fresh = await givenEmptyInstallation()
  const first = await fresh.call(stranger, api.session.start)
  expect(first.body.team).toMatchObject({ id: 'learnt', tenantId: 'learnt', displayName: 'Learnt' })

  const [, voided] = await offerFirstRun(fresh.services)
  const [words, line] = await offerFirstRun(fresh.services)
  expect(words).toContain('superadministrator')
  const codeOf = (text: string | undefined) => /\/first-run\/(\S+)$/.exec(text ?? '')?.[1] ?? ''
  const params = { code: codeOf(line) }
  expect(line).toContain('http://localhost:3000/first-run/')
  expect((await fresh.call(stranger, api.session.firstRun, { params })).body.open).toBe(true)
  // A fresh link makes the one before void; what was never offered is not open either.
  expect((await fresh.call(stranger, api.session.firstRun, { params: { code: codeOf(voided) } })).body.open).toBe(false)
  expect(
    (
      await fresh.call(stranger, api.session.createFirstAdministrator, {
        params: { code: 'x'.repeat(43) },
        body: person,
      })
    ).status,
  ).toBe(404)

  const weak = await fresh.call(stranger, api.session.createFirstAdministrator, {
    params,
    body: { ...person, password: 'password123' },
  })
  expect(weak.problem?.errors?.[0]).toMatchObject({ path: 'body.password', code: 'passwordBreached' })
  const noAddress = await fresh.call(stranger, api.session.createFirstAdministrator, {
    params,
    body: { ...person, email: 'robin' },
  })
  expect(noAddress.problem?.errors?.[0]).toMatchObject({ path: 'body.email', message: 'Please enter a valid email' })

  const both = await Promise.all(
    [1, 2].map((i) =>
      fresh.call(stranger, api.session.createFirstAdministrator, {
        params,
        body: { ...person, email: `robin${i}@example.test` },
      }),
    ),
  )
  expect(both.map((one) => one.status).sort()).toEqual([200, 404])
  const made = both.find((one) => one.status === 200)
  expect(made?.body).toMatchObject({
    role: 'superadmin',
    tenantId: 'learnt',
    teamId: 'learnt',
    hasLoggedIn: true,
    email: expect.stringMatching(/^robin\d@example.test$/),
  })
  const token = /__Host-Http-learnt=([^;]+)/.exec(String(made?.headers['set-cookie']))?.[1] ?? null
  expect((await fresh.call({ token }, api.session.start)).body.me?.role).toBe('superadmin')
  expect((await fresh.call({ token }, api.tenants.list)).body.items.map((one) => one.id)).toEqual(['learnt'])
  expect((await fresh.call(stranger, api.session.firstRun, { params })).body.open).toBe(false)
  expect(await offerFirstRun(fresh.services)).toEqual([])

  const { isOwn } = await findOwnership(fresh.services.db, made?.body.userId ?? '', 'learnt')
  expect(isOwn).toBe(true)

  const browser = givenBrowser(fresh)
  expect((await browser.signIn({ username: made?.body.email ?? '', password: person.password })).me?.role).toBe(
    'superadmin',
  )
  expect((await browser.signIn({ username: made?.body.email ?? '', password: 'password123' })).status).toBe(422)
})

it('is no way into an account that is somebody’s', async () => {
  const fresh = await givenEmptyInstallation()
  await fresh.services.db.control((tx) =>
    sql`select control.find_or_create_user('019a0000-0000-7000-8000-000000000001', 'robin@example.test', 'Robin', 'Root', now())`.execute(
      tx,
    ),
  )
  const [, line] = await offerFirstRun(fresh.services)
  const answer = await fresh.call(stranger, api.session.createFirstAdministrator, {
    params: { code: line?.split('/').at(-1) ?? '' },
    body: person,
  })
  expect(answer.problem?.errors?.[0]).toMatchObject({
    path: 'body.email',
    message: 'The email has been already registered.',
  })
})
