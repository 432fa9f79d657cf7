import { z } from 'zod'
import { BadgeDesign, BadgeTexts, BadgeTitle, badgeLimits } from './badge-design.ts'
import { standardBadge } from './badge-picture.ts'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { StoredFile } from './files.ts'
import { MemberFilter } from './members.ts'
import { NamedAudience, Rule } from './permissions.ts'
import {
  Can,
  Day,
  Id,
  MembershipId,
  Moment,
  oneLine,
  PageQuery,
  pageOf,
  queryList,
  Revision,
  selectionOf,
} from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    badges: {
      verbs: 'archive' | 'award' | 'change' | 'create' | 'export' | 'remove' | 'restore' | 'revoke'
      subjects: 'badge'
    }
    badgeRules: { verbs: 'change' | 'create' | 'remove'; subjects: 'badgeRule' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    /** `until`: the last day on which it is valid; null: for ever. */
    badgeAwarded: { awardId: string; title: string; until: string | null }
    badgeRevoked: { awardId: string; title: string; reason: string }
  }
}

export const badgeStates = ['active', 'archived'] as const
export const BadgeState = z.enum(badgeStates)
export type BadgeState = z.infer<typeof BadgeState>

export const awardStates = ['valid', 'expired', 'revoked'] as const
export const AwardState = z.enum(awardStates)
export type AwardState = z.infer<typeof AwardState>

/** A badge in the list. */
export const Badge = z.object({
  id: Id,
  title: z.string(),
  state: BadgeState,
  /** Public addresses of its picture as it is now. */
  pictureUrl: z.string(),
  svgUrl: z.string(),
  /** Months for which an award is valid; null: for ever. */
  validMonths: z.number().int().nullable(),
  /** Awards that are not revoked, and rules that give it. */
  holders: z.number().int(),
  rules: z.number().int(),
  /** Rises with each saved change. */
  revision: z.number().int(),
  updatedAt: Moment,
  createdAt: Moment,
  can: Can,
})
export type Badge = z.infer<typeof Badge>

export const WholeBadge = Badge.extend({
  description: BadgeTexts,
  /** What somebody has to do for it, in words. */
  criteria: BadgeTexts,
  design: BadgeDesign,
  /** Its uploaded picture with a signed address; null: none. */
  file: StoredFile.nullable(),
})
export type WholeBadge = z.infer<typeof WholeBadge>

/**
 * What an award follows from. A bundle is told apart from other courses.
 * - `any`: documents of every kind
 */
export const badgeSubjects = [
  'any',
  'course',
  'bundle',
  'pathway',
  'learningPackage',
  'resource',
  'form',
  'event',
] as const
export const BadgeSubject = z.enum(badgeSubjects)
export type BadgeSubject = z.infer<typeof BadgeSubject>

const OutsideWords = oneLine().max(badgeLimits.title).default('')
const whole = (longest: number) => z.number().int().min(1).max(longest)

/**
 * What has to happen.
 * - `finished`: a document is finished; `documentIds` empty: any one of that kind. `passed`: finished with a pass, which
 *   forms and courses with a score have.
 * - `count`: so many different documents of a kind are finished, within so many days; `days` null: however long it takes
 * - `streak`: in so many calendar weeks on end something of that kind was finished
 * - `points`: the person has collected so many points, whatever they spent
 * - `outside`: a certificate that the person earned elsewhere was confirmed while it was valid, and all these words stand in its
 *   title and its issuer; '': any
 */
export const BadgeTrigger = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('finished'),
    subject: BadgeSubject,
    documentIds: z.array(Id).max(badgeLimits.documents).default([]),
    passed: z.boolean().default(false),
  }),
  z.strictObject({
    kind: z.literal('count'),
    subject: BadgeSubject,
    count: whole(1000).min(2),
    days: whole(3660).nullable(),
  }),
  z.strictObject({ kind: z.literal('streak'), subject: BadgeSubject, weeks: whole(520).min(2) }),
  z.strictObject({ kind: z.literal('points'), points: whole(1_000_000) }),
  z.strictObject({ kind: z.literal('outside'), title: OutsideWords, issuer: OutsideWords }),
])
export type BadgeTrigger = z.infer<typeof BadgeTrigger>

