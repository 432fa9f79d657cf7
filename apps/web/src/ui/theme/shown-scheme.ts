import { findPalette } from '@learnt/contract/palettes'
import type { Scheme } from './colors.ts'

/** Read by index.html before anything is drawn, so that a page begins in the scheme that the last one ended in. */
const key = 'learnt.scheme'

/** What "as the device" means: a dark named theme is dark everywhere. */
export function schemeOf(wish: Scheme | 'system', palette: string, deviceIsDark: boolean): Scheme {
  if (wish !== 'system') return wish
  return findPalette(palette).mode === 'dark' || deviceIsDark ? 'dark' : 'light'
}

/** Marks the document with its scheme, and keeps one that differs from what the device alone would give. */
export function showScheme(scheme: Scheme, wish: Scheme | 'system'): void {
  const { documentElement: page } = document
  page.dataset.scheme = scheme
  page.style.colorScheme = scheme
  try {
    if (wish === 'system' && scheme === (readDevice() ? 'dark' : 'light')) localStorage.removeItem(key)
    else localStorage.setItem(key, scheme)
  } catch {
    // without storage a page begins in the device's scheme
  }
}

const device = () => window.matchMedia('(prefers-color-scheme: dark)')

export function followDevice(listener: () => void): () => void {
  const query = device()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the device is set to dark. */
export function readDevice(): boolean {
  return device().matches
}
