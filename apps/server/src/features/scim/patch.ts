import { scimLimits } from '@learnt/contract/scim'
import { foldCase } from '@learnt/contract/text'
import { type Filter, filter, parse } from 'scim2-parse-filter'
import { isObject, messages, wrong } from './protocol.ts'
import { assign, holderOf, type Resource, readBoolean, readValue, splitName, withOnePrimary } from './read-resource.ts'
import { type Attribute, among, attributeNamed, isNeverTaken, type ResourceName, writableNames } from './schemas.ts'

interface Operation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string | null
  readonly value: unknown
}

interface Target {
  readonly extension: string | null
  readonly attribute: Attribute
  readonly filter: Filter | null
  readonly sub: Attribute | null
}

/** Reads a filter. What the parser would take long for is refused before it: control characters make it try everything. */
export function readFilter(text: string): Filter {
  if (text.length > scimLimits.filter)
    throw wrong('invalidFilter', `A filter may have at most ${scimLimits.filter} characters.`)
  if (/\p{Cc}/u.test(text)) throw wrong('invalidFilter', 'A filter may not contain control characters.')
  let read: Filter
  try {
    read = parse(text)
  } catch {
    throw wrong('invalidFilter', 'The filter cannot be read.')
  }
  if (countComparisons(read) > scimLimits.comparisons)
    throw wrong('invalidFilter', `A filter may have at most ${scimLimits.comparisons} comparisons.`)
  return read
}

function countComparisons(of: Filter): number {
  switch (of.op) {
    case 'and':
    case 'or':
      return of.filters.reduce((sum, one) => sum + countComparisons(one), 0)
    case 'not':
      return countComparisons(of.filter)
    case '[]':
      return countComparisons(of.valFilter)
    default:
      return 1
  }
}

/** The resource with the operations of a PATCH applied, and what was left out of them. `resource` is not changed. */
export function applyPatch(
  of: ResourceName,
  resource: Resource,
  body: Resource,
): { resource: Resource; ignored: string[] } {
  const patched = structuredClone(resource)
  const ignored: string[] = []
  for (const operation of readOperations(body)) {
    for (const one of byAttribute(of, operation)) {
      const target = readPath(of, one.path ?? '', ignored)
      if (target !== null) apply(patched, target, one)
    }
  }
  return { resource: patched, ignored }
}

/** What a PATCH says of a group; of the members only what changes, for there may be many. */
export interface GroupPatch {
  displayName?: string
  externalId?: string
  /** The members are those that are added, and nobody else. */
  onlyAdded: boolean
  readonly add: Set<string>
  readonly remove: Set<string>
}

export function readGroupPatch(body: Resource): GroupPatch {
  const said: GroupPatch = { onlyAdded: false, add: new Set(), remove: new Set() }
  for (const operation of readOperations(body)) {
    for (const one of byAttribute('Group', operation)) {
      const target = readPath('Group', one.path ?? '', [])
      if (target === null) continue
      if (target.attribute.name === 'members') changeMembers(said, target, one)
      else if (one.op === 'remove') {
        if (target.attribute.required) throw wrong('mutability', `${target.attribute.name} is required.`)
        said.externalId = ''
      } else {
        const value = readValue(target.attribute, one.value)
        if (value === undefined && target.attribute.required)
          throw wrong('invalidValue', `${target.attribute.name} is required.`)
        said[target.attribute.name as 'displayName' | 'externalId'] = String(value ?? '')
      }
    }
  }
  return said
}

function changeMembers(said: GroupPatch, target: Target, { op, value }: Operation): void {
  if (target.sub !== null) throw wrong('mutability', 'Members are added and removed, not changed.')
  const named = target.filter ? valuesIn(target.filter) : null
  if (op === 'remove') {
    const gone = named ?? (value === undefined || value === null ? null : membersIn(target.attribute, value))
    if (gone === null) {
      said.onlyAdded = true
      said.add.clear()
      said.remove.clear()
      return
    }
    for (const id of gone) {
      said.add.delete(id)
      said.remove.add(id)
    }
    return
  }
  if (named !== null) throw wrong('noTarget', 'Members are named by their values.')
  if (op === 'replace') {
    said.onlyAdded = true
    said.add.clear()
    said.remove.clear()
  }
  for (const id of membersIn(target.attribute, value)) {
    said.remove.delete(id)
    said.add.add(id)
  }
}

