import { contrast, isHex, mix, readable, readableRatio, textOn } from './contrast.ts'
import { findPalette } from './palettes.ts'

/** Colours that a team lays over its named theme; empty strings mean the theme's own. */
export const themeColors = [
  'primaryColor',
  'secondaryColor',
  'sidebarBackgroundColor',
  'topHeaderBackgroundColor',
] as const
export type ThemeColor = (typeof themeColors)[number]
export type ThemeColors = Record<ThemeColor, string> & { palette: string }

/** Grounds of the light look, on which a team's colours stand as text. In the dark look the product recasts them. */
export const lightGrounds = { page: '#f7f7f7', paper: '#ffffff' } as const

/** Marks and lines that are no text must reach this on their ground (WCAG 2.2, 1.4.11). */
export const markRatio = 3

export const themePairIds = [
  'linkOnPage',
  'linkOnPaper',
  'linkOnTint',
  'textOnPrimary',
  'textOnSecondary',
  'textOnSidebar',
  'markOnSidebar',
  'textOnTopHeader',
] as const
export type ThemePairId = (typeof themePairIds)[number]

export interface ThemePair {
  readonly id: ThemePairId
  /** The colour that has to change when the pair fails. */
  readonly field: ThemeColor
  readonly text: string
  readonly ground: string
  readonly ratio: number
  readonly needed: number
  readonly passes: boolean
}

/**
 * Every pair of text and ground that a theme makes. What the named theme brings is recast until it reads; a colour that
 * a team chose itself is shown as it was chosen, so it has to read by itself.
 */
export function themePairs(theme: ThemeColors): ThemePair[] {
  const named = findPalette(theme.palette)
  const own = (field: 'primaryColor' | 'secondaryColor', brand: string) =>
    isHex(theme[field]) && theme[field].toLowerCase() !== brand ? theme[field].toLowerCase() : null
  const primary = own('primaryColor', named.primary)
  const secondary = own('secondaryColor', named.secondary)
  const wish = primary ?? named.primary
  const { page, paper } = lightGrounds
  const tint = mix(page, wish, 0.12)
  const link = primary ?? readable(wish, [page, paper, tint, mix(paper, wish, 0.1)])
  const bar = (field: 'sidebarBackgroundColor' | 'topHeaderBackgroundColor') =>
    isHex(theme[field]) ? theme[field].toLowerCase() : paper
  const sidebar = bar('sidebarBackgroundColor')
  const header = bar('topHeaderBackgroundColor')
  const pair = (
    id: ThemePairId,
    field: ThemeColor,
    text: string,
    ground: string,
    needed = readableRatio,
  ): ThemePair => {
    const ratio = contrast(text, ground)
    return { id, field, text, ground, ratio, needed, passes: ratio >= needed }
  }
  const fill = secondary ?? named.secondary
  return [
    pair('linkOnPage', 'primaryColor', link, page),
    pair('linkOnPaper', 'primaryColor', link, paper),
    pair('linkOnTint', 'primaryColor', link, tint),
    pair('textOnPrimary', 'primaryColor', textOn(wish), wish),
    pair('textOnSecondary', 'secondaryColor', textOn(fill), fill),
    pair('textOnSidebar', 'sidebarBackgroundColor', textOn(sidebar), sidebar),
    pair('markOnSidebar', 'secondaryColor', secondary ?? readable(fill, [sidebar], markRatio), sidebar, markRatio),
    pair('textOnTopHeader', 'topHeaderBackgroundColor', textOn(header), header),
  ]
}

export function failingPairs(theme: ThemeColors): ThemePair[] {
  return themePairs(theme).filter((pair) => !pair.passes)
}

/** The colour nearest to the chosen one with which all pairs of that field read; the chosen one where they do already. */
export function nearestPassing(theme: ThemeColors, field: ThemeColor): string {
  const reads = (color: string) => failingPairs({ ...theme, [field]: color }).every((pair) => pair.field !== field)
  const chosen = theme[field]
  for (let step = 0; step <= 100; step++) {
    for (const goal of ['#000000', '#ffffff']) {
      const candidate = mix(chosen, goal, step / 100)
      if (reads(candidate)) return candidate
    }
  }
  return chosen
}
