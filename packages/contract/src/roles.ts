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

/** Route groups test the roles held, not the highest one (readings, "Route groups"). */
export const routeGroups = [
  'any',
  'guest',
  'signed-in',
  'learner',
  'manager',
  'staff',
  'user',
  'admin',
  'superadmin',
] as const
export type RouteGroup = (typeof routeGroups)[number]

/** True when somebody who holds `held` (null: nobody signed in) may enter a route of the group. */
export function mayEnter(group: RouteGroup, held: readonly string[] | null): boolean {
  switch (group) {
    case 'any':
      return true
    case 'guest':
      return held === null
    case 'signed-in':
    case 'learner':
      return held !== null
    case 'manager':
      return held?.includes('manager') ?? false
    case 'staff':
      return held?.some((role) => ['admin', 'staff', 'superadmin'].includes(role)) ?? false
    case 'user':
      return held?.some((role) => ['admin', 'staff', 'user', 'superadmin'].includes(role)) ?? false
    case 'admin':
      return held?.some((role) => role === 'admin' || role === 'superadmin') ?? false
    case 'superadmin':
      return held?.includes('superadmin') ?? false
  }
}

/** The specification's helper: true unless the role is in the list and the status differs from active. */
export function isActiveUnlessListed(role: string, list: readonly string[], status: string): boolean {
  return !(list.includes(role) && status !== 'active')
}
