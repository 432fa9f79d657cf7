import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'
import { asComplaint } from '../../members/commands/keep-in-step.ts'
import { refuseAddress } from '../policy.ts'
import { readOwnAccount } from '../queries.ts'
import { giveMemberships } from './move-memberships.ts'

/** Makes a further address that of the account, and of the person's memberships here; the former one is told. */
export async function makePrimary(ctx: Ctx, tx: WriteTx, email: string): Promise<void> {
  const { userId } = ctx.actor
  const refusal = refuseAddress(await readOwnAccount(tx, userId))
  if (refusal) throw new ProblemError('wrong-state', { detail: `reason.${refusal.reason}` })
  const { rows } = await sql<{ former: string | null }>`
    select control.make_primary(${userId}, ${email}, ${ctx.now}) as former`.execute(tx)
  const former = rows[0]?.former ?? null
  if (former === null) throw notFound()
  await giveMemberships(ctx, tx, former, email).catch((error: unknown) => {
    throw asComplaint(error)
  })
  await audit(ctx, tx, {
    action: 'accounts.makePrimary',
    subjectType: 'user',
    subjectId: userId,
    before: { email: former },
    after: { email },
  })
  if (former !== '') await tell(ctx, tx, { kind: 'addressMoved', to: former, userId, email, path: '/login' })
}

/** Removes a further address of a person, or one that waits for proof. Tells the main address of a proved one. */
export async function removeAddress(ctx: Ctx, tx: WriteTx, userId: string, email: string): Promise<void> {
  const { rows } = await sql<{ was: 'proved' | 'waiting' | null }>`
    select control.remove_address(${userId}, ${email}, ${ctx.now}) as was`.execute(tx)
  const was = rows[0]?.was ?? null
  if (was === null) throw notFound()
  await audit(ctx, tx, {
    action: 'accounts.removeAddress',
    subjectType: 'user',
    subjectId: userId,
    before: { email },
  })
  const { email: primary } = await readOwnAccount(tx, userId)
  if (was === 'proved' && primary)
    await tell(ctx, tx, { kind: 'addressRemoved', to: primary, userId, email, path: '/pages/profile' })
}

async function tell(
  ctx: Ctx,
  tx: WriteTx,
  of: { kind: string; to: string; userId: string; email: string; path: string },
): Promise<void> {
  const person = await tx
    .selectFrom('memberships')
    .select(['shownFirstName as firstName', 'teamId'])
    .where('userId', '=', of.userId)
    .orderBy(sql`team_id = ${ctx.actor.teamId}`, 'desc')
    .orderBy('isPrimary', 'desc')
    .limit(1)
    .executeTakeFirst()
  await queueMail(ctx, tx, {
    kind: of.kind,
    to: of.to,
    userId: of.userId,
    teamId: person?.teamId ?? ctx.actor.teamId,
    values: { name: person?.firstName ?? '', email: of.email },
    path: of.path,
  })
}
