import type { FeatureName } from '@learnt/contract/team-values'
import { sql } from 'kysely'
import type { Actor } from '../actor.ts'
import type { Services } from '../context.ts'
import { readTenantConfig } from './settings.ts'

type Place = Pick<Actor, 'tenantId' | 'teamId'>

/** Whether the team in which somebody acts has a part of the product that tenants and teams may do without. */
export async function hasFeature(services: Pick<Services, 'db'>, place: Place, feature: FeatureName): Promise<boolean> {
  return (await readFeatures(services, place))[feature]
}

/** The same of every part, in one statement. */
export async function readFeatures(
  { db }: Pick<Services, 'db'>,
  { tenantId, teamId }: Place,
): Promise<Record<FeatureName, boolean>> {
  const { rows } = await db
    .tenant(tenantId)
    .read((tx) =>
      sql<{ settings: unknown }>`select tenant_settings as settings from control.view_of_team(${teamId})`.execute(tx),
    )
  return readTenantConfig(rows[0]?.settings).features
}