/** Ids of the members that a value names. */
export function membersIn(attribute: Attribute, value: unknown): string[] {
  const all = (readValue(attribute, value) ?? []) as Resource[]
  return all.map((one) => {
    if (typeof one.value !== 'string') throw wrong('invalidValue', 'A member has to have a value.')
    return one.value.toLowerCase()
  })
}

/** `value eq "a" or value eq "b"`. */
function valuesIn(of: Filter): string[] {
  if (of.op === 'or') return of.filters.flatMap(valuesIn)
  if (of.op === 'eq' && 'compValue' in of && of.attrPath.toLowerCase() === 'value' && typeof of.compValue === 'string')
    return [of.compValue.toLowerCase()]
  throw wrong('invalidFilter', 'Members are found by `value eq`.')
}

function readOperations(body: Resource): Operation[] {
  const [schemas, operations] = [named(body, 'schemas'), named(body, 'operations')]
  if (!Array.isArray(schemas) || !schemas.includes(messages.patch))
    throw wrong('invalidSyntax', `schemas has to contain ${messages.patch}.`)
  if (!Array.isArray(operations) || operations.length === 0) throw wrong('invalidSyntax', 'There are no Operations.')
  if (operations.length > scimLimits.patchOperations)
    throw wrong('tooMany', `A PATCH may have at most ${scimLimits.patchOperations} operations.`)
  return operations.map((one) => {
    if (!isObject(one)) throw wrong('invalidSyntax', 'An operation has to be an object.')
    const op = String(named(one, 'op') ?? '').toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw wrong('invalidSyntax', 'op has to be add, replace or remove.')
    const path = named(one, 'path') ?? null
    if (path !== null && typeof path !== 'string') throw wrong('invalidPath', 'path has to be a text.')
    if (op === 'remove' && !path) throw wrong('noTarget', 'What is removed has to be named by a path.')
    const value = named(one, 'value')
    if (op !== 'remove' && value === undefined) throw wrong('invalidValue', `The operation ${op} has no value.`)
    return { op, path: path || null, value }
  })
}

/** Names in a message count without capitals, too. */
function named(of: Resource, name: string): unknown {
  if (Object.hasOwn(of, name)) return of[name]
  return Object.entries(of).find(([key]) => key.toLowerCase() === name)?.[1]
}

/** An operation without a path, or on a whole extension, as one for each attribute: their names may be paths themselves. */
function byAttribute(of: ResourceName, operation: Operation): Operation[] {
  const { op, path, value } = operation
  const whole = path === null ? { extension: null, name: '' } : splitName(of, path)
  if (path !== null && (whole.extension === undefined || whole.name !== '')) return [operation]
  if (op === 'remove') {
    if (whole.extension === null || whole.extension === undefined) throw wrong('invalidPath', 'The path names nothing.')
    const { extension } = whole
    return writableNames(of, extension).map((one) => ({ op, path: `${extension}:${one}`, value: undefined }))
  }
  if (!isObject(value)) throw wrong('invalidValue', 'Without a path, the value has to be an object.')
  return Object.entries(value).flatMap(([key, inner]) => {
    // Inside of an extension its whole name may stand again.
    const name = whole.extension && !/^urn:/i.test(key) ? `${whole.extension}:${key}` : key
    const { extension, name: rest } = splitName(of, name)
    // Clients send back what they were answered: ids, schemas and the like, which stay as they are.
    if (extension !== undefined && rest !== '' && isReadOnly(of, extension, rest)) return []
    return rest === '' && extension !== undefined
      ? byAttribute(of, { op, path: name, value: inner })
      : [{ op, path: name, value: inner }]
  })
}

/** What every resource has stays as it is in an extension, too. */
function isReadOnly(of: ResourceName, extension: string | null, name: string): boolean {
  const attribute = attributeNamed(of, extension, name) ?? attributeNamed(of, null, name)
  return attribute?.mutability === 'readOnly'
}

