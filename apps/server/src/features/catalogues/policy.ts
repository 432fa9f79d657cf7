import type { CatalogueButton } from '@learnt/contract/catalogues'
import type { RequestState } from '@learnt/contract/requests'
import type { ProgressState } from '@learnt/contract/states'

/** How an offer stands for its person. */
export interface Offer {
  readonly state: ProgressState
  /** It opens when a request was approved. */
  readonly needsRequest: boolean
  /** Something else has to be finished first. */
  readonly isLocked: boolean
  /** Of the person's last request for it. */
  readonly requestState: RequestState | null
}

/** What the person can do next. What was begun goes on, whatever has to be finished or asked for by others. */
export function buttonOf({ state, needsRequest, isLocked, requestState }: Offer): CatalogueButton {
  if (needsRequest) return requestState === 'open' ? 'requested' : 'request'
  switch (state) {
    case 'completed':
    case 'passed':
      return 'open'
    case 'failed':
      return 'startAgain'
    case 'inprogress':
      return 'continue'
    case 'notstarted':
      return isLocked ? 'locked' : 'start'
  }
}
