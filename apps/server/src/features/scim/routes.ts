import { api } from '@learnt/contract'
import { scimLimits } from '@learnt/contract/scim'
import { makeActor } from '../../platform/actor.ts'
import { createContext } from '../../platform/context.ts'
import { RateLimit } from '../../platform/http/limits.ts'
import { type PublicCall, type Route, rawRoute, route } from '../../platform/http/route.ts'
import { teamsInScope } from '../members/queries.ts'
import { listTeamsOfTenant } from '../teams/queries.ts'
import {
  type Change,
  changeResource,
  describe,
  getResource,
  listResources,
  type Question,
  runBulk,
} from './commands/answer-request.ts'
import { admitToken, createToken, revokeToken } from './commands/keep-tokens.ts'
import type { ScimCall } from './commands/save-person.ts'
import { opens } from './policy.ts'
import { presentToken } from './present.ts'
import { type Answer, asScimError, errorBody, messages, readBody, ScimError, send, wrong } from './protocol.ts'
import { listTokens } from './queries/tokens.ts'
import type { Resource } from './read-resource.ts'
import type { ResourceName } from './schemas.ts'

const { scim, scimTokens } = api

export const scimRoutes: Route[] = [
  route(scimTokens.list, async ({ ctx, query }) => {
    const [{ rows, next, total }, teams] = await Promise.all([
      listTokens(ctx, query),
      ctx.read((tx) => listTeamsOfTenant(tx)),
    ])
    const names = new Map(teams.map((team) => [team.id, team.displayName]))
    return {
      items: rows.map((row) => presentToken(ctx.actor, row, { now: ctx.now, teams: names })),
      next,
      total,
      baseUrl: baseOf(ctx.services.settings.publicUrl),
      teams: teamsInScope(ctx.actor, teams).map((team) => ({ id: team.id, name: team.displayName })),
    }
  }),
  route(scimTokens.create, async ({ ctx, body }) => {
    const { id, token } = await createToken(ctx, body)
    return { id, token, baseUrl: baseOf(ctx.services.settings.publicUrl) }
  }),
  route(scimTokens.revoke, async ({ ctx, params }) => {
    await revokeToken(ctx, params.scimTokenId)
    return undefined
  }),

  rawRoute(
    scim.config,
    answering('reads', (call) => describe(call, 'config')),
  ),
  rawRoute(
    scim.schemas,
    answering('reads', (call, request) => describeList(call, 'schemas', request)),
  ),
  rawRoute(
    scim.schema,
    answering('reads', (call, request) => describe(call, 'schemas', param(request, 'schemaId'))),
  ),
  rawRoute(
    scim.resourceTypes,
    answering('reads', (call, request) => describeList(call, 'resourceTypes', request)),
  ),
  rawRoute(
    scim.resourceType,
    answering('reads', (call, request) => describe(call, 'resourceTypes', param(request, 'resourceType'))),
  ),
  rawRoute(
    scim.me,
    answering('reads', async () => {
      throw new ScimError(501, 'A token is nobody.')
    }),
  ),
  rawRoute(scim.searchAll, searching('both')),

  rawRoute(scim.users, listing('User')),
  rawRoute(scim.searchUsers, searching('User')),
  rawRoute(scim.createUser, changing('POST', 'User')),
  rawRoute(scim.user, getting('User')),
  rawRoute(scim.putUser, changing('PUT', 'User')),
  rawRoute(scim.patchUser, changing('PATCH', 'User')),
  rawRoute(scim.deleteUser, changing('DELETE', 'User')),

  rawRoute(scim.groups, listing('Group')),
  rawRoute(scim.searchGroups, searching('Group')),
  rawRoute(scim.createGroup, changing('POST', 'Group')),
  rawRoute(scim.group, getting('Group')),
  rawRoute(scim.putGroup, changing('PUT', 'Group')),
  rawRoute(scim.patchGroup, changing('PATCH', 'Group')),
  rawRoute(scim.deleteGroup, changing('DELETE', 'Group')),

  rawRoute(
    scim.bulk,
    answering('writes', async (call, request) => runBulk(call, await readBody(request))),
  ),
]

/** Providers send some tens of requests a second while they begin; a token that sends more waits. */
const perToken = new RateLimit({ burst: 1200, perMinute: 6000, keys: 10_000 })

type Handle = (call: ScimCall, request: PublicCall) => Promise<Answer>

/** Checks the token, and says all that goes wrong in the words of the protocol. */
function answering(how: 'reads' | 'writes', handle: Handle): (call: PublicCall) => Promise<unknown> {
  return async (request) => {
    try {
      const call = await authenticate(request, how)
      return send(request, await handle(call, request))
    } catch (error) {
      const known = asScimError(error, request.t)
      if (known.status === 401) request.reply.header('www-authenticate', 'Bearer')
      const headers = (error as { headers?: Record<string, string> }).headers ?? {}
      for (const [name, value] of Object.entries(headers)) request.reply.header(name, value)
      return send(request, { status: known.status, body: errorBody(known) })
    }
  }
}

