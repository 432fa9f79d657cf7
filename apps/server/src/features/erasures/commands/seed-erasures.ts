import { sql } from 'kysely'
import { json } from '../../../platform/db/database.ts'
import type { SeedDemo } from '../../../platform/feature.ts'
import { newId } from '../../../platform/ids.ts'
import { eraseMemberships } from '../../members/commands/erase-memberships.ts'
import { insertMemberships } from '../../members/commands/insert-memberships.ts'
import { partsOf } from '../queries/count-parts.ts'
import { pseudonymOf } from './run-erasures.ts'

const dayMs = 86_400_000

/** A wish that is open, one of somebody on legal hold, and a person who was erased. */
export const seedErasures: SeedDemo = async (ctx, tx) => {
  const { actor, now } = ctx
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const [asking, held] = await tx
    .selectFrom('memberships')
    .select(['userId', 'teamId'])
    .where('status', 'in', ['inactive', 'terminated', 'archived'])
    .where('erasedAt', 'is', null)
    .where('isPrimary', '=', true)
    .where('userId', '<>', actor.userId)
    .orderBy('sortName')
    .orderBy('id')
    .limit(2)
    .execute()
  if (!asking || !held) return
  const userId = newId()
  const name = pseudonymOf(userId)
  await sql`select control.find_or_create_user(${userId}, '', ${name}, '', ${before(400)})`.execute(tx)
  await insertMemberships(ctx, tx, [
    { userId, teamId: asking.teamId, status: 'archived', firstName: name, lastName: '' },
  ])
  for (const statement of eraseMemberships({ userId, pseudonym: name }, before(20)))
    await sql.raw(statement).execute(tx)
  await tx
    .insertInto('eraseRequests')
    .values([
      { userId: asking.userId, teamId: asking.teamId, reason: 'I have left the company.', askedAt: before(9) },
      { userId: held.userId, teamId: held.teamId, reason: '', askedAt: before(12), begunBy: actor.userId },
      {
        userId,
        teamId: asking.teamId,
        reason: '',
        askedAt: before(24),
        confirmedAt: before(20),
        confirmedBy: actor.userId,
        finishedAt: before(20),
        outcome: json(partsOf([], [])),
      },
    ])
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doNothing())
    .execute()
  await tx
    .insertInto('legalHolds')
    .values({
      userId: held.userId,
      reason: 'An accident at work is being investigated.',
      heldBy: actor.userId,
      heldAt: before(11),
    })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doNothing())
    .execute()
}
