import { isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Policy } from '../../platform/authorize.ts'

/** Courses belong to the tenant, so what may stand in them does too: its own team's administrators say it. */
export const videoHostPolicy: Policy<{ readonly id: string }, 'change'> = {
  change: (actor) => (!isAdmin(actor) ? hidden : actor.wholeTenant ? null : forbidden('videoHosts.wholeTenant')),
}
