import type { Can } from '@learnt/contract/values'
import type { Actor } from './actor.ts'
import { notFound, ProblemError } from './problem.ts'

/**
 * Why somebody may not do something.
 * - `hidden`: they may not even know that it exists (404)
 * - `forbidden`: they see it, but may not (403)
 * - `state`: nobody may just now (409)
 */
export interface Refusal {
  readonly kind: 'hidden' | 'forbidden' | 'state'
  /** Catalogue key below `reason`, for the server's answer and for the page's disabled button. */
  readonly reason: string
}

/** Null: allowed. Rules are pure: no I/O, everything they need is in the actor and the row. */
export type Rule<T> = (actor: Actor, subject: T) => Refusal | null

/** What can be done with a kind of row, by verb. */
export type Policy<T, Verb extends string = string> = Readonly<Record<Verb, Rule<T>>>

export const hidden: Refusal = { kind: 'hidden', reason: 'notFound' }
export function forbidden(reason = 'notAllowed'): Refusal {
  return { kind: 'forbidden', reason }
}
export function wrongState(reason: string): Refusal {
  return { kind: 'state', reason }
}

/** Asserts that the row exists and that the actor may; "not found" and "not allowed" are one line in a route. */
export function authorize<T>(actor: Actor, rule: Rule<T>, subject: T | null | undefined): asserts subject is T {
  if (subject === null || subject === undefined) throw notFound()
  const refusal = rule(actor, subject)
  if (refusal === null) return
  if (refusal.kind === 'hidden') throw notFound()
  throw new ProblemError(refusal.kind === 'state' ? 'wrong-state' : 'not-allowed', {
    detail: `reason.${refusal.reason}`,
  })
}

/** The same answers for the page: null where the actor may, else the reason's key. */
export function canOf<T, Verb extends string>(actor: Actor, policy: Policy<T, Verb>, subject: T): Can {
  const can: Can = {}
  for (const [verb, rule] of Object.entries<Rule<T>>(policy)) can[verb] = rule(actor, subject)?.reason ?? null
  return can
}
