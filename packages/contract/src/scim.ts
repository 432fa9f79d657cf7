import { z } from 'zod'
import { endpoint, type Method, type RawEndpoint, type RawShapes, rawEndpoint } from './endpoint.ts'
import {
  ScimBulk,
  ScimBulkAnswer,
  ScimErrorAnswer,
  ScimGroup,
  ScimGroupList,
  ScimGroupWrite,
  ScimPatch,
  ScimPicking,
  ScimProviderConfig,
  ScimQuery,
  ScimResourceList,
  ScimResourceType,
  ScimResourceTypeList,
  ScimSchema,
  ScimSchemaList,
  ScimSearch,
  ScimUser,
  ScimUserList,
  ScimUserWrite,
} from './scim-shapes.ts'
import { Can, Id, Moment, oneLine, PageQuery, pageOf, Slug } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    scimTokens: { verbs: 'create' | 'revoke'; subjects: 'scimToken' }
  }
}

/** A SCIM token says what it is, so that scanners find one that was left lying about. Its tenant stands behind it. */
export const scimTokenPrefix = 'lsc_'

/** What a token may do: look, look after people, or people and groups. */
export const scimScopes = ['read', 'people', 'all'] as const
export const ScimScope = z.enum(scimScopes)
export type ScimScope = z.infer<typeof ScimScope>

export const scimTokenStates = ['active', 'expired', 'revoked'] as const

export const scimLimits = {
  /** Bytes of a body. */
  bodyBytes: 1024 * 1024,
  /** Operations of a bulk request. */
  bulkOperations: 100,
  /** Operations of a PATCH. */
  patchOperations: 100,
  /** Resources of an answer, and as many as come when nobody says. */
  page: 200,
  usualPage: 100,
  /** Characters of a filter. */
  filter: 1000,
  /** Comparisons in a filter. */
  comparisons: 20,
  /** Members that a group is answered with. */
  members: 10_000,
  /** Tokens of a tenant that are neither revoked nor expired. */
  tokens: 20,
} as const

/** Lives of a token in days that the dialog offers; 0: until it is revoked. */
export const scimTokenDays = [30, 90, 365, 0] as const

export const NewScimToken = z.strictObject({
  name: oneLine().min(1, { error: 'required' }).max(100),
  scope: ScimScope,
  /** New people join this team; it opens the people of this team alone. */
  teamId: Slug,
  expiresInDays: z.union(scimTokenDays.map((days) => z.literal(days))),
  /** New people are mailed an invitation. */
  invites: z.boolean(),
})
export type NewScimToken = z.infer<typeof NewScimToken>

export const ScimToken = z.object({
  id: Id,
  name: z.string(),
  scope: ScimScope,
  teamId: Slug,
  teamName: z.string(),
  invites: z.boolean(),
  state: z.enum(scimTokenStates),
  /** The end of the token, to tell tokens apart. */
  hint: z.string(),
  createdBy: z.string(),
  createdAt: Moment,
  expiresAt: Moment.nullable(),
  lastUsedAt: Moment.nullable(),
  revokedAt: Moment.nullable(),
  /** People who were made or changed through it. */
  people: z.number().int(),
  can: Can,
})
export type ScimToken = z.infer<typeof ScimToken>

export const scimTokens = {
  list: endpoint({
    id: 'scimTokens.list',
    summary: 'Tokens with which identity providers provision people, and the base address for them.',
    method: 'GET',
    path: '/api/scim-tokens',
    access: 'admin',
    callers: ['token', 'looking'],
    query: PageQuery,
    response: pageOf(ScimToken).extend({
      baseUrl: z.string(),
      /** Teams that a token may be made for. */
      teams: z.array(z.object({ id: Slug, name: z.string() })),
    }),
  }),
  create: endpoint({
    id: 'scimTokens.create',
    summary: 'Make a token for an identity provider. It is answered once and kept nowhere.',
    method: 'POST',
    path: '/api/scim-tokens',
    access: 'admin',
    callers: [],
    audit: 'scimTokens.create',
    answersSecret: true,
    sample: (given) => ({
      body: { name: 'Okta', scope: 'all', teamId: given.teamId, expiresInDays: 90, invites: false },
    }),
    body: NewScimToken,
    response: z.object({ id: Id, token: z.string(), baseUrl: z.string() }),
  }),
  revoke: endpoint({
    id: 'scimTokens.revoke',
    summary: 'Revoke a token: from here on it opens nothing.',
    method: 'POST',
    path: '/api/scim-tokens/:scimTokenId/revoke',
    access: 'admin',
    callers: ['acting'],
    audit: 'scimTokens.revoke',
    params: z.object({ scimTokenId: Id }),
  }),
}

const path = '/scim/v2'
const protocol = 'SCIM 2.0 (RFC 7643, RFC 7644): application/scim+json, `Authorization: Bearer` with a SCIM token.'

