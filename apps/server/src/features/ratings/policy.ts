import type { ProgressState } from '@learnt/contract/states'
import type { Actor } from '../../platform/actor.ts'
import { hidden, type Refusal, wrongState } from '../../platform/authorize.ts'

/** An assignment as far as rating needs it. */
export interface Rateable {
  readonly id: string
  readonly userId: string
  readonly documentId: string
  readonly state: ProgressState
}

export function mayLookAtRating(actor: Actor, one: Rateable): Refusal | null {
  return one.userId === actor.userId ? null : hidden
}

/** Only what was finished can be rated. An earlier cycle keeps its own rating. */
export function mayRate(actor: Actor, one: Rateable): Refusal | null {
  return mayLookAtRating(actor, one) ?? (isFinished(one) ? null : wrongState('notFinished'))
}

export function isFinished({ state }: Pick<Rateable, 'state'>): boolean {
  return state === 'completed' || state === 'passed'
}
