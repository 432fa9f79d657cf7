import { createHash } from 'node:crypto'
import type { Presented } from '@learnt/contract/endpoint'
import type { ScimToken } from '@learnt/contract/scim'
import { organisationFields } from '@learnt/contract/team-values'
import { fullName, tidyAddress, tidyText } from '@learnt/contract/text'
import type { Actor } from '../../platform/actor.ts'
import { canOf } from '../../platform/authorize.ts'
import { scimTokenPolicy } from './policy.ts'
import { messages } from './protocol.ts'
import type { GroupRow } from './queries/groups.ts'
import type { PersonRow } from './queries/people.ts'
import type { TokenRow } from './queries/tokens.ts'
import type { Resource } from './read-resource.ts'
import { enterpriseSchema, groupSchema, learntSchema, userSchema } from './schemas.ts'

/** Whether a status is active to the provider: leaves are, for the account is; only who has left is not. */
export function isActiveStatus(status: string): boolean {
  return status !== 'inactive' && status !== 'terminated' && status !== 'archived'
}

export function versionOfPerson(row: PersonRow): string {
  return `W/"${row.revision}.${row.scimRevision}"`
}

export function versionOfGroup(row: GroupRow): string {
  return `W/"${createHash('sha256').update(row.version).digest('base64url').slice(0, 16)}"`
}

export function presentPerson(base: string, row: PersonRow): Resource {
  const { attributes } = row
  const [position, department, division] = [row.position[0], row.div1[0], row.div2[0]]
  const manager = row.managerWanted
    ? { value: row.managerWanted }
    : row.managers[0]
      ? {
          value: row.managers[0],
          ...(row.managerName ? { $ref: `${base}/Users/${row.managers[0]}`, displayName: row.managerName } : {}),
        }
      : undefined
  const lists = ['tags', ...organisationFields] as const
  return tidied({
    schemas: [userSchema, enterpriseSchema, learntSchema],
    id: row.userId,
    externalId: row.externalId || undefined,
    meta: {
      resourceType: 'User',
      created: row.createdAt.toISOString(),
      lastModified: new Date(Math.max(row.updatedAt.getTime(), row.scimUpdatedAt?.getTime() ?? 0)).toISOString(),
      location: `${base}/Users/${row.userId}`,
      version: versionOfPerson(row),
    },
    userName: row.userName,
    name: {
      formatted: fullName(row),
      ...attributes.name,
      familyName: row.lastName || '-',
      givenName: row.firstName,
    },
    displayName: attributes.displayName ?? fullName(row),
    nickName: attributes.nickName,
    profileUrl: attributes.profileUrl,
    title: position,
    userType: attributes.userType,
    preferredLanguage: attributes.preferredLanguage,
    locale: attributes.locale,
    timezone: attributes.timezone,
    active: isActiveStatus(row.status),
    emails: [
      ...(row.email ? [{ type: 'work', primary: true, ...attributes.email, value: spelledAsSent(row) }] : []),
      ...(attributes.emails ?? []).map(notPrimary),
    ],
    phoneNumbers: [
      ...(row.phone ? [{ type: 'work', ...attributes.phone, value: row.phone }] : []),
      ...(attributes.phoneNumbers ?? []).map(notPrimary),
    ],
    addresses: presentAddresses(row),
    photos: attributes.photos,
    groups: row.groups.map((group) => ({
      value: group.id,
      $ref: `${base}/Groups/${group.id}`,
      display: group.title,
      type: 'direct',
    })),
    [enterpriseSchema]: {
      employeeNumber: row.employeeId || undefined,
      department,
      division,
      costCenter: attributes.costCenter,
      organization: attributes.organization,
      manager,
    },
    [learntSchema]: {
      status: row.status,
      dob: row.dob ?? undefined,
      terminationDate: row.terminationDate ?? undefined,
      ...Object.fromEntries(lists.map((field) => [field, row[field]])),
    },
  })
}

/** An address counts without capitals: it is answered as it came as long as it is the same one. */
function spelledAsSent({ email, attributes }: PersonRow): string {
  const sent = attributes.email?.value
  return typeof sent === 'string' && tidyAddress(sent) === email ? tidyText(sent) : email
}

