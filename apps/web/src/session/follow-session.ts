import type { Me, Start } from '@learnt/contract/session'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { showOwedFactor } from '../api/owed-factor.ts'
import { sessionNews } from '../api/session-news.ts'
import { readTeamHint, teamKey } from '../api/team-hint.ts'
import { leaveSignedOut } from './leave-signed-out.ts'

/** A tab that signs out or in writes several times; it is asked once. */
const askAfterMs = 150
const askAgainAfterMs = 5000

/**
 * The socket says that the session is no longer what it was. Whoever only owes a second factor is led through its step and
 * stays, as does whoever has shown it in another tab; everybody else signs in again. Answers whether the page goes on.
 */
export async function stayOrLeave(me: Me): Promise<boolean> {
  return judge(me, await ask().catch(() => null))
}

/**
 * Hears from the other tabs of this browser that somebody has signed out or in there, or goes on in another team: the
 * socket may be down just then, and what is saved here would be saved by somebody else. Returns how to stop.
 */
export function followOtherTabs(me: Me): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = async () => {
    timer = undefined
    const found = await ask().catch(() => null)
    if (isOver) return
    // NOTE a change of preferences elsewhere sounds the same: without an answer nobody knows, and nobody has to leave
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
  // whoever is still signed in goes on at once, elsewhere or as somebody else: that is no way back to this page
  leaveSignedOut(now === null ? me.userId : null)
  return false
}
