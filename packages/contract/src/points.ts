import { z } from 'zod'
import { DocumentType } from './document-kinds.ts'
import { type Endpoint, endpoint, rawEndpoint } from './endpoint.ts'
import { MembershipStatus } from './states.ts'
import { Day, Id, MembershipId, Moment, PageQuery, pageOf, queryList, Slug } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    points: { verbs: 'adjust' | 'changeRule' | 'changeSettings' | 'export' | 'redeem' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    /** An administrator gave or took points by hand. */
    pointsGiven: { points: number; name: string; reason: string }
    pointsTaken: { points: number; name: string; reason: string }
  }
}

/**
 * Why points moved. Each entry moves its amount between the person's balance and the tenant's account of that name, and is
 * never changed: what was wrong is put right by another entry.
 * - `earn`: a document was finished
 * - `redeem`: the person spent them
 * - `adjust`: an administrator gave or took some, with a reason
 * - `expire`: they were not spent in time
 * - `reverse`: what they were earned for does not count any more
 * - `refund`: an order of a reward was refused or withdrawn
 */
export const pointKinds = ['earn', 'redeem', 'adjust', 'expire', 'reverse', 'refund'] as const
export type PointKind = (typeof pointKinds)[number]

export const pointLimits = { amount: 1_000_000, reason: 500, months: 120, steps: 500 } as const

const Amount = z.number().int().min(1).max(pointLimits.amount)

/** An entry of the ledger, as the specification names its fields (section 3), and what we keep beside them. */
export const PointEntry = z.object({
  _id: Id,
  tenantId: Slug,
  teamId: Slug,
  userId: Id,
  /** Null unless it is about a document. */
  documentType: DocumentType.nullable(),
  documentId: Id.nullable(),
  documentTitle: z.string(),
  /** What the person has of the document, by which they earned it. */
  assignmentId: Id.nullable(),
  /** Above zero; `redeem` gives the sign. */
  rewardPointAmount: z.number().int(),
  /** The balance fell by the amount. */
  redeem: z.boolean(),
  /** Unix seconds. */
  createdAt: z.number().int(),
  kind: z.enum(pointKinds),
  /** Points at that moment, with this entry. */
  balance: z.number().int(),
  reason: z.string(),
  /** The administrator who gave or took them; '' where nobody did. */
  by: z.string(),
})
export type PointEntry = z.infer<typeof PointEntry>

const EntryPage = pageOf(PointEntry).extend({ rewardPointsCount: z.number().int() })

/** What finishing a single step of a course earns, beside what the course itself does. */
const StepPoints = z.object({
  activityId: Id,
  /** 0: nothing. */
  amount: z.number().int().min(0).max(pointLimits.amount),
  repeats: z.enum(['once', 'cycle']),
})

/** What finishing a document earns. */
export const PointRule = z.object({
  /** 0: nothing. */
  amount: z.number().int().min(0).max(pointLimits.amount),
  /** Once for each person, or again with each cycle. */
  repeats: z.enum(['once', 'cycle']),
  /** No more than so many points for this document within a month of the tenant's calendar; null: no limit. */
  monthlyBudget: Amount.nullable(),
  /** Of a course: the steps that earn something of their own; left out in a change: they stay. */
  steps: z.array(StepPoints).max(pointLimits.steps).optional(),
})
export type PointRule = z.infer<typeof PointRule>

/** A step that can earn, with its title. */
const RuledStep = StepPoints.extend({ title: z.string() })
export type RuledStep = z.infer<typeof RuledStep>

/** What holds for all points of the tenant. */
export const PointSettings = z.object({
  /** Earned points that are not spent within so many months expire; null: never. */
  expireAfterMonths: z.number().int().min(1).max(pointLimits.months).nullable(),
  /** Nobody earns more than that within a day; null: no limit. */
  dailyCap: Amount.nullable(),
  /** Minutes that have to lie between two documents for both to earn; 0: none. */
  coolDownMinutes: z.number().int().min(0).max(1440),
  /** Teams see who of them earned most within the last 30 days. */
  leaderboard: z.boolean(),
})
export type PointSettings = z.infer<typeof PointSettings>

