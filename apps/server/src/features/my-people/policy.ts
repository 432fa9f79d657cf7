import { isManager } from '../../platform/actor.ts'
import { forbidden, type Policy } from '../../platform/authorize.ts'

/** Whose people they are is asked of every row: a manager without people has an empty page. */
export const myPeoplePolicy = {
  read: (actor) => (isManager(actor) ? null : forbidden()),
  act: (actor) => (isManager(actor) ? null : forbidden()),
} satisfies Policy<object>
