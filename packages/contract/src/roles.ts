import { z } from 'zod'

/** Roles of a membership, lowest first (specification, section 4). */
export const roles = ['learner', 'manager', 'admin', 'superadmin'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const roleRank: Record<Role, number> = { learner: 1, manager: 2, admin: 3, superadmin: 4 }

/** Session role: superadmin over admin over manager, else learner. Unknown words in the list count for nothing. */
export function sessionRole(held: readonly string[]): Role {
  if (held.includes('superadmin')) return 'superadmin'
  if (held.includes('admin')) return 'admin'
  if (held.includes('manager')) return 'manager'
  return 'learner'
}

/** The specification's helper: true unless the role is in the list and the status differs from active. */
export function isActiveUnlessListed(role: string, list: readonly string[], status: string): boolean {
  return !(list.includes(role) && status !== 'active')
}
