import type { AnswerOf, Endpoint, HandlerInput, RawEndpoint } from '@learnt/contract/endpoint'
import type { Locale } from '@learnt/contract/locales'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ctx, Services } from '../context.ts'
import type { Translate } from '../translate.ts'

/** What operations get that may be called before anybody is signed in. */
export interface PublicCall {
  readonly services: Services
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The caller's context when there is an open session, else null. */
  readonly ctx: Ctx | null
  readonly locale: Locale
  readonly t: Translate
  readonly now: Date
}

export type Handler<E extends Endpoint> = (
  call: HandlerInput<E> & { ctx: Ctx; reply: FastifyReply; request: FastifyRequest },
) => Promise<AnswerOf<E>>
export type PublicHandler<E extends Endpoint> = (call: HandlerInput<E> & PublicCall) => Promise<AnswerOf<E>>
export type RawHandler = (call: PublicCall) => Promise<unknown>

export type Route =
  | { kind: 'json'; endpoint: Endpoint; handle: (call: never) => Promise<unknown> }
  | { kind: 'public'; endpoint: Endpoint; handle: (call: never) => Promise<unknown> }
  | { kind: 'raw'; endpoint: RawEndpoint; handle: RawHandler }

/** Binds a signed-in operation of the contract to its handler: load, authorize, do, present. */
export function route<E extends Endpoint>(endpoint: E, handle: Handler<E>): Route {
  if (endpoint.access === 'public' || endpoint.access === 'guest')
    throw new Error(`${endpoint.id} is public: use publicRoute`)
  return { kind: 'json', endpoint, handle: handle as never }
}

/** Binds an operation that may be called by anybody, signed in or not. */
export function publicRoute<E extends Endpoint>(endpoint: E, handle: PublicHandler<E>): Route {
  return { kind: 'public', endpoint, handle: handle as never }
}

/** Binds a protocol route; its access is checked before the handler as for every other. `call.ctx` is null only where access allows it. */
export function rawRoute(endpoint: RawEndpoint, handle: RawHandler): Route {
  return { kind: 'raw', endpoint, handle }
}
