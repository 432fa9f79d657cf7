import { contrast } from '@learnt/contract/contrast'
import { paletteNames } from '@learnt/contract/palettes'
import { beforeEach, expect, it, vi } from 'vitest'
import { keepGuestLook } from '../session/guest-look.ts'
import { paintGuestLook } from './guest-colors.ts'

const theme = (of: object) =>
  ({
    palette: 'default',
    primaryColor: '',
    secondaryColor: '',
    sidebarBackgroundColor: '',
    topHeaderBackgroundColor: '',
    ...of,
  }) as never
const painted = (name: string) => document.documentElement.style.getPropertyValue(`--${name}`)

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))

it('draws a button that stands out from a dark page with every named theme, and reads', () => {
  keepGuestLook({ theme: null, colorScheme: 'dark' })
  for (const palette of paletteNames) {
    paintGuestLook(theme({ palette }))
    expect(contrast(painted('button'), painted('background')), palette).toBeGreaterThanOrEqual(3)
    for (const ground of ['button', 'button-hover'])
      expect(contrast(painted('on-button'), painted(ground)), `${palette} ${ground}`).toBeGreaterThanOrEqual(4.5)
  }
})

it('leaves a brand as it is where it stands out', () => {
  keepGuestLook({ theme: null, colorScheme: 'dark' })
  paintGuestLook(theme({ primaryColor: '#f59e0b' }))
  expect(painted('button')).toBe('#f59e0b')
  keepGuestLook({ theme: null, colorScheme: 'light' })
  paintGuestLook(theme({}))
  expect(painted('button')).toBe('#192d3e')
})
