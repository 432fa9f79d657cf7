import { type CustomField, checkCustomValues } from '@learnt/contract/custom-fields'
import { sql } from 'kysely'
import type { WriteTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/problem.ts'
import { accessOf, type Onlooker } from '../policy.ts'
import { readCustomFields } from '../queries/read-custom-fields.ts'

type Values = { readonly [field: string]: unknown }

/**
 * The values of a tenant's own fields as they are kept; everything else of `given` as it was. Complaints stand at the
 * fields. `requires`: the person is new, so that every required field must be there.
 */
export async function checkFieldValues<T extends Values>(
  tx: WriteTx,
  given: T,
  { as, at, before, requires = false }: { as: readonly Onlooker[]; at: string; before?: Values; requires?: boolean },
): Promise<T> {
  const names = Object.keys(given).filter((name) => isCustomField(name) && given[name] !== undefined)
  if (names.length === 0 && !requires) return given
  const fields = await readCustomFields(tx)
  const checked: Record<string, string[]> = {}
  const complaints: Record<string, string> = {}
  for (const name of names) {
    const field = fields.find((one) => one.field === name)
    const values = given[name] as readonly string[]
    const former = (before?.[name] ?? []) as readonly string[]
    if (sameWords(values, former)) continue
    if (!field) {
      // Without a name it is the administrators' alone.
      if (!as.includes('administrator')) complaints[`${at}.${name}`] = 'fieldNotYours'
      continue
    }
    const judged = judge(field, values, as)
    if ('code' in judged) complaints[`${at}.${name}${judged.at === undefined ? '' : `.${judged.at}`}`] = judged.code
    else checked[name] = judged.values
  }
  if (requires)
    for (const field of fields)
      if (field.isRequired && accessOf(field, as) === 'edit' && !names.includes(field.field))
        complaints[`${at}.${field.field}`] = 'required'
  if (Object.keys(complaints).length > 0) throw invalid(complaints)
  await refuseUnknownPeople(tx, fields, checked, at)
  return { ...given, ...checked }
}

export function isCustomField(name: string): boolean {
  return /^(loc|div|custom)[1-6]$/.test(name)
}

function judge(
  field: CustomField,
  given: readonly string[],
  as: readonly Onlooker[],
): { values: string[] } | { code: string; at?: number } {
  if (accessOf(field, as) !== 'edit') return { code: 'fieldNotYours' }
  const checked = checkCustomValues(field, given)
  if ('error' in checked) return { code: checked.error, at: checked.at }
  if (field.isRequired && checked.values.length === 0) return { code: 'required' }
  return checked
}

async function refuseUnknownPeople(
  tx: WriteTx,
  fields: readonly CustomField[],
  checked: Readonly<Record<string, string[]>>,
  at: string,
): Promise<void> {
  const named = fields.filter((field) => field.kind === 'person').flatMap((field) => checked[field.field] ?? [])
  if (named.length === 0) return
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id::text as user_id from memberships where user_id = any (${named}::uuid[])`.execute(tx)
  const known = new Set(rows.map((row) => row.userId))
  for (const [name, values] of Object.entries(checked)) {
    const unknown = values.findIndex((value) => !known.has(value))
    if (fields.some((field) => field.field === name && field.kind === 'person') && unknown >= 0)
      throw invalid({ [`${at}.${name}.${unknown}`]: 'unknownPerson' })
  }
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at])
}
