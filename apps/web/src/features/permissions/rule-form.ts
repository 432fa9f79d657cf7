import { type RuleField, ruleFields } from '@learnt/contract/members'
import {
  type AudienceRule,
  type NamedAudience,
  type Rule,
  type RuleMap,
  type RuleValue,
  textOfRuleValue,
} from '@learnt/contract/permissions'

export interface Condition {
  /** For React only. */
  id: string
  field: RuleField
  /** Plain, or as `{ value }`: kept in the form that they came in. */
  values: RuleValue[]
}

export interface ConditionGroup {
  id: string
  conditions: Condition[]
}

/**
 * A rule as people build it: any saved audience or group is enough, in a group every condition must hold, in a condition
 * any value is enough.
 */
export interface RuleForm {
  everyone: boolean
  groups: ConditionGroup[]
  audiences: NamedAudience[]
}

let lastId = 0
const newId = () => `c${++lastId}`

export function newCondition(field: RuleField): Condition {
  return { id: newId(), field, values: [] }
}

export function newGroup(...conditions: Condition[]): ConditionGroup {
  return { id: newId(), conditions }
}

/** The texts that a person chose, each in the form that it had before. */
export function withTexts(before: readonly RuleValue[], texts: readonly string[]): RuleValue[] {
  return [...new Set(texts)].map((text) => before.find((value) => textOfRuleValue(value) === text) ?? text)
}

/** `audiences`: those that the rule names. */
export function readRule(rule: AudienceRule, audiences: readonly NamedAudience[] = []): RuleForm {
  return { everyone: rule.everyone, groups: [rule.rule, ...rule.groups].map(readMap), audiences: [...audiences] }
}

/** The map of the specification and our groups beside it; conditions without a value do not count yet. */
export function writeRule(form: RuleForm): Rule {
  const maps = form.groups.map(writeMap)
  const [first = {}, ...others] = maps
  return {
    rule: first,
    groups: others.filter((map) => Object.keys(map).length > 0),
    everyone: form.everyone,
    audiences: form.audiences.map((audience) => audience.id),
  }
}

function readMap(map: RuleMap): ConditionGroup {
  return newGroup(
    ...Object.entries(map).flatMap(([field, values]) =>
      values ? [{ id: newId(), field: field as RuleField, values }] : [],
    ),
  )
}

function writeMap(group: ConditionGroup): RuleMap {
  const map: RuleMap = {}
  for (const { field, values } of group.conditions) {
    // the same attribute twice in a group is one condition: its map has one place for it
    if (values.length > 0) map[field] = [...(map[field] ?? []), ...values]
  }
  return map
}

/** Attributes that a group does not name yet. */
export function freeFields(group: ConditionGroup, own?: RuleField): RuleField[] {
  return ruleFields.filter((field) => field === own || !group.conditions.some((condition) => condition.field === field))
}

/** Whether it gives the document to anybody at all. */
export function matchesSomebody(form: RuleForm): boolean {
  return (
    form.everyone ||
    form.audiences.length > 0 ||
    form.groups.some((group) => group.conditions.some((condition) => condition.values.length > 0))
  )
}

/** Whether a condition was begun and has no value. Beside an audience a group that was left blank is no matter. */
export function isUnfinished({ everyone, groups, audiences }: RuleForm): boolean {
  const isBegun = (group: ConditionGroup) =>
    audiences.length === 0 || group.conditions.some((condition) => condition.values.length > 0)
  return (
    !everyone &&
    groups.some((group) => isBegun(group) && group.conditions.some((condition) => condition.values.length === 0))
  )
}

/** A rule for nobody yet, open at its first condition. */
export function firstForm(): RuleForm {
  return { everyone: false, groups: [newGroup(newCondition('position'))], audiences: [] }
}
