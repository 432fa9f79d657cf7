import { isAdmin } from '../../platform/actor.ts'
import { hidden, type Policy } from '../../platform/authorize.ts'

interface SomeTeam {
  readonly id: string
}

/** The look is the team's: of one's own team, and of every team for an administrator of the tenant's own. */
export const themePolicy: Policy<SomeTeam, 'change'> = {
  change: (actor, team) => (isAdmin(actor) && (actor.wholeTenant || team.id === actor.teamId) ? null : hidden),
}
