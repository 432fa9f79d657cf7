import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { api } from '@learnt/contract'
import { runtimeLimits } from '@learnt/contract/runtime-limits'
import { pino } from 'pino'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { features } from '../src/app.ts'
import { launchAttempt } from '../src/features/attempts/commands/launch-attempt.ts'
import type { Services } from '../src/platform/context.ts'
import { buildServer } from '../src/platform/http/server.ts'
import { serveWebPages } from '../src/platform/http/web-pages.ts'
import { sessionCookieName } from '../src/platform/session/token.ts'
import { testApp } from './app.ts'
import { contextOf, givenAssignment } from './given/assignments.ts'
import { givenPublishedCourse, scormActivity } from './given/courses.ts'
import { givenPackage } from './given/packages.ts'
import { givenPerson, givenTenant } from './given/people.ts'

// Behaviour on real connections: bodies that are cut off, slow or never read, and the page behind all other addresses.

const app = await testApp()
const MiB = 1024 ** 2

interface Running {
  readonly port: number
  readonly logged: () => Record<string, unknown>[]
  /** Errors that the server met while answering. */
  readonly errors: Error[]
}

async function givenServer(of: { bodyMs?: number; settings?: Partial<Services['settings']> } = {}): Promise<Running> {
  const lines: string[] = []
  const log = pino(
    { level: 'info' },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  const services = { ...app.services, log, settings: { ...app.services.settings, ...of.settings } }
  const server = buildServer(services, features.routes, {
    checkAnswers: true,
    ...(of.bodyMs ? { bodyMs: of.bodyMs } : {}),
  })
  const errors: Error[] = []
  server.addHook('onError', async (_request, _reply, error) => void errors.push(error))
  serveWebPages(server, services)
  await server.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => server.close())
  return {
    port: (server.server.address() as AddressInfo).port,
    errors,
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}

const cookieOf = (token: string | null) =>
  token ? { cookie: `${sessionCookieName(app.services.settings)}=${token}` } : {}

interface Reply {
  status: number
  type: string
  text: string
  headers: Record<string, string | string[] | undefined>
}

function send(
  { port }: Running,
  of: { method?: string; path: string; headers?: Record<string, string>; body?: string },
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { port, host: '127.0.0.1', method: of.method ?? 'GET', path: of.path, headers: of.headers ?? {}, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text,
            headers: response.headers,
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(of.body)
  })
}

const json = { 'content-type': 'application/json' }

