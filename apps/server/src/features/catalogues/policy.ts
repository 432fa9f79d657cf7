import type { CatalogueButton } from '@learnt/contract/catalogues'
import type { RequestState } from '@learnt/contract/requests'
import { isDone, type ProgressState } from '@learnt/contract/states'
import { canStartOver } from '../cycles/policy.ts'

/** How an offer stands for its person. */
export interface Offer {
  readonly state: ProgressState
  /** It opens when a request was approved. */
  readonly needsRequest: boolean
  /** Something else has to be finished first. */
  readonly isLocked: boolean
  /** Its author lets people start over; only of a course. */
  readonly mayStartOver: boolean
  /** Of the person's last request for it. */
  readonly requestState: RequestState | null
}

/** What the person can do next. What was begun goes on, whatever has to be finished or asked for by others. */
export function buttonOf(offer: Offer): CatalogueButton {
  const { state, needsRequest, isLocked, requestState } = offer
  if (needsRequest) return requestState === 'open' ? 'requested' : 'request'
  switch (state) {
    case 'completed':
    case 'passed':
      return startsOver(offer) ? 'startAgain' : 'open'
    case 'failed':
      return 'startAgain'
    case 'inprogress':
      return 'continue'
    case 'notstarted':
      return isLocked ? 'locked' : 'start'
  }
}

/** What is done begins again with its first step. What was failed can be tried again where it stands. */
export function startsOver(offer: Offer): boolean {
  return !offer.needsRequest && isDone(offer.state) && canStartOver(offer)
}
