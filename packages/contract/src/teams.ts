import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { locales } from './locales.ts'
import { limits } from './measures.ts'
import { TeamTheme } from './session.ts'
import { featureNames, feedFields, readHostName } from './team-values.ts'
import { maybeEmail, oneLine, Slug, webAddress } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    teams: { verbs: 'create' | 'remove' | 'update'; subjects: 'team' }
  }
}

/** A host name, stored as DNS has it: lower case, ASCII. */
export const HostName = z
  .string()
  .max(260)
  .overwrite((typed) => readHostName(typed) ?? typed)
  .refine((host) => readHostName(host) === host, { error: 'host' })

/** A column of the HR data feed: what it is called there, and what it fills here. */
export const FeedHeading = z.strictObject({
  title: oneLine().min(1, { error: 'required' }).max(100),
  field: z.enum(feedFields),
  /** The one by whose values people are told apart, and may sign in. */
  isUniqueAttribute: z.boolean(),
})
export type FeedHeading = z.infer<typeof FeedHeading>

/** The columns of a feed: no heading twice, and one at most that tells people apart. */
export const FeedHeadings = z
  .array(FeedHeading)
  .max(100)
  .superRefine((headings, complaints) => {
    const seen = new Set<string>()
    let unique = false
    for (const [at, { title, isUniqueAttribute }] of headings.entries()) {
      const name = title.toLowerCase()
      if (seen.has(name))
        complaints.addIssue({ code: 'custom', message: 'headingTwice', path: [at, 'title'], input: title })
      seen.add(name)
      if (isUniqueAttribute && unique)
        complaints.addIssue({ code: 'custom', message: 'oneUnique', path: [at, 'isUniqueAttribute'], input: true })
      unique ||= isUniqueAttribute
    }
  })

const Fields = z.strictObject({
  displayName: oneLine().min(limits.nameMinLength).max(100),
  supportEmail: maybeEmail(),
  /** Of its guests' pages, of mails, and of people who have chosen none; empty: the tenant's. */
  language: z.enum([...locales, '']),
  /** Host names that open this team. */
  domain: z.array(HostName).max(20),
  /** The one of them that links lead to; empty: the installation's own address. */
  mainDomain: z.union([z.literal(''), HostName]),
  /** Whether people of the tenant enter it first. Given, never taken: another team takes it over. */
  isDefault: z.boolean(),
  /** Off: nobody gets in, and it stands in nobody's list; everything stays as it is. */
  isActive: z.boolean(),
  registrationTags: z.array(oneLine().min(1).max(100)).max(50),
  termsAndConditionsUrl: webAddress(),
  feedHeadings: FeedHeadings,
  /** Parts of the product that the tenant has and this team does not use. */
  featuresOff: z.array(z.enum(featureNames)).max(featureNames.length),
})
export const TeamFields = Fields
export type TeamFields = z.infer<typeof TeamFields>

/** A team as superadministrators see it. */
export const TeamRecord = z.object({
  ...Fields.shape,
  id: Slug,
  /** Stored ones may be older than today's rules. */
  domain: z.array(z.string()),
  mainDomain: z.string(),
  /** Origin under which its pages open, as its mails write it. */
  address: z.string(),
  /** Where its people sign in. */
  signInAddress: z.string(),
  feedHeadings: z.array(z.object({ title: z.string(), field: z.string(), isUniqueAttribute: z.boolean() })),
  status: z.enum(['active', 'deleted']),
  theme: TeamTheme,
  authMethods: z.array(z.string()),
  authProviders: z.array(z.object({ name: z.string(), color: z.string() })),
  /** False: it shows the standard navigation. */
  hasNavigation: z.boolean(),
  people: z.number().int(),
  /** Why it may not be deleted or deactivated; null: it may. */
  can: z.object({ delete: z.string().nullable(), deactivate: z.string().nullable() }),
})
export type TeamRecord = z.infer<typeof TeamRecord>

const ofTenant = z.object({ tenantId: Slug })
const ofTeam = z.object({ tenantId: Slug, teamId: Slug })

export const teams = {
  create: endpoint({
    id: 'teams.create',
    summary: 'Make a further team of a tenant.',
    method: 'POST',
    path: '/api/tenants/:tenantId/teams',
    access: 'superadmin',
    callers: ['token'],
    audit: 'teams.create',
    sample: (given) => ({ body: { id: `t-${given.newId()}`, displayName: 'Another team' }, acrossTenants: true }),
    params: ofTenant,
    body: z.strictObject({ id: Slug, displayName: Fields.shape.displayName }),
    response: TeamRecord,
    status: 201,
  }),
  update: endpoint({
    id: 'teams.update',
    summary:
      'Change a team: name, support address, host names, default, active, registration tags, terms, feed headings, features. What is left out stays as it is.',
    method: 'PATCH',
    path: '/api/tenants/:tenantId/teams/:teamId',
    access: 'superadmin',
    callers: ['token'],
    audit: 'teams.update',
    sample: () => ({ body: { supportEmail: 'help@example.test' }, acrossTenants: true }),
    params: ofTeam,
    body: Fields.partial(),
    response: TeamRecord,
  }),
  remove: endpoint({
    id: 'teams.remove',
    summary: 'Delete a team: it leaves everybody’s lists, its host names are free, sessions in it end.',
    method: 'DELETE',
    path: '/api/tenants/:tenantId/teams/:teamId',
    access: 'superadmin',
    callers: ['token'],
    audit: 'teams.remove',
    sample: () => ({ alsoFine: [404], acrossTenants: true }),
    params: ofTeam,
  }),
}
