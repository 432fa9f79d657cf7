import { TenantAccess, type TenantRow } from '@learnt/contract/administration'
import type { Presented } from '@learnt/contract/endpoint'
import { findLocale } from '@learnt/contract/locales'
import { TeamTheme } from '@learnt/contract/session'
import { domainRecord, featureNames } from '@learnt/contract/team-values'
import type { TeamRecord } from '@learnt/contract/teams'
import {
  type ChecklistItem,
  type TenantDomain,
  TenantOptions,
  type TenantRecord,
  type TenantStatus,
  undoDays,
} from '@learnt/contract/tenants'
import { z } from 'zod'
import { canOf } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { readTenantConfig } from '../../platform/tenant/settings.ts'
import { signInAddress, teamAddress } from '../../platform/tenant/team-address.ts'
import type { StoredTeam } from '../teams/queries.ts'
import { teamPolicy, tenantPolicy } from './policy.ts'
import type { StoredAccess, StoredDomain, StoredStatus, StoredTenant, TenantSummary, TenantUse } from './queries.ts'

export function presentTenant(tenant: TenantSummary, now: Date): Presented<typeof TenantRow> {
  const { id, name, people, teams } = tenant
  return {
    id,
    name,
    people,
    teams,
    status: statusOf(tenant.status),
    undoUntil: undoUntil(tenant, now),
    createdAt: tenant.createdAt,
  }
}

export function presentTenantRecord(ctx: Ctx, tenant: StoredTenant, use: TenantUse): Presented<typeof TenantRecord> {
  const can = canOf(ctx.actor, tenantPolicy, tenant)
  return {
    id: tenant.id,
    name: tenant.name,
    status: statusOf(tenant.status),
    suspendedReason: tenant.suspendedReason,
    suspendedAt: tenant.suspendedAt,
    deletedAt: tenant.deletedAt,
    undoUntil: undoUntil(tenant, ctx.now),
    createdAt: tenant.createdAt,
    people: tenant.people,
    // With the defaults for all that is not stored.
    settings: TenantOptions.strip().parse(readTenantConfig(tenant.settings)),
    teams: tenant.teams.map((team) => presentTeamRecord(ctx, tenant.id, team)),
    domains: tenant.domains.map(presentDomain),
    sendsMail: ctx.services.settings.smtpUrl !== undefined,
    administratorIsKnown: use.administratorIsKnown,
    checklist: Object.entries(checklistOf(tenant, use)).map(([item, isDone]) => ({
      item: item as ChecklistItem,
      isDone,
    })),
    can: { suspend: can.suspend ?? null, delete: can.delete ?? null },
  }
}

export function presentTeamRecord(ctx: Ctx, tenantId: string, team: StoredTeam): TeamRecord {
  const can = canOf(ctx.actor, teamPolicy, { ...team, tenantId })
  return {
    id: team.id,
    displayName: team.displayName,
    supportEmail: team.supportEmail,
    language: findLocale(team.language) ?? '',
    domain: team.domain,
    mainDomain: team.mainDomain,
    address: teamAddress(ctx.services.settings, team.mainDomain),
    signInAddress: signInAddress(ctx.services.settings, team),
    isDefault: team.isDefault,
    isActive: team.isActive,
    status: 'active',
    registrationTags: team.registrationTags,
    termsAndConditionsUrl: team.termsAndConditionsUrl,
    feedHeadings: StoredHeadings.parse(team.feedHeadings),
    theme: TeamTheme.parse(StoredTheme.catch({}).parse(team.theme)),
    authMethods: team.authMethods,
    authProviders: StoredProviders.parse(team.authProviders),
    hasNavigation: team.hasNavigation,
    featuresOff: featureNames.filter((name) => team.featuresOff.includes(name)),
    people: team.people,
    can: { delete: can.delete ?? null, deactivate: can.deactivate ?? null },
  }
}

export function presentDomain({
  domain,
  token,
  verifiedAt,
  verifiedBy,
  checkedAt,
}: StoredDomain): Presented<typeof TenantDomain> {
  const iso = (moment: string | null) => (moment === null ? null : new Date(moment))
  return {
    domain,
    record: domainRecord(domain, token),
    verifiedAt: iso(verifiedAt),
    verifiedBy,
    checkedAt: iso(checkedAt),
  }
}

/** With the defaults for all that is not stored. */
export function presentAccess(tenantId: string, stored: StoredAccess) {
  return {
    tenantId,
    settings: TenantAccess.strip().parse(readTenantConfig(stored.settings)),
    teams: stored.teams.map(({ id, displayName, supportEmail, termsAndConditionsUrl, registrationTags }) => ({
      id,
      displayName,
      supportEmail,
      termsAndConditionsUrl,
      registrationTags,
    })),
  }
}

function statusOf(status: StoredStatus): TenantStatus {
  return status === 'removing' ? 'deleted' : status
}

function undoUntil({ status, deletedAt }: Pick<TenantSummary, 'status' | 'deletedAt'>, now: Date): Date | null {
  if (status !== 'deleted' || deletedAt === null) return null
  const until = new Date(deletedAt.getTime() + undoDays * 86_400_000)
  return until > now ? until : null
}

/** What is there is asked, not what somebody ticked. */
function checklistOf(tenant: StoredTenant, use: TenantUse): Record<ChecklistItem, boolean> {
  const open = tenant.teams.filter((team) => team.isActive)
  const main = open.find((team) => team.isDefault) ?? open[0]
  const theme = (main?.theme ?? {}) as Record<string, unknown>
  const has = (name: string) => typeof theme[name] === 'string' && theme[name] !== ''
  return {
    look: (has('iconLogo') || has('loggedOutLogo')) && has('primaryColor'),
    address: open.some((team) => team.domain.length > 0),
    signIn: open.length > 0 && open.every((team) => hasWayIn(team.authMethods, team.authProviders)),
    administrator: use.administratorsIn > 0,
    people: use.people > 0,
    course: use.courses > 0,
    permission: use.permissions > 0,
  }
}

/** Passwords, which a team without a word takes, passkeys, or a provider that was set up. */
function hasWayIn(methods: readonly string[], providers: unknown): boolean {
  if (methods.length === 0 || methods.includes('password') || methods.includes('passkey')) return true
  return Array.isArray(providers) && providers.length > 0
}

// Stored JSON may be a part, or older than the code: what makes no sense is left out, nothing is thrown.
const word = z.string().catch('')
const StoredTheme = z.object(Object.fromEntries(Object.keys(TeamTheme.shape).map((name) => [name, word])))
const StoredProviders = z.array(z.object({ name: word, color: word })).catch([])
const StoredHeadings = z
  .array(z.object({ title: word, field: word, isUniqueAttribute: z.boolean().catch(false) }))
  .catch([])
