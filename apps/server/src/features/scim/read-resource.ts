import { isEmail } from '@learnt/contract/measures'
import { MembershipFields } from '@learnt/contract/members'
import { scimLimits } from '@learnt/contract/scim'
import { organisationFields } from '@learnt/contract/team-values'
import { fullName, noLastName, tidyAddress, tidyText } from '@learnt/contract/text'
import type { z } from 'zod'
import { validate } from '../../platform/http/validate.ts'
import type { Translate } from '../../platform/translate.ts'
import { isObject, wrong } from './protocol.ts'
import {
  type Attribute,
  among,
  attributeNamed,
  enterpriseSchema,
  extensionNamed,
  learntSchema,
  type ResourceName,
} from './schemas.ts'

/** A resource in the spelling of the schemas, with nothing in it that they do not name. */
export type Resource = { [name: string]: unknown }

/** A body as a resource; `ignored` names what nothing here is made of. */
export function readResource(of: ResourceName, body: Resource): { resource: Resource; ignored: string[] } {
  const resource: Resource = {}
  const ignored: string[] = []
  for (const [key, value] of Object.entries(body)) {
    const { extension, name } = splitName(of, key)
    if (extension === undefined) ignored.push(key.slice(0, 100).toWellFormed())
    else if (name === '') {
      if (value === null) continue
      if (!isObject(value)) throw wrong('invalidValue', `${key} has to be an object.`)
      for (const [inner, innerValue] of Object.entries(value)) put(extension, inner, innerValue)
    } else put(extension, name, value)
  }
  return { resource, ignored }

  function put(extension: string | null, name: string, value: unknown): void {
    const attribute = attributeNamed(of, extension, name)
    if (attribute === undefined) ignored.push(name.slice(0, 100).toWellFormed())
    else if (attribute.mutability !== 'readOnly') assign(resource, extension, attribute, value)
  }
}

/**
 * The extension and the rest of a name: `urn:…:User:department`, `urn:…:User`, `department`. Some clients put a full stop
 * behind the schema. `extension` undefined: of no schema here; null: of the core.
 */
