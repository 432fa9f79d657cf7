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
