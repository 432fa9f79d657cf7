import type { Actor } from '../../platform/actor.ts'
import { forbidden, type Refusal, wrongState } from '../../platform/authorize.ts'
import { type MemberSubject, memberPolicy, refuseHigher } from '../members/policy.ts'
import type { EraseRow } from './queries/find-own-data.ts'

const dayMs = 86_400_000

export function isOpenRequest(request: EraseRow | undefined): request is EraseRow {
  return (
    request !== undefined &&
    request.withdrawnAt === null &&
    request.dismissedAt === null &&
    request.confirmedAt === null
  )
}

/** From when on a person may ask to be erased; null: now. Administrators are told once a day at most. */
export function nextEraseAt(request: Pick<EraseRow, 'askedAt'> | undefined, now: Date): Date | null {
  if (request === undefined) return null
  const next = new Date(request.askedAt.getTime() + dayMs)
  return next > now ? next : null
}

export function refuseEraseRequest(request: Pick<EraseRow, 'askedAt'> | undefined, now: Date): Refusal | null {
  return nextEraseAt(request, now) === null ? null : wrongState('eraseAskedToday')
}

/** Administrators of the team in which the person asked, and of the tenant's own: those who were told. */
export function isToldOf(actor: Actor, request: Pick<EraseRow, 'teamId'> | undefined): boolean {
  return actor.wholeTenant || request?.teamId === actor.teamId
}

export function refuseDismissal(
  actor: Actor,
  member: MemberSubject,
  of: { readonly all: readonly MemberSubject[]; readonly request: Pick<EraseRow, 'teamId'> | undefined },
): Refusal | null {
  const refusal = memberPolicy.update(actor, member) ?? refuseHigher(actor, of.all)
  if (refusal) return refusal
  return of.request === undefined || isToldOf(actor, of.request) ? null : forbidden('otherTeams')
}
