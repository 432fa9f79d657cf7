import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'
import { type NotificationRow, ownNotifications } from '../queries.ts'

/** Twice does no harm: the first time counts. */
export async function markRead(ctx: Ctx, one: NotificationRow): Promise<void> {
  if (one.readAt !== null) return
  await ctx.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('notifications')
      .set({ readAt: ctx.now })
      .where('id', '=', one.id)
      .where('readAt', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await tellOwnTabs(ctx, tx, one.id)
  })
}

export async function markUnread(ctx: Ctx, one: NotificationRow): Promise<void> {
  if (one.readAt === null) return
  await ctx.write(async (tx) => {
    await tx.updateTable('notifications').set({ readAt: null }).where('id', '=', one.id).execute()
    await tellOwnTabs(ctx, tx, one.id)
  })
}

/** What came after `until` stays unread; answers how many were marked. */
export async function markAllRead(ctx: Ctx, until: Date): Promise<number> {
  return ctx.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('notifications')
      .set({ readAt: ctx.now })
      .where(ownNotifications(ctx.actor))
      .where('readAt', 'is', null)
      .where('createdAt', '<=', until)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await tellOwnTabs(ctx, tx, ctx.actor.membershipId)
    return Number(numUpdatedRows)
  })
}

export async function removeNotification(ctx: Ctx, one: NotificationRow): Promise<void> {
  await ctx.write(async (tx) => {
    await tx.deleteFrom('notifications').where('id', '=', one.id).execute()
    await tellOwnTabs(ctx, tx, one.id)
  })
}

function tellOwnTabs(ctx: Ctx, tx: WriteTx, id: string): Promise<void> {
  return announce(ctx, tx, { topic: 'me', userId: ctx.actor.userId, kind: 'notification', id })
}
