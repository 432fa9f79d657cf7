import { type CallInput, type Endpoint, fillPath, type Method, type ReplyOf } from '@learnt/contract/endpoint'
import type { Problem } from '@learnt/contract/problem'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { features } from '../src/app.ts'
import { type TestClock, testClock } from '../src/platform/clock.ts'
import type { Services } from '../src/platform/context.ts'
import { type Environment, readSettings } from '../src/platform/env.ts'
import { openFileStore } from '../src/platform/files/open-store.ts'
import { buildServer } from '../src/platform/http/server.ts'
import { nameServers } from '../src/platform/name-records.ts'
import { loadSecrets } from '../src/platform/secrets.ts'
import { sessionCookieName } from '../src/platform/session/token.ts'
import { type TestDatabase, testDatabase } from './db.ts'
import { atEndOfFile, oncePerFile } from './end-of-file.ts'
import { makeScratchFolder } from './scratch.ts'
import { runPendingTasks } from './tasks.ts'

/** The caller: the token of an open session, or null for a stranger. */
export interface Caller {
  readonly token: string | null
}

export interface Answer<T> {
  readonly status: number
  /** The response, when the call succeeded. */
  readonly body: T
  /** The problem, when it failed. */
  readonly problem: Problem | null
  readonly headers: Record<string, string | string[] | number | undefined>
}

type Input<E extends Endpoint> = Partial<CallInput<E>> & { idempotencyKey?: string; headers?: Record<string, string> }

export interface TestApp {
  readonly services: Services
  readonly server: FastifyInstance
  readonly clock: TestClock
  /**
   * Calls an operation in process, as a browser of this person would. Sends an Idempotency-Key where the contract
   * requires one.
   */
  call<E extends Endpoint>(caller: Caller, endpoint: E, input?: Input<E>): Promise<Answer<ReplyOf<E>>>
  /** Calls a path unchanged: for protocol routes. */
  send(
    caller: Caller,
    method: Method | 'HEAD' | 'OPTIONS',
    url: string,
    options?: { body?: string | Buffer; headers?: Record<string, string> },
  ): Promise<{ status: number; body: Buffer; headers: Record<string, string | string[] | number | undefined> }>
  /** Runs what the relay, the worker and the feed folder would do within a second. */
  settle(): Promise<void>
  /** Also runs what recurs within a day: ends of days, clean-ups. */
  settleDay(): Promise<void>
}

/** The server on this file's database, with a clock that stands still at 2026-11-20T09:00Z. */
export const testApp = oncePerFile(async () => openApp(await testDatabase(), await makeScratchFolder()))

/** The server on a database and a file folder of its own: a second installation. */
export async function openApp(
  { db }: Pick<TestDatabase, 'db'>,
  dataDir: string,
  environment: Environment = {},
): Promise<TestApp> {
  const clock = testClock()
  // Tests never query the internet: DNS has no record, unless a test provides one.
  nameServers.resolveTxt = async () => []
  const settings = readSettings({ DATA_DIR: dataDir, LEARNT_DEMO: 'off', LOG_LEVEL: 'silent', ...environment })
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const services: Services = {
    settings,
    db,
    clock,
    files: await openFileStore(settings),
    secrets: await loadSecrets(db),
    log,
  }
  const server = buildServer(services, features.routes, { checkAnswers: true })
  await server.ready()
  atEndOfFile(() => server.close())
  const cookie = sessionCookieName(settings)

  const headersOf = (caller: Caller): Record<string, string> => ({
    host: new URL(settings.publicUrl).host,
    origin: settings.publicUrl,
    'sec-fetch-site': 'same-origin',
    ...(caller.token ? { cookie: `${cookie}=${caller.token}` } : {}),
  })

  return {
    services,
    server,
    clock,
    async call(caller, endpoint, input = {}) {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries((input.query as Record<string, unknown>) ?? {})) {
        if (value !== undefined) for (const one of [value].flat()) query.append(name, String(one))
      }
      const path = fillPath(endpoint.path, input.params as Record<string, unknown>)
      const key = input.idempotencyKey ?? (endpoint.idempotency === 'required' ? crypto.randomUUID() : undefined)
      const reply = await server.inject({
        method: endpoint.method,
        url: query.size > 0 ? `${path}?${query}` : path,
        headers: {
          ...headersOf(caller),
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key ? { 'idempotency-key': key } : {}),
          ...input.headers,
        },
        ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) }),
      })
      // Else its statement would be counted together with the next work.
      await server.answersKept()
      const body = reply.body === '' ? undefined : JSON.parse(reply.body)
      const failed = reply.statusCode >= 400
      return {
        status: reply.statusCode,
        body: failed ? (undefined as never) : body,
        problem: failed ? body : null,
        headers: reply.headers,
      }
    },
    async send(caller, method, url, options = {}) {
      const reply = await server.inject({
        method,
        url,
        headers: { ...headersOf(caller), ...options.headers },
        ...(options.body === undefined ? {} : { payload: options.body }),
      })
      return { status: reply.statusCode, body: reply.rawPayload, headers: reply.headers }
    },
    settle: () => runPendingTasks(services, features, 1000),
    settleDay: () => runPendingTasks(services, features, 86_400_000),
  }
}
