import type { Actor } from '../../platform/actor.ts'
import { hidden, type Refusal } from '../../platform/authorize.ts'

/** A person may always see what they saw: also what they no longer have, and what was withdrawn since. */
export function mayOpenOwnRecord(actor: Actor, assignment: { readonly userId: string }): Refusal | null {
  return assignment.userId === actor.userId ? null : hidden
}
