import { fillPath } from '@learnt/contract/endpoint'
import { showOwedFactor } from './owed-factor.ts'
import { ApiProblem, readProblem } from './problem.ts'
import type { CallInput, Endpoint, Operation, ReplyOf } from './reply.ts'

type Filled<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type Optional<T> = { [K in keyof T as Record<never, never> extends T[K] ? K : never]?: T[K] }
type Needed<T> = { [K in keyof T as Record<never, never> extends T[K] ? never : K]: T[K] }
/** What a call needs: params, query and body, each only if the operation has it, optional when nothing in it is needed. */
export type InputOf<E extends Endpoint> = Needed<Filled<CallInput<E>>> & Optional<Filled<CallInput<E>>>

export interface CallOptions {
  signal?: AbortSignal
  /** One key for one wish of the person: the same over all retries. Made here when absent. */
  idempotencyKey?: string
  /** Goes out although the page is being left. */
  keepalive?: boolean
  /** It was refused for a second factor that is shown now. */
  isSecond?: boolean
}

/** The same without the operation's types, for those who pass on what they were given. */
export interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

const retryPauses = [400, 1500]
/** '': not chosen yet. */
let language = ''
const signedOutListeners = new Set<() => void>()

/** Language in which the server words its answers. */
export function speak(next: string): void {
  language = next
}

/** Called when the server no longer knows the session. */
export function onSignedOut(listener: () => void): () => void {
  signedOutListeners.add(listener)
  return () => signedOutListeners.delete(listener)
}

/**
 * Calls one operation of the contract; throws `ApiProblem`. A change that got no answer is sent again with the same
 * Idempotency-Key, so that it happens once at most.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  ...rest: Record<never, never> extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]
): Promise<ReplyOf<E>> {
  return callWith(endpoint, (rest[0] ?? {}) as AnyInput, rest[1])
}

export async function callWith<E extends Endpoint>(
  endpoint: E,
  { params, query, body }: AnyInput,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const changes = endpoint.method !== 'GET'
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': language || 'en' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (changes) headers['idempotency-key'] = options.idempotencyKey ?? newKey()
  const request: RequestInit = {
    method: endpoint.method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
  }
  const address = addressOf(endpoint, { ...(params ? { params } : {}), ...(query ? { query } : {}) })
  const response = await send(address, request, changes)
  if (!response.ok) {
    const problem = await readProblem(response)
    // a role newly asks for a second factor: what was wanted goes on when it is shown, once
    const isOwed = problem.code === 'second-factor-required' && endpoint.access !== 'public'
    if (isOwed && !options.isSecond && (await showOwedFactor())) {
      const idempotencyKey = headers['idempotency-key']
      const again = idempotencyKey === undefined ? { ...options } : { ...options, idempotencyKey }
      return callWith(
        endpoint,
        { ...(params && { params }), ...(query && { query }), body },
        { ...again, isSecond: true },
      )
    }
    if (problem.status === 401 && endpoint.access !== 'public') for (const listener of signedOutListeners) listener()
    throw problem
  }
  return (response.status === 204 ? undefined : await response.json()) as ReplyOf<E>
}

/** Address of an operation, for links and downloads. */
export function addressOf(
  operation: Operation,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> } = {},
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value === undefined || value === null || value === '') continue
    for (const one of [value].flat()) search.append(name, String(one))
  }
  const text = search.toString()
  return fillPath(operation.path, input.params) + (text ? `?${text}` : '')
}

export function newKey(): string {
  return crypto.randomUUID()
}

async function send(address: string, request: RequestInit, changes: boolean): Promise<Response> {
  for (let round = 0; ; round++) {
    const pause = changes ? retryPauses[round] : undefined
    try {
      const response = await fetch(address, request)
      if (pause === undefined || ![502, 503, 504].includes(response.status)) return response
    } catch (error) {
      if (request.signal?.aborted) throw error
      if (pause === undefined) throw new ApiProblem({ status: 0, code: 'unavailable', title: 'No answer' })
    }
    await new Promise((resume) => setTimeout(resume, pause))
  }
}
