import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

export interface TenantSummary {
  readonly id: string
  readonly name: string
  readonly status: 'active' | 'suspended'
  readonly createdAt: Date
  readonly people: number
  readonly teams: { id: string; displayName: string; hosts: string[] }[]
}

/** All tenants of the installation; for superadministrators and the command line alone. */
export async function listTenants(db: Database): Promise<TenantSummary[]> {
  const { rows } = await db.control((tx) => sql<TenantSummary>`select * from control.list_tenants()`.execute(tx))
  return rows
}

export interface StoredAccess {
  readonly settings: unknown
  readonly teams: readonly {
    id: string
    displayName: string
    supportEmail: string
    termsAndConditionsUrl: string
    registrationTags: string[]
  }[]
}

/** What is stored about getting into a tenant; null when there is none of that id. */
export async function findTenantAccess(db: Database, tenantId: string): Promise<StoredAccess | null> {
  const { rows } = await db.control((tx) =>
    sql<StoredAccess>`select * from control.find_tenant_settings(${tenantId})`.execute(tx),
  )
  return rows[0] ?? null
}
