import { type Refusal, wrongState } from '../../platform/authorize.ts'
import type { EraseRow } from './queries/find-own-data.ts'

const dayMs = 86_400_000

export function isOpenRequest(request: EraseRow | undefined): request is EraseRow {
  return request !== undefined && request.withdrawnAt === null && request.dismissedAt === null
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
