import type { ManagerRule } from '@learnt/contract/manager-rules'
import type { Actor } from '../../platform/actor.ts'
import { canOf } from '../../platform/authorize.ts'
import { managerRulePolicy } from './policy.ts'
import type { ManagerRuleRow } from './queries/list-rules.ts'

export function presentRule(actor: Actor, row: ManagerRuleRow): ManagerRule {
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    status: row.status,
    managers: row.managers,
    people: row.people,
    sameFields: row.sameFields,
    ladder: row.ladder,
    isNearest: row.isNearest,
    audiences: row.audiences,
    pairs: row.pairs,
    revision: row.revision,
    updatedBy: row.updatedByName,
    updatedAt: row.updatedAt.toISOString(),
    can: canOf(actor, managerRulePolicy, row),
  }
}
