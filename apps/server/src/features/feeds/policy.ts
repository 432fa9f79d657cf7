import { type FeedState, type FeedStep, feedSteps } from '@learnt/contract/feed-states'
import { isAdmin } from '../../platform/actor.ts'
import { hidden, type Policy, type Rule, wrongState } from '../../platform/authorize.ts'

interface Subject {
  readonly teamId: string
  readonly state: FeedState
}

/** Runs are their team's; an administrator of the tenant's own team sees those of all teams. */
const read: Rule<Subject> = (actor, run) =>
  isAdmin(actor) && (actor.wholeTenant || run.teamId === actor.teamId) ? null : hidden

const step =
  (name: FeedStep): Rule<Subject> =>
  (actor, run) =>
    read(actor, run) ??
    ((feedSteps[name] as readonly FeedState[]).includes(run.state) ? null : wrongState(`feeds.${name}`))

export const feedPolicy: Policy<Subject, 'read' | FeedStep> = {
  read,
  check: step('check'),
  commit: step('commit'),
  undo: step('undo'),
  discard: step('discard'),
}

/** A run that would deactivate more than the share of the active people stops and asks. */
export function asksFirst(of: { leaving: number; active: number; mostLeaving: number }): boolean {
  return of.leaving * 100 > of.mostLeaving * of.active
}
