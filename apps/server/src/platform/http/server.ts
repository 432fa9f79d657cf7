import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import addressOf from '@fastify/proxy-addr'
import { type Access, type Endpoint, usualBodyBytes } from '@learnt/contract/endpoint'
import type { Locale } from '@learnt/contract/locales'
import type { Problem } from '@learnt/contract/problem'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify'
import { type Actor, makeActor } from '../actor.ts'
import { Claims, type Ctx, createContext, type Services } from '../context.ts'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { type LaunchClaims, readLaunchToken } from '../launch-token.ts'
import { requestSeconds } from '../metrics.ts'
import { notFound, ProblemError } from '../problem.ts'
import { findSession, type OpenSession } from '../session/find-session.ts'
import { readAccessToken, readCookie, sessionCookieName } from '../session/token.ts'
import { hasFeature } from '../tenant/has-feature.ts'
import { isForThisMachine, isKnownHost } from '../tenant/known-host.ts'
import { isKey, pickLocale, type Translate, translatorFor } from '../translate.ts'
import { protocolAt } from './addresses.ts'
import { claim, KeptAnswers, once, readKey } from './idempotency.ts'
import { RateLimit } from './limits.ts'
import { contentSource, dataPolicy, strictTransport } from './policies.ts'
import { readJson } from './read-json.ts'
import type { PublicCall, Route } from './route.ts'
import { answerWriter } from './serialise.ts'
import { validate } from './validate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: OpenSession | null
    launch: LaunchClaims | null
    /** Who may call, known before the body is read; null where nobody needs to be. */
    caller: Actor | null
    locale: Locale
    t: Translate
  }
  interface FastifyInstance {
    /** Returns when the answers given so far are kept with their keys. */
    answersKept(): Promise<void>
    /** Throws `too-many-requests` on one too many from an address; asked of what is no request to a route, too. */
    countRequest(request: IncomingMessage): void
  }
}

/** Enough for 8 MB on a slow line; a slower client only holds the connection. */
const MAX_BODY_MS = 120_000

export interface ServerOptions {
  /** Check every answer against the contract: in tests; production trusts the serialiser. */
  checkAnswers?: boolean
  /** How long a JSON body may take to arrive. */
  bodyMs?: number
}

/** Fastify has no schemas: the contract checks what comes in, and `answerWriter` writes what goes out. */
const schemaCompilers: NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']> = {
  buildValidator() {
    throw new Error('A route has no schema of its own: its contract says what it takes')
  },
  buildSerializer() {
    throw new Error('A route has no schema of its own: its contract says what it answers')
  },
}

