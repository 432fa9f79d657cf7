import { organisationFields } from '@learnt/contract/team-values'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { isWhollyLookedAfter } from '../../assignments/queries.ts'
import { reachOf } from '../../reach/queries/look-after.ts'
import { rolesAbove } from '../policy.ts'
import type { Tidied } from './tidy-fields.ts'

/** A field of a membership that somebody writes. */
export type Field = keyof Tidied

/** How a field of a membership is kept. */
type FieldShape = 'text' | 'day' | 'list' | 'managers'

const days: readonly Field[] = ['dob', 'terminationDate']
const lists: readonly Field[] = ['roles', 'position', 'tags', ...organisationFields]

export function shapeOf(field: Field): FieldShape {
  if (field === 'managers') return 'managers'
  return days.includes(field) ? 'day' : lists.includes(field) ? 'list' : 'text'
}

/** Column of `memberships`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A field of the membership `alias` as an object has it: `fields` of a row compares with that. */
function columnValue(alias: string, field: Field): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.${columnOf(field)}`)}`
}

/** What the fields of the membership `alias` are, as one object. */
export function valuesOf(alias: string, fields: readonly Field[]): RawBuilder<unknown> {
  const pairs = fields.map((field) => sql`${sql.lit(field)}, ${columnValue(alias, field)}`)
  return sql`jsonb_build_object(${sql.join([...pairs, sql`'status', ${sql.ref(`${alias}.status`)}`])})`
}

/** What a field becomes by the object `target`; without it there, what it is. */
export function becomes(alias: string, field: Field, target: RawBuilder<unknown>): RawBuilder<unknown> {
  const name = sql.lit(field)
  const now = columnValue(alias, field)
  switch (shapeOf(field)) {
    case 'text':
      return sql`coalesce(${target} ->> ${name}, ${now})`
    case 'day':
      return sql`case when ${target} ? ${name} then (${target} ->> ${name})::date else ${now} end`
    case 'list':
    case 'managers':
      return sql`case when ${target} ? ${name} then array(select jsonb_array_elements_text(${target} -> ${name})) else ${now} end`
  }
}

/** The value of a field by which people are told apart, in small letters. */
export function keyOf(alias: string, field: Field): RawBuilder<string> {
  const column = sql.ref(`${alias}.${columnOf(field)}`)
  switch (shapeOf(field)) {
    case 'text':
      return sql<string>`lower(${column})`
    case 'day':
      return sql<string>`coalesce(${column}::text, '')`
    default:
      return sql<string>`coalesce(lower(${column}[1]), '')`
  }
}

/** Whether nothing that a person is in the tenant is outside of the actor's teams or above them: as refusePerson(). */
export function isWhollyTheirs(actor: Actor, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  const isTheirs = reachOf(actor, 'administrator') ?? sql`true`
  return isWhollyLookedAfter(sql`(not o.roles && ${rolesAbove(actor)}::text[] and ${isTheirs})`, userId)
}
