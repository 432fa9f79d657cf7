import { part } from '../../routes/paths.ts'

/** Addresses of pages that only this feature leads to. */
export const badgePaths = {
  badges: '/apps/admin/badges',
  badgeRules: '/apps/admin/badges-rules',
  badgeRule: (ruleId: string) => `/apps/admin/badges-rules/${part(ruleId)}`,
} as const
