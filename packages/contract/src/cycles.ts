import { z } from 'zod'
import { DocumentType } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { ProgressState } from './states.ts'
import { Day, Id, Moment, Percent } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    cycles: { verbs: 'begin' | 'renew' | 'startOver' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    /** Another cycle of a course has begun; the one before is kept. */
    cycleBegun: GivenDocument & { dueDay: string | null }
    /** The cycle ends soon: with it what was finished, or the time for it. */
    cycleEnding: GivenDocument & { endDay: string; isDone: boolean }
  }
}

const renewal = {
  /** Days before the end from which one can renew; 0: not before. */
  opensBefore: z.number().int().min(0).max(180).default(0),
  /** Days after the end by which it is to be done again; null: as the rules that assign the course say. */
  closesAfter: z.number().int().min(0).max(366).nullable().default(null),
  /** Days before the end on which people are told. */
  warnings: z.array(z.number().int().min(1).max(366)).max(5).default([]),
}

export const timeUnits = ['day', 'month', 'year'] as const

/**
 * When a document begins anew for everybody who has it. A timeframe counts from the day of the assignment, then from the last
 * reset; a fixed date is a day of every year, 29 February the 28th where there is none; `month`: due in that month of every
 * year, so that it begins on the first and is to be done by the last day.
 */
export const Reset = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({
      kind: z.literal('timeframe'),
      amount: z.number().int().min(1).max(1000),
      unit: z.enum(timeUnits),
      ...renewal,
    }),
    z.strictObject({
      kind: z.literal('fixedDate'),
      month: z.number().int().min(1).max(12),
      day: z.number().int().min(1).max(31),
      ...renewal,
    }),
    z.strictObject({
      kind: z.literal('month'),
      month: z.number().int().min(1).max(12),
      opensBefore: renewal.opensBefore,
      warnings: renewal.warnings,
    }),
  ])
  .superRefine((reset, complaints) => {
    if (reset.kind === 'none') return
    const say = (path: string, code: string) =>
      complaints.addIssue({ code: 'custom', path: [path], message: code, input: reset })
    if (reset.kind === 'fixedDate' && reset.day > (longestMonths[reset.month - 1] ?? 31)) say('day', 'noSuchDay')
    const shortest = shortestPeriod(reset)
    if (reset.opensBefore >= shortest) say('opensBefore', 'longerThanCycle')
    if (reset.kind !== 'month' && reset.closesAfter !== null && reset.closesAfter >= shortest)
      say('closesAfter', 'longerThanCycle')
    if (reset.warnings.some((days) => days >= shortest)) say('warnings', 'longerThanCycle')
  })
export type Reset = z.infer<typeof Reset>

/** As few days as a cycle can have: a renewal window has to fit in. */
function shortestPeriod(reset: Exclude<Reset, { kind: 'none' }>): number {
  if (reset.kind !== 'timeframe') return 365
  return reset.amount * { day: 1, month: 28, year: 365 }[reset.unit]
}

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

export const noReset: Reset = { kind: 'none' }

/** Each warning once, the earliest first. */
export function cleanReset(reset: Reset): Reset {
  if (reset.kind === 'none') return reset
  return { ...reset, warnings: [...new Set(reset.warnings)].sort((a, b) => b - a) }
}

/** Of a document that is reset: what the current cycle covers, in days of the tenant's time zone. */
export const CycleStanding = z.object({
  /** 1 for the first. */
  number: z.number().int(),
  /** What is finished now is valid until this day; null: it is not reset. */
  validUntil: Day.nullable(),
  /** From when to when one can renew; null: not before the end, or as the rules say. */
  opens: Day.nullable(),
  closes: Day.nullable(),
  /** It is finished, and the next cycle can be begun today. */
  mayRenew: z.boolean(),
  /** The author allows to start over, and something was begun. */
  mayStartOver: z.boolean(),
})
export type CycleStanding = z.infer<typeof CycleStanding>

/** One time that somebody had a course or a pathway. */
export const Cycle = z.object({
  /** The assignment. */
  userCourseId: Id,
  number: z.number().int(),
  state: ProgressState,
  progress: Percent,
  scorePercent: z.number().nullable(),
  assignedAt: Moment,
  completedAt: Moment.nullable(),
  /** When the next one began; null: this is the current one. */
  endedAt: Moment.nullable(),
  /** Until when its completion is or was valid; null: it was not finished, or for ever. */
  validUntil: Day.nullable(),
})
export type Cycle = z.infer<typeof Cycle>

export const ResetPreview = z.object({
  /** Where the tenant is. */
  today: Day,
  people: z.number().int(),
  /** Whose cycle would be over at once. */
  beginNow: z.number().int(),
  /** Of them, who has not finished what they are at. */
  unfinished: z.number().int(),
  /** The next day on which a cycle begins, and for how many. */
  next: z.object({ day: Day, people: z.number().int() }).nullable(),
})
export type ResetPreview = z.infer<typeof ResetPreview>

export const cycles = {
  preview: endpoint({
    id: 'cycles.preview',
    summary: 'Whom a reset would concern if it were published now, and when.',
    method: 'POST',
    path: '/api/documents/:documentType/:documentId/reset-preview',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: null,
    sample: (given) => ({
      params: { documentType: 'pathway', documentId: given.pathway.id },
      body: { reset: { kind: 'timeframe', amount: 1, unit: 'year' } },
    }),
    params: z.object({ documentType: DocumentType, documentId: Id }),
    body: z.strictObject({ reset: Reset }),
    response: ResetPreview,
  }),
  renew: endpoint({
    id: 'cycles.renew',
    summary: 'Begin the next cycle of one’s finished course before the end of this one, while that is open.',
    method: 'POST',
    path: '/api/my/courses/:userCourseId/renew',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: 'cycles.renew',
    sample: () => ({ alsoFine: [409] }),
    params: z.object({ userCourseId: Id }),
    response: z.object({ userCourseId: Id }),
  }),
  renewPathway: endpoint({
    id: 'cycles.renewPathway',
    summary: 'The same of one’s finished pathway; its steps begin anew with it.',
    method: 'POST',
    path: '/api/my/pathways/:pathwayId/renew',
    access: 'signedIn',
    feature: 'pathways',
    callers: ['token', 'acting'],
    audit: 'cycles.renew',
    sample: (given) => ({ params: { pathwayId: given.pathway.id }, alsoFine: [409] }),
    params: z.object({ pathwayId: Id }),
    response: z.object({ assignmentId: Id }),
  }),
  startOver: endpoint({
    id: 'cycles.startOver',
    summary:
      'Begin one’s course again from the first step, where its author allows that. What was done stays on record.',
    method: 'POST',
    path: '/api/my/courses/:userCourseId/start-over',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: 'cycles.startOver',
    sample: () => ({ alsoFine: [409] }),
    params: z.object({ userCourseId: Id }),
    response: z.object({ userCourseId: Id }),
  }),
}
