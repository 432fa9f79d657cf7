import { namedSchemas } from '@learnt/contract/shapes'
import { z } from 'zod'

export type Json = { [name: string]: unknown }
type Side = 'input' | 'output'

const place = '#/components/schemas/'

/**
 * Schemas as an OpenAPI document has them: a schema of the contract is a component under its name, and everything else
 * stands where it is used. What is sent and what is answered differ (defaults, fields that are refused or left out), so a
 * component that differs is there twice, once as `…Input`.
 */
export class Shapes {
  readonly #names = namedSchemas()
  readonly #used: { schema: z.ZodType; side: Side; key: string }[] = []

  /** A place for a schema; `finish` puts it there. */
  add(schema: z.ZodType, side: Side): Json {
    const key = this.#names.get(schema) ?? `:${this.#used.length}`
    this.#used.push({ schema, side, key })
    return { $ref: `${place}${key}`, [sideKey]: side } as Json
  }

  /** The document with every schema in its place, and the components that it uses. */
  finish(document: Json): { document: Json; schemas: Json } {
    const written = { input: this.#write('input'), output: this.#write('output') }
    const reached = { input: this.#reach('input', written.input), output: this.#reach('output', written.output) }
    const both = [...reached.input].filter((name) => reached.output.has(name))
    const twice = new Set(both.filter((name) => !isSame(written.input.get(name), written.output.get(name))))
    // What names one that differs differs, too.
    for (let size = -1; size !== twice.size; ) {
      size = twice.size
      for (const name of both) if (namedIn(written.input.get(name)).some((one) => twice.has(one))) twice.add(name)
    }
    for (const name of twice)
      if ([...this.#names.values()].includes(`${name}Input`)) throw new Error(`${name}Input is a schema of its own`)
    const resolve = (value: unknown, side: Side): unknown => {
      if (Array.isArray(value)) return value.map((one) => resolve(one, side))
      if (typeof value !== 'object' || value === null) return value
      const own = (value as Json)[sideKey as never] as Side | undefined
      const name = nameIn(value as Json)
      if (name?.startsWith(':')) return resolve(written[own ?? side].get(name), own ?? side)
      if (name !== null) {
        const { $ref: _, ...rest } = value as Json
        const isInput = (own ?? side) === 'input' && twice.has(name)
        return { $ref: `${place}${name}${isInput ? 'Input' : ''}`, ...rest }
      }
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one, side)]))
    }
    const schemas: Json = {}
    for (const side of ['output', 'input'] as const)
      for (const name of reached[side]) {
        const key = side === 'input' && twice.has(name) ? `${name}Input` : name
        schemas[key] ??= resolve(written[side].get(name), side)
      }
    const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
    return { document: resolve(document, 'output') as Json, schemas: sorted }
  }

  /** The fields of an object, each a place of its own: parameters are named one by one. */
  fields(schema: z.ZodType | undefined, side: Side): { name: string; schema: Json; required: boolean }[] {
    if (!(schema instanceof z.ZodObject)) return []
    return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, one]) => ({
      name,
      schema: this.add(one, side),
      required: !one.safeParse(undefined).success,
    }))
  }

  #write(side: Side): Map<string, Json> {
    const registry = z.registry<{ id: string }>()
    for (const [schema, id] of this.#names) registry.add(schema, { id })
    for (const { schema, key, side: of } of this.#used)
      if (of === side && !registry.has(schema)) registry.add(schema, { id: key })
    const { schemas } = z.toJSONSchema(registry, {
      target: 'draft-2020-12',
      io: side,
      unrepresentable: 'any',
      reused: 'inline',
      uri: (id) => `${place}${id}`,
    })
    const written = new Map<string, Json>()
    for (const [id, { $schema: _, $id: __, ...rest }] of Object.entries(schemas as Record<string, Json>))
      written.set(id, rest)
    // One schema may stand in several places.
    for (const { schema, key, side: of } of this.#used)
      if (of === side && !written.has(key)) written.set(key, written.get(registry.get(schema)?.id ?? '') ?? {})
    return written
  }

  /** Names of the components that a side uses, directly or through others. */
  #reach(side: Side, written: Map<string, Json>): Set<string> {
    const reached = new Set<string>()
    const open = this.#used.filter((one) => one.side === side).map((one) => one.key)
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (reached.has(key)) continue
      reached.add(key)
      open.push(...namedIn(written.get(key)))
    }
    return new Set([...reached].filter((key) => !key.startsWith(':')))
  }
}

/** Which side a place in the document is on; goes with the place. */
const sideKey = Symbol('side')

function nameIn({ $ref }: Json): string | null {
  return typeof $ref === 'string' && $ref.startsWith(place) ? $ref.slice(place.length) : null
}

function namedIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namedIn)
  if (typeof value !== 'object' || value === null) return []
  const name = nameIn(value as Json)
  return name === null ? Object.values(value).flatMap(namedIn) : [name]
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
