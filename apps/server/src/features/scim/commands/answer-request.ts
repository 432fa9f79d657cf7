import { scimLimits } from '@learnt/contract/scim'
import type { Ctx } from '../../../platform/context.ts'
import { readCustomFields } from '../../custom-fields/queries/read-custom-fields.ts'
import { applyPatch } from '../patch.ts'
import { opens } from '../policy.ts'
import {
  listAnswer,
  pick,
  presentGroup,
  presentPerson,
  versionOfGroup,
  versionOfPerson,
  type Wanted,
} from '../present.ts'
import { type Answer, asScimError, errorBody, isObject, messages, ScimError, wrong } from '../protocol.ts'
import { filterCondition, filterOrder } from '../queries/filter-sql.ts'
import { findGroup, type GroupRow, listGroups } from '../queries/groups.ts'
import { findPerson, listPeople, type PersonRow } from '../queries/people.ts'
import type { Resource } from '../read-resource.ts'
import { presentSchema, providerConfig, type ResourceName, resourceTypes, schemas } from '../schemas.ts'
import { createGroup, isId, patchGroup, removeGroup, replaceGroup } from './save-group.ts'
import { changePerson, createPerson, removePerson, replacePerson, type ScimCall } from './save-person.ts'

/** What a request asks for beside its path: of a list, and of each resource. */
export interface Question extends Wanted {
  readonly filter?: string | undefined
  readonly sortBy?: string | undefined
  readonly descending: boolean
  readonly startIndex: number
  readonly count: number
  readonly ifNoneMatch?: string | undefined
}

const all: Wanted = { attributes: [], excluded: [] }

export async function describe(
  { ctx, base }: ScimCall,
  what: 'config' | 'schemas' | 'resourceTypes',
  id?: string,
): Promise<Answer> {
  if (what === 'config') return { status: 200, body: providerConfig(base) }
  const found = what === 'schemas' ? await presentSchemas(ctx, base) : resourceTypes(base)
  if (id === undefined)
    return { status: 200, body: listAnswer({ total: found.length, startIndex: 1, resources: found as never }) }
  const one = found.find((each) => each.id.toLowerCase() === id.toLowerCase())
  if (!one) throw new ScimError(404, 'There is no such schema or type.')
  return { status: 200, body: one }
}

async function presentSchemas(ctx: Ctx, base: string): Promise<{ id: string }[]> {
  const fields = await ctx.read((tx) => readCustomFields(tx))
  const choices = new Map(
    fields.flatMap(({ field, kind, choices }) => {
      const values = kind === 'choices' ? choices : kind === 'yesno' ? ['yes', 'no'] : []
      return values.length > 0 ? [[field, values] as const] : []
    }),
  )
  return schemas.map((schema) => presentSchema(base, schema, choices))
}

export async function listResources(call: ScimCall, of: ResourceName | 'both', asked: Question): Promise<Answer> {
  const offset = asked.startIndex - 1
  if (of === 'both') {
    const people = await listOne(call, 'User', asked, { offset, limit: asked.count })
    const rest = { offset: Math.max(0, offset - people.total), limit: asked.count - people.resources.length }
    const groups = await listOne(call, 'Group', asked, rest)
    const resources = [...people.resources, ...groups.resources]
    return {
      status: 200,
      body: listAnswer({ total: people.total + groups.total, startIndex: asked.startIndex, resources }),
    }
  }
  const { resources, total } = await listOne(call, of, asked, { offset, limit: asked.count })
  return { status: 200, body: listAnswer({ total, startIndex: asked.startIndex, resources }) }
}

async function listOne(
  { ctx, token, base }: ScimCall,
  of: ResourceName,
  asked: Question,
  page: { offset: number; limit: number },
): Promise<{ resources: Resource[]; total: number }> {
  const found = {
    where: filterCondition(of, asked.filter),
    order: filterOrder(of, asked.sortBy, asked.descending),
    ...page,
  }
  if (of === 'User') {
    const { rows, total } = await ctx.read((tx) => listPeople(tx, token.teamId, found))
    return { resources: rows.map((row) => pick(presentPerson(base, row), asked)), total }
  }
  const members = wantsMembers(asked)
  const { rows, total } = await ctx.read((tx) => listGroups(tx, token.teamId, { ...found, members }))
  return { resources: rows.map((row) => pick(presentGroup(base, row), asked)), total }
}

/** A group may have thousands of members: a client that leaves them out does not wait for them. */
function wantsMembers({ attributes, excluded }: Wanted): boolean {
  const isMembers = (one: string) => /(^|:)members(\.|$)/i.test(one)
  return attributes.length > 0 ? attributes.some(isMembers) : !excluded.some((one) => /(^|:)members$/i.test(one))
}