/** A route of the protocol. Whoever calls proves it by a SCIM token, which the handler reads; a session opens nothing here. */
function scimRoute<const Path extends string>(
  id: string,
  method: Method,
  below: Path,
  summary: string,
  { answers, audit, ...shapes }: RawShapes & { answers?: readonly number[]; audit?: RawEndpoint['audit'] },
): RawEndpoint<`/scim/v2${Path}`> {
  return rawEndpoint({
    id: `scim.${id}`,
    summary,
    method,
    path: `${path}${below}`,
    access: 'public',
    callers: [],
    ...(method === 'GET' ? {} : { audit: audit ?? null }),
    sample: () => ({ alsoFine: [401] }),
    protocol,
    produces: 'application/scim+json',
    fromElsewhere: true,
    slashAtEnd: true,
    bearer: 'scimToken',
    shapes: { ...shapes, error: ScimErrorAnswer },
    ...(answers ? { answers } : {}),
  }) as RawEndpoint<`/scim/v2${Path}`>
}

const ofPeople = ['members.create', 'members.update', 'members.setStatus'] as const
const ofGroups = [
  'audiences.create',
  'audiences.change',
  'audiences.addPeople',
  'audiences.removePeople',
  'audiences.remove',
] as const

const users = { query: ScimQuery, response: ScimUserList }
const user = { query: ScimPicking, response: ScimUser }
const groups = { query: ScimQuery, response: ScimGroupList }
const group = { query: ScimPicking, response: ScimGroup }
const found = { answers: [200, 304] }
const made = { answers: [201] }
const gone = { answers: [204] }
const byPeople = { audit: ofPeople }
const byGroups = { audit: ofGroups }

export const scim = {
  config: scimRoute('config', 'GET', '/ServiceProviderConfig', 'SCIM: what this service provider can do.', {
    response: ScimProviderConfig,
  }),
  schemas: scimRoute('schemas', 'GET', '/Schemas', 'SCIM: the schemas of users and groups.', {
    response: ScimSchemaList,
  }),
  schema: scimRoute('schema', 'GET', '/Schemas/:schemaId', 'SCIM: one schema.', { response: ScimSchema }),
  resourceTypes: scimRoute('resourceTypes', 'GET', '/ResourceTypes', 'SCIM: users and groups.', {
    response: ScimResourceTypeList,
  }),
  resourceType: scimRoute('resourceType', 'GET', '/ResourceTypes/:resourceType', 'SCIM: one type of resource.', {
    response: ScimResourceType,
  }),
  me: scimRoute('me', 'GET', '/Me', 'SCIM: not implemented, for a token is nobody.', { answers: [] }),
  searchAll: scimRoute('searchAll', 'POST', '/.search', 'SCIM: search users and groups.', {
    body: ScimSearch,
    response: ScimResourceList,
  }),
  users: scimRoute('users', 'GET', '/Users', 'SCIM: the people of the team.', users),
  searchUsers: scimRoute('searchUsers', 'POST', '/Users/.search', 'SCIM: search the people of the team.', {
    body: ScimSearch,
    response: ScimUserList,
  }),
  createUser: scimRoute('createUser', 'POST', '/Users', 'SCIM: add a person to the team.', {
    ...user,
    ...made,
    ...byPeople,
    body: ScimUserWrite,
  }),
  user: scimRoute('user', 'GET', '/Users/:scimId', 'SCIM: one person.', { ...user, ...found }),
  putUser: scimRoute('putUser', 'PUT', '/Users/:scimId', 'SCIM: replace what is said of a person.', {
    ...user,
    ...byPeople,
    body: ScimUserWrite,
  }),
  patchUser: scimRoute('patchUser', 'PATCH', '/Users/:scimId', 'SCIM: change a person.', {
    ...user,
    ...byPeople,
    body: ScimPatch,
  }),
  deleteUser: scimRoute('deleteUser', 'DELETE', '/Users/:scimId', 'SCIM: archive a person; records stay.', {
    ...gone,
    ...byPeople,
  }),
  groups: scimRoute('groups', 'GET', '/Groups', 'SCIM: the groups, which are saved audiences.', groups),
  searchGroups: scimRoute('searchGroups', 'POST', '/Groups/.search', 'SCIM: search the groups.', {
    body: ScimSearch,
    response: ScimGroupList,
  }),
  createGroup: scimRoute('createGroup', 'POST', '/Groups', 'SCIM: make a saved audience of people.', {
    ...group,
    ...made,
    ...byGroups,
    body: ScimGroupWrite,
  }),
  group: scimRoute('group', 'GET', '/Groups/:scimId', 'SCIM: one group.', { ...group, ...found }),
  putGroup: scimRoute('putGroup', 'PUT', '/Groups/:scimId', 'SCIM: replace a group and its members.', {
    ...group,
    ...byGroups,
    body: ScimGroupWrite,
  }),
  patchGroup: scimRoute('patchGroup', 'PATCH', '/Groups/:scimId', 'SCIM: change a group or its members.', {
    ...group,
    ...byGroups,
    body: ScimPatch,
  }),
  deleteGroup: scimRoute('deleteGroup', 'DELETE', '/Groups/:scimId', 'SCIM: remove a group.', {
    ...gone,
    ...byGroups,
  }),
  bulk: scimRoute('bulk', 'POST', '/Bulk', 'SCIM: several operations, each for itself.', {
    audit: [...ofPeople, ...ofGroups],
    body: ScimBulk,
    response: ScimBulkAnswer,
  }),
}