/** Builds the HTTP server of the application: every route of the contract and nothing beside it. */
export function buildServer(
  services: Services,
  routes: readonly Route[],
  options: ServerOptions = {},
): FastifyInstance {
  const { settings, clock } = services
  const isTrusted = addressOf.compile(settings.trustedProxies)
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    // One line for each request is written below, with tenant and membership.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: usualBodyBytes,
    trustProxy: settings.trustedProxies.length > 0 ? isTrusted : false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    return503OnClosing: true,
    // A body that never ends holds a connection for so long; uploads come in pieces, and a cut one is resumed.
    requestTimeout: 1_800_000,
    // Addresses that cannot be read at all never reach a route.
    frameworkErrors: (error, request, reply) => void sendProblem(error, request, reply),
    schemaController: { compilersFactory: schemaCompilers },
  })
  app.decorateRequest('session', null)
  app.decorateRequest('launch', null)
  app.decorateRequest('caller', null)
  app.decorateRequest('locale', 'en')
  app.decorateRequest('t', null as never)

  const kept = new KeptAnswers()
  app.decorate('answersKept', () => kept.all())
  app.addHook('onClose', () => kept.all())

  const perAddress = new RateLimit({ burst: 600, perMinute: 3000 })
  const countRequest = (request: IncomingMessage) => {
    if (!settings.publicIsLoopback) perAddress.take(addressOf(request, isTrusted))
  }
  app.decorate('countRequest', countRequest)
  const perAccount = new RateLimit({ burst: 600, perMinute: 1800 })
  const cookieName = sessionCookieName(settings)
  const bodyMs = options.bodyMs ?? MAX_BODY_MS
  const onlyThisMachine = isForThisMachine(settings)

  const toEveryAnswer = Object.entries({ ...dataPolicy, ...strictTransport(settings.publicUrl) })
  app.addHook('onRequest', async (request, reply) => {
    request.locale = pickLocale(request.headers['accept-language'])
    request.t = translatorFor(request.locale)
    reply.header('x-request-id', request.id)
    for (const [name, value] of toEveryAnswer) reply.header(name, value)
    countRequest(request.raw)
  })
  app.addHook('onResponse', async (request, reply) => {
    requestSeconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    services.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        tenant: request.session?.actor.tenantId ?? request.launch?.tenantId,
        membership: request.session?.actor.membershipId,
      },
      'request',
    )
  })
  app.setErrorHandler((error, request, reply) => sendProblem(error as Error, request, reply))
  app.setNotFoundHandler((request, reply) => sendProblem(new ProblemError('not-found'), request, reply))
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readJson(body as string))
    } catch (error) {
      done(error as ProblemError)
    }
  })

  /**
   * Who calls, and whether they may; throws the caller's problem. Called before the body is read, so refused bodies
   * cost no memory or parsing.
   */
  async function admit(request: FastifyRequest, endpoint: Route['endpoint']): Promise<Actor | null> {
    const { access, callers, feature } = endpoint
    if (access === 'attempt') {
      const [scheme, token] = (request.headers.authorization ?? '').split(' ')
      const claims = scheme === 'Bearer' && token ? readLaunchToken(services.secrets, token, clock.now()) : null
      if (!claims) throw new ProblemError('not-signed-in')
      request.launch = claims
      perAccount.take(`attempt:${claims.attemptId}`)
      return makeActor({ ...claims, roles: ['learner'], sessionId: claims.sessionId })
    }
    const bearer = readAccessToken(request.headers.authorization)
    const fromElsewhere = endpoint.kind === 'raw' && endpoint.fromElsewhere === true
    // No browser sends an access token by itself, so another site's page has nothing to send along.
    if (bearer === null && !fromElsewhere) checkOrigin(request, services)
    if (onlyThisMachine && unsafe.has(request.method) && !(await isKnownHost(services, request.hostname)))
      throw new ProblemError('origin-refused', { status: 421 })
    // A request from another site has no caller, whatever cookies came along.
    if (access === 'operator' || fromElsewhere) return null
    // NOTE: pages read by themselves all the time; what changes something was done by a person.
    const used = unsafe.has(request.method)
    const token = bearer ?? readCookie(request.headers.cookie, cookieName)
    request.session = await findSession(services, token, { used, bearer: bearer !== null, mayOwe: true })
    const actor = request.session?.actor ?? null
    if (request.session?.owesFactor && !callers.includes('owing')) {
      if (access !== 'public') throw new ProblemError('second-factor-required')
      request.session = null
      return null
    }
    if (actor) perAccount.take(actor.userId)
    if (!mayCall(access, actor)) throw new ProblemError(actor ? 'not-allowed' : 'not-signed-in')
    if (actor && bearer !== null && !callers.includes('token'))
      throw new ProblemError('not-allowed', { detail: 'reason.notByToken' })
    if (actor?.impersonator) checkActing(endpoint, actor.impersonator)
    if (request.session?.onlyLooks && used && !mayVisit(endpoint))
      throw new ProblemError('wrong-state', { detail: 'reason.tenants.onlyLooks' })
    if (actor && feature && !(await hasFeature(services, actor, feature)))
      throw new ProblemError('not-allowed', { detail: 'reason.tenants.featureOff' })
    return actor
  }

  function contextOf(request: FastifyRequest, actor: Actor, claims: Claims | null = null): Ctx {
    return createContext({
      actor,
      services,
      requestId: request.id,
      address: request.ip,
      locale: request.locale,
      t: request.t,
      claims,
    })
  }

  function publicCall(request: FastifyRequest, reply: FastifyReply, actor: Actor | null): PublicCall {
    return {
      services,
      request,
      reply,
      ctx: actor ? contextOf(request, actor) : null,
      locale: request.locale,
      t: request.t,
      now: clock.now(),
    }
  }

  for (const route of routes) {
    const { endpoint } = route
    if (route.kind === 'raw') {
      app.register((scope, _options, registered) => {
        // A protocol's bodies are read by its handler, as streams.
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
        for (const url of route.endpoint.slashAtEnd ? [endpoint.path, `${endpoint.path}/`] : [endpoint.path])
          scope.route({
            method: endpoint.method,
            url,
            bodyLimit: settings.uploadMaxBytes,
            onRequest: async (request) => {
              request.caller = await admit(request, endpoint)
            },
            handler: async (request, reply) => {
              readParams(endpoint, request)
              return route.handle(publicCall(request, reply, request.caller))
            },
          })
        registered()
      })
      continue
    }
    const json = endpoint as Endpoint
    app.route({
      method: json.method,
      url: json.path,
      bodyLimit: json.bodyBytes,
      onRequest: async (request, reply) => {
        if (json.access === 'attempt') allowContentOrigin(request, reply, services)
        request.caller = await admit(request, json)
      },
      preParsing: async (request, _reply, payload) => {
        if (unsafe.has(request.method)) endWhenSlow(payload, bodyMs)
        return payload
      },
      handler: async (request, reply) => {
        const actor = request.caller
        const input = {
          params: readParams(json, request),
          query: validate(json.query, request.query, 'query', request.t),
          // What a package says is cleaned, not refused: it could not be told.
          body: validate(json.body, request.body, 'body', request.t, { anyText: json.access === 'attempt' }),
        }
        const answer = await handle(route, json, input, actor, request, reply)
        if (options.checkAnswers && json.response) json.response.parse(JSON.parse(JSON.stringify(answer)))
        if (!json.response) {
          reply.code(204)
          return null
        }
        reply.code(json.status).type('application/json; charset=utf-8').serializer(answerWriter(json.response))
        return answer
      },
    })
    if (json.access === 'attempt') {
      app.options(json.path, async (request, reply) => {
        allowContentOrigin(request, reply, services)
        return reply.code(204).send()
      })
    }
  }

  /** The parameters of the address. An impossible id names nothing, like an unknown one. */
  function readParams(endpoint: Pick<Route['endpoint'], 'params'>, request: FastifyRequest) {
    try {
      return validate(endpoint.params, request.params, 'params', request.t)
    } catch (error) {
      throw error instanceof ProblemError ? notFound() : error
    }
  }

  async function handle(
    route: Route,
    endpoint: Endpoint,
    input: object,
    actor: Actor | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    if (route.kind === 'public') return route.handle({ ...input, ...publicCall(request, reply, actor) } as never)
    if (actor === null) throw new ProblemError('not-signed-in')
    const keyed =
      endpoint.method === 'GET' || endpoint.access === 'attempt' || endpoint.answersSecret
        ? null
        : readKey(
            request.headers['idempotency-key'],
            endpoint.id,
            endpoint.idempotency === 'required',
            input,
            services.secrets,
          )
    const run = (ctx: Ctx) => route.handle({ ...input, ctx, reply, request } as never) as Promise<unknown>
    if (keyed === null) return run(contextOf(request, actor))
    const contextFor = (onlyChecks: boolean) =>
      contextOf(request, actor, new Claims(claim(actor.userId, keyed), { onlyChecks }))
    const { replay, response } = await once(contextFor, keyed, run, kept)
    if (replay) reply.header('idempotency-replayed', 'true')
    return response
  }

  return app
}

