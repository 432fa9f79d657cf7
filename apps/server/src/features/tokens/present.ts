import { fullName } from '@learnt/contract/text'
import type { LegacyUser } from '@learnt/contract/tokens'
import type { Actor } from '../../platform/actor.ts'
import { readPreferences } from '../../platform/preferences.ts'
import type { LegacyUserRow } from './queries.ts'

export function presentLegacyUser(actor: Actor, row: LegacyUserRow): LegacyUser {
  const { favourites, ...settings } = readPreferences(row.preferences)
  return {
    uid: row.userId,
    role: actor.role,
    email: row.email,
    displayName: fullName({ ...row, firstName: row.shownFirstName }),
    photoURL: row.avatar,
    data: {
      currentTenant: row.tenantId,
      currentTeam: row.teamId,
      currentUserTeam: row.id,
      settings,
      shortcuts: favourites,
    },
  }
}
