import { spawnSync } from 'node:child_process'
import { api, listOperations } from '@learnt/contract'
import { fillPath } from '@learnt/contract/endpoint'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { givenPerson, givenTenant } from '../../test/given/people.ts'
import { givenWorld } from '../../test/given/world.ts'
import { sampleOf } from '../../test/samples.ts'
import { features } from '../app.ts'
import type { Services } from './context.ts'
import { buildServer } from './http/server.ts'
import { createLog, gathered } from './log.ts'
import { sessionCookieName } from './session/token.ts'

interface Line {
  msg: string
  time: string
  [name: string]: unknown
}

/** The server of the tests with a log that can be read; `broken` replaces services. */
async function loggedApp(broken: Partial<Services> = {}) {
  const app = await testApp()
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) })
  const server = buildServer({ ...app.services, ...broken, log }, features.routes, { checkAnswers: true })
  await server.ready()
  onTestFinished(() => server.close())
  return { app, server, log, lines, read: () => lines.map((line): Line => JSON.parse(line)) }
}

const host = { host: 'localhost:3000', origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }

test('a refusal is logged with who asked and for what', async () => {
  const { app, server, read } = await loggedApp()
  const tenant = await givenTenant(app)
  const learner = await givenPerson(app, tenant, { roles: ['learner'] })
  const cookie = `${sessionCookieName(app.services.settings)}=${learner.token}`
  const reply = await server.inject({ method: 'GET', url: '/api/members', headers: { ...host, cookie } })
  expect(reply.statusCode).toBe(403)
  expect(read().find((line) => line.msg === 'request')).toMatchObject({
    method: 'GET',
    route: '/api/members',
    status: 403,
    tenant: tenant.tenantId,
    membership: `${learner.userId}:${learner.teamId}`,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  })
})

test('a failure of ours is logged whole and answered without a word of it', async () => {
  const app = await testApp()
  const db = new Proxy(app.services.db, {
    get: () => () => Promise.reject(new Error('the database at 10.1.2.3 said no')),
  })
  const { server, read } = await loggedApp({ db })
  const reply = await server.inject({ method: 'GET', url: api.session.start.path, headers: host })
  expect(reply.statusCode).toBe(500)
  expect(reply.body).not.toContain('10.1.2.3')
  expect(reply.body).not.toContain('.ts')
  const failure = read().find((line) => line.msg === 'request failed')
  expect(JSON.stringify(failure)).toContain('the database at 10.1.2.3 said no')
  expect(JSON.stringify(failure)).toContain('stack')
})

test('what somebody types is one value of one line', async () => {
  const { log, lines } = await loggedApp()
  log.info({ typed: 'a\n{"msg":"forged"}\r\n' }, 'sign-in refused')
  expect(lines).toHaveLength(1)
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/)
})

test('no password, token or cookie reaches the log, also of a sign-in that is refused', async () => {
  const { app, server, log, lines } = await loggedApp()
  const tenant = await givenTenant(app)
  log.info({ body: { password: 'hidden-one' }, req: { headers: { cookie: 'hidden-two' } } }, 'carelessly')
  const reply = await server.inject({
    method: 'POST',
    url: api.session.signIn.path,
    headers: { ...host, 'content-type': 'application/json', cookie: 'learnt=hidden-three' },
    payload: JSON.stringify({ username: 'nobody@example.org', password: 'hidden-four', tenant: tenant.tenantId }),
  })
  expect(reply.statusCode).toBe(422)
  expect(lines.join('')).toContain('sign-in refused')
  expect(lines.join('')).not.toContain('hidden-')
})

test('lines wait a moment for each other, and for nothing when something is wrong', async () => {
  const written: string[] = []
  const out = { write: (text: string) => void written.push(text), flushSync: () => {} }
  const log = createLog({ logLevel: 'info' }, gathered(out))
  log.info('one')
  log.info('two')
  expect(written).toEqual([])
  log.warn('three')
  expect(written).toHaveLength(1)
  expect(written[0]?.match(/"msg":"\w+"/g)).toEqual(['"msg":"one"', '"msg":"two"', '"msg":"three"'])
  log.info('four')
  await expect.poll(() => written.length).toBe(2)
  for (let n = 0; n < 200; n++) log.info('many in one turn, so that what waits stays small')
  expect(written.length).toBeGreaterThan(2)
})

test('one warning behind another is there though the process is killed, and all that was said before', () => {
  const script = `
    const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)})
    const log = createLog({ logLevel: 'info' })
    log.info('zeroth')
    log.warn('first')
    log.error('second')
    log.info('third')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1500)`
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(ended.signal).toBe('SIGKILL')
  expect(ended.stderr.match(/"msg":"\w+"/g)).toEqual(
    ['zeroth', 'first', 'second', 'third'].map((word) => `"msg":"${word}"`),
  )
})

test('what waits is written when the process ends, also by an error that nobody caught', () => {
  const script = `
    const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)})
    createLog({ logLevel: 'info' }).info('the last word')
    throw new Error('nobody caught this')`
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(ended.stderr).toContain('the last word')
  expect(ended.stderr).toContain('nobody caught this')
})

test('many logs of one process leave one thing to do at its end', () => {
  const before = process.listenerCount('exit')
  for (let n = 0; n < 20; n++) createLog({ logLevel: 'info' })
  expect(process.listenerCount('exit') - before).toBeLessThanOrEqual(2)
})

test('a refused export is no error of ours: a missing right, a missing thing, or a bad request', async () => {
  const { app, server, read } = await loggedApp()
  const world = await givenWorld(app)
  const asked: string[] = []
  const files = listOperations().filter(({ path }) =>
    /\.(csv|xlsx|pdf|ics|zip|png|svg|json)$|export|archives/.test(path),
  )
  for (const operation of files) {
    const known = sampleOf(operation, world)
    const gone = Object.fromEntries(Object.keys(known.params).map((name) => [name, crypto.randomUUID()]))
    for (const [caller, params, query] of [
      [world.learner, known.params, ''],
      [{ token: null }, known.params, ''],
      [world.admin, gone, ''],
      [world.admin, known.params, '?limit=ten&asOf=never&status=none&filter=%7B&teamId=%00&columns=none'],
    ] as const) {
      const reply = await server.inject({
        method: operation.method,
        url: `${fillPath(operation.path, params)}${query}`,
        headers: {
          ...host,
          ...(caller.token ? { cookie: `${sessionCookieName(app.services.settings)}=${caller.token}` } : {}),
          ...(operation.method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        ...(operation.method === 'GET' ? {} : { payload: '{"format":"none"}' }),
      })
      asked.push(`${reply.statusCode}`)
    }
  }
  expect(asked.filter((status) => status >= '400').length).toBeGreaterThan(100)
  const errors = read().filter((line) => ['warn', 'error', 'fatal', 40, 50, 60].includes(line.level as string))
  expect(errors.map((line) => JSON.stringify(line))).toEqual([])
})