/** Only the value that counts may be primary. */
function notPrimary(one: Resource): Resource {
  return one.primary === true ? { ...one, primary: false } : one
}

/** The address that counts has the place that the membership says now. */
function presentAddresses({ attributes, loc1 }: PersonRow): readonly Resource[] | undefined {
  const all = attributes.addresses
  const counted = all?.find((one) => one.primary === true) ?? all?.find((one) => one.type === 'work') ?? all?.[0]
  return all?.map((one) => (one === counted ? { ...one, locality: loc1[0] } : one))
}

export function presentGroup(base: string, row: GroupRow): Resource {
  return tidied({
    schemas: [groupSchema],
    id: row.id,
    externalId: row.externalId || undefined,
    meta: {
      resourceType: 'Group',
      created: row.createdAt.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      location: `${base}/Groups/${row.id}`,
      version: versionOfGroup(row),
    },
    displayName: row.title,
    members: row.members?.map((one) => ({
      value: one.id,
      $ref: `${base}/Users/${one.id}`,
      display: one.name,
      type: 'User',
    })),
  })
}

/** Without what has no value: an attribute without one is not there. */
function tidied(of: Resource): Resource {
  const kept: Resource = {}
  for (const [name, value] of Object.entries(of)) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    const inner =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? tidied(value as Resource) : value
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner) && Object.keys(inner).length === 0)
      continue
    kept[name] = inner
  }
  return kept
}

/** What a client wants to see of a resource. */
export interface Wanted {
  readonly attributes: readonly string[]
  readonly excluded: readonly string[]
}

/** The wanted attributes: with `attributes` those alone, else all but the excluded. `schemas` and `id` always come. */
export function pick(resource: Resource, { attributes, excluded }: Wanted): Resource {
  if (attributes.length === 0 && excluded.length === 0) return resource
  const [only, not] = [namesOf(attributes), namesOf(excluded)]
  return pickFrom(resource, '', only, not)
}

function pickFrom(of: Resource, before: string, only: ReadonlySet<string>, not: ReadonlySet<string>): Resource {
  const kept: Resource = {}
  for (const [name, value] of Object.entries(of)) {
    const key = `${before}${name.toLowerCase()}`
    const isAlways = before === '' && (name === 'id' || name === 'schemas')
    const separator = key.startsWith('urn:') && before === '' ? ':' : '.'
    const isBelow = (all: ReadonlySet<string>) => [...all].some((one) => one.startsWith(`${key}${separator}`))
    if (isAlways) kept[name] = value
    else if (only.size > 0) {
      if (only.has(key)) kept[name] = value
      else if (isBelow(only)) kept[name] = inside(value, `${key}${separator}`)
    } else if (!not.has(key)) kept[name] = isBelow(not) ? inside(value, `${key}${separator}`) : value
  }
  return kept

  function inside(value: unknown, prefix: string): unknown {
    if (Array.isArray(value)) return value.map((one) => inside(one, prefix))
    return typeof value === 'object' && value !== null ? pickFrom(value as Resource, prefix, only, not) : value
  }
}

function namesOf(all: readonly string[]): ReadonlySet<string> {
  return new Set(
    all.map((one) => one.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, '')),
  )
}

export function listAnswer(of: { total: number; startIndex: number; resources: readonly Resource[] }): object {
  return {
    schemas: [messages.list],
    totalResults: of.total,
    startIndex: of.startIndex,
    itemsPerPage: of.resources.length,
    Resources: of.resources,
  }
}

export function presentToken(
  actor: Actor,
  row: TokenRow,
  of: { now: Date; teams: ReadonlyMap<string, string> },
): Presented<typeof ScimToken> {
  const state: ScimToken['state'] = row.revokedAt
    ? 'revoked'
    : row.expiresAt && row.expiresAt <= of.now
      ? 'expired'
      : 'active'
  return {
    id: row.id,
    name: row.name,
    scope: row.scope as ScimToken['scope'],
    teamId: row.teamId,
    teamName: of.teams.get(row.teamId) ?? row.teamId,
    invites: row.invites,
    state,
    hint: row.hint,
    createdBy: row.createdByName,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    revokedAt: row.revokedAt,
    people: row.people,
    can: canOf(actor, scimTokenPolicy, row),
  }
}
