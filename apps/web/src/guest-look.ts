import type { Preferences } from '@learnt/contract/session'

/** What somebody who is not signed in keeps of the look, in this browser alone, until the next logout. */
export type GuestLook = Pick<Preferences, 'theme' | 'colorScheme'>

const key = 'learnt.look'
const schemes = ['light', 'dark', 'system']

export function readGuestLook(): GuestLook {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<GuestLook> | null
    return {
      theme: typeof kept?.theme === 'string' ? kept.theme : null,
      colorScheme: kept?.colorScheme && schemes.includes(kept.colorScheme) ? kept.colorScheme : 'light',
    }
  } catch {
    // NOTE a browser may forbid storage, and what it holds may be anybody's
    return { theme: null, colorScheme: 'light' }
  }
}

export function keepGuestLook(look: GuestLook): void {
  try {
    localStorage.setItem(key, JSON.stringify(look))
  } catch {
    // the look lasts as long as the page
  }
}

export function forgetGuestLook(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // there was nothing to keep either
  }
}
