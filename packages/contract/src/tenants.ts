import { z } from 'zod'
import { FeatureSwitches } from './feature-switches.ts'
import { locales } from './locales.ts'
import { limits } from './measures.ts'
import { colleagueViews, isLink } from './team-values.ts'
import { TeamRecord } from './teams.ts'
import { Moment, oneLine, Slug } from './values.ts'

/** How long a deleted tenant can be restored. */
export const undoDays = 30

export const tenantStatuses = ['active', 'suspended', 'deleted'] as const
export type TenantStatus = (typeof tenantStatuses)[number]

const link = (error: string) => z.union([z.literal(''), z.string().trim().max(2000).refine(isLink, { error })])

/** What a superadministrator sets of a tenant, beside how people get in (TenantAccess). */
export const TenantOptions = z.strictObject({
  showSupportChatDialog: z.boolean(),
  /** Address of the chat's script; https alone, for it runs in every page. */
  supportChatScript: z.union([
    z.literal(''),
    z
      .string()
      .trim()
      .max(2000)
      .regex(/^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?(?:\/[^\s\\]*)?$/i, { error: 'httpsUrl' }),
  ]),
  rewards: z.boolean(),
  /** Empty hides the button. */
  marketplaceLink: link('link'),
  /** Empty: the browser's. */
  defaultLocale: z.enum([...locales, '']),
  timeZone: z.string().max(60).refine(isTimeZone, { error: 'timeZone' }),
  /** English days as `YYYY-MM-DD` (the default), not in words. Other languages write days in their long form. */
  isoDates: z.boolean(),
  /** What person fields of forms and pickers of people show to everybody; off: a whole address finds its person. */
  colleagues: z.enum(colleagueViews),
  homepageLayout: z.enum(['default', 'munro']),
  hidesToolbarOnHomepage: z.boolean(),
  showsBackButton: z.boolean(),
  /** Whether a person's own themes also dress the bars that the team gave a colour. */
  allowsOwnBars: z.boolean(),
  /** Whether first-party events are kept. */
  analytics: z.boolean(),
  /** Whether they name the employee number beside roles, status and position. */
  analyticsEmployeeId: z.boolean(),
  /** Whether credentials of badges also name their holder by a salted hash of the address. */
  badgeEmailHash: z.boolean(),
  features: FeatureSwitches,
})
export type TenantOptions = z.infer<typeof TenantOptions>

export const TenantChange = z.strictObject({
  name: oneLine().min(limits.nameMinLength).max(100).optional(),
  settings: TenantOptions.extend({ features: FeatureSwitches.partial() }).partial().optional(),
})

/** A domain of a tenant: shown to be its own by a TXT record, or by a superadministrator's word. */
export const TenantDomain = z.object({
  domain: z.string(),
  record: z.object({ name: z.string(), value: z.string() }),
  verifiedAt: Moment.nullable(),
  verifiedBy: z.enum(['record', 'superadmin']).nullable(),
  checkedAt: Moment.nullable(),
})
export type TenantDomain = z.infer<typeof TenantDomain>

/** What a new tenant needs before its people come. */
export const checklistItems = ['look', 'address', 'signIn', 'administrator', 'people', 'course', 'permission'] as const
export type ChecklistItem = (typeof checklistItems)[number]

/** Everything about one tenant, for superadministrators. */
export const TenantRecord = z.object({
  id: Slug,
  name: z.string(),
  status: z.enum(tenantStatuses),
  suspendedReason: z.string(),
  suspendedAt: Moment.nullable(),
  deletedAt: Moment.nullable(),
  /** Until when deleting can be undone; null: it is not deleted, or it is too late. */
  undoUntil: Moment.nullable(),
  createdAt: Moment,
  people: z.number().int(),
  settings: TenantOptions,
  teams: z.array(TeamRecord),
  domains: z.array(TenantDomain),
  /** Whether the installation has a mail server: without one its mails reach nobody. */
  sendsMail: z.boolean(),
  /** Whether those of its administrators who have not been here all have an account from elsewhere, with its own password. */
  administratorIsKnown: z.boolean(),
  checklist: z.array(z.object({ item: z.enum(checklistItems), isDone: z.boolean() })),
  /** Why the caller may not; null: may. */
  can: z.object({ suspend: z.string().nullable(), delete: z.string().nullable() }),
})
export type TenantRecord = z.infer<typeof TenantRecord>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Z]/.test(name)
  } catch {
    return false
  }
}