/** One person's points, for the report: of all that was entered until then. */
export const PointFigures = z.object({
  userId: Id,
  membershipId: MembershipId,
  name: z.string(),
  email: z.string(),
  earned: z.number().int(),
  redeemed: z.number().int(),
  /** Given and taken by hand; below zero where more was taken. */
  adjusted: z.number().int(),
  /** Expired and reversed. */
  lost: z.number().int(),
  balance: z.number().int(),
  lastAt: Moment.nullable(),
})
export type PointFigures = z.infer<typeof PointFigures>

const pointSorts = ['name', 'earned', 'redeemed', 'balance', 'lastAt'] as const

export const PointReportQuery = PageQuery.extend({
  /** The end of a past day in the tenant's time zone. */
  asOf: Day.optional(),
  kind: queryList(z.enum(pointKinds)),
  memberStatus: queryList(MembershipStatus),
  sort: z.enum(pointSorts).default('name'),
  direction: z.enum(['asc', 'desc']).default('asc'),
})

const EntriesQuery = PageQuery.extend({ kind: queryList(z.enum(pointKinds)) })

const file = (format: string) => ({
  method: 'GET' as const,
  access: 'admin' as const,
  callers: ['token', 'looking'] as const,
  audit: 'points.export' as const,
  protocol: `${format} of the report, streamed; the filters of the report.`,
})

// What the old client sends beside what counts: ids have to be the session's, its time is not used.
const ownIds = { userId: Id.optional(), tenantId: z.string().max(63).optional(), teamId: z.string().max(63).optional() }

const reader = { access: 'admin', callers: ['token', 'looking'] } satisfies Pick<Endpoint, 'access' | 'callers'>
const documentPath = { documentType: DocumentType, documentId: Id }

