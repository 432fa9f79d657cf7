import { idleUnits, longestIdle } from '@learnt/contract/idle'
import { locales } from '@learnt/contract/locales'
import { limits } from '@learnt/contract/measures'
import { roles } from '@learnt/contract/roles'
import { TenantSettings } from '@learnt/contract/session'
import { colleagueViews, type FeatureName, featureNames, readHostName } from '@learnt/contract/team-values'
import { z } from 'zod'
import { readOnce } from '../read-once.ts'

const flag = (usual: boolean) => z.boolean().catch(usual)
const text = (usual = '') => z.string().catch(usual)

// What a tenant stores may be a part, or old, or edited by hand: each field falls back by itself.
const Stored = z.object({
  usernameTitleLabel: text(),
  showSelfRegistration: flag(false),
  showTermsConditions: flag(false),
  showPersonalTermsConditions: flag(false),
  personalTermsAndConditionsUrl: text(),
  showSupportChatDialog: flag(false),
  rewards: flag(false),
  marketplaceLink: text('/apps/optional-learning/listing?type=product'),
  /** For guests and people who chose none; empty: the browser's. */
  defaultLocale: z.enum([...locales, '']).catch(''),
  timeZone: z.string().refine(isTimeZone).catch('UTC'),
  isoDates: flag(true),
  /** What colleagues show of each other where they are looked for. */
  colleagues: z.enum(colleagueViews).catch('name'),
  homepageLayout: z.enum(['default', 'munro']).catch('default'),
  hidesToolbarOnHomepage: flag(false),
  showsBackButton: flag(false),
  allowsOwnBars: flag(false),
  supportChatScript: z.string().refine(isScriptAddress).catch(''),
  /** Hosts whose videos may stand on pages, shown in frames. */
  videoHosts: z
    .array(z.string())
    .catch([])
    .transform((hosts) => hosts.filter((host) => readHostName(host) === host)),
  sessionConfig: object({
    persistUserSession: flag(true),
    checkUserInactivity: flag(false),
    expireSessionAfter: z.number().int().positive().catch(30),
    unit: z.enum(idleUnits).catch('minutes'),
  }).transform((config) => ({
    ...config,
    expireSessionAfter: Math.min(config.expireSessionAfter, longestIdle[config.unit]),
  })),
  /** Whether sign-in, reset and registration may say that an account exists (readings, "The explicit wording"). */
  explicitWording: flag(false),
  secondFactor: object({
    /** People with one of these roles must set one up before anything else. */
    requiredFor: z
      .array(z.string())
      .catch([])
      .transform((held) => roles.filter((role) => held.includes(role))),
    /** Whether ours is asked for as well after a provider's own sign-in. */
    afterProvider: flag(false),
  }),
  /** Whether somebody who acts as another may go on from looking to writing. */
  impersonationMayWrite: flag(false),
  /** Whether language and preferred name are read from a hosted sign-in, and written there. */
  syncsUserMetadata: flag(false),
  /** For how many days the link of an invitation opens. */
  invitationDays: z.number().int().min(1).max(limits.invitationMaxDays).catch(7),
  /** Whether first-party events are kept. */
  analytics: flag(true),
  /** Whether they name the employee number beside roles, status and position. */
  analyticsEmployeeId: flag(false),
  /** Whether credentials of badges also name their holder by a salted hash of the address. */
  badgeEmailHash: flag(false),
  /** Parts of the product that the tenant has. */
  features: object(
    Object.fromEntries(featureNames.map((name) => [name, flag(true)])) as Record<FeatureName, ReturnType<typeof flag>>,
  ),
  passwordRules: object({
    minLength: z.number().int().min(limits.passwordMinLength).max(128).catch(limits.passwordDefaultLength),
    /** Refuse passwords that are known from breaches. */
    refuseBreached: flag(true),
    upper: flag(false),
    lower: flag(false),
    digit: flag(false),
    special: flag(false),
  }),
})

/** Everything that a tenant can set; what the pages may know of it is the contract's TenantSettings. */
export type TenantConfig = z.output<typeof Stored>
export type PasswordRules = TenantConfig['passwordRules']

/** Reads what is stored, with the defaults for all that is not or that makes no sense. Never throws. */
export const readTenantConfig: (stored: unknown) => TenantConfig = readOnce((stored) =>
  Stored.parse(isObject(stored) ? stored : {}),
)

/** The part that the pages may know. */
export function publicSettings(config: TenantConfig): TenantSettings {
  return TenantSettings.parse(config)
}

function object<T extends z.core.$ZodShape>(shape: T) {
  return z.preprocess((value) => (isObject(value) ? value : {}), z.object(shape))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Https only, and only an address: its origin goes into the policy of the tenant's pages. */
function isScriptAddress(address: string): boolean {
  if (address === '') return true
  const url = URL.parse(address)
  return url !== null && url.protocol === 'https:' && url.username === '' && /^[a-z0-9.-]+$/.test(url.hostname)
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
