import type { RequestKind, RequestState } from '@learnt/contract/requests'
import { type Actor, isAdmin, isManager } from '../../platform/actor.ts'
import { forbidden, hidden, type Refusal, type Rule, wrongState } from '../../platform/authorize.ts'

export interface RequestSubject {
  readonly userId: string
  readonly state: RequestState
  readonly kind: RequestKind
  readonly sentTo: 'managers' | 'administrators' | 'people'
  readonly standInAt: Date | null
  /** Whether the actor is an active manager of the person. */
  readonly isManaged: boolean
  /** The actor would see the person as an administrator. */
  readonly isSeen: boolean
  /** An active manager of the person is there to decide, or somebody who is named at the level. */
  readonly hasManager: boolean
  /** The actor is named at the level that it stands at, or stands in for somebody who is. */
  readonly isDecider: boolean
  /** The same at an earlier level, or decided there. */
  readonly wasAsked: boolean
}

/**
 * Managers see what their people ask managers for, administrators what people they see ask for, all what they decide.
 */
export const readRequest: Rule<RequestSubject> = (actor, request) =>
  isForManager(actor, request) || request.isDecider || request.wasAsked || (isAdmin(actor) && request.isSeen)
    ? null
    : hidden

/** Who decides, at a moment. Nobody decides their own request, or while acting as somebody. */
export function refuseDecision(actor: Actor, request: RequestSubject, now: Date): Refusal | null {
  const refusal = readRequest(actor, request)
  if (refusal) return refusal
  if (request.userId === actor.userId || request.userId === actor.impersonator?.userId) return forbidden('requests.own')
  if (request.state !== 'open') return wrongState('requests.decided')
  if (isForManager(actor, request) || request.isDecider) return null
  if (isAdmin(actor) && request.isSeen && isForAdministrators(request, now)) return null
  if (request.wasAsked && !(isAdmin(actor) && request.isSeen)) return wrongState('requests.levelDecided')
  return wrongState(
    request.kind === 'form' || request.kind === 'order' ? 'requests.forDeciders' : 'requests.forManagers',
  )
}

/** One's own, while nobody has decided. */
export const withdrawRequest: Rule<Pick<RequestSubject, 'userId' | 'state'>> = (actor, request) => {
  if (request.userId !== actor.userId) return hidden
  return request.state === 'open' ? null : wrongState('requests.decided')
}

/** A person who decides about requests may name a stand-in. */
export const mayNameStandIn: Rule<{ readonly isAsked: boolean }> = (actor, { isAsked }) =>
  isAsked || isManager(actor) || isAdmin(actor) ? null : forbidden('requests.decidesNothing')

function isForManager(actor: Actor, request: RequestSubject): boolean {
  return isManager(actor) && request.isManaged && request.sentTo === 'managers'
}

/** A request to managers also goes to administrators once the permission's days are over, or the managers are gone. */
function isForAdministrators({ sentTo, standInAt, hasManager }: RequestSubject, now: Date): boolean {
  return sentTo === 'administrators' || !hasManager || (standInAt !== null && standInAt <= now)
}
