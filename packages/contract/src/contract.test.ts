import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callables } from './callables.ts'
import { fillPath, usualBodyBytes } from './endpoint.ts'
import { formLimits } from './forms/field-kinds.ts'
import { listOperations } from './index.ts'
import { countGraphemes, isEmail, parseMoment, splitDuration } from './measures.ts'
import { isActiveUnlessListed, sessionRole } from './roles.ts'
import { mayEnter } from './route-groups.ts'
import { publicationStates, publicationTransitions, publicationVerbs, visibleToLearners } from './states.ts'
import { oneLine, queryList } from './values.ts'

describe('operations', () => {
  const operations = listOperations()

  test('do the work of every callable function of the old client', () => {
    for (const [name, id] of Object.entries(callables))
      expect(
        operations.map((one) => one.id),
        name,
      ).toContain(id)
  })

  test('have unique ids and unique method and path', () => {
    expect(new Set(operations.map((one) => one.id)).size).toBe(operations.length)
    expect(new Set(operations.map((one) => `${one.method} ${one.path.replace(/:\w+/g, ':')}`)).size).toBe(
      operations.length,
    )
  })

  test('name every part of their path', () => {
    for (const one of operations) {
      if (one.kind !== 'json') continue
      const names = [...one.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
      const shape = one.params instanceof z.ZodObject ? Object.keys(one.params.shape) : []
      expect(shape.toSorted(), one.id).toEqual(names.toSorted())
    }
  })

  test('refuse unknown fields in every body', () => {
    for (const one of operations) {
      // Those of a membership are dropped on save (specification, section 3).
      if (one.kind !== 'json' || !one.body || one.id === 'members.update') continue
      const result = one.body.safeParse({ thisFieldDoesNotExist: 1 })
      expect(result.success, one.id).toBe(false)
    }
  })

  test('say who may call them, and what those that change something write to the audit log', () => {
    for (const one of operations) {
      expect(accesses, one.id).toContain(one.access)
      expect(Array.isArray(one.callers), one.id).toBe(true)
      if (!['GET', 'OPTIONS'].includes(one.method)) expect(one.audit, one.id).not.toBe(undefined)
      // An operation on the installation is never done in another person's name.
      if (one.access === 'superadmin') expect(one.callers.join(), one.id).not.toMatch(/acting|looking/)
    }
  })

  test('take no text, list or number without an end', () => {
    for (const one of operations) {
      if (one.kind !== 'json') continue
      for (const part of ['query', 'body'] as const) {
        const schema = one[part]
        if (!schema) continue
        const open = endlessIn(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))
        expect(
          open.filter((name) => !boundedOtherwise.has(`${one.id} ${name}`)),
          `${one.id} ${part}`,
        ).toEqual([])
      }
    }
  })

  test('declare how long a body may be where the usual length does not hold what they take', () => {
    for (const one of operations) {
      if (one.kind !== 'json' || !one.body) continue
      const longest = longestOf(z.toJSONSchema(one.body, { unrepresentable: 'any', io: 'input' }) as Sized)
      // How long an answer may be is up to its field.
      if (answersByField.has(one.id)) expect(one.bodyBytes, one.id).toBe(formLimits.answerBytes)
      else if (longest <= usualBodyBytes) expect(one.bodyBytes, one.id).toBe(usualBodyBytes)
      else if (!shortAllTheSame.has(one.id)) expect(one.bodyBytes, one.id).toBeGreaterThan(usualBodyBytes)
      if (one.access === 'public' || one.access === 'guest') expect(one.bodyBytes, one.id).toBe(usualBodyBytes)
    }
  })

  test('say so where the answer opens something, so that it is kept nowhere', () => {
    const keyed = operations.filter(
      (one) => one.kind === 'json' && one.method !== 'GET' && !['public', 'guest', 'attempt'].includes(one.access),
    )
    for (const one of keyed) {
      if (one.kind !== 'json' || !one.response || one.answersSecret) continue
      const names = textsIn(z.toJSONSchema(one.response, { unrepresentable: 'any' }))
      const doubtful = names.filter((name) => /token|secret|code|password|challenge|ticket|nonce|key$/i.test(name))
      const [feature] = one.id.split('.')
      expect(
        doubtful.filter((name) => !plainNames.has(`${feature}.${name}`)),
        one.id,
      ).toEqual([])
      const addresses = names.filter((name) => /ur[il]s?$|link$|address$|href$/i.test(name))
      expect(
        addresses.filter((name) => !plainAddresses.has(`${feature}.${name}`)),
        one.id,
      ).toEqual([])
    }
    expect(keyed.filter((one) => one.answersSecret).map((one) => one.id)).toContain('learning.launch')
  })

  test('fill paths with encoded values', () => {
    expect(fillPath('/api/members/:userId/x/:y', { userId: 'a/b', y: 'ü' })).toBe('/api/members/a%2Fb/x/%C3%BC')
  })
})

const accesses: unknown[] = [
  'public',
  'guest',
  'signedIn',
  'manager',
  'admin',
  'superadmin',
  'managerOrAdmin',
  'attempt',
  'operator',
]

