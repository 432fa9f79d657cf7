import { listOperations } from '@learnt/contract'
import { type Endpoint, fillPath, type RawEndpoint } from '@learnt/contract/endpoint'
import { locales } from '@learnt/contract/locales'
import { Problem } from '@learnt/contract/problem'
import { afterAll, expect, test } from 'vitest'
import { type Chance, chance } from '../demo/chance.ts'
import { sessionCookieName } from '../src/platform/session/token.ts'
import type { TenantId } from '../src/platform/tenant-id.ts'
import { translatorFor } from '../src/platform/translate.ts'
import { type Caller, testApp } from './app.ts'
import { report } from './attack/report.ts'
import { mutate, oddText } from './fuzz-mutations.ts'
import { madeOf } from './fuzz-samples.ts'
import { givenPerson, givenSession } from './given/people.ts'
import { givenWorld, type World } from './given/world.ts'
import { idsOf, sampleOf } from './samples.ts'

// Sends requests made from the contract and then spoiled, as an administrator, a learner and a stranger. Whatever
// comes, the server must name what is wrong with it. FUZZ_SEED and FUZZ_REQUESTS choose other and more requests.

const seed = process.env.FUZZ_SEED ?? '20261120'
/** Whole rounds, until there were this many requests. */
const wanted = Number(process.env.FUZZ_REQUESTS ?? 1)
const slowMs = 1000
/** Slower than any busy machine explains. */
const stuckMs = 10_000

const operations = listOperations().filter((one): one is Endpoint => one.kind === 'json')
const protocols = listOperations().filter((one): one is RawEndpoint => one.kind === 'raw')
const counts = new Map<number, number>()
let requests = 0
let slowest = { ms: 0, what: '' }
/** Answers that took over a second, listed for people; the machine may have been busy. */
let slow = 0

afterAll(() => {
  const byStatus = [...counts].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  report(
    'fuzz',
    {
      seed,
      requests,
      operations: operations.length + protocols.length,
      'answers 5xx': [...counts].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0),
      'slowest ms': Math.round(slowest.ms),
      'over a second': slow,
    },
    [`slowest: ${slowest.what}`, `answers: ${byStatus.join(', ')}`],
  )
})

