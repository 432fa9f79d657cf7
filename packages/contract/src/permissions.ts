import { z } from 'zod'
import { DocumentType } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { JobRef } from './jobs.ts'
import { MemberDateField, MemberFilter, ruleFields } from './members.ts'
import { MembershipStatus, PermissionStatus, ProgressState } from './states.ts'
import { tidyText } from './text.ts'
import { Can, Day, Id, MembershipId, Moment, oneLine, PageQuery, pageOf, QueryFlag, selectionOf } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    permissions: { verbs: 'assign' | 'create' | 'setStatus' | 'unassign' | 'update'; subjects: 'permission' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    courseAssigned: GivenDocument & { dueDay: string | null; isBundle: boolean }
    courseDueSoon: GivenDocument & { dueDay: string }
    courseOverdue: GivenDocument & { dueDay: string }
    /** Of what has steps: all that is required of them is done. */
    documentFinished: GivenDocument
    /** What has to be finished before it is finished: it can be begun. */
    documentOpened: GivenDocument & { isBundle: boolean }
  }
}

// Kept as written, spaces and further keys of an object included; compared without the spaces around.
const ruleText = z
  .string()
  .max(200)
  .refine((value) => value.trim() !== '', { error: 'required' })
export const RuleValue = z.union([ruleText, z.looseObject({ value: ruleText })])
export type RuleValue = z.infer<typeof RuleValue>

/** The specification's rule map: every field must match, any of its values is enough. Values may be `{value}` objects. */
export const RuleMap = z.partialRecord(z.enum(ruleFields), z.array(RuleValue).min(1).max(200))
export type RuleMap = z.infer<typeof RuleMap>

/** What a value of a rule is compared with. */
export function textOfRuleValue(value: RuleValue): string {
  return tidyText(typeof value === 'string' ? value : value.value)
}

/**
 * What a saved audience asks for. `rule` is the map of the specification, read and written as it stands; `groups` is our
 * extension: further maps of which any one is enough beside `rule`. An empty map with no groups matches nobody, `everyone`
 * everybody.
 */
export const AudienceRule = z.strictObject({
  rule: RuleMap,
  groups: z.array(RuleMap).max(20).default([]),
  everyone: z.boolean().default(false),
})
export type AudienceRule = z.infer<typeof AudienceRule>

/** A permission's rule: the same, and saved audiences, of which any one is enough beside `rule` and `groups`. */
export const Rule = AudienceRule.extend({
  audiences: z.array(Id).max(20).default([]),
})
export type Rule = z.infer<typeof Rule>

/** A saved audience is a named rule, or a list of people. */
export const audienceKinds = ['rule', 'people'] as const
export const AudienceKind = z.enum(audienceKinds)
export type AudienceKind = z.infer<typeof AudienceKind>

/** A saved audience, as things that use it name it. */
export const NamedAudience = z.object({ id: Id, title: z.string(), kind: AudienceKind })
export type NamedAudience = z.infer<typeof NamedAudience>

const dueDays = z.number().int().min(1).max(3650)
const fixedDues = [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('after'), days: dueDays }),
  z.strictObject({ kind: z.literal('on'), day: Day }),
] as const

/** When learning that was given by hand is due: never, some days after it was given, or on a day. */
export const FixedDue = z.discriminatedUnion('kind', [...fixedDues])

/**
 * When the learning is due. Days end in the tenant's time zone. Beside the fixed ones it may count from a date of the
 * membership (negative: days before it), from the person's first sign-in, or from the first time that they finished
 * another document: never from earlier than the day on which it was given, and there is no date until there is one to
 * count from.
 */
export const Due = z.discriminatedUnion('kind', [
  ...fixedDues,
  z.strictObject({
    kind: z.literal('field'),
    field: MemberDateField,
    days: z
      .number()
      .int()
      .min(-3650)
      .max(3650)
      .refine((days) => days !== 0, { error: 'required' }),
  }),
  z.strictObject({ kind: z.literal('signIn'), days: dueDays }),
  z.strictObject({ kind: z.literal('finish'), documentId: Id, days: dueDays }),
])
export type Due = z.infer<typeof Due>

/**
 * An optional document that has to be asked for. Administrators may decide as well when managers have not for so many
 * days; null: managers alone.
 */
export const RequestRule = z.strictObject({
  to: z.enum(['managers', 'administrators']),
  standInAfterDays: z.number().int().min(1).max(365).nullable(),
})
export type RequestRule = z.infer<typeof RequestRule>

export const PermissionInput = z.strictObject({
  documentType: DocumentType,
  documentId: Id,
  title: oneLine().min(1, { error: 'required' }).max(200),
  status: PermissionStatus.default('active'),
  isOptional: z.boolean().default(false),
  /** Null: people start it by themselves. A required document is not asked for. */
  request: RequestRule.nullable().default(null),
  rule: Rule,
  due: Due.default({ kind: 'none' }),
})

/** What a change may name; what it leaves out stays. No defaults here: they would overwrite what stands. */
export const PermissionChange = z.strictObject({
  title: oneLine().min(1, { error: 'required' }).max(200).optional(),
  status: PermissionStatus.optional(),
  isOptional: z.boolean().optional(),
  request: RequestRule.nullable().optional(),
  rule: Rule.optional(),
  due: Due.optional(),
})

