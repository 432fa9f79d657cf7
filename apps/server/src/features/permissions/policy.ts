import { type RuleField, ruleFields } from '@learnt/contract/members'
import { type Rule, type RuleMap, textOfRuleValue } from '@learnt/contract/permissions'
import { leaveStatuses, type MembershipStatus } from '@learnt/contract/states'
import { isAdmin } from '../../platform/actor.ts'
import { forbidden, type Policy } from '../../platform/authorize.ts'

/** Permissions belong to the tenant, whatever the administrator's team (readings, "What a team separates"). */
export const permissionPolicy = {
  read: (actor) => (isAdmin(actor) ? null : forbidden()),
  update: (actor) => (isAdmin(actor) ? null : forbidden()),
  assign: (actor) => (isAdmin(actor) ? null : forbidden()),
} satisfies Policy<object>

/** Attributes of a membership that hold one value; all others are lists. */
export const scalarFields: readonly RuleField[] = ['employeeId', 'teamId', 'status']

/** What a rule reads of a membership. */
export type RuleSubject = { readonly [Field in RuleField]: string | readonly string[] }

/** A rule's maps in order: the specification's, then our groups. An empty map asks for nothing and so matches nobody. */
export function mapsOf(rule: Rule): RuleMap[] {
  return [rule.rule, ...rule.groups].filter((map) => Object.keys(map).length > 0)
}

export function conditionsOf(map: RuleMap): { field: RuleField; wanted: string[] }[] {
  return ruleFields.flatMap((field) => {
    const values = map[field]
    return values ? [{ field, wanted: values.map(textOfRuleValue) }] : []
  })
}

/** Fields that a rule names: a change of another one cannot change whom it matches. */
export function fieldsOf(rule: Rule): RuleField[] {
  const named = new Set(mapsOf(rule).flatMap((map) => conditionsOf(map).map((condition) => condition.field)))
  return ruleFields.filter((field) => named.has(field))
}

export function valuesOf(member: RuleSubject, field: RuleField): readonly string[] {
  const value = member[field]
  return typeof value === 'string' ? (value === '' ? [] : [value]) : value
}

export function meets(member: RuleSubject, condition: { field: RuleField; wanted: readonly string[] }): boolean {
  return valuesOf(member, condition.field).some((value) => condition.wanted.includes(value))
}

/** All fields of a map, any value of a field; any one map is enough. The same as ruleCondition() says in SQL; a test compares. */
export function matchesRule(rule: Rule, member: RuleSubject): boolean {
  if (member.status !== 'active') return false
  return rule.everyone || mapsOf(rule).some((map) => conditionsOf(map).every((condition) => meets(member, condition)))
}

export function isOnLeave(status: string): boolean {
  return leaveStatuses.includes(status as MembershipStatus)
}

/** Away: on leave and active nowhere. Due dates stand still until the person is back. */
export function isAway(statuses: readonly string[]): boolean {
  return statuses.some(isOnLeave) && !statuses.includes('active')
}