interface Made {
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** The walk's samples, which are known to succeed, or a new value of the same shape. */
function inputFor(operation: Endpoint, world: World, ids: readonly string[], random: Chance): Made {
  const known = sampleOf(operation, world)
  const fresh = (schema: Endpoint['body']) => (schema === undefined ? undefined : madeOf(schema, random, ids))
  const usesKnown = random.is(2 / 3)
  return {
    params: known.params,
    query: usesKnown ? known.query : ((fresh(operation.query) ?? {}) as Record<string, unknown>),
    body: usesKnown ? known.body : fresh(operation.body),
  }
}

function addressOf(operation: Endpoint, made: Made, random: Chance): string {
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => encode(String(made.params[name])))
  const query = Object.entries(made.query).flatMap(([name, value]) => {
    const texts = typeof value === 'object' && value !== null ? Object.values(value) : [value]
    const pairs = texts.map((text) => `${encode(name)}=${encode(String(text))}`)
    if (random.is(1 / 20)) pairs.push(`${name}=${encode(oddText(random))}`, `${name}[]=1`, `${name}[a][b]=2`)
    return pairs
  })
  if (random.is(1 / 10))
    query.push(`cursor=${encode(oddText(random))}`, `limit=${random.pick(['0', '-1', '1e9', '101', '', 'ten'])}`)
  if (random.is(1 / 20))
    query.push(random.pick(['%', '%zz=%ff', '&&&==', 'a[b]=c', '__proto__=1', 'sort=__proto__', 'sort=constructor']))
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

/** Percent-encoded, also lone surrogates, as bytes that are not UTF-8. */
function encode(value: string): string {
  return value.isWellFormed()
    ? encodeURIComponent(value)
    : value.replace(/./gsu, (one) => (one.isWellFormed() ? encodeURIComponent(one) : '%ED%A0%BD'))
}

test('the server never fails', { timeout: 300_000 + wanted * 60 }, async () => {
  const app = await testApp()
  const random = chance(seed)
  const cookie = sessionCookieName(app.services.settings)
  const failures: string[] = []
  let world = await givenWorld(app)
  let ids: string[] = []
  let people: Caller[] = []
  const tenants: TenantId[] = []
  /** Added to each world: a failed run without an input to repeat. */
  const brokenJobs: string[] = []

  /** Each round has a new tenant, so that objects archived, renamed or given away earlier are not in the way. */
  async function begin() {
    world = await givenWorld(app)
    tenants.push(world.tenantId)
    brokenJobs.push(world.jobId)
    await comeIn()
    ids = idsOf(world)
  }

  /** Signs them in again after something signed them out or suspended them. */
  async function comeIn() {
    const [superadmin, admin, token] = await Promise.all([
      givenPerson(app, world, { roles: ['admin', 'manager', 'superadmin'] }),
      givenPerson(app, world, { roles: ['admin'] }),
      // After a suspension they count as a stranger until the next round.
      givenSession(app.services, world.learner).catch(() => null),
    ])
    people = [superadmin, admin, { token }]
  }

  /** A protocol route: its own headers, wrong ones, bodies and ids of any kind. */
  async function sendRaw(operation: RawEndpoint, caller: Caller) {
    const { params: known, headers: usual } = sampleOf(operation, world)
    const params = Object.fromEntries(
      Object.keys(known).map((name) => [
        name,
        random.is(1 / 2) ? known[name] : random.pick([...ids, 'none', oddWord()]),
      ]),
    )
    const path = fillPath(operation.path, params)
    const query = random.is(1 / 2)
      ? `?${random.pick(['search', 'cursor', 'limit', 'sort', 'w'])}=${encode(oddText(random))}`
      : ''
    const payload = random.is(1 / 4) ? undefined : random.pick(['', '{}', 'x'.repeat(5000), ...strangeBodies])
    await judge(operation, caller, {
      method: operation.method,
      url: `${path}${query}`,
      headers: {
        ...baseHeaders(caller),
        ...usual,
        ...(payload === undefined || operation.method === 'GET' ? {} : { 'content-type': random.pick(contentTypes) }),
        ...(random.is(1 / 3) ? random.pick([...strangeHeaders, ...protocolHeaders]) : {}),
      },
      ...(payload === undefined || operation.method === 'GET' ? {} : { payload }),
    })
  }

  function oddWord(): string {
    const word = oddText(random)
    return word.isWellFormed() ? word.slice(0, 400) : 'odd'
  }

  async function send(
    operation: Endpoint,
    caller: Caller,
    made: Made,
    headers: Record<string, string> = {},
    raw?: string,
  ) {
    const url = addressOf(operation, made, random)
    const payload = raw ?? (made.body === undefined ? undefined : JSON.stringify(made.body))
    await judge(operation, caller, {
      method: operation.method,
      url,
      headers: {
        ...baseHeaders(caller),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(operation.idempotency === 'required' ? { 'idempotency-key': `fuzz-${requests}` } : {}),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    })
  }

  function baseHeaders(caller: Caller): Record<string, string> {
    return {
      host: new URL(app.services.settings.publicUrl).host,
      origin: app.services.settings.publicUrl,
      ...(caller.token ? { cookie: `${cookie}=${caller.token}` } : {}),
    }
  }

  async function judge(
    operation: Endpoint | RawEndpoint,
    caller: Caller,
    request: { method: Endpoint['method']; url: string; headers: Record<string, string>; payload?: string },
  ) {
    const began = performance.now()
    const reply = await app.server.inject(request)
    const ms = performance.now() - began
    requests++
    counts.set(reply.statusCode, (counts.get(reply.statusCode) ?? 0) + 1)
    if (ms > slowest.ms) slowest = { ms, what: operation.id }
    const what = `${operation.id}: ${request.method} ${request.url.slice(0, 300)} ${(request.payload ?? '').slice(0, 600)} ${JSON.stringify(request.headers)}`
    if (reply.statusCode >= 500) failures.push(`${reply.statusCode} ${what}`)
    else if (operation.kind === 'json' && reply.statusCode >= 400) {
      // The test's server validates successful answers against the contract; refusals are validated here.
      const isProblem = /^application\/problem\+json/.test(String(reply.headers['content-type']))
      if (!isProblem || !Problem.safeParse(reply.json()).success) failures.push(`no problem ${what}`)
    }
    if (reply.statusCode === 401 && caller.token !== null && operation.access !== 'attempt') await comeIn()
    if (ms > slowMs) slow++
    if (ms > stuckMs) failures.push(`${Math.round(ms)} ms ${what}`)
  }

  const strangeBodies = [
    '',
    '{',
    'null',
    '"text"',
    '[',
    '{"a":1}{"b":2}',
    `{"a":${'['.repeat(5000)}`,
    '{"title":"a","title":"b"}',
    `{"a":"${String.fromCharCode(0)}"}`,
    '\ufeff{}',
  ]
  const contentTypes = [
    'application/json',
    'application/offset+octet-stream',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/html',
    'application/xml',
    'application/json; charset=utf-16',
    'application/zip',
    'image/svg+xml',
    '*/*',
    ';;;',
  ]
  const protocolHeaders: Record<string, string>[] = [
    { 'tus-resumable': '9.9.9' },
    { 'upload-length': '-1' },
    { 'upload-length': '99999999999999999999' },
    { 'upload-offset': '1e9' },
    { 'upload-metadata': 'filename \u00ff,,=,filename' },
    { 'upload-metadata': `filename ${'A'.repeat(5000)}` },
    { 'upload-defer-length': '1' },
    { range: 'bytes=9999999999-' },
    { range: 'bytes=-0' },
    { range: 'bytes=0-0,1-1,2-2,x' },
    { 'if-none-match': '*' },
    { 'if-modified-since': 'yesterday' },
    { upgrade: 'websocket', connection: 'upgrade', 'sec-websocket-version': '99' },
  ]
  const strangeHeaders: Record<string, string>[] = [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': ';;;' },
    { 'accept-language': 'ar;q=zz,*,,;' },
    { 'accept-language': 'x'.repeat(4000) },
    { 'idempotency-key': 'k'.repeat(201) },
    { 'idempotency-key': 'é\u00ff' },
    { 'x-forwarded-for': '::::, 1' },
    { 'user-agent': 'ü'.repeat(2000) },
    { cookie: `${cookie}=${'a'.repeat(5000)}` },
    { authorization: 'Bearer .' },
    { authorization: 'Bearer e30.e30' },
  ]

  for (let round = 0; requests < wanted; round++) {
    await begin()
    for (const operation of operations) {
      // Each password check costs a twentieth of a second, right or wrong.
      if (operation.id === 'session.signIn' && round > 1) continue
      for (let who = 0; who < 4; who++) {
        const caller: Caller = people[who] ?? { token: null }
        const made = inputFor(operation, world, ids, random)
        if (operation.id === 'session.signOut' || operation.id === 'session.revokeOthers') {
          await send(operation, { token: null }, made)
          continue
        }
        await send(operation, caller, made)
        if (caller.token === null && round > 0) continue
        for (let spoiled = 0; spoiled < 2; spoiled++) {
          const part = random.pick(
            (['params', 'query', 'body'] as const).filter((one) => operation[one] !== undefined).concat(['body']),
          )
          const wrong: Made = { ...made }
          if (part === 'body') wrong.body = mutate(made.body ?? {}, random)
          else {
            const names = Object.keys(made[part])
            const name = names.length > 0 ? random.pick(names) : 'search'
            wrong[part] = { ...made[part], [name]: oddText(random) }
          }
          await send(operation, caller, wrong)
        }
        if (random.is(1 / 6)) await send(operation, caller, made, random.pick(strangeHeaders))
        if (operation.body && random.is(1 / 6)) await send(operation, caller, made, {}, random.pick(strangeBodies))
        if (operation.body && random.is(1 / 6))
          await send(operation, caller, made, { 'content-type': random.pick(contentTypes) })
      }
    }
    for (const operation of protocols)
      for (let time = 0; time < 6; time++) await sendRaw(operation, people[time % 4] ?? { token: null })
  }
  expect(failures, `seed ${seed}`).toEqual([])
  // Enough requests succeeded for the rest to mean something.
  const fine = [...counts].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0)
  expect(fine).toBeGreaterThan(requests / 10)

  // Accepted work must run, or say why not.
  await app.settleDay()
  const internal = locales.map((locale) => translatorFor(locale)('problem.internal'))
  for (const tenantId of tenants) {
    const jobs = await app.services.db
      .tenant(tenantId)
      .read((tx) =>
        tx.selectFrom('jobs').select(['id', 'kind', 'error', 'input']).where('state', '=', 'failed').execute(),
      )
    expect(jobs.filter((job) => internal.includes(job.error ?? '') && !brokenJobs.includes(job.id))).toEqual([])
  }
})
