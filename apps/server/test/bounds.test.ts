import { listOperations, type Operation } from '@learnt/contract'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { errorStatusesOf } from '../src/platform/http/openapi.ts'
import { testApp } from './app.ts'
import { givenWorld } from './given/world.ts'
import { type SampleCall, sampleOf } from './samples.ts'

// Numbers, ids and days in an address that are too large, negative or malformed: the server answers "not found" or
// names the field, and never fails.

const operations = listOperations()
let requests = 0
afterAll(() => {
  process.stdout.write(`bounds: ${requests} requests\n`)
})

const largest = 2 ** 31 - 1

test('every number in a path or query has bounds that the database can store, and every text has a maximum length', () => {
  const unbound = operations.flatMap((operation) =>
    [operation.params, operation.kind === 'json' ? operation.query : undefined].flatMap((part) =>
      part ? unboundIn(shapeOf(part)).map((one) => `${operation.id}: ${one}`) : [],
    ),
  )
  expect(unbound).toEqual([])
  // Examples that the check must find.
  const bad = z.object({ a: z.coerce.number().int(), b: z.string().optional(), c: z.array(z.number().max(2 ** 40)) })
  expect(unboundIn(shapeOf(bad))).toHaveLength(3)
})

test('refuses malformed values in an address without failing', { timeout: 300_000 }, async () => {
  const app = await testApp()
  const world = await givenWorld(app)
  const wrong = new Set<string>()
  for (const operation of operations) {
    const sample = sampleOf(operation, world)
    for (const url of oddAddresses(operation, sample)) {
      const { status, body } = await app.send(sample.by, operation.method, url, {
        headers: { ...sample.headers, ...(operation.method === 'GET' ? {} : { 'content-type': 'application/json' }) },
        ...(operation.method === 'GET' ? {} : { body: '{}' }),
      })
      requests++
      const isFine = status < 400 || errorStatusesOf(operation).includes(status)
      if (!isFine || (status >= 500 && status !== 501))
        wrong.add(`${operation.id} ${url}: ${status} ${body.toString('utf8').slice(0, 200)}`)
    }
  }
  expect([...wrong]).toEqual([])
  expect(requests).toBeGreaterThan(500)
})

const ids = ['99999', '2147483648', '99999999999999999999', '-1', '1e400']
/** Query parameters of protocol routes, which parse them themselves. */
const protocolFields = ['limit', 'w', 'count', 'startIndex']

function oddAddresses(operation: Operation, { params, query }: SampleCall): string[] {
  const path = (of: Record<string, string>) =>
    operation.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(of[name] ?? 'none'))
  const inPath = [...operation.path.matchAll(/:(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !isUuid(operation, name))
    .flatMap((name) => ids.map((value) => path({ ...params, [name]: value })))
  // A file of the same rows uses the same query.
  if (operation.method !== 'GET' || /\.(pdf|xlsx|png|svg)$/.test(operation.path)) return inPath
  const extremes = [0, 1].flatMap((at) => {
    const odd = extremesOf(operation, at)
    if (Object.keys(odd).length === 0) return []
    const pairs = Object.entries({ ...query, ...odd }).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)]),
    )
    return [`${path(params)}?${new URLSearchParams(pairs)}`]
  })
  return [...inPath, ...extremes]
}

/** A column that holds only UUIDs is compared with UUIDs only. */
function isUuid(operation: Operation, name: string): boolean {
  const field = (operation.params as z.ZodObject | undefined)?.shape[name]
  return field instanceof z.ZodType && shapeOf(field).format === 'uuid'
}

/**
 * The smallest and largest value that the contract accepts for each number, day and moment of a query, so that they
 * reach the handler.
 */
function extremesOf(operation: Operation, at: number): Record<string, string> {
  const day = ['0000-01-01', '9999-12-31'][at] ?? ''
  if (operation.kind === 'raw')
    return {
      ...Object.fromEntries(protocolFields.map((name) => [name, ['-1e400', '2147483648'][at] ?? ''])),
      asOf: day,
    }
  const fields = operation.query
    ? (shapeOf(operation.query).properties as Record<string, Shape> | undefined)
    : undefined
  return Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, field]) => {
      const [one = field] = (field.anyOf as Shape[] | undefined) ?? []
      if (one.type === 'integer' || one.type === 'number') return [[name, String(at === 0 ? one.minimum : one.maximum)]]
      if (one.format === 'date') return [[name, day]]
      return one.format === 'date-time' ? [[name, at === 0 ? `${day}T00:00:00Z` : `${day}T23:59:59.999Z`]] : []
    }),
  )
}

type Shape = { [name: string]: unknown }

function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Shape
}

function unboundIn(shape: unknown): string[] {
  if (typeof shape !== 'object' || shape === null) return []
  const { type, maximum, minimum, maxLength, format, pattern, enum: among, const: only } = shape as Shape
  const types = [type].flat()
  const isChosen = among !== undefined || only !== undefined
  const isWide = !(Number(maximum) <= largest && Number(minimum) >= -largest)
  const isLong = maxLength === undefined && format === undefined && pattern === undefined
  const isUnbound =
    !isChosen &&
    (((types.includes('integer') || types.includes('number')) && isWide) || (types.includes('string') && isLong))
  return [...(isUnbound ? [JSON.stringify(shape)] : []), ...Object.values(shape).flatMap(unboundIn)]
}
