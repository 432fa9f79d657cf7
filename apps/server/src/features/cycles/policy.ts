import { mayRenew, periodFrom } from '@learnt/contract/cycle-periods'
import type { CycleStanding, Reset } from '@learnt/contract/cycles'
import { isDone, type ProgressState, visibleToLearners } from '@learnt/contract/states'
import type { Actor } from '../../platform/actor.ts'
import { hidden, type Refusal, wrongState } from '../../platform/authorize.ts'
import type { OwnCycle } from './queries/find-own-cycle.ts'

/** One's own finished course or pathway, from the day on which the renewal opens to the day before the cycle ends. */
export function mayRenewCycle(actor: Actor, own: OwnCycle): Refusal | null {
  if (isHidden(actor, own)) return hidden
  return canBeRenewed(own) ? null : wrongState('cycles.notOpen')
}

/** One's own course of which something was begun, where its author allows that. A locked one would stay closed. */
export function mayStartOver(actor: Actor, own: OwnCycle): Refusal | null {
  if (isHidden(actor, own)) return hidden
  if (!own.mayStartOver) return wrongState('cycles.noStartOver')
  if (own.isLocked) return wrongState('cycles.locked')
  return canStartOver(own) ? null : wrongState('cycles.nothingBegun')
}

/** The same for the pages. */
export function canStartOver(own: { state: ProgressState; mayStartOver: boolean; isLocked: boolean }): boolean {
  return own.mayStartOver && !own.isLocked && own.state !== 'notstarted'
}

function isHidden(actor: Actor, own: OwnCycle): boolean {
  const isVisible = visibleToLearners.some((state) => state === own.status)
  return own.userId !== actor.userId || !own.isActive || !isVisible
}

export function canBeRenewed(own: { state: ProgressState; today: string; period: OwnCycle['period'] }): boolean {
  return isDone(own.state) && mayRenew(own.period, own.today)
}

/** How a current cycle stands, for its learner. */
export function presentStanding(own: {
  cycle: number
  reset: Reset | null
  cycleFrom: string
  cycleMonthDay: number | null
  today: string
  state: ProgressState
}): CycleStanding {
  const period = own.reset && periodFrom(own.reset, { from: own.cycleFrom, monthDay: own.cycleMonthDay })
  return {
    number: own.cycle + 1,
    validUntil: period?.validUntil ?? null,
    opens: period?.opens ?? null,
    closes: period?.closes ?? null,
    mayRenew: canBeRenewed({ state: own.state, today: own.today, period }),
    mayStartOver: false,
  }
}