/** Route groups test the roles held: an administrator without the role manager is no manager. */
function mayCall(access: Access, actor: Actor | null): boolean {
  switch (access) {
    case 'public':
    case 'operator':
      return true
    case 'guest':
      return actor === null
    case 'signedIn':
    case 'attempt':
      return actor !== null
    case 'manager':
      return actor?.roles.includes('manager') ?? false
    case 'admin':
      return actor?.roles.some((role) => role === 'admin' || role === 'superadmin') ?? false
    case 'superadmin':
      return actor?.roles.includes('superadmin') ?? false
    case 'managerOrAdmin':
      return mayCall('manager', actor) || mayCall('admin', actor)
  }
}

/** Throws what an administrator is told who acts as somebody and may not do this in their name. */
function checkActing({ callers }: Route['endpoint'], { writes }: { writes: boolean }): void {
  if (callers.includes('looking') || (writes && callers.includes('acting'))) return
  throw new ProblemError(callers.includes('acting') ? 'acting-read-only' : 'not-while-acting')
}

/** Whether a superadministrator who looks at a suspended tenant may change this: it rules the installation, or is their own. */
function mayVisit({ access, callers }: Route['endpoint']): boolean {
  return access === 'superadmin' || access === 'public' || callers.includes('visiting')
}

/** A body that drips is a problem for its sender, and lets go of the connection. */
function endWhenSlow(body: Readable, ms: number): void {
  const timer = setTimeout(() => body.emit('error', new ProblemError('too-slow')), ms)
  for (const event of ['end', 'error', 'close']) body.once(event, () => clearTimeout(timer))
}

