import { isPaletteName } from '@learnt/contract/palettes'
import { TeamTheme } from '@learnt/contract/session'
import { noTheme, type TeamThemeReply } from '@learnt/contract/themes'
import { z } from 'zod'
import type { Actor } from '../../platform/actor.ts'
import { teamsInScope } from '../members/queries.ts'
import type { TeamLook } from './queries.ts'

export function presentTheme(actor: Actor, look: TeamLook, all: readonly TeamLook[]): TeamThemeReply {
  return {
    teamId: look.id,
    displayName: look.displayName,
    theme: readTheme(look.theme),
    revision: look.themeRevision,
    teams: teamsInScope(actor, all).map(({ id, displayName }) => ({ id, displayName })),
  }
}

const word = z.string().catch('')
const Stored = z.object(Object.fromEntries(Object.keys(TeamTheme.shape).map((name) => [name, word]))).catch({})

/** As stored, with the default for what is missing or makes no sense. */
export function readTheme(stored: unknown): TeamTheme {
  const theme = { ...noTheme, ...Stored.parse(stored ?? {}) } as TeamTheme
  return { ...theme, palette: isPaletteName(theme.palette) ? theme.palette : noTheme.palette }
}