export function splitName(of: ResourceName, key: string): { extension: string | null | undefined; name: string } {
  if (!/^urn:/i.test(key)) return { extension: null, name: key }
  const whole = extensionNamed(of, key)
  if (whole !== undefined) return { extension: whole, name: '' }
  const found = /^(urn:[^[\]"]*?:2\.0:(?:User|Group))[:.](.+)$/is.exec(key)
  const extension = found?.[1] === undefined ? undefined : extensionNamed(of, found[1])
  return { extension, name: found?.[2] ?? '' }
}

export function assign(resource: Resource, extension: string | null, attribute: Attribute, value: unknown): void {
  const holder = holderOf(resource, extension)
  const read = readValue(attribute, value)
  if (read === undefined) delete holder[attribute.name]
  else holder[attribute.name] = read
}

export function holderOf(resource: Resource, extension: string | null): Resource {
  if (extension === null) return resource
  const held = resource[extension]
  if (isObject(held)) return held
  const made: Resource = {}
  resource[extension] = made
  return made
}

/** A value in the form of its attribute: what providers send for one thing differs. Undefined: none. */
export function readValue(attribute: Attribute, value: unknown): unknown {
  if (attribute.multiValued) {
    if (value === null || value === undefined) return undefined
    const most = attribute.name === 'members' ? scimLimits.members : 100
    const all = Array.isArray(value) ? value : [value]
    if (all.length > most) throw wrong('tooMany', `${attribute.name} has more than ${most} values.`)
    const read = withOnePrimary(all.map((one) => readOne(attribute, one)).filter((one) => one !== undefined))
    return read.length > 0 ? read : undefined
  }
  return readOne(attribute, Array.isArray(value) && value.length <= 1 ? value[0] : value)
}

function readOne(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined
  if (attribute.type === 'complex') return readComplex(attribute, value)
  // {"value": "False"} of a plain attribute.
  const plain = isObject(value) ? value.value : value
  if (attribute.type === 'boolean') return readBoolean(attribute.name, plain)
  if (typeof plain === 'number' || typeof plain === 'boolean') return String(plain)
  if (typeof plain !== 'string') throw wrong('invalidValue', `${attribute.name} has to be a text.`)
  if (plain.length > 2000) throw wrong('invalidValue', `${attribute.name} is longer than 2000 characters.`)
  return plain
}

function readComplex(attribute: Attribute, value: unknown): Resource | undefined {
  const subs = attribute.subAttributes ?? []
  if (typeof value === 'string' || typeof value === 'number') {
    const plain = attribute.name === 'name' ? 'formatted' : 'value'
    if (among(subs, plain)) return { [plain]: String(value) }
  }
  if (!isObject(value)) throw wrong('invalidValue', `${attribute.name} has to be an object.`)
  const read: Resource = {}
  for (const [key, inner] of Object.entries(value)) {
    const sub = among(subs, key)
    const one = sub && sub.mutability !== 'readOnly' ? readValue(sub, inner) : undefined
    if (sub && one !== undefined) read[sub.name] = one
  }
  return Object.keys(read).length > 0 ? read : undefined
}

/** Entra ID sends “True” and “False”. */
export function readBoolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (text === 'true' || text === 'false') return text === 'true'
  throw wrong('invalidValue', `${name} has to be true or false.`)
}

const plainFields = MembershipFields.pick({
  firstName: true,
  lastName: true,
  email: true,
  username: true,
  employeeId: true,
  phone: true,
  dob: true,
  terminationDate: true,
})

const listFields = ['tags', ...organisationFields] as const
const listShape = MembershipFields.pick(
  Object.fromEntries(listFields.map((field) => [field, true])) as Record<(typeof listFields)[number], true>,
)

type Plain = { -readonly [K in keyof typeof plainFields.shape]: MembershipFields[K] }
type ListField = (typeof listFields)[number]

/** Lists of a membership whose first value is a single attribute of a schema. */
export const firstFields = ['position', 'div1', 'div2', 'loc1'] as const
type FirstField = (typeof firstFields)[number]

/** What a resource says about a person, in terms of a membership. */
export interface Said {
  readonly userName: string
  readonly externalId: string
  readonly active: boolean | undefined
  readonly plain: Plain
  /** Null: none. */
  readonly firsts: Readonly<Record<FirstField, string | null>>
  readonly lists: Readonly<Record<ListField, readonly string[]>>
  /** As it was named; null: none. */
  readonly manager: string | null
  readonly attributes: Kept
  readonly password: string | undefined
}

/** What no field of a membership holds. */
export interface Kept {
  readonly [name: string]: unknown
  readonly name?: Resource
  /** Of the address that counts, and the others. */
  readonly email?: Resource
  readonly emails?: readonly Resource[]
  readonly phone?: Resource
  readonly phoneNumbers?: readonly Resource[]
  readonly addresses?: readonly Resource[]
  /** The address was taken from the user name, and follows it. */
  readonly emailIsUserName?: true
}

const keptNames = [
  'displayName',
  'nickName',
  'profileUrl',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'photos',
]
const keptOfWork = ['costCenter', 'organization']
const mostKept = 16 * 1024

/**
 * `derived`: the address that was taken from the user name, of a person who is here already. `checks` false: what stands there
 * already is as it is.
 */
export function readPerson(
  resource: Resource,
  t: Translate,
  derived: string | null = null,
  { checks = true }: { checks?: boolean } = {},
): Said {
  const check = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> =>
    checks ? (validate(schema, value, 'body', t) as z.output<S>) : (value as z.output<S>)
  const userName = tidyText(String(resource.userName ?? ''))
  if (userName === '') throw wrong('invalidValue', 'userName is required.')
  if (userName.length > 200) throw wrong('invalidValue', 'userName is longer than 200 characters.')
  const externalId = String(resource.externalId ?? '')
  if (externalId.length > 200) throw wrong('invalidValue', 'externalId is longer than 200 characters.')
  const work = isObject(resource[enterpriseSchema]) ? resource[enterpriseSchema] : {}
  const own = isObject(resource[learntSchema]) ? resource[learntSchema] : {}
  const emails = valuesOf(resource.emails)
  const phones = valuesOf(resource.phoneNumbers)
  const sent = counting(emails)
  const isDerived = sent === undefined || (derived !== null && tidyAddress(textOf(sent.value)) === derived)
  const named = isEmail(tidyAddress(userName)) ? tidyAddress(userName) : ''
  const phone = counting(phones)
  const place = counting(objectsOf(resource.addresses))
  const manager = isObject(work.manager) ? textOf(work.manager.value).trim() : ''
  const lists = check(
    listShape,
    Object.fromEntries(listFields.map((field) => [field, Array.isArray(own[field]) ? own[field] : []])),
  )
  const position = textOf(resource.title)
  const firsts = check(MembershipFields.pick({ position: true, div1: true, div2: true, loc1: true }), {
    position: listOf(position),
    div1: listOf(textOf(work.department)),
    div2: listOf(textOf(work.division)),
    loc1: listOf(textOf(place?.locality)),
  })
  const names = namesOf(resource, userName)
  const kept: Record<string, unknown> = {}
  for (const name of keptNames) if (resource[name] !== undefined) kept[name] = resource[name]
  // What is worked out of the names follows them.
  if (kept.displayName === fullName(names)) delete kept.displayName
  for (const name of keptOfWork) if (work[name] !== undefined) kept[name] = work[name]
  const name = isObject(resource.name) ? resource.name : {}
  keep('name', without(name, ['givenName', 'familyName', ...(name.formatted === fullName(names) ? ['formatted'] : [])]))
  const address = textOf(sent?.value)
  keep('email', {
    ...without(sent ?? {}, ['value', 'primary']),
    // The address is kept in small letters, and answered as it came.
    ...(address === tidyAddress(address) ? {} : { value: address }),
    ...(sent?.primary === false ? { primary: false } : {}),
  })
  keep('phone', without(phone ?? {}, ['value']))
  if (emails.length > 1) kept.emails = emails.filter((one) => one !== sent)
  if (phones.length > 1) kept.phoneNumbers = phones.filter((one) => one !== phone)
  if (resource.addresses !== undefined) kept.addresses = resource.addresses
  if (isDerived && named !== '') kept.emailIsUserName = true
  if (JSON.stringify(kept).length > mostKept) throw wrong('invalidValue', 'The attributes of the user are too long.')
  return {
    userName,
    externalId,
    active: typeof resource.active === 'boolean' ? resource.active : undefined,
    plain: check(plainFields, {
      ...names,
      email: isDerived ? named : textOf(sent?.value),
      username: named === '' ? userName : '',
      employeeId: textOf(work.employeeNumber),
      phone: textOf(phone?.value),
      dob: own.dob ?? null,
      terminationDate: own.terminationDate ?? null,
    }) as Plain,
    firsts: {
      position: firsts.position[0] ?? null,
      div1: firsts.div1[0] ?? null,
      div2: firsts.div2[0] ?? null,
      loc1: firsts.loc1[0] ?? null,
    },
    lists,
    manager: manager === '' ? null : manager,
    attributes: kept,
    password: typeof resource.password === 'string' ? resource.password : undefined,
  }

  function keep(name: string, value: Resource): void {
    if (Object.keys(value).length > 0) kept[name] = value
  }
}

/** First and last name; where there are none, of the whole name, and at last of the user name. */
function namesOf(resource: Resource, userName: string): { firstName: string; lastName: string } {
  const name = isObject(resource.name) ? resource.name : {}
  const first = tidyText(textOf(name.givenName))
  const family = tidyText(textOf(name.familyName))
  const last = family === noLastName ? '' : family
  if (first !== '') return { firstName: first, lastName: last }
  if (last !== '') return { firstName: last, lastName: '' }
  const whole = tidyText(textOf(name.formatted) || textOf(resource.displayName)) || (userName.split('@')[0] ?? '')
  const cut = whole.lastIndexOf(' ')
  return cut < 0
    ? { firstName: whole, lastName: '' }
    : { firstName: whole.slice(0, cut), lastName: whole.slice(cut + 1) }
}

/** Of several values the one that counts: the primary one, that of work, the first. */
export function counting<One extends Resource>(all: readonly One[]): One | undefined {
  return all.find((one) => one.primary === true) ?? all.find((one) => one.type === 'work') ?? all[0]
}

/** At most one value is primary: of those that `isPreferred` names, else the first that says so. */
export function withOnePrimary<One>(
  all: readonly One[],
  isPreferred: (one: One, at: number) => boolean = () => false,
): One[] {
  const isPrimary = (one: One | undefined) => isObject(one) && one.primary === true
  const preferred = all.findLastIndex((one, at) => isPrimary(one) && isPreferred(one, at))
  const chosen = preferred >= 0 ? preferred : all.findIndex(isPrimary)
  return all.map((one, at) => (at !== chosen && isPrimary(one) ? { ...one, primary: false } : one))
}

function valuesOf(value: unknown): Resource[] {
  return objectsOf(value).filter((one) => typeof one.value === 'string' && one.value.trim() !== '')
}

function objectsOf(value: unknown): Resource[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: string): string[] {
  return tidyText(value) === '' ? [] : [value]
}

export function without(of: Resource, names: readonly string[]): Resource {
  return Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name)))
}