/** Null: nothing here is made of it, and it was noted as left out. */
function readPath(of: ResourceName, path: string, ignored: string[]): Target | null {
  if (path.length > scimLimits.filter) throw wrong('invalidPath', 'The path is too long.')
  const { extension, name } = splitName(of, path.trim())
  const found = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is.exec(name)
  const attribute = found?.[1] && extension !== undefined ? attributeNamed(of, extension, found[1]) : undefined
  if (attribute === undefined || extension === undefined) {
    if (found?.[1] && isNeverTaken(found[1])) {
      ignored.push(found[1])
      return null
    }
    throw wrong('invalidPath', `There is no attribute ${path.slice(0, 200)}.`)
  }
  if (attribute.mutability === 'readOnly') throw wrong('mutability', `${attribute.name} cannot be changed.`)
  const sub = found?.[3] === undefined ? null : among(attribute.subAttributes ?? [], found[3])
  if (sub === undefined) throw wrong('invalidPath', `${attribute.name} has no ${found?.[3]}.`)
  if (found?.[2] === undefined) return { extension, attribute, filter: null, sub }
  if (!attribute.multiValued || attribute.type !== 'complex')
    throw wrong('invalidPath', `${attribute.name} has no values to choose from.`)
  return { extension, attribute, filter: withBooleans(attribute, readFilter(found[2])), sub }
}

/** A filter of values in which “True” is compared with a boolean as true. */
function withBooleans(attribute: Attribute, of: Filter): Filter {
  return eachComparison(of, (one) => {
    const isBoolean = among(attribute.subAttributes ?? [], one.attrPath)?.type === 'boolean'
    return isBoolean ? { ...one, compValue: readBoolean(one.attrPath, one.compValue) } : one
  })
}

/** Texts of a value count without capitals: none of those that a path may choose by is case-exact. */
function matcher(of: Filter): (one: unknown) => boolean {
  const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)
  const matches = filter(
    eachComparison(of, (one) => ({ ...one, compValue: lower(one.compValue) as typeof one.compValue })),
  )
  return (one) =>
    matches(isObject(one) ? Object.fromEntries(Object.entries(one).map(([name, value]) => [name, lower(value)])) : one)
}

type Comparison = Extract<Filter, { compValue: unknown }>

function eachComparison(of: Filter, change: (one: Comparison) => Comparison): Filter {
  switch (of.op) {
    case 'and':
    case 'or':
      return { ...of, filters: of.filters.map((one) => eachComparison(one, change)) }
    case 'not':
      return { ...of, filter: eachComparison(of.filter, change) }
    case '[]':
      return { ...of, valFilter: eachComparison(of.valFilter, change) }
    case 'pr':
      return of
    default:
      return change(of)
  }
}

function apply(resource: Resource, target: Target, { op, value }: Operation): void {
  const { extension, attribute, sub } = target
  const holder = holderOf(resource, extension)
  if (attribute.multiValued) {
    const before = Array.isArray(holder[attribute.name]) ? (holder[attribute.name] as unknown[]) : []
    const after =
      target.filter === null ? changeList(before, target, op, value) : changeFound(before, target, op, value)
    if (after.length === 0) delete holder[attribute.name]
    else holder[attribute.name] = after
    return
  }
  if (sub === null && op === 'remove') {
    if (attribute.required) throw wrong('mutability', `${attribute.name} is required.`)
    if (attribute.name === 'active') throw wrong('mutability', 'active is true or false.')
    delete holder[attribute.name]
    return
  }
  if (attribute.type !== 'complex') {
    if (attribute.required && readValue(attribute, value) === undefined)
      throw wrong('invalidValue', `${attribute.name} is required.`)
    assign(resource, extension, attribute, value)
    return
  }
  const held = isObject(holder[attribute.name]) ? { ...(holder[attribute.name] as Resource) } : {}
  const said =
    sub === null ? readValue(attribute, value) : { [sub.name]: op === 'remove' ? undefined : readValue(sub, value) }
  // Sub-attributes that are not named stay; a whole attribute without a value goes.
  const merged = said === undefined ? {} : { ...held, ...(said as Resource) }
  const rest = Object.entries(merged).filter(([, one]) => one !== undefined)
  if (rest.length === 0) delete holder[attribute.name]
  else holder[attribute.name] = Object.fromEntries(rest)
}

