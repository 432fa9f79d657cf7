import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { paletteNames } from './palettes.ts'
import { TeamTheme } from './session.ts'
import { Slug } from './values.ts'

/** Pictures of a team's theme: addresses below `/team-files/`, empty where there is none. */
export const themeImages = ['iconLogo', 'loggedOutLogo', 'loggedOutBackgroundImage', 'favicon'] as const
export type ThemeImage = (typeof themeImages)[number]

const color = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?:#[0-9a-f]{6})?$/, { error: 'hexColor' })
const image = z.string().max(300)

/** A team's whole look, as it is saved. Whether the images are the team's own is the server's to find out. */
export const ThemeFields = z.strictObject({
  palette: z.enum(paletteNames),
  primaryColor: color,
  secondaryColor: color,
  sidebarBackgroundColor: color,
  topHeaderBackgroundColor: color,
  iconLogo: image,
  loggedOutLogo: image,
  loggedOutBackgroundImage: image,
  favicon: image,
})
export type ThemeFields = z.infer<typeof ThemeFields>

export const noTheme: ThemeFields = {
  palette: 'default',
  primaryColor: '',
  secondaryColor: '',
  sidebarBackgroundColor: '',
  topHeaderBackgroundColor: '',
  iconLogo: '',
  loggedOutLogo: '',
  loggedOutBackgroundImage: '',
  favicon: '',
}

/** Where a picture of a team lies that is shown to everybody; null for any other address. */
export function fileOfTeamImage(address: string): { teamId: string; fileId: string } | null {
  const match = /^\/team-files\/([a-z0-9-]{1,63})\/([0-9a-f-]{36})\.webp$/.exec(address)
  return match ? { teamId: match[1] ?? '', fileId: match[2] ?? '' } : null
}

const TeamThemeReply = z.object({
  teamId: Slug,
  displayName: z.string(),
  theme: TeamTheme,
  /** Increases with every change; send it back when saving. */
  revision: z.number().int(),
  /** Teams whose theme the caller may change. */
  teams: z.array(z.object({ id: Slug, displayName: z.string() })),
})
export type TeamThemeReply = z.infer<typeof TeamThemeReply>

const teamParams = z.object({ teamId: Slug })

export const themes = {
  get: endpoint({
    id: 'themes.get',
    summary: 'A team’s look, and the teams whose look the caller may change.',
    method: 'GET',
    path: '/api/teams/:teamId/theme',
    access: 'admin',
    params: teamParams,
    response: TeamThemeReply,
  }),
  save: endpoint({
    id: 'themes.save',
    summary:
      'Save a team’s whole look over the revision that it builds on. Refused while a pair of text and ground cannot be read.',
    method: 'PUT',
    path: '/api/teams/:teamId/theme',
    access: 'admin',
    params: teamParams,
    body: ThemeFields.extend({ revision: z.number().int() }),
    response: TeamThemeReply,
  }),
}
