import type { HandlerInput } from '@learnt/contract/endpoint'
import type { members } from '@learnt/contract/members'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { holdRulesThatName } from '../../permissions/commands/reevaluate-members.ts'
import { isAdministering, memberPolicy } from '../policy.ts'
import { findMember, type MemberRecord } from '../queries.ts'
import { lockAdministrators, refuseCeased } from './check-member.ts'
import { tidy } from './tidy-fields.ts'

type Change = HandlerInput<typeof members.update>['body']

export interface LockedMember {
  readonly row: MemberRecord
  /** A permission's rule names a field of the change, so it has to be applied again. */
  readonly isNamedByRule: boolean
}

/**
 * The membership as it stands until this transaction ends, with the locks that the change needs. Without a team it is the
 * membership that the actor sees first. The caller authorizes the row.
 */
export async function lockMember(
  ctx: Ctx,
  tx: WriteTx,
  { userId, teamId }: { userId: string; teamId?: string | undefined },
  change: Change,
): Promise<{ row: MemberRecord | undefined; isNamedByRule: boolean }> {
  const lockRows = () =>
    tx.selectFrom('memberships').selectAll().where('userId', '=', userId).orderBy('id').forUpdate().execute()
  const mayRemoveAdministrator =
    change.roles !== undefined || change.status !== undefined || Boolean(change.terminationDate)
  if (!mayRemoveAdministrator) {
    const [isNamedByRule, found, rows] = await Promise.all([
      holdRulesThatName(tx, Object.keys(tidy(change))),
      findMember(tx, ctx.actor, userId, teamId),
      lockRows(),
    ])
    return { row: rows.find((one) => one.id === found?.id), isNamedByRule }
  }
  const found = await findMember(tx, ctx.actor, userId, teamId)
  // The caller refuses this one: nothing is locked for it.
  if (!found || memberPolicy.update(ctx.actor, found) !== null) return { row: found, isNamedByRule: false }
  // Lock all administrators in id order first, so mutual demotions cannot deadlock.
  if (isAdministering(found)) {
    await lockAdministrators(tx)
    await refuseCeased(ctx, tx)
  }
  return { row: (await lockRows()).find((one) => one.id === found.id), isNamedByRule: true }
}
