import { isAdmin } from '../../platform/actor.ts'
import { forbidden, type Policy } from '../../platform/authorize.ts'

/** Manager rules open people of all teams, so administrators of a team read them, and those of the tenant write them. */
export const managerRulePolicy = {
  read: (actor) => (isAdmin(actor) ? null : forbidden()),
  update: (actor) => (isAdmin(actor) && actor.wholeTenant ? null : forbidden()),
  remove: (actor) => (isAdmin(actor) && actor.wholeTenant ? null : forbidden()),
} satisfies Policy<object>
