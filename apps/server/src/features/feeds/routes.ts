import { api } from '@learnt/contract'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { importRoutes } from '../imports/kind-routes.ts'
import { peopleImport } from './commands/people-import.ts'
import { saveFeedSettings } from './commands/save-settings.ts'
import { folderName } from './folder.ts'
import { findFeedSettings } from './queries/settings.ts'

const { feeds } = api

export const feedRoutes: Route[] = [
  route(feeds.settings, ({ ctx }) => showSettings(ctx)),
  route(feeds.changeSettings, async ({ ctx, body }) => {
    await saveFeedSettings(ctx, body)
    return showSettings(ctx)
  }),
  ...importRoutes(feeds, peopleImport),
]

async function showSettings(ctx: Ctx) {
  const { headings, mostLeaving, watchesFolder } = await ctx.read((tx) => findFeedSettings(tx, ctx.actor.teamId))
  return { feedHeadings: headings, mostLeaving, watchesFolder, folder: folderName(ctx.actor) }
}
