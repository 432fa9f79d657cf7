import { idleUnits, longestIdle } from '@learnt/contract/idle'
import { limits } from '@learnt/contract/measures'
import { TenantSettings } from '@learnt/contract/session'
import { z } from 'zod'
import { locales } from '../translate.ts'

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
  defaultLocale: z.enum(locales).catch('en'),
  timeZone: z.string().refine(isTimeZone).catch('UTC'),
  homepageLayout: z.enum(['default', 'munro']).catch('default'),
  hidesToolbarOnHomepage: flag(false),
  showsBackButton: flag(false),
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
  /** Whether somebody who acts as another may go on from looking to writing. */
  impersonationMayWrite: flag(false),
  /** Whether first-party events are kept. */
  analytics: flag(true),
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
export function readTenantConfig(stored: unknown): TenantConfig {
  return Stored.parse(isObject(stored) ? stored : {})
}

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

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
