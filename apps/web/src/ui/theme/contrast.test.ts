import { contrast, hoverOf, mix, parseHex, readable, textOn, toHex } from '@learnt/contract/contrast'
import { paletteNames } from '@learnt/contract/palettes'
import { describe, expect, it } from 'vitest'
import { barThemeNames } from '../named-themes.ts'
import { barColors, type ColorSet, colorsOf } from './colors.ts'

const plain = { primaryColor: '', secondaryColor: '', sidebarBackgroundColor: '', topHeaderBackgroundColor: '' }
const looks = paletteNames.flatMap((palette) => (['light', 'dark'] as const).map((scheme) => ({ palette, scheme })))

describe('every named theme reads at 4.5 or better', () => {
  it.each(looks)('$palette $scheme', ({ palette, scheme }) => {
    const colors = colorsOf({ ...plain, palette }, scheme)
    const grounds = [colors.background, colors.paper, colors.raised]
    for (const ground of grounds) {
      expect(contrast(colors.text, ground)).toBeGreaterThanOrEqual(7)
      expect(contrast(colors.muted, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colors.fieldLine, ground)).toBeGreaterThanOrEqual(3)
    }
    const sets = ['primary', 'secondary', 'success', 'warning', 'error', 'info'] as const
    for (const name of sets) {
      const set: ColorSet = colors[name]
      for (const ground of grounds) expect(contrast(set.main, ground), `${name} as text`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(set.onFill, set.fill), `${name} fill`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(set.onFill, set.fillHover), `${name} hover`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(set.onSoft, set.soft), `${name} soft`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(set.main, set.soft), `${name} on its own tint`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(colors.text, set.soft), `text on ${name} tint`).toBeGreaterThanOrEqual(4.5)
    }
    for (const bar of [colors.navbar, colors.toolbar, colors.footer]) expectReadableBar(bar)
  })
})

describe('team colours', () => {
  it('a team’s bars read on any ground', () => {
    for (let step = 0; step < 200; step++) {
      const ground = toHex([(step * 67) % 256, (step * 131) % 256, (step * 29) % 256])
      const accent = toHex([(step * 17) % 256, (step * 71) % 256, (step * 211) % 256])
      expectReadableBar(barColors(ground, accent))
    }
  })

  it('stands over the named theme and ignores what is no colour', () => {
    const colors = colorsOf({ ...plain, palette: 'learnt', primaryColor: '#c2410c', secondaryColor: 'red' }, 'light')
    expect(colors.primary.fill).toBe('#c2410c')
    expect(colors.secondary.fill).toBe('#0f766e')
  })
})

describe('themes of the bars', () => {
  const chosen = { ...plain, palette: 'learnt', navbarTheme: 'sunset', toolbarTheme: 'slate', footerTheme: 'tech' }

  it('reads with every named theme on every main theme, light and dark', () => {
    for (const { palette, scheme } of looks) {
      for (const name of barThemeNames) {
        const colors = colorsOf({ ...plain, palette, navbarTheme: name, toolbarTheme: name, footerTheme: name }, scheme)
        for (const bar of [colors.navbar, colors.toolbar, colors.footer]) expectReadableBar(bar)
      }
    }
  })

  it('dresses each bar by itself, and leaves a bar that the team coloured', () => {
    const colors = colorsOf(chosen, 'light')
    expect([colors.navbar.ground, colors.footer.ground]).toEqual(['#d0605e', '#4dbce9'])
    const branded = colorsOf({ ...chosen, sidebarBackgroundColor: '#0b3d2e' }, 'light')
    expect(branded.navbar.ground).toBe('#0b3d2e')
    expect(colorsOf({ ...chosen, sidebarBackgroundColor: '#0b3d2e', ownBars: true }, 'light').navbar.ground).toBe(
      '#d0605e',
    )
  })

  it('recasts the main theme', () => {
    const colors = colorsOf({ ...plain, palette: 'sunset', navbarTheme: 'mainThemeDark' }, 'light')
    expect(colors.navbar.ground).toBe('#1e2125')
    expect(colorsOf({ ...plain, palette: 'sunset', navbarTheme: 'nobody' }, 'light').navbar.ground).toBe('#ffffff')
  })
})

describe('formulas', () => {
  it('knows the ends of the scale', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(toHex(parseHex('#4dbce9'))).toBe('#4dbce9')
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
  })

  it('takes black text where white does not reach', () => {
    expect(textOn('#f18153')).toBe('#000000')
    expect(textOn('#192d3e')).toBe('#ffffff')
    expect(contrast(textOn('#f18153'), hoverOf('#f18153'))).toBeGreaterThanOrEqual(contrast('#000000', '#f18153'))
  })

  it('keeps a colour that reads already', () => {
    expect(readable('#3730a3', ['#ffffff'])).toBe('#3730a3')
  })
})

function expectReadableBar(bar: ReturnType<typeof barColors>): void {
  expect(contrast(bar.text, bar.ground)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(bar.text, bar.hover)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(bar.muted, bar.ground)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(bar.onSelected, bar.selected)).toBeGreaterThanOrEqual(4.5)
}
