import { vi } from 'vitest'

/** Nothing is painted here: what a page draws after its first frame is drawn at once. */
vi.mock('../ui/after-paint.ts', () => ({
  afterPaint: (act: () => void) => {
    act()
    return () => {}
  },
}))
