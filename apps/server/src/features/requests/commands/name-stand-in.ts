import type { requests, StandIn } from '@learnt/contract/requests'
import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { notify } from '../../../platform/notify.ts'
import { invalid, notFound } from '../../../platform/problem.ts'
import { todayOf } from '../queries/deciders.ts'
import { mayBeStandIn } from '../queries/list-stand-ins.ts'

type Body = z.output<typeof requests.standIns.name.body>

/** Most periods of a person that are not over. */
const mostPeriods = 20

/**
 * Names who decides for the caller on these days, both included. The periods of a person do not overlap, so that a chain of
 * stand-ins never forks. Requests that are open already are the stand-in's from the first day on.
 */
export async function nameStandIn(ctx: Ctx, tx: WriteTx, body: Body): Promise<StandIn> {
  const { userId } = ctx.actor
  const { fromDay, untilDay } = body
  if (body.userId === userId) throw invalid({ 'body.userId': ctx.t('requests.yourself') })
  if (untilDay < fromDay) throw invalid({ 'body.untilDay': ctx.t('requests.endsBefore') })
  // Two at the same moment follow each other.
  await sql`select count(*) from (select from memberships where user_id = ${userId} order by id for update) locked`.execute(
    tx,
  )
  const { rows } = await sql<{ isPast: boolean; overlaps: boolean; periods: number }>`
    select ${untilDay}::date < ${todayOf(ctx)} as is_past, count(*)::int as periods,
      coalesce(bool_or(s.from_day <= ${untilDay}::date and s.until_day >= ${fromDay}::date), false) as overlaps
    from stand_ins s where s.user_id = ${userId} and s.until_day >= ${todayOf(ctx)}`.execute(tx)
  const [standing] = rows
  if (standing?.isPast) throw invalid({ 'body.untilDay': ctx.t('requests.past') })
  if (standing?.overlaps) throw invalid({ 'body.fromDay': ctx.t('requests.overlaps') })
  if ((standing?.periods ?? 0) >= mostPeriods) throw invalid({ 'body.fromDay': ctx.t('requests.tooManyPeriods') })
  const person = await tx
    .selectFrom('memberships')
    .select(['shownFirstName as firstName', 'lastName'])
    .where('userId', '=', body.userId)
    .where(mayBeStandIn(ctx))
    .executeTakeFirst()
  if (!person) throw invalid({ 'body.userId': ctx.t('requests.personUnknown') })
  const id = newId()
  await tx
    .insertInto('standIns')
    .values({ id, userId, standInId: body.userId, fromDay, untilDay, madeAt: ctx.now })
    .execute()
  await Promise.all([
    audit(ctx, tx, {
      action: 'requests.nameStandIn',
      subjectType: 'standIn',
      subjectId: id,
      subjectTitle: fullName(person),
      after: { standIn: body.userId, fromDay, untilDay },
    }),
    notify(ctx, tx, {
      kind: 'standInNamed',
      key: `standInNamed:${id}`,
      userId: body.userId,
      by: ctx.actor,
      params: { fromDay, untilDay },
    }),
  ])
  return { id, userId: body.userId, name: fullName(person), fromDay, untilDay }
}

/** Takes a stand-in of the caller's back. What they decided meanwhile stays. */
export async function endStandIn(ctx: Ctx, tx: WriteTx, id: string): Promise<void> {
  const gone = await tx
    .deleteFrom('standIns')
    .where('id', '=', id)
    .where('userId', '=', ctx.actor.userId)
    .returning('standInId')
    .executeTakeFirst()
  if (!gone) throw notFound()
  await audit(ctx, tx, {
    action: 'requests.endStandIn',
    subjectType: 'standIn',
    subjectId: id,
    before: { standIn: gone.standInId },
  })
}
