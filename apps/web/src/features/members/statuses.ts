import type { MembershipStatus } from '@learnt/contract/states'

/** Statuses in the order in which they are offered; the type refuses a missing one. */
const all: Record<MembershipStatus, true> = {
  active: true,
  inactive: true,
  'maternity leave': true,
  'paternity leave': true,
  'sick leave': true,
  'compassionate leave': true,
  'leave without pay': true,
  terminated: true,
  archived: true,
}

export const statuses = Object.keys(all) as MembershipStatus[]
