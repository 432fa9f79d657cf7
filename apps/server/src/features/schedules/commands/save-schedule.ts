import type { HandlerInput } from '@learnt/contract/endpoint'
import { scheduledViews } from '@learnt/contract/report-lists'
import { scheduleLimits, type schedules } from '@learnt/contract/schedules'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { lockPerson } from '../../../platform/lock-person.ts'
import { invalid, notFound, ProblemError } from '../../../platform/problem.ts'
import { holdView } from '../../views/queries.ts'
import { maySee } from '../policy.ts'
import { listPossibleReceivers, type ScheduleRow } from '../queries.ts'

type Input = HandlerInput<typeof schedules.create>['body']

/** Answers its id. */
export async function createSchedule(ctx: Ctx, input: Input): Promise<string> {
  const id = newId()
  await ctx.write(async (tx) => {
    await lockPerson(ctx, tx)
    const { rows } = await sql<{ had: number }>`
      select count(*)::int as had from schedules where owner_id = ${ctx.actor.userId}`.execute(tx)
    if ((rows[0]?.had ?? 0) >= scheduleLimits.ofPerson)
      throw new ProblemError('conflict', { detail: 'schedules.tooMany' })
    const viewName = await checkInput(ctx, tx, input, new Set())
    await sql`
      insert into schedules (id, owner_id, team_id, view_id, rhythm, weekdays, month_day, day_time, zone, shows, next_at, created_at)
      select ${id}, ${ctx.actor.userId}, ${ctx.actor.teamId}, ${input.viewId}, ${input.rhythm}, ${input.weekdays}::smallint[], ${input.monthDay}::int,
        ${input.time}::time, zone, ${input.shows}, next_run(${input.rhythm}, ${input.weekdays}::smallint[], ${input.monthDay}::int, ${input.time}::time, zone, ${ctx.now}), ${ctx.now}
      from (select control.zone_of_tenant() as zone) tenant`.execute(tx)
    await putReceivers(tx, id, input.receiverIds)
    await audit(ctx, tx, {
      action: 'schedules.create',
      subjectType: 'schedule',
      subjectId: id,
      subjectTitle: viewName,
      after: input,
    })
  })
  return id
}

/** A stopped one goes again: whoever may change it has the right that it lacked. */
export async function updateSchedule(ctx: Ctx, schedule: ScheduleRow, input: Input): Promise<void> {
  await ctx.write(async (tx) => {
    const viewName = await checkInput(ctx, tx, input, new Set(schedule.receivers.map((one) => one.userId)))
    const { rows } = await sql`
      update schedules s set view_id = ${input.viewId}, team_id = ${ctx.actor.teamId}, rhythm = ${input.rhythm}, weekdays = ${input.weekdays}::smallint[],
        month_day = ${input.monthDay}::int, day_time = ${input.time}::time, zone = tenant.zone, shows = ${input.shows},
        is_active = s.is_active or s.stopped_reason is not null, stopped_reason = null,
        next_at = next_run(${input.rhythm}, ${input.weekdays}::smallint[], ${input.monthDay}::int, ${input.time}::time, tenant.zone, ${ctx.now})
      from (select control.zone_of_tenant() as zone) tenant
      where s.id = ${schedule.id} returning 1`.execute(tx)
    // Removed meanwhile.
    if (rows.length === 0) throw notFound()
    await putReceivers(tx, schedule.id, input.receiverIds)
    await audit(ctx, tx, {
      action: 'schedules.update',
      subjectType: 'schedule',
      subjectId: schedule.id,
      subjectTitle: viewName,
      before: inputOf(schedule),
      after: input,
    })
  })
}

/** Going again means from now on: what was missed is not sent. */
export async function pauseSchedule(ctx: Ctx, schedule: ScheduleRow, isPaused: boolean): Promise<void> {
  await ctx.write(async (tx) => {
    const { rows } = await sql`
      update schedules set is_active = ${!isPaused}, stopped_reason = null, team_id = ${ctx.actor.teamId}, zone = control.zone_of_tenant(),
        next_at = next_run(rhythm, weekdays, month_day, day_time, control.zone_of_tenant(), ${ctx.now})
      where id = ${schedule.id} and is_active = ${isPaused} returning 1`.execute(tx)
    if (rows.length === 0) return
    await audit(ctx, tx, {
      action: isPaused ? 'schedules.pause' : 'schedules.resume',
      subjectType: 'schedule',
      subjectId: schedule.id,
      subjectTitle: schedule.viewName,
    })
  })
}

export async function removeSchedule(ctx: Ctx, schedule: ScheduleRow): Promise<void> {
  await ctx.write(async (tx) => {
    await tx.deleteFrom('schedules').where('id', '=', schedule.id).execute()
    await audit(ctx, tx, {
      action: 'schedules.remove',
      subjectType: 'schedule',
      subjectId: schedule.id,
      subjectTitle: schedule.viewName,
      before: inputOf(schedule),
    })
  })
}

/** For the person themself alone. */
export async function receiveSchedule(ctx: Ctx, schedule: ScheduleRow, receives: boolean): Promise<void> {
  await ctx.write(async (tx) => {
    const { rows } = await sql`
      update schedule_receivers set stopped_at = ${receives ? null : ctx.now}
      where schedule_id = ${schedule.id} and user_id = ${ctx.actor.userId} and (stopped_at is null) = ${!receives} returning 1`.execute(
      tx,
    )
    if (rows.length === 0) return
    await audit(ctx, tx, {
      action: receives ? 'schedules.receive' : 'schedules.unsubscribe',
      subjectType: 'schedule',
      subjectId: schedule.id,
      subjectTitle: schedule.viewName,
    })
  })
}

/** Answers the view's name. `had`: whoever is a receiver already may stay, though nobody could choose them now. */
async function checkInput(ctx: Ctx, tx: WriteTx, input: Input, had: ReadonlySet<string>): Promise<string> {
  const view = await holdView(tx, input.viewId)
  if (view?.userId !== ctx.actor.userId || !scheduledViews.some((list) => list === view.list))
    throw invalid({ 'body.viewId': 'reportView' })
  if (!maySee(ctx.actor, view.list)) throw invalid({ 'body.viewId': 'reportView' })
  const fresh = [...new Set(input.receiverIds)].filter((id) => !had.has(id))
  if (fresh.length > 0) {
    const found = await listPossibleReceivers(tx, ctx.actor, { list: view.list, among: fresh })
    if (found.length < fresh.length) throw invalid({ 'body.receiverIds': 'seesNoReports' })
  }
  return view.name
}

async function putReceivers(tx: WriteTx, scheduleId: string, userIds: readonly string[]): Promise<void> {
  await sql`delete from schedule_receivers where schedule_id = ${scheduleId} and user_id <> all (${userIds}::uuid[])`.execute(
    tx,
  )
  await sql`
    insert into schedule_receivers (schedule_id, user_id) select ${scheduleId}::uuid, id from (select distinct unnest(${userIds}::uuid[]) as id) chosen
    on conflict do nothing`.execute(tx)
}

function inputOf(schedule: ScheduleRow): Input {
  const { viewId, rhythm, weekdays, monthDay, time, shows, receivers } = schedule
  return { viewId, rhythm, weekdays, monthDay, time, shows, receiverIds: receivers.map((one) => one.userId) } as Input
}
