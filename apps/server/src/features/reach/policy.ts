import { type RuleField, ruleFields } from '@learnt/contract/members'
import {
  type AudienceRule,
  type NamedAudience,
  type Rule,
  type RuleMap,
  textOfRuleValue,
} from '@learnt/contract/permissions'

/** Attributes of a membership that hold one value; all others are lists. */
export const scalarFields: readonly RuleField[] = ['employeeId', 'teamId', 'status']

/** What a rule reads of a membership. */
export type RuleSubject = { readonly [Field in RuleField]: string | readonly string[] }

/** A saved audience with what it asks for; without a rule it is a list of people. */
export interface SavedAudience extends NamedAudience {
  readonly rule: AudienceRule | null
}

/** The rule with its saved audiences written out: a person matches an audience by any of its maps or by being on its list. */
export interface WholeRule {
  readonly everyone: boolean
  readonly maps: readonly RuleMap[]
  /** Audiences that are lists of people. */
  readonly lists: readonly string[]
}

export function wholeRule(rule: Rule, audiences: readonly SavedAudience[]): WholeRule {
  const named = audiences.filter((audience) => rule.audiences.includes(audience.id))
  const rules = [rule, ...named.flatMap((audience) => audience.rule ?? [])]
  return {
    everyone: rules.some((one) => one.everyone),
    maps: rules.flatMap(mapsOf),
    lists: named.filter((audience) => audience.kind === 'people').map((audience) => audience.id),
  }
}

/** A rule's maps in order: the specification's, then our groups. An empty map asks for nothing and so matches nobody. */
export function mapsOf(rule: AudienceRule): RuleMap[] {
  return [rule.rule, ...rule.groups].filter((map) => Object.keys(map).length > 0)
}

export function conditionsOf(map: RuleMap): { field: RuleField; wanted: string[] }[] {
  return ruleFields.flatMap((field) => {
    const values = map[field]
    return values ? [{ field, wanted: values.map(textOfRuleValue) }] : []
  })
}

/** Fields named by a rule itself: a change of any other field cannot change the people it matches. */
export function fieldsOf(rule: AudienceRule): RuleField[] {
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

/**
 * All fields of a map, any value of a field; any one map is enough. `isListed`: the person is on one of the rule's lists.
 * The same as ruleCondition() says in SQL; a test compares.
 */
export function matchesRule(rule: WholeRule, member: RuleSubject, isListed: boolean): boolean {
  if (member.status !== 'active') return false
  return (
    rule.everyone ||
    isListed ||
    rule.maps.some((map) => conditionsOf(map).every((condition) => meets(member, condition)))
  )
}
