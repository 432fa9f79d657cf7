import createCache, { type EmotionCache } from '@emotion/cache'
import { findNonce } from './nonce.ts'

const caches: Partial<Record<'ltr' | 'rtl', EmotionCache>> = {}

/** Emotion's cache for a direction, when it can be had at once; both carry the page's nonce. */
export function findCache(direction: 'ltr' | 'rtl'): EmotionCache | null {
  if (direction === 'ltr') caches.ltr ??= createCache({ key: 'm', ...common() })
  return caches[direction] ?? null
}

/** The same, when the mirror plugin has to be fetched first, for the first right-to-left page. */
export async function loadCache(direction: 'ltr' | 'rtl'): Promise<EmotionCache> {
  const ready = findCache(direction)
  if (ready) return ready
  const { default: rtlPlugin } = await import('@mui/stylis-plugin-rtl')
  // NOTE no prefixer: emotion carries an older stylis than the one that could be imported here, and the two do not mix
  caches.rtl ??= createCache({ key: 'mr', ...common(), stylisPlugins: [rtlPlugin] })
  return caches.rtl
}

function common() {
  const nonce = findNonce()
  return { prepend: true, ...(nonce ? { nonce } : {}) }
}
