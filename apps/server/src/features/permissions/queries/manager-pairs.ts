import type { ManagerRuleInput, SharedField } from '@learnt/contract/manager-rules'
import type { RuleField } from '@learnt/contract/members'
import type { Rule } from '@learnt/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { fieldsOf, type SavedAudience, type WholeRule, wholeRule } from '../../reach/policy.ts'
import { column, ruleCondition } from '../../reach/queries/match-people.ts'
import { readAudiences } from './read-rule.ts'

/** A manager rule with what its saved audiences say. */
export interface WholeManagerRule {
  readonly managers: WholeRule
  readonly people: WholeRule
  readonly sameFields: readonly SharedField[]
  readonly ladder: readonly string[]
  readonly isNearest: boolean
}

type Stored = Pick<ManagerRuleInput, 'managers' | 'people' | 'sameFields' | 'ladder' | 'isNearest'>

export function wholeManagerRule(rule: Stored, audiences: readonly SavedAudience[]): WholeManagerRule {
  return { ...rule, managers: wholeRule(rule.managers, audiences), people: wholeRule(rule.people, audiences) }
}

/** All fields that a manager rule reads of manager or person. Of both it reads whether they are there, of managers the role. */
export function fieldsOfManagerRule(rule: Stored, audiences: readonly SavedAudience[]): RuleField[] {
  const named = [rule.managers, rule.people, ...audiences.flatMap((audience) => audience.rule ?? [])].flatMap(fieldsOf)
  return [
    ...new Set<RuleField>([
      ...named,
      ...rule.sameFields,
      ...(rule.ladder.length > 0 ? (['position'] as const) : []),
      'roles',
      'status',
    ]),
  ]
}

/** The active rules of the tenant, but for one. */
export async function readManagerRules(tx: ReadTx, besides: string | null = null): Promise<WholeManagerRule[]> {
  const { rows } = await sql<Stored & { audienceIds: string[] }>`
    select managers, people, same_fields, ladder, is_nearest, audience_ids from manager_rules
    where status = 'active' and id is distinct from ${besides}::uuid`.execute(tx)
  const audiences = await readAudiences(tx, [...new Set(rows.flatMap((row) => row.audienceIds))])
  return rows.map((row) => wholeManagerRule(row, audiences))
}

export function audiencesNamed(rule: { readonly managers: Rule; readonly people: Rule }): string[] {
  return [...new Set([...rule.managers.audiences, ...rule.people.audiences])]
}

/**
 * Pairs that a rule gives: membership_id, user_id, manager_id. `people` and `managers` say of memberships `m` which are
 * looked at. One or the other is joined by what it has in common, not row by row.
 */
export function managerPairs(
  rule: WholeManagerRule,
  { people = sql`true`, managers = sql`true` }: { people?: RawBuilder<unknown>; managers?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> {
  const keys = rule.sameFields.map((field, at) => ({ field, name: sql.ref(`key${at}`) }))
  const hasLadder = rule.ladder.length > 0
  const side = (condition: RawBuilder<unknown>) => sql`
    select m.id, m.user_id, ${hasLadder ? rung(rule.ladder) : sql`0`} as rung${sql.join(
      keys.map(({ name, field }) =>
        field === 'teamId' ? sql`, m.team_id as ${name}` : sql`, ${name}.value as ${name}`,
      ),
      sql``,
    )}
    from memberships m ${sql.join(
      keys
        .filter(({ field }) => field !== 'teamId')
        .map(({ name, field }) => sql`cross join lateral unnest(${column('m', field)}) as ${name}(value)`),
      sql` `,
    )}
    where ${condition}`
  const same = keys.map(({ name }) => sql`and b.${name} = p.${name}`)
  const pairs = sql`
    select distinct p.id as membership_id, p.user_id, b.user_id as manager_id, b.rung
    from (${side(sql`${people} and ${ruleCondition(rule.people)}`)}) p
    join (${side(sql`m.status = 'active' and 'manager' = any (m.roles) and ${managers} and ${ruleCondition(rule.managers)}`)}) b
      on b.user_id <> p.user_id ${sql.join(same, sql` `)} ${hasLadder ? sql`and b.rung < p.rung` : sql``}`
  if (!hasLadder || !rule.isNearest) return sql`select membership_id, user_id, manager_id from (${pairs}) pair`
  return sql`
    select membership_id, user_id, manager_id
    from (select pair.*, rank() over (partition by membership_id order by rung desc) as distance from (${pairs}) pair) pair
    where distance = 1`
}

/** Where a membership `m` stands on a ladder, 1 the highest; null where it has none of its positions. */
function rung(ladder: readonly string[]): RawBuilder<unknown> {
  return sql`(select min(step.number) from unnest(${[...ladder]}::text[]) with ordinality step(name, number) where step.name = any (m.position))`
}

/** What several rules give together: membership_id and managers, the ids of all of them in order. */
export function managersByRules(
  rules: readonly WholeManagerRule[],
  people: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  if (rules.length === 0) return sql`select null::text as membership_id, '{}'::text[] as managers where false`
  return sql`
    select membership_id, array_agg(distinct manager_id::text order by manager_id::text) as managers
    from (${sql.join(
      rules.map((rule) => managerPairs(rule, { people })),
      sql` union all `,
    )}) pair group by membership_id`
}
