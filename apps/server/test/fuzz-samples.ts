import type { z } from 'zod'
import type { Chance } from '../demo/chance.ts'
import { oddDates } from './fuzz-mutations.ts'

/** Strings that exist in the world, so that a sample reaches further than "not found". */
export type KnownIds = readonly string[]

interface Def {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
  entries?: Record<string, string>
  values?: unknown[]
  keyType?: z.ZodType
  valueType?: z.ZodType
  items?: z.ZodType[]
  in?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
  format?: string
  checks?: Array<{
    _zod: { def: { check: string; minimum?: number; maximum?: number; value?: number; format?: string } }
  }>
}

/** A value that mostly matches the schema; refinements beyond the shape are not considered here. */
export function madeOf(schema: z.ZodType, chance: Chance, ids: KnownIds, depth = 0): unknown {
  const def = (schema as unknown as { _zod: { def: Def } })._zod.def
  const of = (inner: z.ZodType | undefined) => (inner === undefined ? null : madeOf(inner, chance, ids, depth + 1))
  switch (def.type) {
    case 'string':
      return text(def, chance, ids)
    case 'number':
    case 'int':
      return number(def, chance)
    case 'boolean':
      return chance.is(1 / 2)
    case 'null':
      return null
    case 'enum':
      return chance.pick(Object.values(def.entries ?? {}))
    case 'literal':
      return chance.pick(def.values ?? [null])
    case 'object': {
      const made: Record<string, unknown> = {}
      for (const [key, inner] of Object.entries(def.shape ?? {})) {
        const value = of(inner)
        if (value !== undefined) made[key] = value
      }
      return made
    }
    case 'array': {
      const { least } = bounds(def)
      return Array.from({ length: depth > 6 ? least : chance.int(least, least + 2) }, () => of(def.element))
    }
    case 'tuple':
      return (def.items ?? []).map(of)
    case 'record': {
      const entries = Array.from({ length: chance.int(0, 3) }, () => [String(of(def.keyType)), of(def.valueType)])
      return Object.fromEntries(entries)
    }
    case 'union':
      return of(chance.pick(def.options ?? []))
    case 'lazy':
      return depth > 6 ? null : of(def.getter?.())
    case 'optional':
      return chance.is(1 / 2) ? undefined : of(def.innerType)
    case 'nullable':
      return chance.is(1 / 3) ? null : of(def.innerType)
    case 'default':
    case 'prefault':
      return chance.is(1 / 3) ? undefined : of(def.innerType)
    case 'pipe':
      // A preprocessing step is a transform in front; its output schema describes the value.
      return of(typeOf(def.in) === 'transform' ? def.out : def.in)
    case 'readonly':
    case 'catch':
      return of(def.innerType)
    default:
      return 'anything'
  }
}

function typeOf(schema: z.ZodType | undefined): string {
  return schema === undefined ? '' : (schema as unknown as { _zod: { def: Def } })._zod.def.type
}

function bounds(def: Def): { least: number; most: number } {
  let [least, most] = [0, Number.POSITIVE_INFINITY]
  for (const check of def.checks ?? []) {
    const one = check._zod.def
    if (one.check === 'min_length' || one.check === 'length_equals') least = Math.max(least, one.minimum ?? 0)
    if (one.check === 'max_length') most = Math.min(most, one.maximum ?? most)
    if (one.check === 'greater_than') least = Math.max(least, one.value ?? 0)
    if (one.check === 'less_than') most = Math.min(most, one.value ?? most)
  }
  return { least, most }
}

function text(def: Def, chance: Chance, ids: KnownIds): string {
  const formats = [def.format, ...(def.checks ?? []).map((check) => check._zod.def.format)]
  const uuids = ids.filter((id) => /^[0-9a-f-]{36}$/.test(id))
  if (formats.includes('uuid')) return chance.pick(uuids)
  const isDay = formats.includes('date')
  if ((isDay || formats.includes('datetime')) && chance.is(1 / 3))
    return chance.pick(oddDates.filter((one) => (one.length === 10) === isDay))
  if (isDay) return '2026-11-20'
  if (formats.includes('datetime')) return '2026-11-20T09:00:00.000Z'
  if (formats.includes('regex')) return chance.pick(ids)
  const { least, most } = bounds(def)
  const words = ['Ada Lovelace', 'a@example.test', 'https://example.test/read', '#2563eb', 'Über Größe', ...ids]
  const word = chance.pick(words)
  return word.padEnd(least, 'x').slice(0, Math.min(most, 10_000))
}

function number(def: Def, chance: Chance): number {
  const { least, most } = bounds(def)
  return chance.int(Math.max(0, least), Math.min(most, Math.max(0, least) + 100))
}
