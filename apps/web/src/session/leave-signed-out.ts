import { forgetKept } from '../installation/forget-kept.ts'
import { paths } from '../routes/paths.ts'
import { rememberAttempt } from './attempted-path.ts'

let leaving = false

/**
 * The person signs out themselves: from here on it is no news that the session has ended, whoever hears of it first.
 * Returns the way back, for when signing out failed.
 */
export function beginSignOut(): () => void {
  leaving = true
  void forgetKept()
  return () => {
    leaving = false
  }
}

/**
 * Opens the sign-in page, once, because the server no longer knows the session. This page comes back after it for the
 * person whose it was; null: for nobody.
 */
export function leaveSignedOut(userId: string | null): void {
  if (leaving) return
  leaving = true
  if (userId) rememberAttempt(location.pathname + location.search, userId)
  void forgetKept()
  location.assign(`${paths.login}?ended`)
}
