import { api } from '@learnt/contract'
import type { CallInput, Endpoint, RawEndpoint, ReplyOf } from '@learnt/contract/endpoint'
import { fillPath } from '@learnt/contract/endpoint'
import type { Problem } from '@learnt/contract/problem'

type Filled<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type Optional<T> = { [K in keyof T as Record<never, never> extends T[K] ? K : never]?: T[K] }
type Needed<T> = { [K in keyof T as Record<never, never> extends T[K] ? never : K]: T[K] }
export type InputOf<E extends Endpoint> = Needed<Filled<CallInput<E>>> & Optional<Filled<CallInput<E>>>
type Input<E extends Endpoint> = Record<never, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

export const password = 'Learnt-demo-1'

/** A refused call, with the server's answer. */
export class Refused extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(
      `${problem.status} ${problem.code}: ${problem.detail ?? problem.title} ${JSON.stringify(problem.errors ?? [])}`,
    )
    this.problem = problem
  }
}

/** The code of the refusal; `answered` if the call succeeded, so that a success cannot pass for a refusal. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'answered'
  } catch (error) {
    if (error instanceof Refused) return error.problem.code
    throw error
  }
}

/** A signed-in person who calls the API without a browser. */
export interface Caller {
  readonly url: string
  readonly account: string
  /** The session cookie, for a browser or a socket. */
  readonly cookie: { name: string; value: string }
  call<E extends Endpoint>(endpoint: E, ...input: Input<E>): Promise<ReplyOf<E>>
  /** Any address of the application, with the session. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

const callers = new Map<string, Promise<Caller>>()

/** The account's one session of this test file; signing in is slow on purpose. */
export function callerOf(url: string, account: string): Promise<Caller> {
  const key = `${url} ${account}`
  const known = callers.get(key) ?? signInByApi(url, account)
  callers.set(key, known)
  return known
}

/** A session of its own, for tests that end it. */
export async function signInByApi(url: string, account: string, secret = password): Promise<Caller> {
  const answer = await send(url, api.session.signIn, { body: { username: account, password: secret } })
  const [pair = ''] = answer.headers.getSetCookie().filter((one) => /learnt(_session)?=/.test(one))
  const [name = '', value = ''] = (pair.split(';')[0] ?? '').split(/=(.*)/s)
  if (!value) throw new Error(`No session cookie for ${account}`)
  const headers = { cookie: `${name}=${value}` }
  return {
    url,
    account,
    cookie: { name, value },
    async call(endpoint, ...[input]) {
      const reply = await send(url, endpoint, (input ?? {}) as AnyInput, headers)
      return (reply.status === 204 ? undefined : await reply.json()) as never
    },
    fetch: (path, init = {}) =>
      fetch(new URL(path, url), { ...init, headers: { ...headers, ...(init.headers as object) } }),
  }
}

/** Waits until a job has ended; throws its message if it failed. */
export async function settle(who: Caller, job: { jobId: string }): Promise<Record<string, unknown>> {
  for (let round = 0; round < 600; round++) {
    const { state, result, error } = await who.call(api.jobs.get, { params: { jobId: job.jobId } })
    if (state === 'succeeded') return result ?? {}
    if (state === 'failed' || state === 'cancelled') throw new Error(`${state}: ${error}`)
    await new Promise((resume) => setTimeout(resume, 100))
  }
  throw new Error('The job did not end')
}

interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export function addressOf(operation: Endpoint | RawEndpoint, input: AnyInput = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {}))
    for (const one of [value].flat()) search.append(name, String(one))
  return fillPath(operation.path, input.params) + (search.size > 0 ? `?${search}` : '')
}

async function send(
  url: string,
  endpoint: Endpoint,
  input: AnyInput,
  headers: Record<string, string> = {},
): Promise<Response> {
  const changes = endpoint.method !== 'GET'
  const answer = await fetch(url + addressOf(endpoint, input), {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(changes ? { origin: url, 'idempotency-key': crypto.randomUUID() } : {}),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  })
  if (!answer.ok) throw new Refused((await answer.json()) as Problem)
  return answer
}
