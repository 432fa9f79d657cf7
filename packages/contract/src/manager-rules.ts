import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { NamedAudience, PreviewPerson, Rule } from './permissions.ts'
import { PermissionStatus } from './states.ts'
import { organisationFields } from './team-values.ts'
import { Can, Id, Moment, oneLine, PageQuery, pageOf, Revision } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    managerRules: { verbs: 'create' | 'remove' | 'update'; subjects: 'managerRule' }
  }
}

/** Fields of which a manager and a person may have to share a value. */
export const sharedFields = ['teamId', 'position', 'tags', ...organisationFields] as const
export const SharedField = z.enum(sharedFields)
export type SharedField = z.infer<typeof SharedField>

export const managerRuleLimits = {
  /** Fields that must be the same. */
  sameFields: 6,
  /** Positions of a ladder. */
  ladder: 100,
  /** Managers whom all rules together may give one membership. */
  managersOfOne: 20,
} as const

const title = oneLine().min(1, { error: 'required' }).max(200)

/**
 * Who manages whom. All that it asks for has to be true: `managers` matches the manager, who has the role of a manager and
 * is active; `people` matches the person; both share a value of each of `sameFields`; and the manager's position stands
 * above the person's on the `ladder`. Nobody manages themselves.
 */
export const ManagerRuleInput = z.strictObject({
  title,
  /** What such a manager is called, such as “Site manager”; '' where it does not matter. */
  kind: oneLine().max(100).default(''),
  status: PermissionStatus.default('active'),
  managers: Rule,
  people: Rule,
  sameFields: z.array(SharedField).max(managerRuleLimits.sameFields).default([]),
  /** Positions from the highest to the lowest; empty: positions do not matter. */
  ladder: z.array(oneLine().min(1).max(200)).max(managerRuleLimits.ladder).default([]),
  /** Of those above only the nearest ones; false: everybody above. */
  isNearest: z.boolean().default(true),
})
export type ManagerRuleInput = z.infer<typeof ManagerRuleInput>

export const ManagerRule = ManagerRuleInput.extend({
  id: Id,
  /** Those that the two rules name, by title. */
  audiences: z.array(NamedAudience),
  /** Pairs of a manager and a membership that it gave when it was last applied as a whole. */
  pairs: z.number().int(),
  revision: z.number().int(),
  updatedBy: z.string(),
  updatedAt: Moment,
  can: Can,
})
export type ManagerRule = z.infer<typeof ManagerRule>

export const ManagerPair = z.object({ manager: PreviewPerson, person: PreviewPerson })
export type ManagerPair = z.infer<typeof ManagerPair>

const Pairs = z.object({ count: z.number().int(), sample: z.array(ManagerPair) })

/** What all rules together give, with one of them changed, against what they give now. */
export const ManagerRulePreview = z.object({
  /** Pairs that this rule gives. */
  pairs: z.number().int(),
  managers: z.number().int(),
  people: z.number().int(),
  /** Pairs that nothing else gives, and that would come or go. */
  gain: Pairs,
  lose: Pairs,
  /** Active people who would have no manager at all, of all in the tenant. */
  withoutManager: z.number().int(),
  /** The most managers that rules would give one membership, and whose that is. */
  most: z.object({ count: z.number().int(), person: z.string() }),
})
export type ManagerRulePreview = z.infer<typeof ManagerRulePreview>

/** Why somebody is a person's manager. */
export const ManagerReason = z.discriminatedUnion('by', [
  /** A membership names them. */
  z.object({ by: z.literal('membership'), teamName: z.string() }),
  z.object({
    by: z.literal('rule'),
    ruleId: Id,
    title: z.string(),
    kind: z.string(),
    /** What both have. */
    same: z.array(z.object({ field: SharedField, values: z.array(z.string()) })),
    /** The positions on the ladder; null: the rule has none. */
    above: z.object({ manager: z.string(), person: z.string() }).nullable(),
  }),
])
export type ManagerReason = z.infer<typeof ManagerReason>

export const WhyManagers = z.object({
  person: z.object({ userId: Id, name: z.string() }),
  managers: z.array(
    z.object({
      userId: Id,
      name: z.string(),
      email: z.string(),
      /** False: not active, or without the role of a manager. They are named and see nothing. */
      isWorking: z.boolean(),
      reasons: z.array(ManagerReason),
    }),
  ),
})
export type WhyManagers = z.infer<typeof WhyManagers>

const params = z.object({ managerRuleId: Id })
const everyone = { rule: {}, everyone: true }
const body = { title: 'Site managers', managers: everyone, people: everyone, sameFields: ['loc1'] }

export const managerRules = {
  list: endpoint({
    id: 'managerRules.list',
    summary: 'Rules that say who reports to whom.',
    method: 'GET',
    path: '/api/manager-rules',
    access: 'admin',
    callers: ['token', 'looking'],
    query: PageQuery.extend({
      sort: z.enum(['title', 'kind', 'pairs', 'updatedAt']).default('title'),
      direction: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: pageOf(ManagerRule),
  }),
  get: endpoint({
    id: 'managerRules.get',
    summary: 'One rule that says who reports to whom.',
    method: 'GET',
    path: '/api/manager-rules/:managerRuleId',
    access: 'admin',
    callers: ['token', 'looking'],
    params,
    response: ManagerRule,
  }),
  create: endpoint({
    id: 'managerRules.create',
    summary: 'Add a rule that says who reports to whom; it counts at once.',
    method: 'POST',
    path: '/api/manager-rules',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: ['token', 'acting'],
    audit: 'managerRules.create',
    sample: () => ({ body: { ...body, title: 'Another rule' }, acrossTenants: true }),
    idempotency: 'required',
    body: ManagerRuleInput,
    response: ManagerRule,
    status: 201,
  }),
  preview: endpoint({
    id: 'managerRules.preview',
    summary: 'Which pairs of manager and person would come and go if a rule were like this.',
    method: 'POST',
    path: '/api/manager-rules/preview',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: ['token', 'acting'],
    audit: null,
    sample: () => ({ body: { rule: body } }),
    /** Without `ruleId` it is a new one. Without `rule` the rule would be removed. */
    body: z.strictObject({ ruleId: Id.optional(), rule: ManagerRuleInput.optional() }),
    response: ManagerRulePreview,
  }),
  update: endpoint({
    id: 'managerRules.update',
    summary: 'Change a rule that says who reports to whom; it counts at once.',
    method: 'PUT',
    path: '/api/manager-rules/:managerRuleId',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: ['token', 'acting'],
    audit: 'managerRules.update',
    sample: () => ({ body: { ...body, title: 'Changed rule' } }),
    idempotency: 'honoured',
    params,
    body: ManagerRuleInput.extend({ revision: Revision.optional() }),
    response: ManagerRule,
  }),
  remove: endpoint({
    id: 'managerRules.remove',
    summary: 'Remove a rule; whom it alone gave a manager loses that manager at once.',
    method: 'DELETE',
    path: '/api/manager-rules/:managerRuleId',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'managerRules.remove',
    params,
  }),
  why: endpoint({
    id: 'managerRules.why',
    summary: 'The managers of a person, each with what makes them so.',
    method: 'GET',
    path: '/api/manager-rules/why/:userId',
    access: 'admin',
    callers: ['token', 'looking'],
    params: z.object({ userId: Id }),
    response: WhyManagers,
  }),
}
