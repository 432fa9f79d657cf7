const key = 'learnt.badges'

/**
 * The first badge that no tab of this browser has shown in this session, marked as shown; null when there is none. Tabs
 * that ask at once take turns, so that one of them shows it.
 */
export function claimBadge<Badge extends { id: string }>(
  session: string,
  ask: () => Promise<readonly Badge[]>,
): Promise<Badge | null> {
  const claim = async () => {
    const badges = await ask()
    const shown = readShown(session)
    const next = badges.find((one) => !shown.includes(one.id)) ?? null
    // what the server no longer tells of need not be remembered
    if (next) writeShown(session, [...shown.filter((id) => badges.some((one) => one.id === id)), next.id])
    return next
  }
  // NOTE browsers have locks only where the address is secure
  return navigator.locks ? navigator.locks.request(key, claim) : claim()
}

let inThisTab: { session: string; ids: string[] } | null = null

function readShown(session: string): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as typeof inThisTab
    if (kept?.session === session && Array.isArray(kept.ids)) return kept.ids
  } catch {
    // NOTE a browser may forbid storage: then each tab remembers for itself
  }
  return inThisTab?.session === session ? inThisTab.ids : []
}

function writeShown(session: string, ids: string[]): void {
  inThisTab = { session, ids }
  try {
    localStorage.setItem(key, JSON.stringify(inThisTab))
  } catch {
    // see above
  }
}
