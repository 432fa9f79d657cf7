import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notify } from '../../../platform/notify.ts'
import { listAdministratorsOf } from '../../accounts/queries.ts'
import { isOpenRequest, refuseEraseRequest } from '../policy.ts'
import type { EraseRow } from '../queries/find-own-data.ts'

/** Tells the administrators that the actor wishes to be erased. Nothing is erased by it. */
export async function askToBeErased(ctx: Ctx, reason: string): Promise<EraseRow> {
  const { userId, teamId, tenantId, membershipId } = ctx.actor
  return ctx.write(async (tx) => {
    const fields = {
      teamId,
      reason,
      askedAt: ctx.now,
      begunBy: null,
      withdrawnAt: null,
      dismissedAt: null,
      confirmedAt: null,
      finishedAt: null,
    }
    const made = await tx
      .insertInto('eraseRequests')
      .values({ userId, ...fields })
      .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doNothing())
      .returningAll()
      .executeTakeFirst()
    let request = made
    if (!request) {
      const before = await tx
        .selectFrom('eraseRequests')
        .selectAll()
        .where('userId', '=', userId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      authorize(ctx.actor, () => refuseEraseRequest(before, ctx.now), before)
      request = await tx
        .updateTable('eraseRequests')
        .set(fields)
        .where('userId', '=', userId)
        .returningAll()
        .executeTakeFirstOrThrow()
    }
    const person = await tx
      .selectFrom('memberships')
      .select(['shownFirstName as firstName', 'lastName'])
      .where('id', '=', membershipId)
      .executeTakeFirst()
    const name = `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim()
    await audit(ctx, tx, {
      action: 'eraseRequests.ask',
      subjectType: 'membership',
      subjectId: membershipId,
      after: { reason },
    })
    const link = `/apps/admin/users/${userId}?teamId=${teamId}`
    for (const administrator of await listAdministratorsOf(tx, teamId, tenantId)) {
      if (administrator.userId === userId) continue
      await notify(ctx, tx, {
        kind: 'eraseRequested',
        userId: administrator.userId,
        teamId: administrator.teamId,
        key: `eraseRequested:${userId}:${ctx.now.getTime()}`,
        params: { person: name },
        link,
      })
      await queueMail(ctx, tx, {
        kind: 'eraseRequested',
        to: administrator.email,
        userId: administrator.userId,
        teamId: administrator.teamId,
        values: { name: administrator.firstName, person: name },
        path: link,
      })
    }
    return request
  })
}

/** By the person: as if they had not asked, but that the day counts. */
export async function withdrawEraseRequest(ctx: Ctx): Promise<void> {
  await end(ctx, 'withdraw', ctx.actor.userId, ctx.actor.membershipId)
}

/** By an administrator, who did what was asked or settled it otherwise. */
export async function dismissEraseRequest(ctx: Ctx, member: { id: string; userId: string }): Promise<void> {
  await end(ctx, 'dismiss', member.userId, member.id)
}

async function end(ctx: Ctx, how: 'withdraw' | 'dismiss', userId: string, membershipId: string): Promise<void> {
  await ctx.write(async (tx) => {
    const request = await tx
      .selectFrom('eraseRequests')
      .selectAll()
      .where('userId', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!isOpenRequest(request)) return
    await tx
      .updateTable('eraseRequests')
      .set(how === 'withdraw' ? { withdrawnAt: ctx.now } : { dismissedAt: ctx.now })
      .where('userId', '=', userId)
      .execute()
    await audit(ctx, tx, { action: `eraseRequests.${how}`, subjectType: 'membership', subjectId: membershipId })
  })
}
