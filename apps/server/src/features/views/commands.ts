import type { views } from '@learnt/contract/administration'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { lockPerson } from '../../platform/lock-person.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { ViewRow } from './queries.ts'

/** Enough for a menu that can still be read. */
const MAX_VIEWS = 50

type Body = HandlerInput<typeof views.save>['body']

/** Keeps a list's settings under a name; the same name again replaces it. At most one view of a list is the default. */
export async function saveView(ctx: Ctx, view: Body): Promise<ViewRow> {
  const { userId } = ctx.actor
  return ctx.write(async (tx) => {
    await lockPerson(ctx, tx)
    if (view.isDefault) {
      await tx
        .updateTable('savedViews')
        .set({ isDefault: false })
        .where('userId', '=', userId)
        .where('list', '=', view.list)
        .where('isDefault', '=', true)
        .execute()
    }
    const saved = await tx
      .insertInto('savedViews')
      .values({ ...view, id: newId(), userId, createdAt: ctx.now })
      .onConflict((conflict) =>
        conflict
          .columns(['tenantId', 'userId', 'list', 'name'])
          .doUpdateSet({ query: view.query, isDefault: view.isDefault }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    const { count } = await tx
      .selectFrom('savedViews')
      .select(sql<number>`count(*)`.as('count'))
      .where('userId', '=', userId)
      .where('list', '=', view.list)
      .executeTakeFirstOrThrow()
    if (Number(count) > MAX_VIEWS) throw new ProblemError('conflict', { detail: 'views.tooMany' })
    return saved
  })
}

export async function removeView(ctx: Ctx, view: ViewRow): Promise<void> {
  await ctx.write(async (tx) => {
    // A schedule that is being made on it is waited for, and seen then.
    await tx.selectFrom('savedViews').select('id').where('id', '=', view.id).forUpdate().execute()
    const schedule = await tx.selectFrom('schedules').select('id').where('viewId', '=', view.id).executeTakeFirst()
    if (schedule) throw new ProblemError('conflict', { detail: 'views.scheduled' })
    await tx.deleteFrom('savedViews').where('id', '=', view.id).where('userId', '=', ctx.actor.userId).execute()
  })
}
