import { describe, expect, it } from 'vitest'
import { contrast } from './contrast.ts'
import { paletteNames } from './palettes.ts'
import { failingPairs, nearestPassing, type ThemeColors, themeColors, themePairIds, themePairs } from './theme-pairs.ts'

const plain: ThemeColors = {
  palette: 'default',
  primaryColor: '',
  secondaryColor: '',
  sidebarBackgroundColor: '',
  topHeaderBackgroundColor: '',
}
const hex = (seed: number) => `#${((seed * 2654435761) % 0x1000000).toString(16).padStart(6, '0')}`

describe('pairs of text and ground', () => {
  it('of every named theme can be read', () => {
    for (const palette of paletteNames) {
      const pairs = themePairs({ ...plain, palette })
      expect(pairs.map((pair) => pair.id)).toEqual([...themePairIds])
      expect(failingPairs({ ...plain, palette }), palette).toEqual([])
    }
  })

  it('name what fails and by how much', () => {
    const failing = failingPairs({ ...plain, primaryColor: '#FFD400' })
    expect(failing.map((pair) => pair.id)).toEqual(['linkOnPage', 'linkOnPaper', 'linkOnTint'])
    expect(failing[1]).toMatchObject({ field: 'primaryColor', text: '#ffd400', ground: '#ffffff', needed: 4.5 })
    expect(failing[1]?.ratio).toBeCloseTo(1.43, 2)
    expect(failingPairs({ ...plain, secondaryColor: '#14392c', sidebarBackgroundColor: '#15402f' })).toMatchObject([
      { id: 'markOnSidebar', field: 'secondaryColor', needed: 3 },
    ])
  })

  it('take a colour that repeats the named theme’s for the theme’s own, which the product recasts', () => {
    expect(failingPairs({ ...plain, palette: 'tech', primaryColor: '#4DBCE9', secondaryColor: '#d1e751' })).toEqual([])
    expect(failingPairs({ ...plain, palette: 'learnt', primaryColor: '#4dbce9' })).not.toEqual([])
  })

  it('text on any bar and any button can be read', () => {
    for (let seed = 1; seed < 500; seed++) {
      const pairs = themePairs({ ...plain, primaryColor: hex(seed), sidebarBackgroundColor: hex(seed + 7) })
      for (const pair of pairs.filter((one) => one.id.startsWith('textOn'))) expect(pair.passes, pair.ground).toBe(true)
    }
  })
})

describe('the nearest colour', () => {
  it('passes, and is the chosen one where that does', () => {
    for (let seed = 1; seed < 300; seed++) {
      const theme = {
        ...plain,
        primaryColor: hex(seed),
        secondaryColor: hex(seed * 3 + 1),
        sidebarBackgroundColor: hex(seed * 5 + 2),
      }
      for (const field of themeColors.slice(0, 2)) {
        const fails = failingPairs(theme).some((pair) => pair.field === field)
        const nearest = nearestPassing(theme, field)
        if (!fails) expect(nearest).toBe(theme[field])
        expect(failingPairs({ ...theme, [field]: nearest }).filter((pair) => pair.field === field)).toEqual([])
      }
    }
  })

  it('is nearer than black', () => {
    const nearest = nearestPassing({ ...plain, primaryColor: '#d98e04' }, 'primaryColor')
    expect(contrast(nearest, '#ffffff')).toBeLessThan(7)
  })
})
