import { sql } from 'kysely'
import type { Services } from '../../platform/context.ts'
import type { Database, ReadTx } from '../../platform/db/database.ts'
import { systemContext } from '../../platform/system-context.ts'
import type { StoredTeam } from '../teams/queries.ts'

export type StoredStatus = 'active' | 'suspended' | 'deleted' | 'removing'

export interface TenantSummary {
  readonly id: string
  readonly name: string
  readonly status: StoredStatus
  readonly suspendedReason: string
  readonly deletedAt: Date | null
  readonly createdAt: Date
  readonly people: number
  readonly teams: { id: string; displayName: string; hosts: string[] }[]
}

/** All tenants of the installation; for superadministrators and the command line alone. */
export async function listTenants(db: Database): Promise<TenantSummary[]> {
  const { rows } = await db.control((tx) => sql<TenantSummary>`select * from control.list_tenants()`.execute(tx))
  return rows
}

export interface StoredDomain {
  readonly domain: string
  readonly token: string
  /** As JSON has moments. */
  readonly verifiedAt: string | null
  readonly verifiedBy: 'record' | 'superadmin' | null
  readonly checkedAt: string | null
}

export interface StoredTenant extends Omit<TenantSummary, 'teams'> {
  readonly suspendedAt: Date | null
  readonly settings: unknown
  readonly teams: readonly StoredTeam[]
  readonly domains: readonly StoredDomain[]
}

/** Everything that the control plane knows of a tenant; null when there is none of that id. */
export async function findTenant(db: Database, tenantId: string): Promise<StoredTenant | null> {
  return db.control((tx) => findTenantIn(tx, tenantId))
}

export async function findTenantIn(tx: ReadTx, tenantId: string): Promise<StoredTenant | null> {
  const { rows } = await sql<StoredTenant>`select * from control.find_tenant(${tenantId})`.execute(tx)
  return rows[0] ?? null
}

/** How far a tenant's people have come with it. */
export interface TenantUse {
  readonly administratorsIn: number
  /** All who have not been here have an account from elsewhere. */
  readonly administratorIsKnown: boolean
  readonly people: number
  readonly courses: number
  readonly permissions: number
}

export async function countUse(services: Services, tenantId: string): Promise<TenantUse> {
  const ctx = systemContext(services, tenantId, { requestId: 'tenants.use' })
  return ctx.read(async (tx) => {
    const { rows } = await sql<Omit<TenantUse, 'administratorIsKnown'> & { waiting: string[] }>`
      select
        (select count(distinct user_id)::int from memberships where has_logged_in and roles && array['admin', 'superadmin']) as administrators_in,
        array(select user_id from memberships where not has_logged_in and roles && array['admin', 'superadmin']) as waiting,
        (select count(distinct user_id)::int from memberships where status = 'active' and not roles && array['admin', 'superadmin']) as people,
        (select count(*)::int from documents where status in ('published', 'publishedwithdraft')) as courses,
        (select count(*)::int from permissions where status = 'active') as permissions`.execute(tx)
    const { waiting = [], ...use } = rows[0] ?? { administratorsIn: 0, people: 0, courses: 0, permissions: 0 }
    // Asked apart, because no statement asks tenant tables and the control plane at once.
    const { rows: known } = await sql<{ all: boolean | null }>`
      select bool_and(control.is_known_elsewhere(one)) as all from unnest(${waiting}::uuid[]) one`.execute(tx)
    return { ...use, administratorIsKnown: known[0]?.all ?? false }
  })
}

export interface StoredAccess {
  readonly name: string
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
  return findTenant(db, tenantId)
}
