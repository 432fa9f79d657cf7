import { api } from '@learnt/contract'
import type { ScheduledViews } from '@learnt/contract/report-lists'
import { isAdmin } from '../../platform/actor.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import {
  createSchedule,
  pauseSchedule,
  receiveSchedule,
  removeSchedule,
  updateSchedule,
} from './commands/save-schedule.ts'
import { maySee, schedulePolicy } from './policy.ts'
import { presentSchedule } from './present.ts'
import { findSchedule, findZone, listPossibleReceivers, listSchedules } from './queries.ts'

async function show(ctx: Ctx, scheduleId: string) {
  const schedule = await ctx.read((tx) => findSchedule(tx, ctx.actor.userId, scheduleId))
  if (!schedule) throw notFound()
  return presentSchedule(ctx.actor, schedule)
}

export const scheduleRoutes: Route[] = [
  route(api.schedules.list, async ({ ctx }) => {
    const [rows, timeZone] = await ctx.read((tx) => Promise.all([listSchedules(tx, ctx.actor.userId), findZone(tx)]))
    return { items: rows.map((row) => presentSchedule(ctx.actor, row)), timeZone }
  }),

  route(api.schedules.people, async ({ ctx, query }) => {
    return { items: await ctx.read((tx) => listPossibleReceivers(tx, ctx.actor, query)) }
  }),

  route(api.schedules.create, async ({ ctx, body }) => {
    return show(ctx, await createSchedule(ctx, body))
  }),

  route(api.schedules.update, async ({ ctx, params, body }) => {
    const schedule = await ctx.read((tx) => findSchedule(tx, ctx.actor.userId, params.scheduleId))
    authorize(ctx.actor, schedulePolicy.change, schedule)
    await updateSchedule(ctx, schedule, body)
    return show(ctx, schedule.id)
  }),

  route(api.schedules.pause, async ({ ctx, params, body }) => {
    const schedule = await ctx.read((tx) => findSchedule(tx, ctx.actor.userId, params.scheduleId))
    authorize(ctx.actor, schedulePolicy.change, schedule)
    await pauseSchedule(ctx, schedule, body.isPaused)
    return show(ctx, schedule.id)
  }),

  route(api.schedules.remove, async ({ ctx, params }) => {
    const schedule = await ctx.read((tx) => findSchedule(tx, ctx.actor.userId, params.scheduleId))
    authorize(ctx.actor, schedulePolicy.remove, schedule)
    await removeSchedule(ctx, schedule)
    return undefined
  }),

  route(api.schedules.receive, async ({ ctx, params, body }) => {
    const schedule = await ctx.read((tx) => findSchedule(tx, ctx.actor.userId, params.scheduleId))
    authorize(ctx.actor, schedulePolicy.receive, schedule)
    await receiveSchedule(ctx, schedule, body.receives)
    return show(ctx, schedule.id)
  }),

  route(api.schedules.open, async ({ ctx, params, query }) => {
    const schedule = await ctx.read((tx) => findSchedule(tx, ctx.actor.userId, params.scheduleId))
    authorize(ctx.actor, schedulePolicy.open, schedule)
    const settings = new URLSearchParams(schedule.query)
    if (query.day !== undefined) settings.set('asOf', query.day)
    const as: 'admin' | 'manager' = isAdmin(ctx.actor) ? 'admin' : 'manager'
    if (!maySee(ctx.actor, schedule.list)) throw new ProblemError('not-allowed')
    return {
      as,
      list: schedule.list as ScheduledViews,
      query: settings.toString(),
    }
  }),
]
