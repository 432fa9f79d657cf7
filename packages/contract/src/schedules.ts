import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { scheduledViews } from './report-lists.ts'
import { Day, Id, Moment } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    schedules: {
      verbs: 'create' | 'pause' | 'receive' | 'remove' | 'resume' | 'stop' | 'unsubscribe' | 'update'
      subjects: 'schedule'
    }
  }
}

export const rhythms = ['daily', 'weekly', 'monthly'] as const
export const scheduleLimits = { ofPerson: 20, receivers: 50 } as const

const Rhythm = {
  rhythm: z.enum(rhythms),
  /** 1 is Monday; of weekly ones. */
  weekdays: z.array(z.number().int().min(1).max(7)).max(7),
  /** Of monthly ones; a shorter month has its last day. */
  monthDay: z.number().int().min(1).max(31),
  /** `HH:MM` in the tenant's time zone. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'time' }),
  /** Figures of the moment of opening, or of the end of the day before the mail. */
  shows: z.enum(['now', 'dayBefore']),
}

export const ScheduleInput = z
  .strictObject({
    viewId: Id,
    ...Rhythm,
    weekdays: Rhythm.weekdays.default([]),
    monthDay: Rhythm.monthDay.default(1),
    shows: Rhythm.shows.default('now'),
    receiverIds: z.array(Id).min(1, { error: 'receivers' }).max(scheduleLimits.receivers),
  })
  .refine((input) => input.rhythm !== 'weekly' || input.weekdays.length > 0, { path: ['weekdays'], error: 'required' })

export const ScheduleReceiver = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  /** False: they stopped these mails for themselves. */
  receives: z.boolean(),
  /** False: they no longer see reports, and get no mail. */
  canSee: z.boolean(),
})

export const Schedule = z.object({
  id: Id,
  viewId: Id,
  viewName: z.string(),
  list: z.enum(scheduledViews),
  ownerName: z.string(),
  isMine: z.boolean(),
  isActive: z.boolean(),
  /** `owner`: its owner could no longer see reports when it was due. */
  stoppedReason: z.enum(['owner']).nullable(),
  ...Rhythm,
  timeZone: z.string(),
  /** Null while it is paused. */
  nextAt: Moment.nullable(),
  lastAt: Moment.nullable(),
  /** Whether the caller gets it; null: nobody chose them. */
  receives: z.boolean().nullable(),
  /** The owner alone is told who. */
  receivers: z.array(ScheduleReceiver),
})
export type Schedule = z.infer<typeof Schedule>

const params = z.object({ scheduleId: Id })

export const schedules = {
  list: endpoint({
    id: 'schedules.list',
    summary: 'The schedules that the caller made, and those whose mails they get.',
    method: 'GET',
    path: '/api/schedules',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: () => ({ by: 'manager' }),
    response: z.object({ items: z.array(Schedule), timeZone: z.string() }),
  }),
  people: endpoint({
    id: 'schedules.people',
    summary: 'People who see reports, or the report of a list of saved views, of whom receivers are chosen.',
    method: 'GET',
    path: '/api/schedules/people',
    access: 'managerOrAdmin',
    callers: ['token', 'looking'],
    sample: () => ({ by: 'manager' }),
    query: z.object({ search: z.string().trim().max(200).optional(), list: z.enum(scheduledViews).optional() }),
    response: z.object({ items: z.array(ScheduleReceiver.pick({ userId: true, name: true, email: true })) }),
  }),
  create: endpoint({
    id: 'schedules.create',
    summary:
      'Send a saved view of a report by mail, again and again: a link that asks for signing in, without figures.',
    method: 'POST',
    path: '/api/schedules',
    access: 'managerOrAdmin',
    callers: ['token'],
    audit: 'schedules.create',
    sample: (given) => ({
      by: 'manager',
      body: { viewId: given.reportViewId, rhythm: 'daily', time: '07:30', receiverIds: [given.manager.userId] },
    }),
    idempotency: 'required',
    body: ScheduleInput,
    response: Schedule,
    status: 201,
  }),
  update: endpoint({
    id: 'schedules.update',
    summary: 'Change a schedule. Who stopped its mails for themselves stays without them.',
    method: 'PUT',
    path: '/api/schedules/:scheduleId',
    access: 'signedIn',
    callers: ['token'],
    audit: 'schedules.update',
    sample: (given) => ({
      by: 'manager',
      body: { viewId: given.reportViewId, rhythm: 'monthly', time: '07:30', receiverIds: [given.manager.userId] },
    }),
    params,
    body: ScheduleInput,
    response: Schedule,
  }),
  pause: endpoint({
    id: 'schedules.pause',
    summary: 'Pause a schedule, or set it going again from now on.',
    method: 'POST',
    path: '/api/schedules/:scheduleId/pause',
    access: 'signedIn',
    callers: ['token'],
    audit: 'schedules.pause',
    sample: () => ({ by: 'manager', body: { isPaused: true } }),
    params,
    body: z.strictObject({ isPaused: z.boolean() }),
    response: Schedule,
  }),
  remove: endpoint({
    id: 'schedules.remove',
    summary: 'Forget a schedule.',
    method: 'DELETE',
    path: '/api/schedules/:scheduleId',
    access: 'signedIn',
    callers: ['token'],
    audit: 'schedules.remove',
    sample: () => ({ by: 'manager' }),
    params,
  }),
  receive: endpoint({
    id: 'schedules.receive',
    summary: 'Stop the mails of a schedule for oneself, or get them again.',
    method: 'POST',
    path: '/api/schedules/:scheduleId/receive',
    access: 'signedIn',
    callers: ['token'],
    audit: ['schedules.receive', 'schedules.unsubscribe'],
    sample: () => ({ by: 'manager', body: { receives: false } }),
    params,
    body: z.strictObject({ receives: z.boolean() }),
    response: Schedule,
  }),
  open: endpoint({
    id: 'schedules.open',
    summary: 'Where the link of a mail leads: the report and its settings, for its owner and its receivers.',
    method: 'GET',
    path: '/api/schedules/:scheduleId/view',
    access: 'signedIn',
    callers: ['token', 'looking'],
    sample: () => ({ by: 'manager' }),
    params,
    query: z.object({ day: Day.optional() }),
    response: z.object({
      /** The report as the caller sees it. */
      as: z.enum(['admin', 'manager']),
      list: z.enum(scheduledViews),
      /** The list's query string. */
      query: z.string(),
    }),
  }),
}
