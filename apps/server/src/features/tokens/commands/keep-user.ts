import { Preferences } from '@learnt/contract/session'
import type { LegacyUser } from '@learnt/contract/tokens'
import type { Ctx } from '../../../platform/context.ts'
import { readPreferences } from '../../../platform/preferences.ts'
import { notFound } from '../../../platform/problem.ts'
import { savePreferences } from '../../members/commands/save-preferences.ts'
import { presentLegacyUser } from '../present.ts'
import { findLegacyUser } from '../queries.ts'

/** Keeps the person's own settings and shortcuts. Name, address and role are said by others, so they stay as they are. */
export async function keepUser(ctx: Ctx, data: Record<string, unknown>): Promise<LegacyUser> {
  const tenant = ctx.services.db.tenant(ctx.actor.tenantId)
  const user = await findLegacyUser(tenant, ctx.actor.membershipId)
  if (user === null) throw notFound()
  const before = readPreferences(user.preferences)
  const settings = Preferences.partial().safeParse(data.settings ?? {})
  const shortcuts = Preferences.shape.favourites.safeParse(data.shortcuts)
  const preferences = {
    ...before,
    ...(settings.success
      ? Object.fromEntries(Object.entries(settings.data).filter(([, value]) => value !== undefined))
      : {}),
    ...(shortcuts.success ? { favourites: shortcuts.data } : {}),
  }
  const kept = await savePreferences(ctx, preferences)
  return presentLegacyUser(ctx.actor, { ...user, preferences: kept })
}
