const key = 'learnt.attempted'

/**
 * The page that a person wanted before signing in, kept in this browser tab only. `userId`: only this person returns to
 * it, when it is known.
 */
export function rememberAttempt(path: string, userId: string | null = null): void {
  if (path === '/' || path.startsWith('/login') || path.startsWith('/logout') || path.startsWith('/teams')) return
  try {
    sessionStorage.setItem(key, JSON.stringify({ path, userId }))
  } catch {
    // without storage the homepage opens after signing in
  }
}

/** Takes the remembered page for the person who signed in; it accepts addresses of our own site only. */
export function takeAttempt(userId: string): string | null {
  try {
    const kept = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    const { path, userId: of } = JSON.parse(kept ?? '{}') as { path?: string; userId?: string | null }
    if (of && of !== userId) return null
    return path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\') ? path : null
  } catch {
    return null
  }
}

export function forgetAttempt(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // without storage there was nothing to remove either
  }
}
