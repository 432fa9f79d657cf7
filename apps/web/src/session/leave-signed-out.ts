import { forgetKept } from '../installation/forget-kept.ts'
import { paths } from '../routes/paths.ts'
import { rememberAttempt } from './attempted-path.ts'

let leaving = false

/**
 * The person signs out themselves, so from here on nothing reports the end of the session as news. Returns a function
 * that reverts this when signing out fails.
 */
export function beginSignOut(): () => void {
  leaving = true
  void forgetKept()
  return () => {
    leaving = false
  }
}

/**
 * Opens the sign-in page, once, because the server no longer knows the session. The same person returns to this page
 * afterwards; null: nobody does.
 */
export function leaveSignedOut(userId: string | null): void {
  if (leaving) return
  leaving = true
  if (userId) rememberAttempt(location.pathname + location.search, userId)
  void forgetKept()
  location.assign(`${paths.login}?ended`)
}
