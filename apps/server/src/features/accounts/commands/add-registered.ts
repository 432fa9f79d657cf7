import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { invalid } from '../../../platform/problem.ts'
import { insertMemberships } from '../../members/commands/insert-memberships.ts'
import { readPasswordOpens } from '../../sessions/queries.ts'
import { listAdministratorsOf } from '../queries.ts'
import { mailLink } from './mail-link.ts'

export interface Registration {
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  /** Lower case. */
  readonly email: string
  readonly passwordHash: string
  /** Somebody of another tenant who proved it: only the membership is new, their name and password stay as they are. */
  readonly knownUserId: string | null
}

/**
 * Makes the user (id: the actor's) and the membership: active, learner, no points, the team's registration tags; tells
 * the administrators. The actor is whoever registers. Answers whether their password opens the tenant: one that another
 * tenant's administrator chose does not, and they are sent a way to one of their own.
 */
export async function addRegistered(
  ctx: Ctx,
  tx: WriteTx,
  of: Registration,
  { isAddressProved, isSignedIn }: { isAddressProved: boolean; isSignedIn: boolean },
): Promise<{ passwordOpens: boolean }> {
  const { userId, teamId, tenantId, membershipId } = ctx.actor
  if (of.knownUserId === null) {
    const { rows } = await sql<{ made: boolean }>`
      select control.register_user(${userId}, ${of.email}, ${of.firstName}, ${of.lastName}, ${of.phone}, ${of.passwordHash},
        ${isAddressProved}, ${ctx.now}) as made`.execute(tx)
    if (!rows[0]?.made) throw invalid({ 'body.email': 'emailTaken' })
  }
  const { rows } = await sql<{ tags: string[] | null }>`select control.registration_tags(${teamId}) as tags`.execute(tx)
  await insertMemberships(ctx, tx, [
    {
      userId,
      teamId,
      firstName: of.firstName,
      lastName: of.lastName,
      email: of.email,
      phone: of.phone,
      tags: rows[0]?.tags ?? [],
      hasLoggedIn: isSignedIn,
      firstSignedInAt: isSignedIn ? ctx.now : null,
    },
  ])
  await Promise.all([
    sql`select control.mark_self_registered(${userId}, ${teamId}, ${of.knownUserId === null})`.execute(tx),
    audit(ctx, tx, {
      action: 'accounts.register',
      subjectType: 'membership',
      subjectId: membershipId,
      subjectTitle: fullName(of),
      after: { email: of.email, teamId },
    }),
  ])
  const passwordOpens = of.knownUserId === null || (await readPasswordOpens(tx, userId, tenantId))
  // The names are whatever somebody typed: the mail does not repeat them.
  if (!passwordOpens)
    await mailLink(ctx, tx, {
      kind: 'resetPassword',
      words: 'ownPassword',
      email: of.email,
      userId,
      teamId,
      locale: ctx.locale,
    })
  for (const administrator of await listAdministratorsOf(tx, teamId, tenantId)) {
    await queueMail(ctx, tx, {
      kind: 'registered',
      to: administrator.email,
      userId: administrator.userId,
      teamId: administrator.teamId,
      values: { name: administrator.firstName, person: fullName(of), email: of.email },
      path: `/apps/admin/users/${userId}?teamId=${teamId}`,
    })
  }
  return { passwordOpens }
}
