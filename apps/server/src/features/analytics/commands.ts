import type { ClientEvent } from '@learnt/contract/analytics'
import { cutText } from '@learnt/contract/cut-text'
import type { Actor } from '../../platform/actor.ts'
import type { Services } from '../../platform/context.ts'
import { json } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { forgetOldRows } from '../../platform/jobs/forget-old-rows.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'
import type { TeamView } from '../teams/queries.ts'
import { findTraits } from './queries.ts'

/** Stores what a page reports, with the time and the signed-in user; nothing where analytics are off. */
export async function recordEvents(
  services: Services,
  team: Pick<TeamView, 'id' | 'tenantId' | 'config' | 'tenantStatus'>,
  actor: Actor | null,
  events: readonly ClientEvent[],
): Promise<void> {
  if (!team.config.analytics || team.tenantStatus !== 'active') return
  const at = services.clock.now()
  const wanted = actor === null ? events.filter(isOfGuests) : events
  if (wanted.length === 0) return
  await services.db.tenant(mintTenantId(team.tenantId)).write(async (tx) => {
    const traits =
      actor !== null && wanted.some((event) => event.kind === 'identify')
        ? await findTraits(tx, actor.membershipId, { withEmployeeId: team.config.analyticsEmployeeId })
        : {}
    await tx
      .insertInto('analyticsEvents')
      .values(
        wanted.map((event) => ({
          id: newId(),
          name: event.kind === 'track' ? event.name : event.kind,
          environment: services.settings.environment,
          userId: actor?.userId ?? null,
          teamId: team.id,
          properties: json(actor === null ? propertiesOfGuest(event) : propertiesOf(event, traits)),
          at,
        })),
      )
      .execute()
  })
}

/** Counts ask for the last 366 days at most. */
export function forgetOldEvents(services: Services, stopping?: AbortSignal): Promise<void> {
  return forgetOldRows(services, { table: 'analytics_events', at: 'at', keptDays: 400 }, stopping)
}

/** Nobody is identified before there is a membership, nor administers anything. */
function isOfGuests(event: ClientEvent): boolean {
  return event.kind === 'track' ? !event.name.startsWith('admin-') : event.kind !== 'identify'
}

/** Guests' pages have short names and addresses and tell nothing more: what is longer was made up. */
function propertiesOfGuest(event: ClientEvent): object {
  if (event.kind !== 'page') return {}
  return propertiesOf({ ...event, title: cutText(event.title, 60), path: cutText(event.path, 100) }, {})
}

function propertiesOf(event: ClientEvent, traits: object): object {
  switch (event.kind) {
    case 'identify':
      return traits
    case 'page':
      // Cuts off the query, since people search by names.
      return { hitId: event.hitId, title: event.title, path: event.path.replace(/[?#].*$/s, '') }
    case 'track':
      return event.properties ?? {}
  }
}