/** Opens a request, announces a body size, and sends only part of it. */
async function begin(
  { port }: Running,
  of: { path: string; headers?: Record<string, string>; length: number; body: string },
): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', (text) => {
    heard += text
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  const headers = { host: `127.0.0.1:${port}`, ...json, 'content-length': String(of.length), ...of.headers }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${of.path} HTTP/1.1\r\n${head.join('')}\r\n${of.body}`)
  return { socket, heard: () => heard }
}

const until = (holds: () => boolean) => vi.waitFor(() => expect(holds()).toBe(true), { timeout: 8000, interval: 20 })

describe('a refused caller is told before the body is read', () => {
  test('eight megabytes of a stranger are neither awaited nor parsed', async () => {
    const server = await givenServer()
    const { admin } = await givenTenant(app)
    const parse = vi.spyOn(JSON, 'parse')
    const body = JSON.stringify({ title: 'x'.repeat(8 * MiB - 100) })
    try {
      // The answer comes before any byte of the body was sent.
      const waiting = await begin(server, { path: '/api/courses', length: body.length, body: '' })
      await until(() => waiting.heard().includes('\r\n\r\n'))
      expect(waiting.heard()).toMatch(/^HTTP\/1.1 401/)
      waiting.socket.destroy()

      const whole = await send(server, { method: 'POST', path: '/api/courses', headers: json, body })
      expect(whole.status).toBe(401)
      const learner = await givenPerson(app, admin)
      const lower = { ...json, ...cookieOf(learner.token) }
      expect((await send(server, { method: 'POST', path: '/api/courses', headers: lower, body })).status).toBe(403)
      expect(parse.mock.calls.filter(([text]) => text.length > MiB)).toEqual([])

      // The body of a permitted caller is read, where such a size is allowed.
      const mine = { ...json, ...cookieOf(admin.token) }
      const draft = `/api/courses/${crypto.randomUUID()}/draft`
      expect((await send(server, { method: 'PUT', path: draft, headers: mine, body })).status).toBe(422)
      expect(parse.mock.calls.filter(([text]) => text.length > MiB)).toHaveLength(1)
    } finally {
      parse.mockRestore()
    }
  })

  test('also with a wrong launch token, and from another origin', async () => {
    const server = await givenServer()
    const { admin } = await givenTenant(app)
    const refused = async (path: string, headers: Record<string, string>) => {
      const { socket, heard } = await begin(server, { path, headers, length: MiB, body: '' })
      await until(() => heard().includes('\r\n\r\n'))
      socket.destroy()
      return heard().slice(9, 12)
    }
    expect(await refused(api.runtime.commit.path, { authorization: 'Bearer nonsense' })).toBe('401')
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', ...cookieOf(admin.token) }
    expect(await refused('/api/courses', foreign)).toBe('403')
  })
})

describe('bodies', () => {
  test('that are too large are a problem: 64 KiB, 2 MiB of a package, 8 MiB of a draft', async () => {
    const server = await givenServer()
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const { packageId } = await givenPackage(app, tenant)
    const step = scormActivity({ packageId })
    const course = await givenPublishedCourse(app, tenant, { activities: [step] })
    const assignmentId = await givenAssignment(app, learner, course.courseId)
    const ctx = contextOf(app, learner)
    const appOrigin = new URL(app.services.settings.publicUrl).origin
    const launch = await ctx.write((tx) =>
      launchAttempt(ctx, tx, { assignmentId, activityId: step.id, packageId, restart: false, appOrigin }),
    )
    const cases = [
      { path: api.session.signIn.path, bytes: 64 * 1024, headers: {} },
      {
        path: api.runtime.commit.path,
        bytes: runtimeLimits.bodyBytes,
        headers: { authorization: `Bearer ${launch.token}` },
      },
      { path: api.courses.create.path, bytes: 64 * 1024, headers: cookieOf(tenant.admin.token) },
      {
        method: 'PUT',
        path: `/api/courses/${crypto.randomUUID()}/draft`,
        bytes: 8 * MiB,
        headers: cookieOf(tenant.admin.token),
      },
    ]
    expect(runtimeLimits.bodyBytes).toBe(2 * MiB)
    for (const { method = 'POST', path, bytes, headers } of cases) {
      const of = (length: number) =>
        send(server, { method, path, headers: { ...json, ...headers }, body: `"${'x'.repeat(length - 2)}"` })
      const over = await of(bytes + 1)
      expect(over.status, path).toBe(413)
      expect(over.type, path).toContain('application/problem+json')
      expect(JSON.parse(over.text), path).toMatchObject({ code: 'too-large', status: 413 })
      // To the byte: a body that just fits is read, and refused for its content.
      expect((await of(bytes)).status, path).toBe(422)
    }
  })

  test('that arrive too slowly end with a problem', async () => {
    const server = await givenServer({ bodyMs: 300 })
    const { admin } = await givenTenant(app)
    const path = api.courses.create.path
    const headers = cookieOf(admin.token)
    const { socket, heard } = await begin(server, { path, headers, length: 1000, body: '{' })
    const drip = setInterval(() => socket.write(' '), 50)
    const closed = once(socket, 'close')
    await until(() => heard().includes('too-slow'))
    clearInterval(drip)
    expect(heard()).toMatch(/^HTTP\/1.1 408/)
    await closed
    const quick = await send(server, {
      method: 'POST',
      path,
      headers: { ...json, ...headers },
      body: '{"title":"Quick"}',
    })
    expect(quick.status).toBe(201)
  })

  test('that the caller cuts off are not counted as errors of the server', async () => {
    const server = await givenServer()
    const { admin } = await givenTenant(app)
    const path = api.courses.create.path
    const { socket } = await begin(server, { path, headers: cookieOf(admin.token), length: 1000, body: '{"title":' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    socket.resetAndDestroy()
    // The same code as a lost database connection.
    await until(() => server.errors.some((error) => (error as { code?: string }).code === 'ECONNRESET'))
    expect(server.logged().filter((line) => Number(line.level) >= 50)).toEqual([])
    expect((await send(server, { path: '/readyz' })).status).toBe(200)
  })
})

describe('the page behind all other addresses', () => {
  test('answers for pages, never for missing files, operations or assets', async () => {
    const server = await givenServer()
    const page = await send(server, { path: '/apps/courses/mycourses' })
    expect(page.status).toBe(200)
    expect(page.type).toContain('text/html')
    for (const path of [
      '/team-files/nobody/x.webp',
      '/team-files/learnt/',
      '/team-files/',
      '/files/x',
      '/api/nothing',
      '/api/',
      '/assets/none.js',
    ]) {
      const miss = await send(server, { path })
      expect(miss.status, path).toBe(404)
      expect(miss.type, path).toContain('application/problem+json')
    }
  })

  test('malformed addresses are answered with a problem', async () => {
    const server = await givenServer()
    for (const path of [
      '/%',
      '/%zz',
      '/apps/%E0%A4%A',
      '/api/courses/%ff',
      '/team-files/%/x.webp',
      '/assets/%',
      '/api/%00',
    ]) {
      const reply = await send(server, { path })
      expect([400, 401, 404], path).toContain(reply.status)
      expect(reply.type, path).toContain('application/problem+json')
    }
    expect(server.logged().filter((line) => Number(line.level) >= 50)).toEqual([])
  })

  test('a change sent to a foreign host name is misdirected, also without a session', async () => {
    const server = await givenServer()
    const ask = (host: string) =>
      send(server, {
        method: 'POST',
        path: api.session.signIn.path,
        headers: { ...json, host },
        body: '{"username":"nobody@example.test","password":"long-enough"}',
      })
    const foreign = await ask('evil.example')
    expect(foreign.status).toBe(421)
    expect(JSON.parse(foreign.text).code).toBe('origin-refused')
    expect((await ask('localhost')).status).not.toBe(421)
  })
})

describe('metrics', () => {
  const path = '/metrics'

  test('are shown to the machine itself', async () => {
    const server = await givenServer()
    expect((await send(server, { path })).text).toContain('learnt_http_request_seconds')
    expect((await send(server, { path, headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(403)
    expect((await send(server, { path, headers: { authorization: 'Bearer guess' } })).status).toBe(403)
  })

  test('are shown from anywhere with the token', async () => {
    const metricsToken = 'only-for-the-watchers'
    const server = await givenServer({ settings: { metricsToken } })
    const from = (headers: Record<string, string>) => send(server, { path, headers })
    const afar = { 'x-forwarded-for': '203.0.113.9' }
    expect((await from({ ...afar, authorization: `Bearer ${metricsToken}` })).text).toContain('learnt_http')
    for (const authorization of [`Bearer ${metricsToken}x`, 'Bearer ', `Basic ${metricsToken}`, metricsToken]) {
      const refused = await from({ ...afar, authorization })
      expect(refused.status, authorization).toBe(401)
      expect(refused.headers['www-authenticate']).toBe('Bearer')
      expect(refused.text).not.toContain('learnt_http')
    }
    expect((await from(afar)).status).toBe(401)
    expect((await from({})).status).toBe(200)
  })
})