export const BadgeRuleInput = z.strictObject({
  badgeId: Id,
  title: BadgeTitle,
  isActive: z.boolean().default(true),
  trigger: BadgeTrigger,
  /** Whom it may go to; null: everybody. */
  audience: Rule.nullable().default(null),
  /** Once for each person, or again each time: for each completion, each further `count`, `weeks` or `points`. */
  repeats: z.enum(['once', 'each']).default('once'),
  /** What happened before this day does not count; null: everything that ever happened counts. */
  countsFrom: Day.nullable(),
  /** Where the completion is taken back, or points are, the badge is revoked, too. */
  revokes: z.boolean().default(true),
})
export type BadgeRuleInput = z.infer<typeof BadgeRuleInput>

export const BadgeRule = z.object({
  id: Id,
  badgeId: Id,
  badgeTitle: z.string(),
  pictureUrl: z.string(),
  title: z.string(),
  isActive: z.boolean(),
  trigger: BadgeTrigger,
  /** The documents that the trigger names, by title. */
  documents: z.array(z.object({ id: Id, title: z.string() })),
  audience: Rule.nullable(),
  /** Those that the audience names. */
  audiences: z.array(NamedAudience),
  repeats: z.enum(['once', 'each']),
  countsFrom: Day.nullable(),
  revokes: z.boolean(),
  /** Awards that it has made and that are not revoked. */
  awards: z.number().int(),
  /** Awards for what happened before it was saved are still being written. */
  isApplying: z.boolean(),
  revision: z.number().int(),
  updatedAt: Moment,
  createdAt: Moment,
  can: Can,
})
export type BadgeRule = z.infer<typeof BadgeRule>

/** Who would get the badge now, if the rule were saved: how many, and the first of them by name. */
export const BadgePreview = z.object({
  people: z.number().int(),
  /** More than the people where somebody gets it repeatedly. */
  awards: z.number().int(),
  /** People of the caller’s who would get it, by name. */
  names: z.array(z.object({ userId: Id, name: z.string(), email: z.string(), awards: z.number().int() })),
})
export type BadgePreview = z.infer<typeof BadgePreview>

/** What caused an award, in ids and titles as they were. */
export const AwardCause = z.object({
  /** `hand`: an administrator gave it. */
  kind: z.enum(['hand', 'finished', 'count', 'streak', 'points', 'outside']),
  documentType: z.string().nullable(),
  documentId: Id.nullable(),
  /** Of a document, or of a certificate that was earned elsewhere. */
  documentTitle: z.string(),
  ruleTitle: z.string(),
  /** The administrator who gave it; '' where a rule did. */
  by: z.string(),
  note: z.string(),
})
export type AwardCause = z.infer<typeof AwardCause>

export const BadgeAward = z.object({
  id: Id,
  /** In the address of the public page: `tenant.uuid`. */
  credentialId: z.string(),
  badgeId: Id,
  title: z.string(),
  description: z.string(),
  criteria: z.string(),
  holderName: z.string(),
  /** Public address of the picture, as it was when it was awarded. */
  pictureUrl: z.string(),
  svgUrl: z.string(),
  awardedAt: Moment,
  expiresAt: Moment.nullable(),
  state: AwardState,
  revokedAt: Moment.nullable(),
  /** Of a revoked one; '' where the completion was taken back. */
  reason: z.string(),
  cause: AwardCause,
})
export type BadgeAward = z.infer<typeof BadgeAward>

export const BadgeHolder = BadgeAward.extend({ userId: Id, name: z.string(), email: z.string(), can: Can })
export type BadgeHolder = z.infer<typeof BadgeHolder>

/** What the toast shows (specification, section 3). */
export const BadgeNotice = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  s3Url: z.string(),
  title: z.string(),
  createdAt: Moment,
})
export type BadgeNotice = z.infer<typeof BadgeNotice>

export const badgeSortKeys = ['title', 'holders', 'updatedAt', 'createdAt'] as const
export const badgeRuleSortKeys = ['title', 'badge', 'updatedAt'] as const
export const awardSortKeys = ['awardedAt', 'name', 'title', 'expiresAt'] as const

