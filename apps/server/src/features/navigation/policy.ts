import { hidden, type Policy } from '../../platform/authorize.ts'

interface SomeTeam {
  readonly id: string
}

/** Superadministrators alone (specification, section 2), in the tenant that they are in. */
export const navigationPolicy: Policy<SomeTeam, 'change'> = {
  change: (actor) => (actor.roles.includes('superadmin') ? null : hidden),
}
