import type { Return } from '@learnt/contract/providers'

// What of a sign-in through a provider outlives the page: in this browser tab only.

export type Arrival = Return
/** What a provider said of somebody who is new. */
export interface KnownPerson {
  firstName: string
  lastName: string
  email: string
}

const linkingKey = 'learnt.linking'
const reloadedKey = 'learnt.returned'

/** A provider's identity waits on the server for this browser's next sign-in. */
export function rememberLinking(): void {
  keep(linkingKey, 'yes')
}

export function takeLinking(): boolean {
  return take(linkingKey) !== null
}

/** True once: a page that comes back without anybody is fetched again, and not in circles. */
export function mayReload(): boolean {
  if (take(reloadedKey) !== null) return false
  keep(reloadedKey, 'yes')
  return true
}

function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // without storage there is nothing to link or to fill in
  }
}

function take(key: string): string | null {
  try {
    const value = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return value
  } catch {
    return null
  }
}

/** Where an address of the sign-in page says to go on; the server takes our own pages only. */
export function readReturnUrl(): string | null {
  const asked = new URLSearchParams(location.search).get('returnUrl')
  return asked === null || asked === '' || asked.length > 2000 ? null : asked
}
