import { type PublicationState, visibleToLearners } from '@learnt/contract/states'
import type { Actor } from '../../platform/actor.ts'
import { forbidden, hidden, type Refusal } from '../../platform/authorize.ts'

/** What the policy has to know about somebody's pathway. */
export interface SomebodysPathway {
  readonly userId: string
  readonly isActive: boolean
  readonly status: PublicationState
}

/** Learners travel only their own, while something gives it to them, and while it is published. */
export function mayTravel(actor: Actor, pathway: SomebodysPathway): Refusal | null {
  return pathway.userId === actor.userId && pathway.isActive && visibleToLearners.includes(pathway.status)
    ? null
    : hidden
}

/** For a reader of others' pathways: the row is in their reach already, so this only hides what nothing gives now. */
export function mayLookAt(_actor: Actor, pathway: SomebodysPathway): Refusal | null {
  return pathway.isActive ? null : hidden
}

/** Nobody waives their own steps. */
export function mayWaive(actor: Actor, pathway: SomebodysPathway): Refusal | null {
  return mayLookAt(actor, pathway) ?? (pathway.userId === actor.userId ? forbidden('pathways.ownWaiver') : null)
}
