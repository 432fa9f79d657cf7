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
