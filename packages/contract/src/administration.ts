import { z } from 'zod'
import { ChainState } from './audit-chain.ts'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { idleUnits, longestIdle } from './idle.ts'
import { JobRef } from './jobs.ts'
import { limits } from './measures.ts'
import { reportViews } from './report-lists.ts'
import { Role } from './roles.ts'
import { HostName } from './teams.ts'
import { TenantChange, TenantDomain, TenantRecord, tenantStatuses } from './tenants.ts'
import { tidyAddress } from './text.ts'
import {
  Day,
  Id,
  lastName,
  Moment,
  maybeEmail,
  oneLine,
  PageQuery,
  pageOf,
  personName,
  QueryFlag,
  queryWords,
  Slug,
  webAddress,
} from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    audit: { verbs: 'export' | 'restore' | 'verify'; subjects: 'auditLog' }
    tenants: {
      verbs:
        | 'addDomain'
        | 'change'
        | 'changeAccess'
        | 'create'
        | 'remove'
        | 'removeCustomField'
        | 'removeDomain'
        | 'restore'
        | 'resume'
        | 'setCustomField'
        | 'suspend'
        | 'verifyDomain'
        | 'vouchForDomain'
      subjects: 'tenant'
    }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    /** A check found that the audit log was changed outside of the product. */
    auditBroken: { problems: number }
  }
}

