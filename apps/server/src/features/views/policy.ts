import { hidden, type Rule } from '../../platform/authorize.ts'

/** Views are private: to everybody else they do not exist. */
export const viewPolicy = {
  remove: ((actor, view) => (view.userId === actor.userId ? null : hidden)) satisfies Rule<{ readonly userId: string }>,
}
