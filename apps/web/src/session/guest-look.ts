import type { Preferences } from '@learnt/contract/session'

/** What somebody who is not signed in keeps of the look, in this browser alone, until the next logout. */
export type GuestLook = Pick<Preferences, 'theme' | 'colorScheme'>

const key = 'learnt.look'
const usual: GuestLook = { theme: null, colorScheme: 'system' }
const schemes = ['light', 'dark', 'system']
const listeners = new Set<() => void>()
let shown: GuestLook | null = null

/** The same object until it changes. */
export function readGuestLook(): GuestLook {
  shown ??= readKept()?.look ?? usual
  return shown
}

export function keepGuestLook(look: GuestLook): void {
  shown = look
  write({ ...look, isNew: true })
  for (const listener of listeners) listener()
}

export function onGuestLook(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was chosen since somebody last signed in here, once: it goes into an account that has no look of its own. */
export function takeGuestLook(): GuestLook | null {
  const kept = readKept()
  if (!kept?.isNew) return null
  write(kept.look)
  return kept.look
}

export function forgetGuestLook(): void {
  shown = null
  try {
    localStorage.removeItem(key)
  } catch {
    // there was nothing to keep either
  }
}

function readKept(): { look: GuestLook; isNew: boolean } | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<GuestLook & { isNew: boolean }> | null
    if (typeof kept !== 'object' || kept === null) return null
    const { theme, colorScheme } = kept
    return {
      look: {
        theme: typeof theme === 'string' ? theme : usual.theme,
        colorScheme: colorScheme && schemes.includes(colorScheme) ? colorScheme : usual.colorScheme,
      },
      isNew: kept.isNew === true,
    }
  } catch {
    // NOTE a browser may forbid storage, and what it holds may be anybody's
    return null
  }
}

function write(kept: GuestLook & { isNew?: boolean }): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // the look lasts as long as the page
  }
}
