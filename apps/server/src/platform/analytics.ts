import type { AnalyticsEvent } from '@learnt/contract/analytics-names'
import type { Services } from './context.ts'
import { json } from './db/database.ts'
import { newId } from './ids.ts'
import type { TenantConfig } from './tenant/settings.ts'
import { mintTenantId } from './tenant-id.ts'

/** Records a first-party event in a transaction of its own, since what it tells of may have failed. No names, no addresses. */
export async function track(
  services: Services,
  team: { readonly tenantId: string; readonly id: string; readonly config: TenantConfig },
  event: { name: AnalyticsEvent; userId?: string | null; properties?: Record<string, string | number | boolean> },
): Promise<void> {
  if (!team.config.analytics) return
  await services.db.tenant(mintTenantId(team.tenantId)).write((tx) =>
    tx
      .insertInto('analyticsEvents')
      .values({
        id: newId(),
        name: event.name,
        environment: services.settings.environment,
        userId: event.userId ?? null,
        teamId: team.id,
        properties: json(event.properties ?? {}),
        at: services.clock.now(),
      })
      .execute(),
  )
}
