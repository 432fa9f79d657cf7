import type { z } from 'zod'
import type { Chance } from '../../demo/chance.ts'
import { type KnownIds, madeOf } from '../fuzz-samples.ts'

/** How an id is written: one place can take several forms. */
export type Spelling = 'uuid' | 'membership' | 'slug' | 'email' | 'cursor' | 'upload'

/** A place in a request that takes an id, and how to put one there. */
export interface IdPlace {
  /** `body.selection.ids[]` */
  readonly at: string
  readonly spelling: Spelling
  /** Returns the whole value with this id in the place. */
  put(id: string): unknown
}

interface Def {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
  keyType?: z.ZodType
  valueType?: z.ZodType
  entries?: Record<string, string>
  in?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
  format?: string
  checks?: { _zod: { def: { check: string; format?: string } } }[]
}

const idNames = /(Id|managers)$/
const exampleUuid = '01890000-0000-7000-8000-000000000000'

/**
 * Finds every place of a value that takes an id, by its schema: in paths, queries, nested objects, lists (before and
 * beside the existing items) and every branch of a union. A sample fills branches that the value lacks.
 */
export function idPlacesOf(
  schema: z.ZodType | undefined,
  value: unknown,
  of: { at: string; chance: Chance; ids: KnownIds },
  depth = 0,
): IdPlace[] {
  if (schema === undefined || depth > 12) return []
  const def = defOf(schema)
  const inner = (next: z.ZodType | undefined, there: unknown, at = of.at) =>
    idPlacesOf(next, there, { ...of, at }, depth + 1)
  switch (def.type) {
    case 'string': {
      const spelling = spellingOf(schema, def, of.at, value)
      return spelling ? [{ at: of.at, spelling, put: (id) => id }] : []
    }
    case 'object': {
      const whole = isObject(value) ? value : sampleObject(def, of)
      return Object.entries(def.shape ?? {}).flatMap(([key, next]) =>
        inner(next, (isObject(value) ? value : {})[key], `${of.at}.${key}`).map((place) => ({
          ...place,
          put: (id: string) => ({ ...whole, [key]: place.put(id) }),
        })),
      )
    }
    case 'array': {
      const list = Array.isArray(value) ? value : []
      const places = inner(def.element, list[0], `${of.at}[]`)
      const alone = places.map((place) => ({ ...place, put: (id: string) => [place.put(id), ...list.slice(1)] }))
      if (list.length === 0) return alone
      // A list with an own and a foreign id: the own one must not open the way to the foreign one.
      return [
        ...alone,
        ...places.map((place) => ({
          ...place,
          at: place.at.replace(`${of.at}[]`, `${of.at}[+]`),
          put: (id: string) => [...list, place.put(id)],
        })),
      ]
    }
    case 'union': {
      const fitting = (def.options ?? []).filter((option) => value !== undefined && option.safeParse(value).success)
      return (def.options ?? []).flatMap((option) => inner(option, fitting.includes(option) ? value : undefined))
    }
    case 'record': {
      const held = isObject(value) ? value : {}
      // A rule may name teams and managers, also when the sample does not.
      const keys = new Set([...Object.keys(held).slice(0, 1), ...namesOf(def).filter((name) => idNames.test(name))])
      return [...keys].flatMap((key) =>
        inner(def.valueType, held[key], `${of.at}.${key}`).map((place) => ({
          ...place,
          put: (id: string) => ({ ...held, [key]: place.put(id) }),
        })),
      )
    }
    case 'lazy':
      return inner(def.getter?.(), value)
    case 'pipe':
      return inner(defOf(def.in as z.ZodType).type === 'transform' ? def.out : def.in, value)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return inner(def.innerType, value ?? undefined)
    default:
      return []
  }
}

function sampleObject(def: Def, of: { chance: Chance; ids: KnownIds }): Record<string, unknown> {
  const made: Record<string, unknown> = {}
  for (const [key, next] of Object.entries(def.shape ?? {})) {
    if (next.safeParse(undefined).success) continue
    made[key] = madeOf(next, of.chance, of.ids)
  }
  return made
}

function spellingOf(schema: z.ZodType, def: Def, at: string, value: unknown): Spelling | null {
  const formats = [def.format, ...(def.checks ?? []).map((check) => check._zod.def.format)]
  if (at.endsWith('.uploadId')) return 'upload'
  if (formats.includes('uuid')) return 'uuid'
  if (formats.includes('email') || (typeof value === 'string' && value.includes('@'))) return 'email'
  if (/\.cursor$/.test(at)) return 'cursor'
  if (!formats.includes('regex')) {
    if (/teamId(\[\+?\])?$/.test(at)) return 'slug'
    return idNames.test(at.replace(/\[\+?\]$/, '')) ? 'uuid' : null
  }
  const takes = (text: string) => schema.safeParse(text).success
  if (takes(`${exampleUuid}:a-team`) && !takes('a-team')) return 'membership'
  if (takes('a-team') && !takes('A Team')) return 'slug'
  return null
}

function namesOf(def: Def): string[] {
  return def.keyType ? Object.values(defOf(def.keyType).entries ?? {}) : []
}

function defOf(schema: z.ZodType): Def {
  return (schema as unknown as { _zod: { def: Def } })._zod.def
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
