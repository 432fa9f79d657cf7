import type { Me, Start } from '@learnt/contract/session'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { showOwedFactor } from '../api/owed-factor.ts'
import { sessionNews } from '../api/session-news.ts'
import { readTeamHint, teamKey } from '../api/team-hint.ts'
import { leaveSignedOut } from './leave-signed-out.ts'

/** Another tab writes several times while signing out or in, so this waits and asks once. */
const askAfterMs = 150
const askAgainAfterMs = 5000

/**
 * The socket says that the session changed. A person who only owes a second factor takes that step, here or in another
 * tab, and stays. Everybody else signs in again. Answers whether the page stays open.
 */
export async function stayOrLeave(me: Me): Promise<boolean> {
  return judge(me, await ask().catch(() => null))
}

/**
 * Listens to the other tabs of this browser: a person signed out or in there, or switched team. The socket may be down
 * just then, and this page would save as the wrong person. Returns how to stop.
 */
export function followOtherTabs(me: Me): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = async () => {
    timer = undefined
    const found = await ask().catch(() => null)
    if (isOver) return
    // NOTE changed preferences send the same signal. Without an answer the session may be unchanged, so nobody has to
    // leave.
    if (found) void judge(me, found)
    else timer ??= setTimeout(look, askAgainAfterMs)
  }
  const hear = ({ key }: StorageEvent) => {
    const isNews = key === null || key === teamKey || key === sessionNews
    if (!isNews) return
    clearTimeout(timer)
    timer = setTimeout(look, askAfterMs)
  }
  addEventListener('storage', hear)
  return () => {
    isOver = true
    clearTimeout(timer)
    removeEventListener('storage', hear)
  }
}

const ask = () => call(api.session.start, { query: readTeamHint() })

function judge(me: Me, found: Start | null): boolean | Promise<boolean> {
  const now = found?.me
  if (now?.membershipId === me.membershipId && !now.impersonation === !me.impersonation)
    return found?.owesFactor ? showOwedFactor() : true
  // a person who is still signed in continues elsewhere or as another person, and must not return to this page
  leaveSignedOut(now === null ? me.userId : null)
  return false
}
