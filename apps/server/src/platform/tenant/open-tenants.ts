import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { mintTenantId, type TenantId } from './tenant-id.ts'

/** Tenants that are not suspended, for work that comes round in each of them. */
export async function listOpenTenants(db: Database): Promise<TenantId[]> {
  const { rows } = await db.control((tx) => sql<{ id: string }>`select id from control.open_tenants()`.execute(tx))
  return rows.map(({ id }) => mintTenantId(id))
}
