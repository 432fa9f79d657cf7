import type { api } from '@learnt/contract'
import type { Preferences } from '@learnt/contract/session'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { json, type ReadTx, type WriteTx } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'
import { readPreferences } from '../../../platform/preferences.ts'

type SavedPreferences = z.infer<typeof api.session.preferences.body>

/**
 * Replaces what the person keeps for themself in this membership. Language, form of days, and what they want mails about
 * are the person's in all teams.
 */
export async function savePreferences(ctx: Ctx, wanted: SavedPreferences): Promise<Preferences> {
  const kept = { ...readPreferences(wanted), favourites: [...new Set(wanted.favourites)] }
  await ctx.write((tx) =>
    Promise.all([
      sql`
        with own as (select id, user_id, preferences ->> 'locale' as locale, preferences -> 'mails' as mails, preferences ->> 'days' as days from memberships where id = ${ctx.actor.membershipId} for update),
        elsewhere as (
          update memberships m set preferences = m.preferences || ${json({ locale: kept.locale, mails: kept.mails, days: kept.days })}::jsonb from own
          where m.user_id = own.user_id and m.id <> own.id
            and (own.locale is distinct from ${kept.locale}::text or own.mails is distinct from ${json(kept.mails)}::jsonb
              or own.days is distinct from ${kept.days}::text)
        )
        update memberships m set preferences = ${json(kept)}::jsonb from own where m.id = own.id`.execute(tx),
      announce(ctx, tx, { topic: 'me', userId: ctx.actor.userId, kind: 'preferences', id: ctx.actor.membershipId }),
    ]),
  )
  return kept
}

/** Signing out puts the team's look back: a person's own themes last until then (readings, "Shell"). */
export async function resetThemes(ctx: Ctx): Promise<void> {
  const own = json({ theme: null, barThemes: { navbar: null, toolbar: null, footer: null } })
  await ctx.write((tx) =>
    tx
      .updateTable('memberships')
      .set({ preferences: sql`preferences || ${own}` })
      .where('id', '=', ctx.actor.membershipId)
      .where(sql<boolean>`preferences is not null and preferences <> '{}'::jsonb`)
      .execute(),
  )
}

/** The language that the person has chosen where they come from; null: none. */
export async function findOwnLanguage(tx: ReadTx, membershipId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('memberships')
    .select(sql<string | null>`preferences ->> 'locale'`.as('locale'))
    .where('id', '=', membershipId)
    .executeTakeFirst()
  return row?.locale ?? null
}

/** Takes the language along into a team of another tenant, or one that the person has never been in. */
export async function keepLanguage(tx: WriteTx, membershipId: string, locale: string): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ preferences: sql`preferences || ${json({ locale })}::jsonb` })
    .where('id', '=', membershipId)
    .execute()
}
