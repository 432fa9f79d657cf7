import { type PaletteName, paletteNames, palettes } from '@learnt/contract/palettes'

/** The four parts of the page that take a theme of their own. */
export const themeAreas = ['main', 'navbar', 'toolbar', 'footer'] as const
export type ThemeArea = (typeof themeAreas)[number]

/** The main theme, recast as light or dark, for a bar. */
export const recastNames = ['mainThemeLight', 'mainThemeDark'] as const
export type BarThemeName = PaletteName | (typeof recastNames)[number]
export const barThemeNames: readonly BarThemeName[] = [...recastNames, ...paletteNames]

/** How a named theme dresses a bar: its ground and the colour that marks what is open. */
export interface BarTheme {
  ground: string
  accent: string
}

/** The grounds that belong to a bar of a recast main theme. */
export const recastGrounds = { mainThemeLight: '#ffffff', mainThemeDark: '#1e2125' } as const

/** A dark theme lays a deep shade on its bars, a light one its brand colour. */
const darkGrounds: Partial<Record<PaletteName, string>> = {
  defaultDark: '#121212',
  deepOcean: '#241048',
  slate: '#1f2d3a',
}

const barThemes = Object.fromEntries(
  paletteNames.map((name) => {
    const { primary, secondary } = palettes[name]
    return [name, { ground: darkGrounds[name] ?? primary, accent: secondary }]
  }),
) as Record<PaletteName, BarTheme>

/** A bar's named theme; `main` is the page's primary colour, which the recast ones keep. Null for a name of nobody. */
export function findBarTheme(name: string, main: string): BarTheme | null {
  if (name === 'mainThemeLight' || name === 'mainThemeDark') return { ground: recastGrounds[name], accent: main }
  return Object.hasOwn(barThemes, name) ? barThemes[name as PaletteName] : null
}
