import createCache, { type EmotionCache } from '@emotion/cache'
import { findNonce } from './nonce.ts'

const caches: Partial<Record<'ltr' | 'rtl', EmotionCache>> = {}

/** Emotion's cache for a direction; both carry the page's nonce. The mirror plugin is fetched with the first right-to-left page. */
export async function loadCache(direction: 'ltr' | 'rtl'): Promise<EmotionCache> {
  const ready = caches[direction]
  if (ready) return ready
  const nonce = findNonce()
  const common = { prepend: true, ...(nonce ? { nonce } : {}) }
  if (direction === 'ltr') {
    caches.ltr = createCache({ key: 'm', ...common })
    return caches.ltr
  }
  const [{ default: rtlPlugin }, { prefixer }] = await Promise.all([import('@mui/stylis-plugin-rtl'), import('stylis')])
  caches.rtl = createCache({ key: 'mr', ...common, stylisPlugins: [prefixer, rtlPlugin] })
  return caches.rtl
}
