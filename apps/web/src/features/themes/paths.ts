import { part } from '../../routes/paths.ts'

export const themePaths = {
  tenantTheme: (tenantId: string, teamId: string) => `/apps/superadmin/tenant/${part(tenantId)}/theme/${part(teamId)}`,
} as const