const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Cookies are sent along by any page of the same site, so a change must come from a page of this very host. */
export function checkOrigin(request: FastifyRequest, services: Services, always = false): void {
  if (!always && !unsafe.has(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin === undefined) {
    // No browser leaves Origin out of these requests; programs without cookies of their own may.
    if (site === undefined) return
    throw new ProblemError('origin-refused')
  }
  const host = URL.canParse(origin) ? new URL(origin).host : ''
  if (host !== request.host || !sameScheme(origin, services)) throw new ProblemError('origin-refused')
  if (site !== undefined && site !== 'same-origin') throw new ProblemError('origin-refused')
}

function sameScheme(origin: string, services: Services): boolean {
  return new URL(origin).protocol === new URL(services.settings.publicUrl).protocol
}

/** The player lives on the content origin: it may send its token and JSON, and nothing with cookies. */
function allowContentOrigin(request: FastifyRequest, reply: FastifyReply, services: Services): void {
  const { origin } = request.headers
  if (origin === undefined || !isContentOrigin(origin, services)) return
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-allow-headers', 'authorization, content-type')
  reply.header('access-control-allow-methods', 'GET, POST')
  reply.header('access-control-max-age', '7200')
  reply.header('vary', 'origin')
  reply.header('cross-origin-resource-policy', 'cross-origin')
}

function isContentOrigin(origin: string, services: Services): boolean {
  const [before = '', after] = contentSource(services.settings).split('*')
  if (after === undefined) return origin === before
  return (
    origin.startsWith(before) &&
    origin.endsWith(after) &&
    /^[a-z0-9-]+$/.test(origin.slice(before.length, origin.length - after.length))
  )
}

function sendProblem(
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = knownProblem(error)
  const protocol = protocolAt(request.url)
  const problem = protocol
    ? protocol.present(known, request.t ?? translatorFor('en'))
    : { status: known.status, body: toProblem(known, request) }
  if (problem.status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed')
  for (const [name, value] of Object.entries(known.headers)) reply.header(name, value)
  for (const [name, value] of Object.entries(dataPolicy)) reply.header(name, value)
  return reply
    .code(problem.status)
    .type(`${protocol?.type ?? 'application/problem+json'}; charset=utf-8`)
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problem.body)
}

function knownProblem(error: Error & { statusCode?: number; code?: string }): ProblemError {
  if (error instanceof ProblemError) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ProblemError('too-large')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ProblemError('unsupported')
  // Before the database is suspected: a caller who hangs up in the middle has lost a connection too.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new ProblemError('invalid-input', { status: error.statusCode })
  if (isDatabaseUnavailable(error)) return new ProblemError('unavailable', { headers: { 'retry-after': '2' } })
  return new ProblemError('internal')
}

function toProblem(known: ProblemError, request: FastifyRequest): Problem {
  const t = request.t ?? translatorFor('en')
  const say = (text: string) => (isKey(text) ? t(text) : text)
  return {
    type: `urn:learnt:problem:${known.code}`,
    title: t(`problem.${known.code}`),
    status: known.status,
    code: known.code,
    ...(known.detail ? { detail: say(known.detail) } : {}),
    instance: request.id,
    ...(known.saved ? { savedBy: known.saved.by, savedAt: known.saved.at.toISOString() } : {}),
    ...(known.errors ? { errors: known.errors.map((one) => ({ ...one, message: say(one.message) })) } : {}),
  }
}
