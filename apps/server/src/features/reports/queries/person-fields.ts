import type { CustomField, CustomFieldName } from '@learnt/contract/custom-fields'
import { nameOfField } from '@learnt/contract/custom-fields'
import type { Locale } from '@learnt/contract/locales'
import { organisationFields } from '@learnt/contract/team-values'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import type { FileColumn } from '../../../platform/xlsx.ts'
import { isInScope, isShownMembership, type ReportScope } from '../../reach/queries/scope.ts'

export type FieldFilter = { readonly [K in CustomFieldName]?: readonly string[] | undefined }

/** Values by the field. */
export type PersonFields = Partial<Record<CustomFieldName, string[]>>

/** Fields of the tenant's own that a call asks for. */
export function fieldsAsked(filter: FieldFilter): CustomFieldName[] {
  return organisationFields.filter((field) => (filter[field]?.length ?? 0) > 0)
}

/** Condition on the user id of a row: they have any of the values in each of the fields; null: nothing is asked. */
export function hasFieldValues(
  scope: ReportScope,
  filter: FieldFilter,
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> | null {
  const asked = fieldsAsked(filter)
  if (asked.length === 0) return null
  const each = asked.map((field) => sql`${sql.ref(`m.${field}`)} && ${[...(filter[field] ?? [])]}::text[]`)
  return sql<boolean>`${userId} in (
    select m.user_id from memberships m where ${isShownMembership(scope)} and ${sql.join(each, sql` and `)})`
}

/** The fields of whoever has the user id, as one object. */
export function fieldsOf(
  scope: ReportScope,
  fields: readonly CustomField[],
  userId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (fields.length === 0) return sql`'{}'::jsonb`
  const pairs = fields.map((one) => sql`${sql.lit(one.field)}::text, ${valuesIn(one)}`)
  return sql`coalesce((
    select jsonb_build_object(${sql.join(pairs)}) from memberships m where m.user_id = ${userId} and ${isShownMembership(scope)}), '{}'::jsonb)`
}

/** People with these fields, to be joined to the rows of a file; see fieldFileColumns(). */
export function joinFields(
  scope: ReportScope,
  fields: readonly CustomField[],
  userId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (fields.length === 0) return sql``
  const columns = fields.map((one) => sql`${valuesIn(one)} as ${sql.ref(ownName(one))}`)
  return sql`left join (
    select m.user_id as own_user_id, ${sql.join(columns)} from memberships m where ${isShownMembership(scope)}
  ) own on own.own_user_id = ${userId}`
}

/** Columns of a file for the fields, under the tenant's names in the reader's language. */
export function fieldFileColumns(fields: readonly CustomField[], locale: Locale): FileColumn[] {
  return fields.map((one) => ({
    header: nameOfField(one, locale),
    name: ownName(one),
    type: one.kind === 'date' ? 'written' : 'text',
    of: sql`array_to_string(${sql.ref(ownName(one))}, '; ')`,
  }))
}

/** The values that people in scope have, fifty of each field at most. */
export async function listFieldValues(
  tx: ReadTx,
  scope: ReportScope,
  fields: readonly CustomField[],
): Promise<{ field: CustomFieldName; values: { value: string; label: string }[] }[]> {
  if (fields.length === 0) return []
  const each = fields.map(({ field, kind }) => {
    const label = kind === 'person' ? sql`coalesce(${nameOfPerson(sql`value`)}, value)` : sql`value`
    return sql`
      select ${sql.lit(field)}::text as field, coalesce((
        select jsonb_agg(jsonb_build_object('value', value, 'label', ${label}) order by times desc, value) from (
          select value, count(*) as times from memberships m, unnest(${sql.ref(`m.${field}`)}) value
          where ${isShownMembership(scope)} and ${isInScope(scope, sql`m.user_id`)} group by value order by 2 desc, 1 limit 50) one), '[]') as values`
  })
  const { rows } = await sql<{ field: CustomFieldName; values: { value: string; label: string }[] }>`
    ${sql.join(each, sql` union all `)}`.execute(tx)
  return rows
}

/** In the file's SQL: a name of the tenant's may be longer than an identifier, or the same as another column's. */
function ownName({ field }: CustomField): string {
  return `own_${field}`
}

/** Values of a membership `m`; of people their names. */
function valuesIn({ field, kind }: CustomField): RawBuilder<unknown> {
  const values = sql.ref(`m.${field}`)
  if (kind !== 'person') return values
  return sql`array(select coalesce(${nameOfPerson(sql`value`)}, value) from unnest(${values}) value)`
}

/** What is no id stays from a time when the field was of another kind. */
function nameOfPerson(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select rtrim(named.shown_first_name || ' ' || named.last_name) from memberships named where named.is_primary
    and named.user_id = case when ${value} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${value}::uuid end)`
}