const direction = z.enum(['asc', 'desc'])
const AwardsQuery = PageQuery.extend({
  badgeId: Id.optional(),
  userId: Id.optional(),
  ruleId: Id.optional(),
  state: queryList(AwardState),
  sort: z.enum(awardSortKeys).default('awardedAt'),
  direction: direction.default('desc'),
})
/** What the list and its files are filtered by. */
export const AwardsFilter = AwardsQuery.omit({ cursor: true, limit: true })

const AwardsPage = pageOf(BadgeHolder).extend({
  /** How many there are in each state, whatever the filter of states; with the first page. */
  counts: z.array(z.object({ value: AwardState, count: z.number().int() })).nullable(),
})

const badgeParams = z.object({ badgeId: Id })
const ruleParams = z.object({ ruleId: Id })
const awardParams = z.object({ awardId: Id })
const Reason = z.string().trim().min(1, { error: 'required' }).max(badgeLimits.reason)
const looker = { callers: ['token', 'looking'] as const }
const changer = { callers: ['token', 'acting'] as const }

const sampleRule = (badgeId: string) => ({
  badgeId,
  title: 'First course',
  trigger: { kind: 'finished', subject: 'course' },
  countsFrom: null,
})

/** A list and its two files, of administrators or of managers over their own people. */
const awardsOf = (as: 'admin' | 'manager') => ({
  list: endpoint({
    id: `badges.${as}.list`,
    summary: 'Awards of badges of the people whom the caller looks after.',
    method: 'GET',
    path: `/api/${as}/badge-awards` as '/api/admin/badge-awards',
    access: as,
    ...looker,
    query: AwardsQuery,
    response: AwardsPage,
  }),
  csv: rawEndpoint({
    id: `badges.${as}.csv`,
    summary: 'The same as a file; the filters of the list.',
    method: 'GET',
    path: `/api/${as}/badge-awards.csv` as '/api/admin/badge-awards.csv',
    access: as,
    ...looker,
    audit: 'badges.export',
    protocol: 'CSV, UTF-8 with byte order mark, streamed, safe against formulas',
    produces: 'text/csv',
  }),
  xlsx: rawEndpoint({
    id: `badges.${as}.xlsx`,
    summary: 'The same as a workbook; the filters of the list.',
    method: 'GET',
    path: `/api/${as}/badge-awards.xlsx` as '/api/admin/badge-awards.xlsx',
    access: as,
    ...looker,
    audit: 'badges.export',
    protocol: 'XLSX, streamed, at most 50,000 rows: 413 beyond, where the CSV has them all',
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
})

const picture = (format: 'svg' | 'png') =>
  rawEndpoint({
    id: `badges.pictures.${format}`,
    summary: 'The picture of a version of a badge, for anybody who has its address. It never changes.',
    method: 'GET',
    path: `/api/badge-pictures/:pictureId/badge.${format}` as '/api/badge-pictures/:pictureId/badge.png',
    access: 'public',
    ...looker,
    sample: () => ({ params: { pictureId: 'nothing' }, alsoFine: [404] }),
    protocol: `HTTP; ${format.toUpperCase()}`,
    produces: format === 'svg' ? 'image/svg+xml' : 'image/png',
  })

export const badges = {
  list: endpoint({
    id: 'badges.list',
    summary: 'Badges of the tenant.',
    method: 'GET',
    path: '/api/badges',
    feature: 'badges',
    access: 'admin',
    ...looker,
    query: PageQuery.extend({
      state: BadgeState.default('active'),
      sort: z.enum(badgeSortKeys).default('title'),
      direction: direction.default('asc'),
    }),
    response: pageOf(Badge),
  }),
  get: endpoint({
    id: 'badges.get',
    summary: 'A badge with its design and its texts.',
    method: 'GET',
    path: '/api/badges/:badgeId',
    feature: 'badges',
    access: 'admin',
    ...looker,
    params: badgeParams,
    response: WholeBadge,
  }),
  create: endpoint({
    id: 'badges.create',
    summary: 'Create a badge with the standard design, or as a copy of another one.',
    method: 'POST',
    path: '/api/badges',
    feature: 'badges',
    access: 'admin',
    ...changer,
    audit: 'badges.create',
    idempotency: 'honoured',
    sample: () => ({ body: { title: 'Helper of the month' } }),
    body: z.strictObject({ title: BadgeTitle, copyOf: Id.optional() }),
    response: WholeBadge,
    status: 201,
  }),
  save: endpoint({
    id: 'badges.save',
    summary: 'Save a changed badge. What was awarded keeps its look and its words.',
    method: 'PUT',
    path: '/api/badges/:badgeId',
    feature: 'badges',
    access: 'admin',
    ...changer,
    audit: 'badges.change',
    sample: (given) => ({
      body: {
        title: `${given.mark} badge`,
        revision: 1,
        validMonths: null,
        description: {},
        criteria: {},
        design: standardBadge,
      },
    }),
    params: badgeParams,
    body: z.strictObject({
      title: BadgeTitle,
      revision: Revision,
      validMonths: whole(badgeLimits.months).nullable(),
      description: BadgeTexts,
      criteria: BadgeTexts,
      design: BadgeDesign,
    }),
    response: WholeBadge,
  }),
  archive: endpoint({
    id: 'badges.archive',
    summary: 'Give a badge to nobody any more: its rules rest, awards stay.',
    method: 'POST',
    path: '/api/badges/:badgeId/archive',
    access: 'admin',
    ...changer,
    audit: 'badges.archive',
    params: badgeParams,
    response: WholeBadge,
  }),
  restore: endpoint({
    id: 'badges.restore',
    summary: 'Bring an archived badge back; its rules count again from now on.',
    method: 'POST',
    path: '/api/badges/:badgeId/restore',
    access: 'admin',
    ...changer,
    audit: 'badges.restore',
    sample: () => ({ alsoFine: [409] }),
    params: badgeParams,
    response: WholeBadge,
  }),
  remove: endpoint({
    id: 'badges.remove',
    summary: 'Remove a badge that nobody was ever given and that no rule gives.',
    method: 'DELETE',
    path: '/api/badges/:badgeId',
    access: 'admin',
    ...changer,
    audit: 'badges.remove',
    sample: () => ({ alsoFine: [409] }),
    params: badgeParams,
  }),
  award: endpoint({
    id: 'badges.award',
    summary: 'Give a badge by hand: to named people, or to all that a filter matches. To many it is given by a job.',
    method: 'POST',
    path: '/api/badges/:badgeId/award',
    feature: 'badges',
    access: 'admin',
    bodyBytes: 256 * 1024,
    ...changer,
    audit: 'badges.award',
    idempotency: 'required',
    sample: (given) => ({ body: { selection: { by: 'ids', ids: [given.learner.membershipId] } } }),
    params: badgeParams,
    body: z.strictObject({
      selection: selectionOf(MembershipId, MemberFilter),
      /** Why; the people read it. */
      note: z.string().trim().max(badgeLimits.reason).default(''),
      /** Also to who has it already, as another award. */
      again: z.boolean().default(false),
    }),
    response: z.object({
      /** People who got it with this call; 0 where a job gives it. */
      awarded: z.number().int(),
      /** People who have it already and are left out. */
      already: z.number().int(),
      jobId: Id.nullable(),
    }),
  }),
  revoke: endpoint({
    id: 'badges.revoke',
    summary: 'Revoke an award with a reason that the person reads.',
    method: 'POST',
    path: '/api/badge-awards/:awardId/revoke',
    access: 'admin',
    ...changer,
    audit: 'badges.revoke',
    sample: () => ({ body: { reason: 'Given by mistake' } }),
    params: awardParams,
    body: z.strictObject({ reason: Reason }),
    response: BadgeHolder,
  }),
  admin: awardsOf('admin'),
  manager: awardsOf('manager'),
  mine: endpoint({
    id: 'badges.mine',
    summary: 'The person’s own badges, newest first.',
    method: 'GET',
    path: '/api/my/badges',
    access: 'signedIn',
    ...looker,
    query: PageQuery.extend({ state: queryList(AwardState) }),
    response: pageOf(BadgeAward),
  }),
  earns: endpoint({
    id: 'badges.earns',
    summary: 'Badges that finishing something that the person has gives, and whether they got them for it.',
    method: 'GET',
    path: '/api/my/badges/of/:userCourseId',
    access: 'signedIn',
    ...looker,
    params: z.object({ userCourseId: Id }),
    response: z.object({
      items: z.array(
        z.object({
          badgeId: Id,
          title: z.string(),
          criteria: z.string(),
          pictureUrl: z.string(),
          isAwarded: z.boolean(),
        }),
      ),
    }),
  }),
  notices: {
    unseen: endpoint({
      id: 'badges.notices.unseen',
      summary:
        'Badges that the person got since they signed in and that no page of this session has shown, oldest first.',
      method: 'GET',
      path: '/api/my/badge-notices',
      access: 'signedIn',
      callers: [],
      response: z.object({ items: z.array(BadgeNotice) }),
    }),
    shown: endpoint({
      id: 'badges.notices.shown',
      summary:
        'Note that this session shows some. Answers those that no other page of it has shown: only these are shown.',
      method: 'POST',
      path: '/api/my/badge-notices/shown',
      access: 'signedIn',
      callers: [],
      audit: null,
      sample: (given) => ({ body: { ids: [given.newId()] }, acrossTenants: true }),
      body: z.strictObject({ ids: z.array(Id).min(1).max(50) }),
      response: z.object({ ids: z.array(Id) }),
    }),
  },
  pictures: { svg: picture('svg'), png: picture('png') },
  rules: {
    list: endpoint({
      id: 'badges.rules.list',
      summary: 'Rules that give badges.',
      method: 'GET',
      path: '/api/badge-rules',
      feature: 'badges',
      access: 'admin',
      ...looker,
      query: PageQuery.extend({
        badgeId: Id.optional(),
        sort: z.enum(badgeRuleSortKeys).default('title'),
        direction: direction.default('asc'),
      }),
      response: pageOf(BadgeRule),
    }),
    get: endpoint({
      id: 'badges.rules.get',
      summary: 'One rule.',
      method: 'GET',
      path: '/api/badge-rules/:ruleId',
      feature: 'badges',
      access: 'admin',
      ...looker,
      params: ruleParams,
      response: BadgeRule,
    }),
    preview: endpoint({
      id: 'badges.rules.preview',
      summary: 'Who would get the badge now, by name and number, if the rule were saved like this.',
      method: 'POST',
      path: '/api/badge-rules/preview',
      feature: 'badges',
      access: 'admin',
      bodyBytes: 1024 * 1024,
      ...changer,
      audit: null,
      sample: (given) => ({ body: { rule: sampleRule(given.badgeId) } }),
      /** Without `ruleId` it is a new one. */
      body: z.strictObject({ ruleId: Id.optional(), rule: BadgeRuleInput }),
      response: BadgePreview,
    }),
    create: endpoint({
      id: 'badges.rules.create',
      summary: 'Create a rule. Whoever has done already what it asks for gets the badge by a job.',
      method: 'POST',
      path: '/api/badge-rules',
      feature: 'badges',
      access: 'admin',
      bodyBytes: 1024 * 1024,
      ...changer,
      audit: 'badgeRules.create',
      idempotency: 'honoured',
      sample: (given) => ({ body: sampleRule(given.badgeId) }),
      body: BadgeRuleInput,
      response: BadgeRule.extend({ jobId: Id.nullable() }),
      status: 201,
    }),
    save: endpoint({
      id: 'badges.rules.save',
      summary: 'Change a rule. Awards that it has made stay.',
      method: 'PUT',
      path: '/api/badge-rules/:ruleId',
      feature: 'badges',
      access: 'admin',
      bodyBytes: 1024 * 1024,
      ...changer,
      audit: 'badgeRules.change',
      sample: (given) => ({ body: { ...sampleRule(given.badgeId), revision: 1 } }),
      params: ruleParams,
      body: BadgeRuleInput.extend({ revision: Revision }),
      response: BadgeRule.extend({ jobId: Id.nullable() }),
    }),
    remove: endpoint({
      id: 'badges.rules.remove',
      summary: 'Remove a rule. Awards that it has made stay.',
      method: 'DELETE',
      path: '/api/badge-rules/:ruleId',
      access: 'admin',
      ...changer,
      audit: 'badgeRules.remove',
      params: ruleParams,
    }),
  },
}
