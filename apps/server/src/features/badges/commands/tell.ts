import { type RawBuilder, sql } from 'kysely'
import type { CauseCtx } from '../../../platform/causes.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notifyMany } from '../../../platform/notify.ts'

/** Where notices of badges lead. */
const linkOf = '/pages/profile'

/** Tells people in their notification centre; `which`: a condition on awards `g`. A second time it says nothing. Answers how many were told. */
export async function tellAwarded(
  ctx: CauseCtx,
  tx: WriteTx,
  of: { which: RawBuilder<unknown>; atMost: number },
): Promise<number> {
  const { told } = await notifyMany(ctx, tx, {
    kind: 'badgeAwarded',
    atMost: of.atMost,
    from: sql`
      select g.user_id, null::text as team_id, 'badgeAwarded:' || g.id as key, ${linkOf}::text as link,
        jsonb_build_object('awardId', g.id, 'title', v.title, 'until', (g.expires_at at time zone control.zone_of_tenant())::date) as params
      from badge_awards g join badge_versions v on v.id = g.version_id where ${of.which}`,
  })
  return told
}

export async function tellRevoked(
  ctx: CauseCtx,
  tx: WriteTx,
  of: { which: RawBuilder<unknown>; atMost: number },
): Promise<void> {
  await notifyMany(ctx, tx, {
    kind: 'badgeRevoked',
    atMost: of.atMost,
    from: sql`
      select g.user_id, null::text as team_id, 'badgeRevoked:' || g.id as key, ${linkOf}::text as link,
        jsonb_build_object('awardId', g.id, 'title', v.title, 'reason', g.revoke_reason) as params
      from badge_awards g join badge_versions v on v.id = g.version_id where ${of.which}`,
  })
}

/** The mail of some awards, each once: a second run of the task finds those that were written. */
export async function mailAwarded(ctx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  for (const id of ids)
    await ctx.write(async (tx) => {
      const { rows } = await sql<{ userId: string; teamId: string; email: string; firstName: string; title: string }>`
        with mailed as (update badge_awards set mailed_at = ${ctx.now} where id = ${id} and mailed_at is null and revoked_at is null returning user_id, version_id)
        select m.user_id, m.team_id, m.email, m.shown_first_name as first_name, v.title
        from mailed g join badge_versions v on v.id = g.version_id join memberships m on m.user_id = g.user_id and m.is_primary and m.status = 'active'`.execute(
        tx,
      )
      for (const row of rows)
        await queueMail(ctx, tx, {
          kind: 'badgeAwarded',
          about: 'badges',
          to: row.email,
          userId: row.userId,
          teamId: row.teamId,
          values: { name: row.firstName, title: row.title },
          path: linkOf,
        })
    })
}
