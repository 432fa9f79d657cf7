import { TenantAccess, type TenantRow } from '@learnt/contract/administration'
import { readTenantConfig } from '../../platform/tenant/settings.ts'
import type { StoredAccess, TenantSummary } from './queries.ts'

export function presentTenant(tenant: TenantSummary): TenantRow {
  return { ...tenant, createdAt: tenant.createdAt.toISOString() }
}

/** With the defaults for all that is not stored. */
export function presentAccess(tenantId: string, stored: StoredAccess) {
  return { tenantId, settings: TenantAccess.strip().parse(readTenantConfig(stored.settings)), teams: [...stored.teams] }
}
