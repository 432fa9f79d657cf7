import type { TenantRow } from '@learnt/contract/administration'
import type { TenantSummary } from './queries.ts'

export function presentTenant(tenant: TenantSummary): TenantRow {
  return { ...tenant, createdAt: tenant.createdAt.toISOString() }
}
