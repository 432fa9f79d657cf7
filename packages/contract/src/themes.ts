import { z } from 'zod'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { paletteNames } from './palettes.ts'
import { TeamTheme } from './session.ts'
import { Revision, Slug } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    themes: { verbs: 'save' }
  }
}

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
const teamOfTenant = z.object({ tenantId: Slug, teamId: Slug })
const SentTheme = ThemeFields.extend({ revision: Revision })

export const themes = {
  get: endpoint({
    id: 'themes.get',
    summary: 'A team’s look, and the teams whose look the caller may change.',
    method: 'GET',
    path: '/api/teams/:teamId/theme',
    access: 'admin',
    callers: ['token', 'looking'],
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
    callers: ['token', 'acting'],
    audit: 'themes.save',
    sample: () => ({ body: { ...noTheme, primaryColor: '#1f5c46', revision: 0 } }),
    params: teamParams,
    body: SentTheme,
    response: TeamThemeReply,
  }),
  getOf: endpoint({
    id: 'themes.getOf',
    summary: 'The look of a team of any tenant, and the teams of that tenant.',
    method: 'GET',
    path: '/api/tenants/:tenantId/teams/:teamId/theme',
    access: 'superadmin',
    callers: ['token'],
    sample: () => ({ acrossTenants: true }),
    params: teamOfTenant,
    response: TeamThemeReply,
  }),
  saveOf: endpoint({
    id: 'themes.saveOf',
    summary: 'Save the whole look of a team of any tenant, under the same rules as its administrators do.',
    method: 'PUT',
    path: '/api/tenants/:tenantId/teams/:teamId/theme',
    access: 'superadmin',
    callers: ['token'],
    audit: 'themes.save',
    sample: () => ({
      body: { ...noTheme, primaryColor: '#1f5c46', revision: 0 },
      alsoFine: [409],
      acrossTenants: true,
    }),
    params: teamOfTenant,
    body: SentTheme,
    response: TeamThemeReply,
  }),
  addPictureOf: endpoint({
    id: 'themes.addPictureOf',
    summary:
      'Make a picture for the look of a team of any tenant from a finished upload of the caller. It is shown when the look is saved with its address.',
    method: 'POST',
    path: '/api/tenants/:tenantId/teams/:teamId/theme/pictures',
    access: 'superadmin',
    callers: ['token'],
    audit: 'files.adopt',
    sample: () => ({ body: { uploadId: 'none' }, alsoFine: [422], acrossTenants: true }),
    idempotency: 'honoured',
    params: teamOfTenant,
    body: z.strictObject({ uploadId: z.string().max(100) }),
    response: z.object({ address: z.string() }),
    status: 201,
  }),
  manifest: rawEndpoint({
    id: 'themes.manifest',
    summary:
      'What makes the application installable: name, colours and icons of the team that `?team=` or the host means.',
    method: 'GET',
    path: '/manifest.webmanifest',
    access: 'public',
    callers: ['token', 'looking'],
    protocol: 'Web application manifest',
    produces: 'application/manifest+json',
  }),
  icon: rawEndpoint({
    id: 'themes.icon',
    summary: 'An icon that the manifest names. Only what the theme says now, in the sizes of the manifest.',
    method: 'GET',
    path: '/team-icons/:teamId/:version/:name',
    access: 'public',
    callers: ['token', 'looking'],
    sample: () => ({ params: { version: 'none', name: '192.png' }, alsoFine: [404] }),
    protocol: 'HTTP; PNG',
    produces: 'image/png',
  }),
  offlinePage: rawEndpoint({
    id: 'themes.offlinePage',
    summary: 'The page that browsers keep for when nothing answers: name and icon of the team, in all languages.',
    method: 'GET',
    path: '/offline',
    access: 'public',
    callers: ['token', 'looking'],
    protocol: 'HTML',
    produces: 'text/html',
  }),
}
