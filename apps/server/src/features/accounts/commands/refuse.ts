import { ProblemError } from '../../../platform/problem.ts'
import type { LinkState } from '../policy.ts'

/** 429 at the field, with the time to try again; nothing when it is not blocked. */
export function refuseBlocked(until: Date | null, now: Date, path: string, message: string): void {
  if (until === null) return
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  throw new ProblemError('too-many-requests', {
    errors: [{ path, message, code: 'blocked' }],
    headers: { 'retry-after': String(seconds) },
  })
}

/** Why a link does not open. */
export function closedLink(state: Exclude<LinkState, 'open'>): ProblemError {
  return new ProblemError(state === 'unknown' ? 'not-found' : 'wrong-state', { detail: `accounts.link.${state}` })
}
