import type { Measure } from '@learnt/contract/text-lines'
import './paper-fonts.css'
import { useSyncExternalStore } from 'react'

/** The typefaces of the PDF in its order; for other scripts those of the machine. */
export const paperFonts = 'Roboto, Andika, "IBM Plex Sans Arabic", sans-serif'

/** Measures with the typefaces of the PDF, and once more when one of them has been loaded. */
export function useMeasure(isBold: boolean): Measure {
  useSyncExternalStore(subscribe, () => loaded)
  return (text) => measure(text, isBold)
}

let loaded = 0
let context: CanvasRenderingContext2D | null | undefined
/** Large enough that rounding to pixels does not matter. */
const size = 100

function subscribe(notify: () => void): () => void {
  const hasLoaded = () => {
    loaded++
    notify()
  }
  // Browsers for tests have no fonts.
  document.fonts?.addEventListener('loadingdone', hasLoaded)
  return () => document.fonts?.removeEventListener('loadingdone', hasLoaded)
}

function measure(text: string, isBold: boolean): number {
  context ??= document.createElement('canvas').getContext('2d')
  // Without a canvas, by an average letter.
  if (!context) return [...text].length * 0.56
  context.font = `${isBold ? 700 : 400} ${size}px ${paperFonts}`
  return context.measureText(text.normalize('NFC')).width / size
}
