import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { mintTenantId, type TenantId } from '../tenant-id.ts'

/** Tenants that are not suspended, for rounds that run in each of them. */
export async function listOpenTenants(db: Database): Promise<TenantId[]> {
  return (await listOpenTenantRows(db)).map(({ id }) => id)
}

/**
 * The same with those that are suspended: nobody works there, but what is promised to end (files, links, what is kept for
 * so many days) ends there too.
 */
export async function listKeptTenants(db: Database): Promise<TenantId[]> {
  const { rows } = await db.control((tx) => sql<{ id: string }>`select id from control.kept_tenants()`.execute(tx))
  return rows.map((row) => mintTenantId(row.id))
}

export async function listOpenTenantRows(
  db: Database,
): Promise<{ id: TenantId; settings: unknown; createdAt: Date }[]> {
  const { rows } = await db.control((tx) =>
    sql<{ id: string; settings: unknown; createdAt: Date }>`
      select id, settings, created_at from control.open_tenants()`.execute(tx),
  )
  return rows.map((row) => ({ ...row, id: mintTenantId(row.id) }))
}