export const Permission = z.object({
  id: Id,
  documentType: DocumentType,
  documentId: Id,
  documentTitle: z.string(),
  title: z.string(),
  status: PermissionStatus,
  isOptional: z.boolean(),
  request: RequestRule.nullable(),
  rule: Rule,
  /** Those that the rule names, by title. */
  audiences: z.array(NamedAudience),
  due: Due,
  /** The document from whose end the date counts; null: it counts from something else. */
  dueDocument: z.object({ id: Id, type: DocumentType, title: z.string() }).nullable(),
  /** People whom it gives the document now. */
  people: z.number().int(),
  /** True while rows are still being written; the rule counts for reading all the same. */
  applying: z.boolean(),
  /** True when that was given up: some who match do not have it yet. Saving it again, without a change too, tries again. */
  applyFailed: z.boolean(),
  updatedBy: z.string(),
  updatedAt: Moment,
  createdAt: Moment,
  can: Can,
})
export type Permission = z.infer<typeof Permission>

export const PreviewPerson = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  position: z.array(z.string()),
})

/** How many people, and some of them by name. */
export const PreviewPeople = z.object({ count: z.number().int(), sample: z.array(PreviewPerson) })
export type PreviewPeople = z.infer<typeof PreviewPeople>

export const PermissionPreview = z.object({
  /** All who match the rule, whatever they have already. */
  matching: z.number().int(),
  gain: PreviewPeople,
  keep: PreviewPeople,
  lose: PreviewPeople,
})
export type PermissionPreview = z.infer<typeof PermissionPreview>

/** What gives a document to a person: a rule, someone by hand, a container that has it as a step, the person, an import. */
export const sourceKinds = [
  'rule',
  'manual',
  'bundle',
  'pathway',
  'learningPackage',
  'self',
  'request',
  'import',
] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Why somebody has a document: one entry for each thing that gives it. */
export const Source = z.object({
  kind: z.enum(sourceKinds),
  /** The permission, or the bundle's assignment. */
  id: Id.nullable(),
  title: z.string(),
  isOptional: z.boolean(),
  /** It is an offer: a request has to be approved first. */
  needsRequest: z.boolean(),
  grantedAt: Moment,
  dueAt: Moment.nullable(),
})
export type Source = z.infer<typeof Source>

const TracedCondition = z.object({
  group: z.number().int(),
  field: z.string(),
  wanted: z.array(z.string()),
  found: z.array(z.string()),
  matches: z.boolean(),
})

export const WhyTrace = z.object({
  person: z.object({ userId: Id, name: z.string() }),
  document: z.object({ id: Id, title: z.string() }),
  has: z.boolean(),
  sources: z.array(Source),
  /** What the person has to finish first; null: it opens. */
  waitsFor: z.string().nullable(),
  /** Documents to be finished before this one opens, and whether the person has. */
  prerequisites: z.array(z.object({ type: DocumentType, id: Id, title: z.string(), isDone: z.boolean() })),
  /** Every rule of the document, field by field: what it asks for and what the person has. */
  rules: z.array(
    z.object({
      permissionId: Id,
      title: z.string(),
      status: PermissionStatus,
      matches: z.boolean(),
      /** The person is on leave: the rule does not match, and what it gave before stays. */
      keptOnLeave: z.boolean(),
      conditions: z.array(TracedCondition),
      /** The saved audiences that the rule names; of one that is a rule, its conditions. */
      audiences: z.array(NamedAudience.extend({ matches: z.boolean(), conditions: z.array(TracedCondition) })),
    }),
  ),
})
export type WhyTrace = z.infer<typeof WhyTrace>

export const DocumentPerson = z.object({
  userCourseId: Id,
  userId: Id,
  name: z.string(),
  email: z.string(),
  memberStatus: MembershipStatus,
  isOptional: z.boolean(),
  state: ProgressState,
  /** The document was never published: the person has nothing to do yet. */
  isWaiting: z.boolean(),
  dueAt: Moment.nullable(),
  assignedAt: Moment,
  sources: z.array(z.enum(sourceKinds)),
})

/** What selects permissions in their list; the same words as permissions.list. */
export const PermissionFilter = z.strictObject({
  search: z.string().trim().max(200).optional(),
  documentType: DocumentType.optional(),
  documentId: Id.optional(),
  audienceId: Id.optional(),
  status: PermissionStatus.optional(),
  isOptional: z.boolean().optional(),
})
export type PermissionFilter = z.infer<typeof PermissionFilter>

const permissionParams = z.object({ permissionId: Id })