export const points = {
  own: endpoint({
    id: 'points.own',
    summary: 'The person’s balance and the entries that made it, newest first.',
    method: 'GET',
    path: '/api/reward-points',
    access: 'signedIn',
    callers: ['token', 'looking'],
    query: EntriesQuery.extend(ownIds),
    response: EntryPage,
  }),
  redeem: endpoint({
    id: 'points.redeem',
    summary: 'Spend points. No more than the balance, whatever else happens at the same moment.',
    method: 'POST',
    path: '/api/reward-points',
    access: 'signedIn',
    callers: ['token'],
    idempotency: 'required',
    audit: 'points.redeem',
    sample: () => ({ body: { rewardPointAmount: 1, redeem: true }, alsoFine: [422] }),
    body: z.strictObject({
      ...ownIds,
      documentId: z.null().optional(),
      documentType: z.null().optional(),
      rewardPointAmount: Amount,
      redeem: z.literal(true).default(true),
      createdAt: z.unknown().optional(),
    }),
    response: z.object({ data: PointEntry, rewardPointsCount: z.number().int() }),
  }),
  ofPerson: endpoint({
    id: 'points.ofPerson',
    summary: 'Points of one membership, newest entry first.',
    method: 'GET',
    path: '/api/members/:userId/points',
    ...reader,
    params: z.object({ userId: Id }),
    query: EntriesQuery.extend({ teamId: Slug.optional() }),
    response: EntryPage.extend({ name: z.string(), membershipId: MembershipId }),
  }),
  adjust: endpoint({
    id: 'points.adjust',
    summary: 'Give or take points by hand; the person reads the reason.',
    method: 'POST',
    path: '/api/members/:userId/points',
    access: 'admin',
    callers: ['token'],
    idempotency: 'required',
    audit: 'points.adjust',
    params: z.object({ userId: Id }),
    sample: (given) => ({
      params: { userId: given.learner.userId },
      body: { amount: 5, reason: `${given.mark} helped` },
      alsoFine: [409],
    }),
    body: z.strictObject({
      teamId: Slug.optional(),
      /** Below zero: taken, at most what is there. */
      amount: z
        .number()
        .int()
        .min(-pointLimits.amount)
        .max(pointLimits.amount)
        .refine((amount) => amount !== 0, { error: 'notZero' }),
      reason: z.string().trim().min(1, { error: 'required' }).max(pointLimits.reason),
    }),
    response: z.object({ data: PointEntry, rewardPointsCount: z.number().int() }),
  }),
  rule: endpoint({
    id: 'points.rule',
    summary: 'What finishing a document earns, and what it has given so far.',
    method: 'GET',
    path: '/api/documents/:documentType/:documentId/points',
    ...reader,
    params: z.object(documentPath),
    response: PointRule.extend({
      given: z.number().int(),
      givenThisMonth: z.number().int(),
      /** All steps of a course, as its draft has them, and else as it is published; [] for other documents. */
      steps: z.array(RuledStep),
    }),
  }),
  changeRule: endpoint({
    id: 'points.changeRule',
    summary: 'Change what finishing a document earns from now on.',
    method: 'PUT',
    path: '/api/documents/:documentType/:documentId/points',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'points.changeRule',
    params: z.object(documentPath),
    sample: () => ({ body: { amount: 10, repeats: 'once', monthlyBudget: null } }),
    body: PointRule,
    response: PointRule,
  }),
  earns: endpoint({
    id: 'points.earns',
    summary: 'What something that the person has earns, and what they have got for it.',
    method: 'GET',
    path: '/api/my/points/of/:userCourseId',
    access: 'signedIn',
    callers: ['token', 'looking'],
    params: z.object({ userCourseId: Id }),
    response: z.object({
      /** With its end; 0: nothing, or nothing any more. */
      amount: z.number().int(),
      /** With all of its single steps together. */
      steps: z.number().int(),
      /** So far, less what was taken back. */
      earned: z.number().int(),
    }),
  }),
  settings: endpoint({
    id: 'points.settings',
    summary: 'What holds for all points of the tenant.',
    method: 'GET',
    path: '/api/points/settings',
    ...reader,
    response: PointSettings,
  }),
  changeSettings: endpoint({
    id: 'points.changeSettings',
    summary: 'Change what holds for all points of the tenant.',
    method: 'PUT',
    path: '/api/points/settings',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'points.changeSettings',
    sample: () => ({ body: { expireAfterMonths: 12, dailyCap: null, coolDownMinutes: 0, leaderboard: true } }),
    body: PointSettings,
    response: PointSettings,
  }),
  leaders: endpoint({
    id: 'points.leaders',
    summary:
      'Who of the team earned most within the last 30 days, where the tenant shows it; people may stay out of it.',
    method: 'GET',
    path: '/api/points/leaders',
    access: 'signedIn',
    callers: ['token', 'looking'],
    response: z.object({
      isShown: z.boolean(),
      /** The person stays out of it. */
      staysOut: z.boolean(),
      items: z.array(z.object({ userId: Id, name: z.string(), earned: z.number().int(), place: z.number().int() })),
    }),
  }),
  stayOut: endpoint({
    id: 'points.stayOut',
    summary: 'Stay out of the list of who earned most, or come back.',
    method: 'PUT',
    path: '/api/points/leaders/me',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: null,
    sample: () => ({ body: { staysOut: true } }),
    body: z.strictObject({ staysOut: z.boolean() }),
  }),
  report: endpoint({
    id: 'points.report',
    summary: 'Reward report: one row for each person, with what they earned and spent.',
    method: 'GET',
    path: '/api/admin/reports/rewards',
    ...reader,
    query: PointReportQuery,
    response: pageOf(PointFigures).extend({
      totals: PointFigures.pick({ earned: true, redeemed: true, adjusted: true, lost: true, balance: true }),
      asOf: Day.nullable(),
      /** The days of which it can be asked for, from the first entry on. */
      historyFrom: Day,
      historyTo: Day,
    }),
  }),
  reportCsv: rawEndpoint({
    id: 'points.reportCsv',
    summary: 'The reward report as a file.',
    path: '/api/admin/reports/rewards.csv',
    ...file('CSV, UTF-8 with byte order mark, safe against formulas,'),
    produces: 'text/csv',
  }),
  reportXlsx: rawEndpoint({
    id: 'points.reportXlsx',
    summary: 'The reward report as a workbook.',
    path: '/api/admin/reports/rewards.xlsx',
    ...file('XLSX'),
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
}
