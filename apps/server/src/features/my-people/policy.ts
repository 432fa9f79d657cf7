import { isManager } from '../../platform/actor.ts'
import { forbidden, type Policy } from '../../platform/authorize.ts'

/** Every row is checked for whose people they are: a manager without people has an empty page. */
export const myPeoplePolicy = {
  read: (actor) => (isManager(actor) ? null : forbidden()),
  act: (actor) => (isManager(actor) ? null : forbidden()),
} satisfies Policy<object>
