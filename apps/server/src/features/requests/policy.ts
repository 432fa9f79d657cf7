import type { RequestState } from '@learnt/contract/requests'
import { type Actor, isAdmin, isManager } from '../../platform/actor.ts'
import { forbidden, hidden, type Refusal, type Rule, wrongState } from '../../platform/authorize.ts'

export interface RequestSubject {
  readonly userId: string
  readonly state: RequestState
  readonly sentTo: 'managers' | 'administrators'
  readonly standInAt: Date | null
  /** Of the person's active managers one is the actor. */
  readonly isManaged: boolean
  /** The actor would see the person as an administrator. */
  readonly isSeen: boolean
  /** An active manager of the person is there to decide. */
  readonly hasManager: boolean
}

/** Managers see what their own people ask managers for; administrators what anybody asks for whom they see. */
export const readRequest: Rule<RequestSubject> = (actor, request) =>
  isForManager(actor, request) || (isAdmin(actor) && request.isSeen) ? null : hidden

/** Who decides, at a moment. Nobody decides what they ask for themselves, nor as somebody else. */
export function refuseDecision(actor: Actor, request: RequestSubject, now: Date): Refusal | null {
  const refusal = readRequest(actor, request)
  if (refusal) return refusal
  if (request.userId === actor.userId || request.userId === actor.impersonator?.userId) return forbidden('requests.own')
  if (request.state !== 'open') return wrongState('requests.decided')
  if (isForManager(actor, request) || isForAdministrators(request, now)) return null
  return wrongState('requests.forManagers')
}

/** One's own, while nobody has decided. */
export const withdrawRequest: Rule<Pick<RequestSubject, 'userId' | 'state'>> = (actor, request) => {
  if (request.userId !== actor.userId) return hidden
  return request.state === 'open' ? null : wrongState('requests.decided')
}

function isForManager(actor: Actor, request: RequestSubject): boolean {
  return isManager(actor) && request.isManaged && request.sentTo === 'managers'
}

/** What was sent to managers is theirs as well once they have not decided for the days that the permission gives them, or are gone. */
function isForAdministrators({ sentTo, standInAt, hasManager }: RequestSubject, now: Date): boolean {
  return sentTo === 'administrators' || !hasManager || (standInAt !== null && standInAt <= now)
}
