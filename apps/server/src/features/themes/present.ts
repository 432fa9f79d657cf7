import { directionOf, findLocale } from '@learnt/contract/locales'
import { findPalette, isPaletteName } from '@learnt/contract/palettes'
import { TeamTheme } from '@learnt/contract/session'
import { noTheme, type TeamThemeReply } from '@learnt/contract/themes'
import { z } from 'zod'
import type { TeamView } from '../teams/queries.ts'
import { type IconLook, iconAddress, icons } from './icons.ts'
import type { TeamLook } from './queries.ts'

/** `teams`: those whose look the caller may change. */
export function presentTheme(look: TeamLook, teams: readonly TeamLook[]): TeamThemeReply {
  return {
    teamId: look.id,
    displayName: look.displayName,
    theme: readTheme(look.theme),
    revision: look.themeRevision,
    teams: teams.map(({ id, displayName }) => ({ id, displayName })),
  }
}

const word = z.string().catch('')
const Stored = z.object(Object.fromEntries(Object.keys(TeamTheme.shape).map((name) => [name, word]))).catch({})

/** As stored, with the default for what is missing or makes no sense. */
export function readTheme(stored: unknown): TeamTheme {
  const theme = { ...noTheme, ...Stored.parse(stored ?? {}) } as TeamTheme
  return { ...theme, palette: isPaletteName(theme.palette) ? theme.palette : noTheme.palette }
}

/** The web application manifest of a team's pages. One application for each host name, whichever team is at home there. */
export function presentManifest(team: TeamView): object {
  const theme = readTheme(team.theme)
  const look = presentIconLook(team)
  const lang = findLocale(team.config.defaultLocale) ?? 'en'
  return {
    id: '/',
    name: team.displayName,
    short_name: team.displayName,
    lang,
    dir: directionOf(lang),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: theme.topHeaderBackgroundColor || look.color,
    background_color: '#f7f7f7',
    icons: icons.map((icon) => ({
      src: iconAddress(team.id, look, icon),
      sizes: `${icon.size}x${icon.size}`,
      type: 'image/png',
      purpose: icon.purpose,
    })),
  }
}

/** The team's logo, and its own colour or that of its named theme. */
export function presentIconLook(team: Pick<TeamView, 'theme'>): IconLook {
  const { iconLogo, primaryColor, palette } = readTheme(team.theme)
  return { iconLogo, color: primaryColor || findPalette(palette).primary }
}
