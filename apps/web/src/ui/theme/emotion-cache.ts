import createCache, { type EmotionCache, type StylisPlugin } from '@emotion/cache'
import { findNonce } from './nonce.ts'

const caches: Partial<Record<'ltr' | 'rtl', EmotionCache>> = {}

/** Emotion's cache for a direction, when it can be had at once; both carry the page's nonce. */
export function findCache(direction: 'ltr' | 'rtl'): EmotionCache | null {
  if (direction === 'ltr') caches.ltr ??= createCache({ key: 'm', ...common(), stylisPlugins: [prefix] })
  return caches[direction] ?? null
}

/** The same, when the mirror plugin has to be fetched first, for the first right-to-left page. */
export async function loadCache(direction: 'ltr' | 'rtl'): Promise<EmotionCache> {
  const ready = findCache(direction)
  if (ready) return ready
  const { default: rtlPlugin } = await import('@mui/stylis-plugin-rtl')
  caches.rtl ??= createCache({ key: 'mr', ...common(), stylisPlugins: [prefix, rtlPlugin] })
  return caches.rtl
}

function common() {
  const nonce = findNonce()
  return { prepend: true, ...(nonce ? { nonce } : {}) }
}

/** What browsers of the build's target know by their own name only. */
const prefixes = new Map([
  ['user-select', '-webkit-'],
  ['backdrop-filter', '-webkit-'],
  ['hyphens', '-webkit-'],
  ['text-size-adjust', '-webkit-'],
  ['box-decoration-break', '-webkit-'],
  // what switches, sliders and buttons ask for on paper, by a name that most browsers never knew
  ['color-adjust', '-webkit-print-'],
])

/**
 * In place of emotion's own prefixer, which looks at every declaration for browsers that cannot run this build at all. An
 * element is one of stylis: what `return` holds is written instead of it.
 */
const prefix: StylisPlugin = (element) => {
  if (element.type !== 'decl' || typeof element.props !== 'string' || element.return) return
  const mark = prefixes.get(element.props)
  if (mark) element.return = `${mark}${element.value}${element.value}`
}
