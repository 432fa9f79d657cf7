import type { ReadTx, Row, TenantDb } from '../../platform/db/database.ts'

const columns = [
  'id',
  'userId',
  'tenantId',
  'teamId',
  'shownFirstName',
  'lastName',
  'email',
  'avatar',
  'preferences',
] as const
export type LegacyUserRow = Pick<Row<'memberships'>, (typeof columns)[number]>

export function findLegacyUser(tenant: TenantDb, membershipId: string): Promise<LegacyUserRow | null> {
  return tenant.read((tx) => findLegacyUserIn(tx, membershipId))
}

export async function findLegacyUserIn(tx: ReadTx, membershipId: string): Promise<LegacyUserRow | null> {
  return (await tx.selectFrom('memberships').select(columns).where('id', '=', membershipId).executeTakeFirst()) ?? null
}
