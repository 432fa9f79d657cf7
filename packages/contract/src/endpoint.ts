import type { z } from 'zod'
import type { AuditAction } from './audit-actions.ts'
import type { Given, Sample } from './sample.ts'
import type { FeatureName } from './team-values.ts'

/** HTTP methods that the contract uses; HEAD comes with every GET, OPTIONS is for protocols that ask what they may. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/**
 * Who may call an operation at all; the feature's policy decides about the single row.
 * - `public`: anybody, signed in or not
 * - `guest`: only somebody who is not signed in
 * - `signedIn`: any active membership
 * - `manager`, `admin`, `superadmin`: a membership that holds the role (an administrator without `manager` is no manager)
 * - `managerOrAdmin`: a membership that holds one of these roles
 * - `attempt`: the bearer of a launch token, which opens one attempt and nothing else
 * - `operator`: the machine's operator (metrics and the like): loopback or the metrics token
 */
export type Access =
  | 'public'
  | 'guest'
  | 'signedIn'
  | 'manager'
  | 'admin'
  | 'superadmin'
  | 'managerOrAdmin'
  | 'attempt'
  | 'operator'

/**
 * How an operation may be called beside the person's own session. Whatever an operation does not name is refused.
 * - `token`: with an access token
 * - `looking`: by an administrator who acts as the person, whether they may change anything or not
 * - `acting`: by an administrator who acts as the person and may change things
 * - `owing`: from a session that still owes a second factor
 * - `visiting`: by a superadministrator who looks at a suspended tenant, though the operation changes something
 */
export type Caller = 'token' | 'looking' | 'acting' | 'owing' | 'visiting'

/**
 * Whether the Idempotency-Key header must be there. It is honoured on every operation that changes something, but for
 * those whose answer opens something (`answersSecret`).
 */
export type Idempotency = 'honoured' | 'required'

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type ParamsSchema<Path extends string> = [ParamNames<Path>] extends [never]
  ? undefined
  : z.ZodObject<{ [K in ParamNames<Path>]: z.ZodType }>

interface Common<Path extends string> {
  /** Dotted name, unique in the contract: `courses.publish`. */
  id: string
  /** One sentence for the API documentation. */
  summary: string
  method: Method
  path: Path
  access: Access
  callers: readonly Caller[]
  /** The part of the product that a tenant may do without, if it belongs to one. */
  feature?: FeatureName
  /**
   * The entries that a call may write to the audit log; null: none. Every operation but those that only read must say it,
   * and a call that changes something writes at least one of them.
   */
  audit?: AuditAction | readonly AuditAction[] | null
  idempotency?: Idempotency
  /**
   * The answer opens something by itself: a token, a code, an address that carries one. It is kept nowhere, so no
   * Idempotency-Key brings it back: asked again, the operation is carried out again.
   */
  answersSecret?: true
  /** A call that succeeds, for tests: what of it does not follow from the path and from `access`. */
  sample?: (given: Given) => Sample
}

/** What a JSON body may have, unless its operation says otherwise. */
export const usualBodyBytes = 64 * 1024

/** One JSON operation: both sides take their types, and the server its checks, from this object. */
export interface Endpoint<
  Path extends string = string,
  Params extends z.ZodType | undefined = z.ZodType | undefined,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Reply extends z.ZodType | undefined = z.ZodType | undefined,
> extends Common<Path> {
  kind: 'json'
  params: Params
  query: Query
  body: Body
  /** Absent: the operation answers 204 without a body. */
  response: Reply
  /** Status of success; 204 without a response, else 200 unless said. */
  status: number
  /** Longest body in bytes. */
  bodyBytes: number
}

/** A route whose bodies are a protocol's own (tus, files, sockets, metrics): in the contract so that every walk covers it. */
export interface RawEndpoint<Path extends string = string> extends Common<Path> {
  kind: 'raw'
  /** What goes over the wire, in words, for the documentation. */
  protocol: string
  /** Media type of a successful answer. */
  produces: string
  /** Other sites' pages may post here, without this one's cookies: what they bring proves itself. */
  fromElsewhere?: boolean
  /** What an address may name; what is no such thing is not found. */
  params?: z.ZodObject
  /** A slash at the end of the address changes nothing. */
  slashAtEnd?: boolean
  /** For the documentation, as all below: statuses that are no errors; 200 unless said. */
  answers?: readonly number[]
  /** The token that the handler reads and that proves the caller: a session opens nothing there. */
  bearer?: 'scimToken' | 'accessToken'
  /** What the handler reads and answers, in its protocol. */
  shapes?: RawShapes
}

export interface RawShapes {
  query?: z.ZodObject
  body?: z.ZodType
  response?: z.ZodType
  /** Of errors; problems unless said. */
  error?: z.ZodType
}

/** Declares a JSON operation. `params` must name exactly the `:names` of the path. */
export function endpoint<
  const Path extends string,
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
  Reply extends z.ZodType | undefined = undefined,
  Params extends ParamsSchema<Path> = ParamsSchema<Path>,
>(
  spec: Common<Path> & { query?: Query; body?: Body; response?: Reply; status?: number; bodyBytes?: number } & ([
      ParamNames<Path>,
    ] extends [never]
      ? { params?: undefined }
      : { params: Params }),
): Endpoint<Path, Params, Query, Body, Reply> {
  const { params, query, body, response, status, bodyBytes, ...common } = spec
  return {
    kind: 'json',
    ...(common as Common<Path>),
    params: params as Params,
    query: query as Query,
    body: body as Body,
    response: response as Reply,
    status: status ?? (response ? 200 : 204),
    bodyBytes: bodyBytes ?? usualBodyBytes,
  }
}

/** Declares a protocol route. */
export function rawEndpoint<const Path extends string>(
  spec: Omit<RawEndpoint<Path>, 'kind' | 'produces'> & { produces?: string },
): RawEndpoint<Path> {
  return { kind: 'raw', ...spec, produces: spec.produces ?? 'application/octet-stream' }
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a caller sends. */
export interface CallInput<E extends Endpoint> {
  params: InputOf<E['params']>
  query: InputOf<E['query']>
  body: InputOf<E['body']>
}

/** What a handler gets, after the checks. */
export interface HandlerInput<E extends Endpoint> {
  params: OutputOf<E['params']>
  query: OutputOf<E['query']>
  body: OutputOf<E['body']>
}

/** What a presenter gives for a schema of an answer: moments may be dates. */
export type Presented<S extends z.ZodType> = z.input<S>

/** What a handler gives back. */
export type AnswerOf<E extends Endpoint> = E['response'] extends z.ZodType ? Presented<E['response']> : undefined

/** What a caller receives. */
export type ReplyOf<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : undefined

/** Fills `:names` of a path; every value is percent-encoded. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
