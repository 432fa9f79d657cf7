import type { FeatureName } from '@learnt/contract/team-values'
import { sql } from 'kysely'
import type { Services } from '../context.ts'
import type { TenantId } from '../tenant-id.ts'
import { readTenantConfig } from './settings.ts'

/** Whether a tenant has a part of the product that it may do without. */
export async function hasFeature(
  services: Pick<Services, 'db'>,
  tenantId: TenantId,
  feature: FeatureName,
): Promise<boolean> {
  return (await readFeatures(services, tenantId))[feature]
}

/** The same of every part, in one statement. */
export async function readFeatures(
  { db }: Pick<Services, 'db'>,
  tenantId: TenantId,
): Promise<Record<FeatureName, boolean>> {
  const { rows } = await db
    .tenant(tenantId)
    .read((tx) => sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx))
  return readTenantConfig(rows[0]?.settings).features
}
