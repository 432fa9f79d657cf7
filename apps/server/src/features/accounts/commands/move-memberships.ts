import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { lockMember } from '../../members/commands/lock-member.ts'
import { updateMember } from '../../members/commands/update-member.ts'

/**
 * The person's memberships of this tenant that have the former address get another one of theirs; but for a team in which
 * somebody else is known by it.
 */
export async function giveMemberships(ctx: Ctx, tx: WriteTx, former: string, email: string): Promise<void> {
  const { userId } = ctx.actor
  const own = await tx
    .selectFrom('memberships as m')
    .select('m.teamId')
    .where('m.userId', '=', userId)
    .where('m.email', '=', former)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('memberships as o')
            .select('o.id')
            .whereRef('o.teamId', '=', 'm.teamId')
            .where('o.email', '=', email)
            .where('o.userId', '<>', userId),
        ),
      ),
    )
    .orderBy('m.teamId')
    .execute()
  for (const { teamId } of own) {
    const { row, isNamedByRule } = await lockMember(ctx, tx, { userId, teamId }, { email })
    if (row) await updateMember(ctx, tx, { row, isNamedByRule }, { email }, { as: ['person'], at: 'body' })
  }
}