async function authenticate({ services, request, locale, t }: PublicCall, how: 'reads' | 'writes'): Promise<ScimCall> {
  const used = await admitToken(services, request.headers.authorization)
  if (used === null) throw new ScimError(401, 'The token is missing, was revoked or has expired.')
  const { token, tenantId } = used
  perToken.take(token.id)
  if (how === 'writes' && !opens(token.scope, { kind: 'people', writes: true }))
    throw new ScimError(403, 'The token only reads.')
  const actor = makeActor({
    userId: token.id,
    teamId: token.teamId,
    tenantId,
    roles: ['admin'],
    sessionId: null,
    name: `SCIM: ${token.name}`,
    byToken: true,
  })
  const ctx = createContext({ actor, services, requestId: request.id, address: request.ip, locale, t })
  const match = request.headers['if-match']
  return {
    ctx,
    token,
    base: baseOf(services.settings.publicUrl),
    ifMatch: typeof match === 'string' ? match : undefined,
  }
}

function baseOf(publicUrl: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/scim/v2`
}

async function describeList(
  call: ScimCall,
  what: 'schemas' | 'resourceTypes',
  { request }: PublicCall,
): Promise<Answer> {
  // RFC 7644, 4: these lists are not filtered, so that nobody takes a part for the whole.
  if ((request.query as Record<string, unknown>).filter !== undefined)
    throw new ScimError(403, 'This list has no filter.')
  return describe(call, what)
}

function listing(of: ResourceName) {
  return answering('reads', (call, request) => listResources(call, of, questionIn(request)))
}

function searching(of: ResourceName | 'both') {
  return answering('reads', async (call, request) => {
    const body = await readBody(request)
    if (!Array.isArray(body.schemas) || !body.schemas.includes(messages.search))
      throw wrong('invalidSyntax', `schemas has to contain ${messages.search}.`)
    return listResources(call, of, readQuestion(body))
  })
}

function getting(of: ResourceName) {
  return answering('reads', (call, request) => getResource(call, of, param(request, 'scimId'), questionIn(request)))
}

function changing(method: Change['method'], of: ResourceName) {
  return answering('writes', async (call, request) => {
    const body: Resource = method === 'DELETE' ? {} : await readBody(request)
    const id = method === 'POST' ? '' : param(request, 'scimId')
    return changeResource(call, { method, of, id, body }, questionIn(request))
  })
}

function param({ request }: PublicCall, name: string): string {
  return (request.params as Record<string, string>)[name] ?? ''
}

function questionIn({ request }: PublicCall): Question {
  const known = request.headers['if-none-match']
  return {
    ...readQuestion(request.query as Record<string, unknown>),
    ...(typeof known === 'string' ? { ifNoneMatch: known } : {}),
  }
}

function readQuestion(asked: Record<string, unknown>): Question {
  const text = (name: string): string | undefined => {
    const value = Array.isArray(asked[name]) ? asked[name].at(-1) : asked[name]
    if (value === undefined || value === null) return undefined
    if (typeof value !== 'string') throw wrong('invalidSyntax', `${name} has to be a text.`)
    if (value.length > scimLimits.filter && name !== 'filter') throw wrong('invalidValue', `${name} is too long.`)
    return value
  }
  const whole = (name: string, usual: number): number => {
    const value = Array.isArray(asked[name]) ? asked[name].at(-1) : asked[name]
    if (value === undefined || value === null || value === '') return usual
    const number = Number(value)
    if (!Number.isInteger(number)) throw wrong('invalidValue', `${name} has to be a whole number.`)
    return number
  }
  const names = (name: string): string[] => {
    const value = asked[name]
    const all = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
    return all
      .map((one) => String(one).trim().slice(0, 200))
      .filter(Boolean)
      .slice(0, 100)
  }
  const [attributes, excluded] = [names('attributes'), names('excludedAttributes')]
  if (attributes.length > 0 && excluded.length > 0)
    throw wrong('invalidValue', 'attributes and excludedAttributes exclude each other.')
  return {
    filter: text('filter'),
    sortBy: text('sortBy'),
    descending: text('sortOrder')?.toLowerCase() === 'descending',
    startIndex: Math.min(Math.max(1, whole('startIndex', 1)), 1_000_000_000),
    count: Math.min(Math.max(0, whole('count', scimLimits.usualPage)), scimLimits.page),
    attributes,
    excluded,
  }
}