function changeList(before: unknown[], { attribute, sub }: Target, op: Operation['op'], value: unknown): unknown[] {
  if (sub !== null) {
    const all = before.length > 0 ? before : op === 'remove' ? [] : [{}]
    const changed = all.map((one) => withSub(one as Resource, sub, op, value))
    return withOnePrimary(changed.filter((one) => Object.keys(one).length > 0))
  }
  if (op === 'remove' && (value === undefined || value === null)) return []
  const said = (readValue(attribute, value) ?? []) as unknown[]
  if (op === 'replace') return said
  if (op === 'remove') return before.filter((one) => !said.some((other) => isSame(one, other)))
  const added = said.filter((one) => !before.some((other) => isSame(one, other)))
  // What is here already takes what else is said of it.
  const kept = before.map((one) => {
    const again = said.findLast((other) => isSame(other, one))
    return isObject(one) && isObject(again) ? { ...one, ...again } : one
  })
  return withOnePrimary([...kept, ...added], (one) => said.some((other) => isSame(other, one)))
}

function changeFound(
  before: unknown[],
  { attribute, filter: asked, sub }: Target,
  op: Operation['op'],
  value: unknown,
): unknown[] {
  if (asked === null) return before
  const matches = matcher(asked)
  const isFound = before.map((one) => matches(one))
  if (op === 'remove') {
    if (sub === null) return before.filter((_, at) => !isFound[at])
    return before
      .map((one, at) => (isFound[at] ? withSub(one as Resource, sub, op, value) : one))
      .filter((one) => !isObject(one) || one.value !== undefined || attribute.name === 'addresses')
  }
  const change = (one: Resource) =>
    sub === null ? { ...one, ...(readOneOf(attribute, value) as Resource) } : withSub(one, sub, op, value)
  if (isFound.some(Boolean)) {
    const changed = before.map((one, at) => (isFound[at] ? change(one as Resource) : one))
    const settled = withOnePrimary(changed, (_, at) => isFound[at] === true)
    return settled.filter((one) => !isObject(one) || attribute.name === 'addresses' || one.value !== undefined)
  }
  const begun = begin(asked)
  if (begun === null) throw wrong('noTarget', `No value of ${attribute.name} is like that.`)
  if (sub !== null && readValue(sub, value) === undefined) return before
  return withOnePrimary([...before, change(begun)], (_, at) => at === before.length)
}

function readOneOf(attribute: Attribute, value: unknown): unknown {
  const [first] = (readValue(attribute, value) ?? []) as unknown[]
  return first ?? {}
}

/** `type eq "work"` names what is not there yet: so it begins. Null: it names nothing. */
function begin(of: Filter): Resource | null {
  if (of.op === 'eq' && 'compValue' in of && /^(type|value|primary|display)$/i.test(of.attrPath))
    return { [of.attrPath.toLowerCase()]: of.compValue }
  if (of.op !== 'and') return null
  const parts = of.filters.map(begin)
  return parts.includes(null) ? null : Object.assign({}, ...parts)
}

function withSub(one: Resource, sub: Attribute, op: Operation['op'], value: unknown): Resource {
  const read = op === 'remove' ? undefined : readValue(sub, value)
  const next = { ...one, [sub.name]: read }
  if (read === undefined) delete next[sub.name]
  return next
}

/** The same value, whatever else is said of it; letters count without capitals. */
function isSame(one: unknown, other: unknown): boolean {
  if (isObject(one) && isObject(other) && one.value !== undefined)
    return (
      isAlike(one.value, other.value) &&
      (isAlike(one.type, other.type) || one.type === undefined || other.type === undefined)
    )
  return JSON.stringify(one) === JSON.stringify(other)
}

function isAlike(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' ? foldCase(one) === foldCase(other) : one === other
}
