import { configure } from '@testing-library/react'
import { vi } from 'vitest'

/** What is waited for takes as long as it takes on a machine that does other things too. */
configure({ asyncUtilTimeout: 20_000 })

/** Nothing is painted here: what a page draws after its first frame is drawn at once. */
vi.mock('../ui/after-paint.ts', () => ({
  afterPaint: (act: () => void) => {
    act()
    return () => {}
  },
}))
