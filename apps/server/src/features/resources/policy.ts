import type { WaitsFor } from '@learnt/contract/pathways'
import type { ResourceEvent, ResourceType } from '@learnt/contract/resources'
import { type ProgressState, visibleToLearners } from '@learnt/contract/states'
import type { Actor } from '../../platform/actor.ts'
import { hidden, type Refusal, wrongState } from '../../platform/authorize.ts'

/** What the policy has to know about somebody's resource. */
export interface OwnResourceStanding {
  readonly userId: string
  readonly isActive: boolean
  readonly documentStatus: string
  /** The document that has to be finished first. */
  readonly waitsFor: WaitsFor | null
}

/** Learners see only their own, while something gives it to them and while it is published. */
export function mayOpenResource(actor: Actor, resource: OwnResourceStanding): Refusal | null {
  const isVisible = visibleToLearners.some((state) => state === resource.documentStatus)
  return resource.userId === actor.userId && resource.isActive && isVisible ? null : hidden
}

/** One that waits for another document is seen, but not read. */
export function mayReadResource(actor: Actor, resource: OwnResourceStanding): Refusal | null {
  return mayOpenResource(actor, resource) ?? (resource.waitsFor === null ? null : wrongState('locked'))
}

/** Opening one of these counts as seeing it. */
const seenWhenOpened: readonly ResourceType[] = ['link', 'image']

/**
 * Whether an event finishes a resource. A document that cannot be shown in the page is finished by downloading it, which is
 * the only way to read it.
 */
export function finishes(event: ResourceEvent, resource: { type: ResourceType; isShown: boolean }): boolean {
  switch (event) {
    case 'open':
      return seenWhenOpened.includes(resource.type)
    case 'read':
      return true
    case 'download':
      return !resource.isShown
  }
}

/** The verbs of the xAPI statements of an event, by what it changed. */
export function verbsOf(event: ResourceEvent, of: { before: ProgressState; after: ProgressState }) {
  const isBegun = of.before === 'notstarted'
  const isFinished = of.after === 'completed' && of.before !== 'completed'
  return [
    ...(isBegun ? (['initialized'] as const) : []),
    ...(event === 'download' ? (['downloaded'] as const) : []),
    ...(event !== 'download' && !isBegun && !isFinished ? (['experienced'] as const) : []),
    ...(isFinished ? (['completed'] as const) : []),
  ]
}
