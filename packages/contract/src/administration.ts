import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idleUnits, longestIdle } from './idle.ts'
import { isEmail, limits } from './measures.ts'
import { Id, Moment, oneLine, PageQuery, pageOf, Slug } from './values.ts'

/** Lists whose settings a person may keep under a name. */
export const viewLists = [
  'courses',
  'members',
  'permissions',
  'report-courses',
  'report-learners',
  'report-assignments',
] as const

export const SavedView = z.object({
  id: Id,
  list: z.enum(viewLists),
  name: z.string(),
  /** The list's query string: search, filters, sort, columns, page size. */
  query: z.string(),
  isDefault: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

export const views = {
  list: endpoint({
    id: 'views.list',
    summary: 'The person’s own saved views of a list.',
    method: 'GET',
    path: '/api/views',
    access: 'signedIn',
    query: z.object({ list: z.enum(viewLists) }),
    response: z.object({ items: z.array(SavedView) }),
  }),
  save: endpoint({
    id: 'views.save',
    summary: 'Keep a list’s settings under a name; the same name again replaces it.',
    method: 'POST',
    path: '/api/views',
    access: 'signedIn',
    body: z.strictObject({
      list: z.enum(viewLists),
      name: oneLine().min(1, { error: 'required' }).max(80),
      query: z.string().max(2000),
      isDefault: z.boolean().default(false),
    }),
    response: SavedView,
  }),
  remove: endpoint({
    id: 'views.remove',
    summary: 'Forget a saved view.',
    method: 'DELETE',
    path: '/api/views/:viewId',
    access: 'signedIn',
    params: z.object({ viewId: Id }),
  }),
}

export const AuditEntry = z.object({
  id: Id,
  at: Moment,
  actorName: z.string(),
  actorId: Id.nullable(),
  /** Set when somebody acted as another person. */
  impersonatorName: z.string().nullable(),
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  subjectTitle: z.string(),
  address: z.string(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const audit = {
  list: endpoint({
    id: 'audit.list',
    summary: 'Who did what, newest first.',
    method: 'GET',
    path: '/api/audit',
    access: 'admin',
    query: PageQuery.extend({ action: z.string().max(100).optional(), subjectId: z.string().max(120).optional() }),
    response: pageOf(AuditEntry),
  }),
}

export const Mail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  kind: z.string(),
  state: z.enum(['waiting', 'sent', 'kept', 'failed', 'suppressed']),
  /** Why it was not sent, in words. */
  reason: z.string(),
  createdAt: Moment,
  sentAt: Moment.nullable(),
})
export type Mail = z.infer<typeof Mail>

export const mails = {
  list: endpoint({
    id: 'mails.list',
    summary: 'Mails of the tenant and why they were or were not sent.',
    method: 'GET',
    path: '/api/mails',
    access: 'admin',
    query: PageQuery,
    response: pageOf(Mail),
  }),
}

export const TenantRow = z.object({
  id: Slug,
  name: z.string(),
  status: z.enum(['active', 'suspended']),
  teams: z.array(z.object({ id: Slug, displayName: z.string(), hosts: z.array(z.string()) })),
  people: z.number().int(),
  createdAt: Moment,
})
export type TenantRow = z.infer<typeof TenantRow>

/** How long sessions last: sent and stored as a whole, since the longest timeout depends on the unit. */
export const SessionRules = z
  .strictObject({
    /** Offer to stay signed in; else a session ends with the browser. */
    persistUserSession: z.boolean(),
    /** Ask people who do nothing whether they are still there, and sign them out. */
    checkUserInactivity: z.boolean(),
    expireSessionAfter: z.number().int().min(1),
    unit: z.enum(idleUnits),
  })
  .superRefine(({ expireSessionAfter, unit }, complaints) => {
    const maximum = longestIdle[unit]
    if (expireSessionAfter > maximum)
      complaints.addIssue({
        code: 'too_big',
        origin: 'number',
        maximum,
        inclusive: true,
        path: ['expireSessionAfter'],
        input: expireSessionAfter,
      })
  })

/** What a superadministrator sets of a tenant for signing in and registering. */
export const TenantAccess = z.strictObject({
  usernameTitleLabel: oneLine().max(60),
  showSelfRegistration: z.boolean(),
  showTermsConditions: z.boolean(),
  showPersonalTermsConditions: z.boolean(),
  personalTermsAndConditionsUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'url' })]),
  /** Whether sign-in, reset and registration may say that an account exists. */
  explicitWording: z.boolean(),
  passwordRules: z.strictObject({
    minLength: z.number().int().min(limits.passwordMinLength).max(128),
    refuseBreached: z.boolean(),
    upper: z.boolean(),
    lower: z.boolean(),
    digit: z.boolean(),
    special: z.boolean(),
  }),
  sessionConfig: SessionRules,
  /** Whether an administrator who acts as somebody may go on from looking to writing. */
  impersonationMayWrite: z.boolean(),
})
export type TenantAccess = z.infer<typeof TenantAccess>

export const TeamAccess = z.strictObject({
  supportEmail: z.union([z.literal(''), z.string().trim().max(254).refine(isEmail, { error: 'email' })]),
  termsAndConditionsUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/, error: 'url' })]),
  /** Put on the membership of everybody who registers in the team. */
  registrationTags: z.array(oneLine().min(1).max(100)).max(50),
})
export type TeamAccess = z.infer<typeof TeamAccess>

const TenantAccessReply = z.object({
  tenantId: Slug,
  settings: TenantAccess,
  teams: z.array(TeamAccess.extend({ id: Slug, displayName: z.string() })),
})
const tenantParams = z.object({ tenantId: Slug })

export const tenants = {
  access: endpoint({
    id: 'tenants.access',
    summary: 'How people get into a tenant: registration, terms, password rules, wording, and what its teams add.',
    method: 'GET',
    path: '/api/tenants/:tenantId/access',
    access: 'superadmin',
    params: tenantParams,
    response: TenantAccessReply,
  }),
  changeAccess: endpoint({
    id: 'tenants.changeAccess',
    summary: 'Change how people get into a tenant; what is left out stays as it is.',
    method: 'PATCH',
    path: '/api/tenants/:tenantId/access',
    access: 'superadmin',
    params: tenantParams,
    body: z.strictObject({
      settings: TenantAccess.extend({ passwordRules: TenantAccess.shape.passwordRules.partial() }).partial().optional(),
      teams: z
        .array(TeamAccess.partial().extend({ id: Slug }))
        .max(100)
        .optional(),
    }),
    response: TenantAccessReply,
  }),
  list: endpoint({
    id: 'tenants.list',
    summary: 'All tenants of the installation.',
    method: 'GET',
    path: '/api/tenants',
    access: 'superadmin',
    response: z.object({ items: z.array(TenantRow) }),
  }),
  create: endpoint({
    id: 'tenants.create',
    summary:
      'Make a tenant with its first team and its first administrator, who gets a mail with the address to sign in at.',
    method: 'POST',
    path: '/api/tenants',
    access: 'superadmin',
    body: z.strictObject({
      id: Slug,
      name: oneLine().min(limits.nameMinLength).max(100),
      /** Whether sign-in, reset and registration may say that an account exists; off unless a preset of that id says so. */
      explicitWording: z.boolean().optional(),
      administrator: z.strictObject({
        firstName: oneLine().min(limits.nameMinLength).max(100),
        lastName: oneLine().min(limits.nameMinLength).max(100),
        email: z.string().trim().max(254),
        password: z.string().min(limits.passwordDefaultLength).max(512),
      }),
    }),
    response: TenantRow,
    status: 201,
  }),
}
