import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isDatabaseError } from '../../../platform/db/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { notify } from '../../../platform/notify.ts'
import { ProblemError } from '../../../platform/problem.ts'
import type { MemberRecord } from '../../members/queries.ts'

/** How long an administrator may act as another person before they have to begin again. */
const actingLastsMs = 3_600_000

/** The session continues as the person, read-only, for an hour at most. The caller has checked the right to it. */
export async function startImpersonation(ctx: Ctx, member: MemberRecord, reason: string): Promise<void> {
  const { actor, now } = ctx
  const id = newId()
  const until = new Date(now.getTime() + actingLastsMs)
  await ctx.write(async (tx) => {
    const { rows } = await sql<{ begun: boolean }>`
      select control.begin_impersonation(
        ${actor.sessionId}, ${actor.userId}, ${id}, ${member.userId}, ${member.teamId}, ${until}, ${now}) as begun`
      .execute(tx)
      .catch((error: unknown) => {
        // The team is switched off, or the right was taken away since it was checked.
        throw isDatabaseError(error) && error.code === '42501'
          ? new ProblemError('wrong-state', { detail: 'reason.notActive' })
          : error
      })
    // Twice at once: the other one was first.
    if (!rows[0]?.begun) throw new ProblemError('wrong-state', { detail: 'reason.actingAlready' })
    await Promise.all([
      tx
        .insertInto('impersonationSessions')
        .values({
          id,
          userId: actor.userId,
          userName: sql<string>`coalesce((select rtrim(shown_first_name || ' ' || last_name) from memberships where id = ${actor.membershipId}), '')`,
          teamId: actor.teamId,
          impersonatedUserId: member.userId,
          impersonatedName: fullName(member),
          impersonatedEmail: member.email,
          impersonatedTeamId: member.teamId,
          reason,
          createdAt: now,
          expiresAt: until,
        })
        .execute(),
      audit(ctx, tx, {
        action: 'impersonation.start',
        subjectType: 'membership',
        subjectId: member.id,
        after: { impersonationId: id, reason },
      }),
      notify(ctx, tx, {
        kind: 'accountSeen',
        userId: member.userId,
        key: `accountSeen:${id}`,
        by: actor,
        params: { reason },
        link: '/pages/profile',
      }),
    ])
  })
}
