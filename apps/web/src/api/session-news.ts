/** Written, and taken away again, when the session of this browser becomes another one. */
export const sessionNews = 'learnt.session'

/** Tells the other tabs that somebody has signed out or in here, or goes on as somebody else (session/follow-session.ts). */
export function tellOtherTabs(): void {
  try {
    localStorage.setItem(sessionNews, 'changed')
    localStorage.removeItem(sessionNews)
  } catch {
    // without storage they hear of it from their sockets
  }
}