export const permissions = {
  list: endpoint({
    id: 'permissions.list',
    summary: 'Permissions of one document or of the whole tenant, newest change first.',
    method: 'GET',
    path: '/api/permissions',
    access: 'admin',
    callers: ['token', 'looking'],
    query: PageQuery.extend({
      documentType: DocumentType.optional(),
      documentId: Id.optional(),
      /** Those whose rule names this saved audience. */
      audienceId: Id.optional(),
      status: PermissionStatus.optional(),
      isOptional: QueryFlag.optional(),
    }),
    response: pageOf(Permission),
  }),
  get: endpoint({
    id: 'permissions.get',
    summary: 'One permission.',
    method: 'GET',
    path: '/api/permissions/:permissionId',
    access: 'admin',
    callers: ['token', 'looking'],
    params: permissionParams,
    response: Permission,
  }),
  preview: endpoint({
    id: 'permissions.preview',
    summary: 'How many and who would gain, keep and lose the document if this rule were saved.',
    method: 'POST',
    path: '/api/permissions/preview',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: ['token', 'acting'],
    audit: null,
    sample: (given) => ({
      body: {
        documentType: 'course',
        documentId: given.courseId,
        isOptional: false,
        status: 'active',
        rule: { rule: { position: [`${given.mark}-chef`] }, groups: [], everyone: false },
      },
    }),
    body: PermissionInput.omit({ title: true, due: true, request: true }).extend({ permissionId: Id.optional() }),
    response: PermissionPreview,
  }),
  create: endpoint({
    id: 'permissions.create',
    summary: 'Give a document by rule; it counts at once for those who match and for those who come to match.',
    method: 'POST',
    path: '/api/permissions',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: ['token', 'acting'],
    audit: 'permissions.create',
    sample: (given) => ({
      body: {
        documentType: 'course',
        documentId: given.draftId,
        title: 'For chefs',
        rule: { rule: { position: [`${given.mark}-chef`] }, groups: [], everyone: false },
      },
    }),
    idempotency: 'required',
    body: PermissionInput,
    response: Permission,
    status: 201,
  }),
  update: endpoint({
    id: 'permissions.update',
    summary:
      'Change a permission. Inactive hides the document from those who have it by this rule alone and keeps their history.',
    method: 'PATCH',
    path: '/api/permissions/:permissionId',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: ['token', 'acting'],
    audit: 'permissions.update',
    sample: () => ({ body: { title: 'Renamed' } }),
    idempotency: 'honoured',
    params: permissionParams,
    body: PermissionChange,
    response: Permission,
  }),
  setStatus: endpoint({
    id: 'permissions.setStatus',
    summary: 'Switch many permissions on or off; answers at once with a job.',
    method: 'POST',
    path: '/api/permissions/status',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'permissions.setStatus',
    sample: (given) => ({
      body: { selection: { by: 'filter', filter: { documentId: given.courseId } }, status: 'inactive' },
      acrossTenants: true,
    }),
    idempotency: 'required',
    body: z.strictObject({
      /** `job`: those that an earlier call of this operation changed, to take it back. */
      selection: z.discriminatedUnion('by', [
        ...selectionOf(Id, PermissionFilter).options,
        z.strictObject({ by: z.literal('job'), jobId: Id }),
      ]),
      status: PermissionStatus,
    }),
    response: JobRef,
    status: 202,
  }),
  people: endpoint({
    id: 'permissions.people',
    summary: 'Everybody who has the document, with what gives it to them.',
    method: 'GET',
    path: '/api/documents/:documentType/:documentId/people',
    access: 'admin',
    callers: ['token', 'looking'],
    params: z.object({ documentType: DocumentType, documentId: Id }),
    query: PageQuery,
    response: pageOf(DocumentPerson),
  }),
  why: endpoint({
    id: 'permissions.why',
    summary: 'Why this person has, or lacks, this document.',
    method: 'GET',
    path: '/api/documents/:documentType/:documentId/why/:userId',
    access: 'admin',
    callers: ['token', 'looking'],
    params: z.object({ documentType: DocumentType, documentId: Id, userId: Id }),
    response: WhyTrace,
  }),
  assign: endpoint({
    id: 'permissions.assign',
    summary: 'Give a document to named people, or to all that a filter matches; never removed by a rule.',
    method: 'POST',
    path: '/api/documents/:documentType/:documentId/assign',
    access: 'admin',
    bodyBytes: 256 * 1024,
    callers: ['token', 'acting'],
    audit: 'permissions.assign',
    sample: (given) => ({ body: { selection: { by: 'ids', ids: [given.manager.membershipId] } } }),
    idempotency: 'required',
    params: z.object({ documentType: DocumentType, documentId: Id }),
    body: z.strictObject({
      selection: selectionOf(MembershipId, MemberFilter),
      isOptional: z.boolean().default(false),
      due: FixedDue.default({ kind: 'none' }),
    }),
    response: JobRef,
    status: 202,
  }),
  unassign: endpoint({
    id: 'permissions.unassign',
    summary: 'Take back what was given by hand; rules that match keep giving it.',
    method: 'POST',
    path: '/api/documents/:documentType/:documentId/unassign',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'permissions.unassign',
    sample: (given) => ({ changesNothing: true, body: { userIds: [given.learner.userId] } }),
    params: z.object({ documentType: DocumentType, documentId: Id }),
    body: z.strictObject({ userIds: z.array(Id).min(1).max(1000) }),
    response: z.object({ removed: z.number().int() }),
  }),
}
