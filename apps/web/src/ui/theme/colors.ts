import {
  contrast,
  hoverOf,
  isHex,
  luminance,
  mix,
  parseHex,
  readable,
  readableRatio,
  textOn,
} from '@learnt/contract/contrast'
import { findPalette } from '@learnt/contract/palettes'
import { findBarTheme } from '../named-themes.ts'

export type Scheme = 'light' | 'dark'

/** What a team lays over the named theme; empty strings mean "the theme's own". */
export interface TeamColors {
  palette: string
  primaryColor: string
  secondaryColor: string
  sidebarBackgroundColor: string
  topHeaderBackgroundColor: string
  /** Named themes of the bars, where somebody chose one; a bar that the team coloured keeps its colour. */
  navbarTheme?: string | null
  toolbarTheme?: string | null
  footerTheme?: string | null
  /** The chosen theme of a bar also goes over the team's colour of it. */
  ownBars?: boolean
}

/** One brand or status colour in the forms that the pages need; every text/ground pair reads at 4.5 or better. */
export interface ColorSet {
  /** The colour as text, line or icon on background, paper, raised and selected surfaces. */
  main: string
  /** The colour as ground, as the brand gave it. */
  fill: string
  onFill: string
  fillHover: string
  /** A quiet tint as ground, for chips and notices, with `main` or plain text on it. */
  soft: string
  onSoft: string
}

/** A coloured bar: navigation or toolbar. */
export interface BarColors {
  ground: string
  text: string
  muted: string
  line: string
  hover: string
  selected: string
  onSelected: string
  accent: string
}

export interface SchemeColors {
  scheme: Scheme
  background: string
  paper: string
  raised: string
  text: string
  muted: string
  line: string
  fieldLine: string
  primary: ColorSet
  secondary: ColorSet
  success: ColorSet
  warning: ColorSet
  error: ColorSet
  info: ColorSet
  navbar: BarColors
  toolbar: BarColors
  footer: BarColors
}

const surfaces = {
  light: { background: '#f7f7f7', paper: '#ffffff', raised: '#ffffff', text: '#16191d', muted: '#545c66' },
  dark: { background: '#121212', paper: '#1e2125', raised: '#272b31', text: '#f2f4f6', muted: '#b3bbc4' },
} as const

const status = { success: '#2e7d32', warning: '#b45309', error: '#c62828', info: '#0b6bcb' }

/** All colours of one look: a named theme, the team's colours on top of it, in light or dark. */
export function colorsOf(team: TeamColors, scheme: Scheme): SchemeColors {
  const named = findPalette(team.palette)
  const base = surfaces[scheme]
  const grounds = [base.background, base.paper, base.raised]
  const colorSet = (wish: string): ColorSet => {
    const soft = mix(base.paper, wish, scheme === 'light' ? 0.1 : 0.22)
    // NOTE selected rows and menu items lay a tint of the colour under text of the same colour
    const tints = [...grounds, soft, mix(base.background, wish, 0.12)]
    const main = readable(wish, tints)
    return { main, fill: wish, onFill: textOn(wish), fillHover: hoverOf(wish), soft, onSoft: readable(wish, [soft]) }
  }
  const bar = (wish: string | null | undefined, brand: string, accent: string): BarColors => {
    const chosen = wish && (team.ownBars || !isHex(brand)) ? findBarTheme(wish, primary) : null
    return chosen ? barColors(chosen.ground, chosen.accent) : barColors(barGround(brand, scheme, base.paper), accent)
  }
  const primary = pick(team.primaryColor, named.primary)
  const secondary = pick(team.secondaryColor, named.secondary)
  return {
    scheme,
    ...base,
    line: mix(base.paper, base.text, scheme === 'light' ? 0.1 : 0.14),
    fieldLine: scheme === 'light' ? '#767676' : '#8f8f8f',
    primary: colorSet(primary),
    secondary: colorSet(secondary),
    success: colorSet(status.success),
    warning: colorSet(status.warning),
    error: colorSet(status.error),
    info: colorSet(status.info),
    navbar: bar(team.navbarTheme, team.sidebarBackgroundColor, pick(team.secondaryColor, primary)),
    toolbar: bar(team.toolbarTheme, team.topHeaderBackgroundColor, primary),
    footer: bar(team.footerTheme, '', primary),
  }
}

/** Colours of a bar on any ground; the accent marks the entry that is open. */
export function barColors(ground: string, accent: string): BarColors {
  const strong = textOn(ground)
  // NOTE on a ground of middle brightness a tint towards the text would take the contrast away
  const towards = contrast(strong, ground) >= 8 ? strong : strong === '#ffffff' ? '#000000' : '#ffffff'
  const hover = mix(ground, towards, 0.08)
  const tinted = mix(ground, accent, 0.16)
  const selected =
    contrast(strong, tinted) >= 7 && contrast(tinted, ground) >= 1.05 ? tinted : mix(ground, towards, 0.16)
  const text = readable(strong === '#ffffff' ? '#f2f4f6' : '#16191d', [ground, hover, selected])
  return {
    ground,
    text,
    muted: readable(mix(ground, text, 0.72), [ground, hover]),
    line: mix(ground, strong, 0.12),
    hover,
    selected,
    onSelected: contrast(accent, selected) >= readableRatio ? accent : text,
    accent: readable(accent, [ground, selected], 3),
  }
}

/** A team's own bar, in dark only if it has a colour: a plain white or light grey bar follows the scheme. */
function barGround(wish: string, scheme: Scheme, paper: string): string {
  if (!isHex(wish)) return paper
  const channels = parseHex(wish)
  const plain = Math.max(...channels) - Math.min(...channels) < 24
  return scheme === 'dark' && plain && luminance(wish) > 0.5 ? paper : wish
}

function pick(wish: string, otherwise: string): string {
  return isHex(wish) ? wish : otherwise
}