export async function getResource(call: ScimCall, of: ResourceName, id: string, asked: Question): Promise<Answer> {
  const { ctx, token, base } = call
  const key = id.toLowerCase()
  if (of === 'User') {
    const row = isId(key) ? await ctx.read((tx) => findPerson(tx, token.teamId, key)) : null
    if (row === null) throw new ScimError(404, `There is no user ${id.slice(0, 100)}.`)
    return unlessKnown(asked, versionOfPerson(row), () => pick(presentPerson(base, row), asked))
  }
  const members = wantsMembers(asked)
  const row = isId(key) ? await ctx.read((tx) => findGroup(tx, token.teamId, key, { members })) : null
  if (row === null) throw new ScimError(404, `There is no group ${id.slice(0, 100)}.`)
  return unlessKnown(asked, versionOfGroup(row), () => pick(presentGroup(base, row), asked))
}

function unlessKnown({ ifNoneMatch }: Question, version: string, body: () => object): Answer {
  const plain = (one: string) => one.trim().replace(/^W\//, '')
  const isKnown = ifNoneMatch?.split(',').some((one) => one.trim() === '*' || plain(one) === plain(version))
  return isKnown ? { status: 304, version } : { status: 200, version, body: body() }
}

export interface Change {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly of: ResourceName
  readonly id: string
  readonly body: Resource
}

/** A change of one resource; answers it as it is now. */
export async function changeResource(
  call: ScimCall,
  { method, of, id, body }: Change,
  wanted: Wanted = all,
): Promise<Answer> {
  if (!opens(call.token.scope, { kind: of === 'User' ? 'people' : 'groups', writes: true }))
    throw new ScimError(403, 'The token does not allow this.')
  const key = id.toLowerCase()
  const noun = of === 'User' ? 'user' : 'group'
  if (method !== 'POST' && !isId(key)) throw new ScimError(404, `There is no ${noun} ${id.slice(0, 100)}.`)
  if (method === 'DELETE') {
    await (of === 'User' ? removePerson(call, key) : removeGroup(call, key))
    return { status: 204 }
  }
  return of === 'User'
    ? showPerson(call, await savePerson(call, method, key, body), method, wanted)
    : showGroup(call, await saveGroup(call, method, key, body), method, wanted)
}

function savePerson(call: ScimCall, method: 'POST' | 'PUT' | 'PATCH', id: string, body: Resource): Promise<PersonRow> {
  if (method === 'POST') return createPerson(call, body)
  if (method === 'PUT') return replacePerson(call, id, body)
  return changePerson(call, id, (current) => applyPatch('User', current, body))
}

function saveGroup(call: ScimCall, method: 'POST' | 'PUT' | 'PATCH', id: string, body: Resource): Promise<GroupRow> {
  if (method === 'POST') return createGroup(call, body)
  return method === 'PUT' ? replaceGroup(call, id, body) : patchGroup(call, id, body)
}

function showPerson({ base }: ScimCall, row: PersonRow, method: Change['method'], wanted: Wanted): Answer {
  return {
    status: method === 'POST' ? 201 : 200,
    version: versionOfPerson(row),
    location: `${base}/Users/${row.userId}`,
    body: pick(presentPerson(base, row), wanted),
  }
}

function showGroup({ base }: ScimCall, row: GroupRow, method: Change['method'], wanted: Wanted): Answer {
  return {
    status: method === 'POST' ? 201 : 200,
    version: versionOfGroup(row),
    location: `${base}/Groups/${row.id}`,
    body: pick(presentGroup(base, row), wanted),
  }
}

/** An operation that cannot be carried out, whatever the others do. */
interface Unreadable {
  readonly of: Resource
  readonly error: unknown
}

interface BulkOperation {
  readonly method: Change['method']
  readonly of: ResourceName
  readonly id: string
  readonly bulkId: string | undefined
  readonly version: string | undefined
  readonly data: Resource
}

/**
 * Carries out operations one after the other, each for itself. One that names what another will make waits for it; where
 * two wait for each other, neither can be carried out.
 */
export async function runBulk(call: ScimCall, body: Resource): Promise<Answer> {
  if (!Array.isArray(body.schemas) || !body.schemas.includes(messages.bulk))
    throw wrong('invalidSyntax', `schemas has to contain ${messages.bulk}.`)
  if (!Array.isArray(body.Operations)) throw wrong('invalidSyntax', 'There are no Operations.')
  if (body.Operations.length > scimLimits.bulkOperations)
    throw new ScimError(413, `A bulk request may have at most ${scimLimits.bulkOperations} operations.`, 'tooMany')
  const mostErrors = typeof body.failOnErrors === 'number' && body.failOnErrors > 0 ? body.failOnErrors : Infinity
  const answers: (object | undefined)[] = body.Operations.map(() => undefined)
  const waiting = new Map<number, BulkOperation | Unreadable>()
  const made = new Map<string, string>()
  const [failed, promised] = [new Set<string>(), new Set<string>()]
  let errors = 0
  for (const [at, one] of body.Operations.entries()) {
    try {
      const operation = readBulkOperation(one)
      if (operation.bulkId !== undefined) {
        if (promised.has(operation.bulkId)) throw wrong('invalidValue', 'A bulkId has to be there once.')
        promised.add(operation.bulkId)
      }
      waiting.set(at, operation)
    } catch (error) {
      waiting.set(at, { of: isObject(one) ? one : {}, error })
    }
  }
  while (waiting.size > 0 && errors < mostErrors) {
    const ready = [...waiting].find(
      ([, one]) =>
        'error' in one || !namesIn(one).some((name) => promised.has(name) && !made.has(name) && !failed.has(name)),
    )
    const [at, operation] = ready ?? ([...waiting][0] as [number, BulkOperation])
    waiting.delete(at)
    if ('error' in operation) {
      fail(at, operation.of, operation.error)
      continue
    }
    const { method, bulkId } = operation
    try {
      if (!ready) throw new ScimError(409, 'The operations wait for each other.')
      const { id, data } = resolved(operation, made)
      const answer = await changeResource(
        { ...call, ifMatch: operation.version },
        { method, of: operation.of, id, body: data },
      )
      const madeId = (answer.body as { id?: string } | undefined)?.id ?? id
      if (bulkId !== undefined) made.set(bulkId, madeId)
      answers[at] = {
        method,
        ...(bulkId === undefined ? {} : { bulkId }),
        location: `${call.base}/${operation.of}s/${madeId}`,
        ...(answer.version ? { version: answer.version } : {}),
        status: String(answer.status),
      }
    } catch (error) {
      if (bulkId !== undefined) failed.add(bulkId)
      fail(
        at,
        { method, bulkId, ...(operation.id ? { location: `${call.base}/${operation.of}s/${operation.id}` } : {}) },
        error,
      )
    }
  }
  return {
    status: 200,
    body: { schemas: [messages.bulkAnswer], Operations: answers.filter((one) => one !== undefined) },
  }

  function fail(at: number, of: { method?: unknown; bulkId?: unknown; location?: unknown }, error: unknown): void {
    errors++
    const known = asScimError(error, call.ctx.t)
    answers[at] = {
      method: typeof of.method === 'string' ? of.method.slice(0, 10) : '',
      ...(typeof of.bulkId === 'string' ? { bulkId: of.bulkId.slice(0, 200) } : {}),
      ...(typeof of.location === 'string' ? { location: of.location } : {}),
      status: String(known.status),
      response: errorBody(known),
    }
  }
}

function readBulkOperation(one: unknown): BulkOperation {
  if (!isObject(one)) throw wrong('invalidSyntax', 'An operation has to be an object.')
  const method = String(one.method ?? '').toUpperCase()
  if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH' && method !== 'DELETE')
    throw wrong('invalidSyntax', 'method has to be POST, PUT, PATCH or DELETE.')
  const found = /^\/(Users|Groups)(?:\/([^/?]{1,200}))?$/.exec(String(one.path ?? ''))
  if (!found || (method === 'POST') !== (found[2] === undefined))
    throw wrong('invalidPath', 'path has to be /Users, /Groups or one of them with an id.')
  const bulkId = one.bulkId === undefined || one.bulkId === null ? undefined : String(one.bulkId)
  if (method === 'POST' && !bulkId) throw wrong('invalidSyntax', 'POST has to have a bulkId.')
  if (bulkId !== undefined && bulkId.length > 200) throw wrong('invalidValue', 'A bulkId has at most 200 characters.')
  if (method !== 'DELETE' && !isObject(one.data)) throw wrong('invalidSyntax', 'data has to be an object.')
  return {
    method,
    of: found[1] === 'Users' ? 'User' : 'Group',
    id: found[2] ?? '',
    bulkId,
    version: typeof one.version === 'string' ? one.version : undefined,
    data: isObject(one.data) ? one.data : {},
  }
}

/** The bulkIds that an operation names. */
function namesIn({ id, data }: BulkOperation): string[] {
  const names: string[] = []
  eachText([id, data], (text) => {
    if (text.startsWith('bulkId:')) names.push(text.slice('bulkId:'.length))
    return text
  })
  return names
}

function resolved({ id, data }: BulkOperation, made: ReadonlyMap<string, string>): { id: string; data: Resource } {
  const [newId, newData] = eachText([id, data], (text) => {
    if (!text.startsWith('bulkId:')) return text
    const found = made.get(text.slice('bulkId:'.length))
    if (found === undefined) throw wrong('invalidValue', `Nothing was made for ${text.slice(0, 100)}.`)
    return found
  }) as [string, Resource]
  return { id: newId, data: newData }
}

function eachText(value: unknown, read: (text: string) => string): unknown {
  if (typeof value === 'string') return read(value)
  if (Array.isArray(value)) return value.map((one) => eachText(one, read))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, eachText(one, read)]))
}
