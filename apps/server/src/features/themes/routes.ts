import { api } from '@learnt/contract'
import { Slug } from '@learnt/contract/values'
import { contextInside } from '../../platform/act-in-tenant.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx, Services } from '../../platform/context.ts'
import { assetPolicy, offlinePolicy } from '../../platform/http/policies.ts'
import { type PublicCall, type Route, rawRoute, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { teamsInScope } from '../members/queries.ts'
import { findTeam, findTeamOfPage, type TeamView } from '../teams/queries.ts'
import { tenantPolicy } from '../tenants/policy.ts'
import { findTenant } from '../tenants/queries.ts'
import { addPictureOf, saveTheme, saveThemeOf } from './commands.ts'
import { drawIcon, icons, iconVersion } from './icons.ts'
import { offlinePage, offlinePageSources } from './offline-page.ts'
import { themePolicy } from './policy.ts'
import { presentIconLook, presentManifest, presentTheme } from './present.ts'
import { listLooks } from './queries.ts'

export const themeRoutes: Route[] = [
  route(api.themes.get, async ({ ctx, params }) => {
    const all = await ctx.read(listLooks)
    const look = all.find((team) => team.id === params.teamId)
    authorize(ctx.actor, themePolicy.change, look)
    return presentTheme(look, teamsInScope(ctx.actor, all))
  }),

  route(api.themes.save, async ({ ctx, params, body }) => {
    const all = await ctx.read(listLooks)
    const look = all.find((team) => team.id === params.teamId)
    authorize(ctx.actor, themePolicy.change, look)
    return presentTheme(await saveTheme(ctx, look, body), teamsInScope(ctx.actor, all))
  }),

  route(api.themes.getOf, async ({ ctx, params }) => {
    const { look, all } = await getLookOf(ctx, params)
    return presentTheme(look, all)
  }),

  route(api.themes.saveOf, async ({ ctx, params, body }) => {
    const { look, all } = await getLookOf(ctx, params)
    return presentTheme(await saveThemeOf(ctx, params.tenantId, look, body), all)
  }),

  route(api.themes.addPictureOf, async ({ ctx, params, body }) => {
    const { look } = await getLookOf(ctx, params)
    return { address: await addPictureOf(ctx, params.tenantId, look.id, body.uploadId) }
  }),

  rawRoute(api.themes.manifest, async (call) => {
    const team = await findTeamOfRequest(call)
    return call.reply.type('application/manifest+json; charset=utf-8').send(JSON.stringify(presentManifest(team)))
  }),

  rawRoute(api.themes.icon, async ({ services, request, reply }) => {
    const { teamId, version, name } = request.params as { teamId: string; version: string; name: string }
    const icon = icons.find((one) => `${one.name}.png` === name)
    if (!icon || !Slug.safeParse(teamId).success) throw notFound()
    const team = await findTeamOfIcon(services, teamId)
    const look = presentIconLook(team)
    // Only what the theme says now is drawn: nobody can make the server draw without end.
    if (version !== iconVersion(look)) throw notFound()
    const { bytes, isLasting } = await drawIcon(services, team, look, icon)
    for (const [header, value] of Object.entries(assetPolicy)) reply.header(header, value)
    if (!isLasting) reply.header('cache-control', 'no-store')
    return reply.type('image/png').send(bytes)
  }),

  rawRoute(api.themes.offlinePage, async (call) => {
    const team = await findTeamOfRequest(call)
    const { bytes } = await drawIcon(call.services, team, presentIconLook(team), icons[0])
    for (const [header, value] of Object.entries(offlinePolicy(offlinePageSources))) call.reply.header(header, value)
    return call.reply.type('text/html; charset=utf-8').send(offlinePage(team, bytes))
  }),
]

/** The team that a page of this host has found for itself, or would find. */
function findTeamOfRequest({ services, request }: PublicCall): Promise<TeamView> {
  const { team } = request.query as { team?: unknown }
  return findTeamOfPage(services.db, services.settings, {
    host: request.hostname,
    team: Slug.safeParse(team).data,
  })
}

/** The team before the first tenant is made has pages, and so icons, too. */
async function findTeamOfIcon(services: Services, teamId: string): Promise<TeamView> {
  const found = await services.db.control((tx) => findTeam(tx, teamId))
  if (found) return found
  const fallback = await findTeamOfPage(services.db, services.settings, { host: '' })
  if (fallback.id !== teamId) throw notFound()
  return fallback
}

/** A team of any tenant that is not deleted, among its tenant's: the access of the operations holds them to superadministrators. */
async function getLookOf(ctx: Ctx, of: { tenantId: string; teamId: string }) {
  authorize(ctx.actor, tenantPolicy.change, await findTenant(ctx.services.db, of.tenantId))
  const inside = await contextInside(ctx, of.tenantId)
  const all = await inside.read(listLooks)
  const look = all.find((team) => team.id === of.teamId)
  if (!look) throw notFound()
  return { look, all }
}
