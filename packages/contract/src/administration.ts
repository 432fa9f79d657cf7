import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, limits, Moment, PageQuery, pageOf, Slug } from './values.ts'

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
      name: z.string().trim().min(1, { error: 'required' }).max(80),
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

export const tenants = {
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
      name: z.string().trim().min(limits.nameMinLength).max(100),
      /** Whether sign-in, reset and registration may say that an account exists; off unless a preset of that id says so. */
      explicitWording: z.boolean().optional(),
      administrator: z.strictObject({
        firstName: z.string().trim().min(limits.nameMinLength).max(100),
        lastName: z.string().trim().min(limits.nameMinLength).max(100),
        email: z.string().trim().max(254),
        password: z.string().min(limits.passwordDefaultLength).max(512),
      }),
    }),
    response: TenantRow,
    status: 201,
  }),
}
