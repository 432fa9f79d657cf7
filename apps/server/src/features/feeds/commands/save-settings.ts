import type { HandlerInput } from '@learnt/contract/endpoint'
import type { feeds } from '@learnt/contract/feeds'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { findFeedSettings } from '../queries/settings.ts'
import { makeFolder } from './run-folder.ts'

type Body = HandlerInput<typeof feeds.changeSettings>['body']

/** Only within the administrator’s own team. */
export async function saveFeedSettings(ctx: Ctx, body: Body): Promise<void> {
  const { teamId, userId } = ctx.actor
  if (body.watchesFolder) await makeFolder(ctx)
  await ctx.write(async (tx) => {
    const before = await findFeedSettings(tx, teamId)
    await sql`select control.set_team(${teamId}, ${json({ feedHeadings: body.feedHeadings })}, ${ctx.now})`.execute(tx)
    await sql`
      insert into feed_settings (team_id, most_leaving, watches_folder, watched_by) values (${teamId}, ${body.mostLeaving}, ${body.watchesFolder}, ${userId})
      on conflict (tenant_id, team_id) do update set most_leaving = excluded.most_leaving, watches_folder = excluded.watches_folder, watched_by = excluded.watched_by`.execute(
      tx,
    )
    await audit(ctx, tx, {
      action: 'feeds.changeSettings',
      subjectType: 'team',
      subjectId: teamId,
      before: { feedHeadings: before.headings, mostLeaving: before.mostLeaving, watchesFolder: before.watchesFolder },
      after: body,
    })
  })
}
