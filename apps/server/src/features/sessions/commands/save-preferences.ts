import type { api } from '@learnt/contract'
import type { Preferences } from '@learnt/contract/session'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'
import { readPreferences } from '../../../platform/preferences.ts'

type SavedPreferences = z.infer<typeof api.session.preferences.body>

/** Replaces what the person keeps for themself in this membership. */
export async function savePreferences(ctx: Ctx, wanted: SavedPreferences): Promise<Preferences> {
  const kept = { ...readPreferences(wanted), favourites: [...new Set(wanted.favourites)] }
  await ctx.write((tx) =>
    Promise.all([
      tx
        .updateTable('memberships')
        .set({ preferences: json(kept) })
        .where('id', '=', ctx.actor.membershipId)
        .execute(),
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
