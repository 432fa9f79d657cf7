const key = 'learnt.attempted'

/** The page that somebody wanted before signing in; of this browser tab only. */
export function rememberAttempt(path: string): void {
  if (path === '/' || path.startsWith('/login') || path.startsWith('/logout') || path.startsWith('/teams')) return
  try {
    sessionStorage.setItem(key, path)
  } catch {
    // without storage the homepage opens after signing in
  }
}

/** Takes the remembered page; only addresses of our own site come back. */
export function takeAttempt(): string | null {
  try {
    const path = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return path?.startsWith('/') && !path.startsWith('//') && !path.startsWith('/\\') ? path : null
  } catch {
    return null
  }
}