/** Lists whose settings a person may keep under a name. */
export const viewLists = [
  'courses',
  'pathways',
  'learning-packages',
  'resources',
  'resource-readers',
  'members',
  'permissions',
  'audiences',
  'questions',
  'forms',
  'form-submissions',
  'report-rewards',
  'events',
  'event-attendees',
  ...reportViews,
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
    callers: ['token', 'looking'],
    sample: () => ({ query: { list: 'courses' } }),
    query: z.object({ list: z.enum(viewLists) }),
    response: z.object({ items: z.array(SavedView) }),
  }),
  save: endpoint({
    id: 'views.save',
    summary: 'Keep a list’s settings under a name; the same name again replaces it.',
    method: 'POST',
    path: '/api/views',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: null,
    sample: () => ({ body: { list: 'courses', name: 'Mine', query: 'search=a' } }),
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
    callers: ['token', 'acting'],
    audit: null,
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
  /** The action and the kind of the subject, in words. */
  actionName: z.string(),
  subjectType: z.string(),
  subjectName: z.string(),
  subjectId: z.string(),
  subjectTitle: z.string(),
  address: z.string(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Which entries of the audit log are meant. */
const AuditFilters = {
  action: z.string().max(100).optional(),
  subjectId: z.string().max(120).optional(),
  /** What it is about: `course`, `membership`, … */
  subjectType: queryWords(),
  /** Who did it, or as whom it was done. */
  actorId: Id.optional(),
  /** Days in the tenant's time zone, both included. */
  from: Day.optional(),
  until: Day.optional(),
  /** Saves of a draft that one person made within half an hour are one entry: the last. */
  collapse: QueryFlag.default(false),
}

const AuditQuery = PageQuery.extend(AuditFilters)
/** The filters of a file; what else the list is asked with is left aside. */
export const AuditFileQuery = z.object({ ...AuditFilters, search: PageQuery.shape.search })

const auditFile = (format: string) => ({
  method: 'GET' as const,
  access: 'admin' as const,
  callers: ['token', 'looking'] as const,
  audit: 'audit.export' as const,
  protocol: `${format} of the entries, oldest first, streamed; the filters of the list.`,
})

export const audit = {
  chain: endpoint({
    id: 'audit.chain',
    summary: 'How far the audit log is sealed, and what the latest check found.',
    method: 'GET',
    path: '/api/audit/chain',
    access: 'admin',
    callers: ['token', 'looking'],
    response: ChainState,
  }),
  verify: endpoint({
    id: 'audit.verify',
    summary: 'Compare the whole audit log with its seals and signed heads; answers at once with a job.',
    method: 'POST',
    path: '/api/audit/chain/checks',
    access: 'admin',
    callers: ['token'],
    audit: 'audit.verify',
    idempotency: 'required',
    sample: () => ({}),
    response: JobRef,
    status: 202,
  }),
  exportCsv: rawEndpoint({
    id: 'audit.exportCsv',
    summary: 'The audit log as a file, with the number and the hash of each entry.',
    path: '/api/audit.csv',
    ...auditFile('CSV, UTF-8 with byte order mark, safe against formulas,'),
    produces: 'text/csv',
  }),
  exportXlsx: rawEndpoint({
    id: 'audit.exportXlsx',
    summary: 'The audit log as a workbook, with the number and the hash of each entry.',
    path: '/api/audit.xlsx',
    ...auditFile('XLSX'),
    produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  list: endpoint({
    id: 'audit.list',
    summary: 'Who did what, newest first.',
    method: 'GET',
    path: '/api/audit',
    access: 'admin',
    callers: ['token', 'looking'],
    query: AuditQuery,
    response: pageOf(AuditEntry),
  }),
  subjects: endpoint({
    id: 'audit.subjects',
    summary: 'What entries can be about, by name.',
    method: 'GET',
    path: '/api/audit/subjects',
    access: 'admin',
    callers: ['token', 'looking'],
    response: z.object({ items: z.array(z.object({ subjectType: z.string(), name: z.string() })) }),
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
    callers: ['token', 'looking'],
    /** `userId`: those to one person. */
    query: PageQuery.extend({ userId: Id.optional() }),
    response: pageOf(Mail),
  }),
}

export const TenantRow = z.object({
  id: Slug,
  name: z.string(),
  status: z.enum(tenantStatuses),
  /** Until when deleting can be undone; null: it is not deleted, or it is too late. */
  undoUntil: Moment.nullable(),
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
  personalTermsAndConditionsUrl: webAddress(),
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
  secondFactor: z.strictObject({
    /** Whoever holds one of these roles sets a second factor up before anything else. */
    requiredFor: z.array(Role).max(4),
    /** Whether it is asked for after a provider's own sign-in too. */
    afterProvider: z.boolean(),
  }),
  /** Whether an administrator who acts as somebody may go on from looking to writing. */
  impersonationMayWrite: z.boolean(),
  /** Whether language and preferred name are kept at a hosted sign-in, too. */
  syncsUserMetadata: z.boolean(),
  /** For how long the link of an invitation opens, from when its mail goes out. */
  invitationDays: z.number().int().min(1).max(limits.invitationMaxDays),
})
export type TenantAccess = z.infer<typeof TenantAccess>

export const TeamAccess = z.strictObject({
  termsAndConditionsUrl: webAddress(),
  supportEmail: maybeEmail(),
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
const domainParams = tenantParams.extend({ domain: HostName })

export const tenants = {
  get: endpoint({
    id: 'tenants.get',
    summary: 'Everything about one tenant: state, settings, teams, domains, and what it still needs.',
    method: 'GET',
    path: '/api/tenants/:tenantId',
    access: 'superadmin',
    callers: ['token'],
    sample: () => ({ acrossTenants: true }),
    params: tenantParams,
    response: TenantRecord,
  }),
  change: endpoint({
    id: 'tenants.change',
    summary: 'Change a tenant’s name and settings; what is left out stays as it is.',
    method: 'PATCH',
    path: '/api/tenants/:tenantId',
    access: 'superadmin',
    callers: ['token'],
    audit: 'tenants.change',
    sample: () => ({ body: { settings: { rewards: true, timeZone: 'Europe/Berlin' } }, acrossTenants: true }),
    params: tenantParams,
    body: TenantChange,
    response: TenantRecord,
  }),
  suspend: endpoint({
    id: 'tenants.suspend',
    summary: 'Close a tenant: its sessions end, and its people read why. Superadministrators may still look.',
    method: 'POST',
    path: '/api/tenants/:tenantId/suspend',
    access: 'superadmin',
    callers: ['token'],
    audit: 'tenants.suspend',
    sample: () => ({ body: { reason: 'Unpaid' }, alsoFine: [409], acrossTenants: true }),
    params: tenantParams,
    body: z.strictObject({
      /** Shown to its people. */
      reason: z.string().trim().max(500).default(''),
    }),
    response: TenantRecord,
  }),
  resume: endpoint({
    id: 'tenants.resume',
    summary: 'Open a suspended tenant again.',
    method: 'POST',
    path: '/api/tenants/:tenantId/resume',
    access: 'superadmin',
    callers: ['token'],
    audit: 'tenants.resume',
    sample: () => ({ alsoFine: [409], acrossTenants: true }),
    params: tenantParams,
    response: TenantRecord,
  }),
  remove: endpoint({
    id: 'tenants.remove',
    summary: 'Delete a tenant: it is closed at once, and gone for good after 30 days.',
    method: 'POST',
    path: '/api/tenants/:tenantId/delete',
    access: 'superadmin',
    callers: ['token'],
    audit: 'tenants.remove',
    sample: (given) => ({ body: { name: `${given.mark} spare` }, alsoFine: [409], acrossTenants: true }),
    params: tenantParams,
    body: z.strictObject({
      /** The tenant’s name, typed. */
      name: z.string().trim().max(100),
    }),
    response: TenantRecord,
  }),
  restore: endpoint({
    id: 'tenants.restore',
    summary: 'Undo the deletion of a tenant within 30 days: it is what it was before.',
    method: 'POST',
    path: '/api/tenants/:tenantId/restore',
    access: 'superadmin',
    callers: ['token'],
    audit: 'tenants.restore',
    sample: () => ({ alsoFine: [409], acrossTenants: true }),
    params: tenantParams,
    response: TenantRecord,
  }),
  addDomain: endpoint({
    id: 'tenants.addDomain',
    summary: 'Name a domain that the tenant will show to be its own by a TXT record.',
    method: 'POST',
    path: '/api/tenants/:tenantId/domains',
    access: 'superadmin',
    callers: ['token'],
    audit: 'tenants.addDomain',
    sample: (given) => ({ body: { domain: `d${given.newId()}.example` }, acrossTenants: true }),
    params: tenantParams,
    body: z.strictObject({ domain: HostName }),
    response: TenantDomain,
    status: 201,
  }),
  checkDomain: endpoint({
    id: 'tenants.checkDomain',
    summary: 'Look for the TXT record now.',
    method: 'POST',
    path: '/api/tenants/:tenantId/domains/:domain/check',
    access: 'superadmin',
    callers: ['token'],
    audit: 'tenants.verifyDomain',
    sample: () => ({ changesNothing: true, acrossTenants: true }),
    params: domainParams,
    response: TenantDomain,
  }),
  vouchForDomain: endpoint({
    id: 'tenants.vouchForDomain',
    summary: 'Take a domain for the tenant’s own without the record, on a superadministrator’s word.',
    method: 'POST',
    path: '/api/tenants/:tenantId/domains/:domain/vouch',
    access: 'superadmin',
    callers: ['token'],
    audit: 'tenants.vouchForDomain',
    sample: () => ({ acrossTenants: true }),
    params: domainParams,
    response: TenantDomain,
  }),
  removeDomain: endpoint({
    id: 'tenants.removeDomain',
    summary: 'Forget a domain of a tenant.',
    method: 'DELETE',
    path: '/api/tenants/:tenantId/domains/:domain',
    access: 'superadmin',
    callers: ['token'],
    audit: 'tenants.removeDomain',
    sample: () => ({ alsoFine: [404], acrossTenants: true }),
    params: domainParams,
  }),
  access: endpoint({
    id: 'tenants.access',
    summary: 'How people get into a tenant: registration, terms, password rules, wording, and what its teams add.',
    method: 'GET',
    path: '/api/tenants/:tenantId/access',
    access: 'superadmin',
    callers: ['token'],
    sample: (given) => ({ params: { tenantId: given.tenantId }, acrossTenants: true }),
    params: tenantParams,
    response: TenantAccessReply,
  }),
  changeAccess: endpoint({
    id: 'tenants.changeAccess',
    summary: 'Change how people get into a tenant; what is left out stays as it is.',
    method: 'PATCH',
    path: '/api/tenants/:tenantId/access',
    access: 'superadmin',
    callers: ['token'],
    audit: 'tenants.changeAccess',
    sample: (given) => ({
      params: { tenantId: given.tenantId },
      body: { settings: { showSelfRegistration: true, passwordRules: { minLength: 10 } } },
      acrossTenants: true,
    }),
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
    callers: ['token'],
    response: z.object({
      items: z.array(TenantRow),
    }),
  }),
  create: endpoint({
    id: 'tenants.create',
    summary:
      'Make a tenant with its first team and its first administrator, who gets a mail with the address to sign in at.',
    method: 'POST',
    path: '/api/tenants',
    access: 'superadmin',
    callers: ['token'],
    audit: 'tenants.create',
    sample: (given) => ({
      body: {
        id: `w${given.newId().replaceAll('-', '').slice(-20)}`,
        name: 'Walked',
        administrator: {
          firstName: 'First',
          lastName: 'Admin',
          email: `first-${given.newId()}@example.test`,
          password: 'a-long-password-1',
        },
      },
    }),
    body: z.strictObject({
      id: Slug,
      name: oneLine().min(limits.nameMinLength).max(100),
      /** Whether sign-in, reset and registration may say that an account exists; off unless a preset of that id says so. */
      explicitWording: z.boolean().optional(),
      administrator: z.strictObject({
        firstName: personName(),
        lastName: lastName(),
        email: z.string().overwrite(tidyAddress).max(254),
        password: z.string().min(limits.passwordDefaultLength).max(512),
      }),
    }),
    response: TenantRow.extend({
      /** Somebody else's doing made their account: they sign in as before, and the password that was sent opens nothing. */
      administratorIsKnown: z.boolean(),
    }),
    status: 201,
  }),
}
