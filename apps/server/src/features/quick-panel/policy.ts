import { hidden, type Rule } from '../../platform/authorize.ts'

const own: Rule<{ readonly userId: string }> = (actor, note) => (note.userId === actor.userId ? null : hidden)

/** Notes are private: to everybody else they do not exist. */
export const notePolicy = { change: own, remove: own }
