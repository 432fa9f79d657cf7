import { mayRenew } from '@learnt/contract/cycle-periods'
import { isDone, type ProgressState, visibleToLearners } from '@learnt/contract/states'
import type { Actor } from '../../platform/actor.ts'
import { hidden, type Refusal, wrongState } from '../../platform/authorize.ts'
import type { OwnCycle } from './queries/find-own-cycle.ts'

/** One's own finished course, from the day on which the renewal opens to the day before the cycle ends. */
export function mayRenewCycle(actor: Actor, own: OwnCycle): Refusal | null {
  const isVisible = visibleToLearners.some((state) => state === own.courseStatus)
  if (own.userId !== actor.userId || !own.isActive || !isVisible) return hidden
  return canBeRenewed(own) ? null : wrongState('cycles.notOpen')
}

export function canBeRenewed(own: { state: ProgressState; today: string; period: OwnCycle['period'] }): boolean {
  return isDone(own.state) && mayRenew(own.period, own.today)
}
