import { type RuleField, ruleFields } from '@learnt/contract/members'
import { type RawBuilder, sql } from 'kysely'
import { conditionsOf, scalarFields, type WholeRule } from '../policy.ts'

/**
 * What a rule asks of a membership `m`, as SQL; whether the membership is active is asked beside it. `listed`: whether its
 * person is on one of these lists, where it is not as it is stored.
 */
export function ruleCondition(rule: WholeRule, listed: typeof isListed = isListed): RawBuilder<boolean> {
  if (rule.everyone) return sql`true`
  const maps = rule.maps.map((map) => {
    const conditions = conditionsOf(map).map(({ field, wanted }) =>
      scalarFields.includes(field)
        ? sql`${column('m', field)} = any(${wanted}::text[])`
        : sql`${column('m', field)} && ${wanted}::text[]`,
    )
    return sql`(${sql.join(conditions, sql` and `)})`
  })
  const ways = rule.lists.length === 0 ? maps : [...maps, listed(rule.lists)]
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`
}

/** What stands for a rule's field in a membership: managers are also those whom manager rules give. */
export function column(table: string, field: RuleField): RawBuilder<unknown> {
  return sql.ref(`${table}.${field === 'managers' ? 'allManagers' : field}`)
}

/** What rules read of a membership, as columns of a RuleSubject. */
export function subjectColumns(table: string): RawBuilder<unknown> {
  return sql.join(ruleFields.map((field) => sql`${column(table, field)} as ${sql.ref(field)}`))
}

/** The same with the membership's ids as one object. */
export function subjectObject(table: string): RawBuilder<unknown> {
  const fields = ruleFields.map((field) => sql`${sql.lit(field)}, ${column(table, field)}`)
  return sql`json_build_object('id', ${sql.ref(`${table}.id`)}, 'userId', ${sql.ref(`${table}.userId`)}, ${sql.join(fields)})`
}

/** Whether the person of a membership `m` is on one of these lists. */
export function isListed(audienceIds: readonly string[]): RawBuilder<boolean> {
  return sql`exists (select from audience_people listed where listed.audience_id = any(${audienceIds}::uuid[]) and listed.user_id = m.user_id)`
}

/** Some of the people, by their ids: all of them, or those after one id up to another. */
export interface Range {
  readonly after: string | null
  readonly until: string | null
}
export const everybody: Range = { after: null, until: null }

export function inRange(range: Range, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  const conditions = [
    ...(range.after === null ? [] : [sql`${userId} > ${range.after}`]),
    ...(range.until === null ? [] : [sql`${userId} <= ${range.until}`]),
  ]
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}

/** People whom a rule matches: user_id, the memberships that do, and the first of them. */
export function matchedPeople(
  of: { readonly status: string; readonly rule: WholeRule },
  range: Range = everybody,
): RawBuilder<unknown> {
  if (of.status !== 'active')
    return sql`select null::uuid as user_id, null::text as membership_id, null::text[] as membership_ids where false`
  return sql`
    select m.user_id, min(m.id) as membership_id, array_agg(m.id) as membership_ids from memberships m
    where m.status = 'active' and ${inRange(range, sql`m.user_id`)} and ${ruleCondition(of.rule)}
    group by m.user_id`
}