/** What has its end elsewhere: numbers that are compared and not stored, or checked together with others. */
const boundedOtherwise = new Set([
  'runtime.commit at',
  'runtime.commit base',
  'runtime.commit length',
  'runtime.commit sum',
  'runtime.commit keepStart',
  'runtime.commit keepEnd',
  'tenants.changeAccess expireSessionAfter',
])

/** Anybody's, and one of a few fields with short values. */
const shortAllTheSame = new Set(['analytics.record', 'tenants.changeAccess'])

interface Sized {
  enum?: unknown[]
  const?: unknown
  anyOf?: Sized[]
  oneOf?: Sized[]
  type?: string
  format?: string
  maxLength?: number
  maxItems?: number
  items?: Sized
  properties?: Record<string, Sized>
  propertyNames?: Sized
  additionalProperties?: Sized | boolean
}

/** About how many characters the longest value of a JSON Schema has. */
function longestOf(of: Sized): number {
  const options = of.anyOf ?? of.oneOf
  if (options) return Math.max(...options.map(longestOf))
  const values = of.enum ?? (of.const === undefined ? undefined : [of.const])
  if (values) return Math.max(...values.map((value) => JSON.stringify(value).length))
  if (of.type === 'string') return 2 + (of.maxLength ?? (of.format === 'uuid' ? 36 : 110))
  if (of.type === 'array') return 2 + (of.maxItems ?? 0) * (1 + longestOf(of.items ?? {}))
  if (of.type !== 'object') return 20
  const named = Object.entries(of.properties ?? {}).map(([name, one]) => name.length + 4 + longestOf(one))
  const more = typeof of.additionalProperties === 'object' ? 100 * (4 + longestOf(of.additionalProperties)) : 0
  return named.reduce((sum, one) => sum + one, 2 + more)
}

const boundedFormats: unknown[] = ['uuid', 'date', 'date-time']
const greatestInteger = 2_147_483_647

/** Names of the fields of a JSON Schema that take texts, lists or whole numbers of any size. */
function endlessIn(schema: object): string[] {
  const names = new Set<string>()
  const seen = new Set<object>()
  const walk = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    const is = node as Record<string, unknown>
    const types = [is.type].flat()
    const isOneOf = is.enum !== undefined || is.const !== undefined
    // A pattern without an open repetition says how long it may be.
    const hasPattern = typeof is.pattern === 'string' && !/[*+]|\{\d+,\}/.test(is.pattern.replace(/\[[^\]]*\]/g, ''))
    if (types.includes('string') && !isOneOf && !hasPattern)
      if (is.maxLength === undefined && !boundedFormats.includes(is.format)) names.add(name)
    if (types.includes('array') && is.maxItems === undefined && is.prefixItems === undefined) names.add(name)
    if (types.includes('integer') && !isOneOf)
      if (Number(is.maximum ?? is.exclusiveMaximum ?? Number.POSITIVE_INFINITY) > greatestInteger) names.add(name)
    for (const [key, inner] of Object.entries(is)) {
      if (key === 'propertyNames') continue
      if (key !== 'properties') walk(inner, name)
      else for (const [field, one] of Object.entries(inner as object)) walk(one, field)
    }
  }
  walk(schema, '')
  return [...names]
}

/** Names of pages, fields and choices in a form, and what is wrong with a date. */
const plainNames = new Set(['forms.key', 'questions.key', 'events.code'])
const answersByField = new Set(['forms.decide', 'forms.saveAnswers', 'forms.submit', 'forms.submitAnonymously'])

/** Addresses in answers that need a session of one's own: settings, pages, files signed for one person. */
const plainAddresses = new Set([
  'calendar.href',
  'calendar.joinHref',
  'badges.pictureUrl',
  'badges.svgUrl',
  'badges.url',
  'certificates.url',
  'courses.url',
  'learningPackages.url',
  'pathways.url',
  'resources.url',
  'forms.url',
  'events.address',
  'events.joinUrl',
  'events.url',
  'questions.url',
  'files.url',
  'jobs.link',
  'navigation.url',
  'providers.backChannelUrl',
  'providers.baseUrl',
  'providers.logoutUrl',
  'providers.metadataUrl',
  'providers.redirectUrls',
  'providers.signOutUrls',
  'session.url',
  'teams.address',
  'teams.signInAddress',
  'teams.termsAndConditionsUrl',
  'tenants.address',
  'tenants.marketplaceLink',
  'tenants.personalTermsAndConditionsUrl',
  'tenants.signInAddress',
  'tenants.termsAndConditionsUrl',
  'themes.address',
])

/** Names of the fields of a JSON Schema that hold texts of no fixed form. */
function textsIn(schema: object): string[] {
  const names = new Set<string>()
  const seen = new Set<object>()
  const walk = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    const { type, enum: values, const: value, properties, $ref } = node as Record<string, unknown>
    if ([type].flat().includes('string') && values === undefined && value === undefined) names.add(name)
    if (typeof $ref === 'string') {
      const path = $ref.split('/').slice(1)
      walk(
        path.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], schema),
        name,
      )
    }
    for (const [inner, one] of Object.entries((properties as object | undefined) ?? {})) walk(one, inner)
    for (const [key, one] of Object.entries(node)) if (key !== 'properties') walk(one, name)
  }
  walk(schema, '')
  return [...names]
}

