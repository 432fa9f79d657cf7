import type { Preferences } from '@learnt/contract/session'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'

/** Replaces what the person keeps for themself in this membership. */
export async function savePreferences(ctx: Ctx, preferences: Preferences): Promise<Preferences> {
  const kept = { ...preferences, favourites: [...new Set(preferences.favourites)] }
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
