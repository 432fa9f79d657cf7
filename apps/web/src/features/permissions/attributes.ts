import type { RuleField } from '@learnt/contract/members'
import { membershipStatuses } from '@learnt/contract/states'

const roles = ['learner', 'manager', 'admin', 'superadmin'] as const

export function isRole(value: string): value is (typeof roles)[number] {
  return (roles as readonly string[]).includes(value)
}

/** Values of the attributes that only know some. */
export function fixedValues(field: RuleField): readonly string[] | null {
  if (field === 'roles') return roles
  return field === 'status' ? membershipStatuses : null
}

/** Attributes whose values are ids: nobody types one. */
export function isChosenOnly(field: RuleField): boolean {
  return field === 'managers' || field === 'teamId' || fixedValues(field) !== null
}