describe('roles', () => {
  test.each([
    [['learner', 'admin', 'manager'], 'admin'],
    [['superadmin', 'learner'], 'superadmin'],
    [['manager'], 'manager'],
    [[], 'learner'],
    [['staff'], 'learner'],
  ])('session role of %j is %s', (held, role) => {
    expect(sessionRole(held)).toBe(role)
  })

  test('route groups test the roles held, not the highest', () => {
    expect(mayEnter('manager', ['admin'])).toBe(false)
    expect(mayEnter('manager', ['manager'])).toBe(true)
    expect(mayEnter('admin', ['superadmin'])).toBe(true)
    expect(mayEnter('superadmin', ['admin'])).toBe(false)
    expect(mayEnter('guest', null)).toBe(true)
    expect(mayEnter('guest', [])).toBe(false)
    expect(mayEnter('signed-in', null)).toBe(false)
    expect(mayEnter('any', null)).toBe(true)
  })

  test('the helper is true unless the role is listed and the status differs from active', () => {
    expect(isActiveUnlessListed('learner', ['learner'], 'inactive')).toBe(false)
    expect(isActiveUnlessListed('learner', ['learner'], 'active')).toBe(true)
    expect(isActiveUnlessListed('admin', ['learner'], 'inactive')).toBe(true)
  })
})

describe('publication', () => {
  test('leads only to states that exist, and back from archived', () => {
    for (const state of publicationStates) {
      for (const verb of publicationVerbs) {
        const next = publicationTransitions[state][verb]
        if (next !== undefined) expect([...publicationStates, 'before']).toContain(next)
      }
    }
    expect(publicationTransitions.archived).toEqual({ restore: 'before' })
  })

  test('withdrawing hides from learners, whatever the draft', () => {
    for (const state of visibleToLearners) {
      const next = publicationTransitions[state].withdraw
      expect(next).toBeDefined()
      expect(visibleToLearners).not.toContain(next)
    }
  })
})

describe('values', () => {
  test('lists of a query repeat their key, and a comma is a character', () => {
    const list = queryList(z.string())
    expect(list.parse(undefined)).toBeUndefined()
    expect(list.parse('Sales, EMEA')).toEqual(['Sales, EMEA'])
    expect(list.parse(['a', 'b,c'])).toEqual(['a', 'b,c'])
    expect(list.parse('')).toEqual([])
    expect(list.safeParse({ 0: 'a' }).success).toBe(false)
    expect(queryList(z.enum(['a', 'b'])).safeParse('a,b').success).toBe(false)
  })

  test('a name is one line', () => {
    const name = oneLine().max(20)
    for (const good of ['Ann', 'أحمد عبد الله', 'Zoë O’Neil-Łuk', '\u200fمرحبا', '👩‍🏫'])
      expect(name.parse(` ${good}\n`), good).toBe(good.replace('\u200f', ''))
    for (const bad of ['a\nb', 'a\r\nBcc: x@y.z', 'a\tb', 'a\u0007b', 'a\u0085b', 'a\u2028b', 'a\u009bb']) {
      const { error } = name.safeParse(bad)
      expect(error?.issues[0]?.message, JSON.stringify(bad)).toBe('oneLine')
    }
  })

  test.each([
    ['1700000000', '2023-11-14T22:13:20.000Z'],
    ['1700000000123', '2023-11-14T22:13:20.123Z'],
    ['2026-11-20T10:00:00+01:00', '2026-11-20T09:00:00.000Z'],
  ])('parses the moment %s', (text, iso) => {
    expect(parseMoment(text)?.toISOString()).toBe(iso)
  })

  test.each(['', 'soon', '12345', '99999999999999999'])('refuses the moment %j', (text) => {
    expect(parseMoment(text)).toBeNull()
  })

  test('splits durations at 60 and 3600 seconds', () => {
    expect(splitDuration(59).unit).toBe('seconds')
    expect(splitDuration(60)).toMatchObject({ unit: 'minutes', minutes: 1 })
    expect(splitDuration(3599)).toMatchObject({ unit: 'minutes', minutes: 59 })
    expect(splitDuration(3660)).toMatchObject({ unit: 'hours', hours: 1, minutes: 1 })
  })

  test.each(['a@b.co', 'ü@münchen.example', 'x+y@sub.domain.museum'])('takes the address %s', (address) => {
    expect(isEmail(address)).toBe(true)
  })
  test.each(['a@b', 'a b@c.de', '@b.de', 'a@b..de', 'a@.de', 'a@b.de.'])('refuses the address %s', (address) => {
    expect(isEmail(address)).toBe(false)
  })

  test('counts graphemes as readers do', () => {
    expect(countGraphemes('👩‍👩‍👧‍👦é')).toBe(2)
  })
})
