import type { Me } from '@learnt/contract/session'
import { call } from './api/call.ts'
import { api } from './api/operations.ts'
import { showOwedFactor } from './api/owed-factor.ts'
import { readTeamHint } from './api/team-hint.ts'
import { leaveSignedOut } from './leaving.ts'

/**
 * The socket says that the session is no longer what it was. Whoever only owes a second factor is led through its step and
 * stays, as does whoever has shown it in another tab; everybody else signs in again. Answers whether the page goes on.
 */
export async function stayOrLeave(me: Me): Promise<boolean> {
  const found = await call(api.session.start, { query: readTeamHint() }).catch(() => null)
  const now = found?.me
  if (now?.membershipId === me.membershipId && !now.impersonation === !me.impersonation)
    return found?.owesFactor ? showOwedFactor() : true
  leaveSignedOut()
  return false
}
