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
  const { default: rtlPlugin } = await import('@mui/stylis-plugin-rtl')
  // NOTE no prefixer: emotion carries an older stylis than the one that could be imported here, and the two do not mix
  caches.rtl = createCache({ key: 'mr', ...common, stylisPlugins: [rtlPlugin] })
  return caches.rtl
}
