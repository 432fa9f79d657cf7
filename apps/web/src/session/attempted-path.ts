const key = 'learnt.attempted'

/**
 * The page that somebody wanted before signing in; of this browser tab only. `userId` says whose page it was, where that
 * is known: nobody else is led to it.
 */
export function rememberAttempt(path: string, userId: string | null = null): void {
  if (path === '/' || path.startsWith('/login') || path.startsWith('/logout') || path.startsWith('/teams')) return
  try {
    sessionStorage.setItem(key, JSON.stringify({ path, userId }))
  } catch {
    // without storage the homepage opens after signing in
  }
}

/** Takes the remembered page for whoever has signed in; only addresses of our own site come back. */
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
    // there was nothing to keep either
  }
}
