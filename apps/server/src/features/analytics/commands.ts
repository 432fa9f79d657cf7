import type { ClientEvent } from '@learnt/contract/analytics'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Services } from '../../platform/context.ts'
import { json } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { listKeptTenants } from '../../platform/tenant/open-tenants.ts'
import { mintTenantId } from '../../platform/tenant/tenant-id.ts'
import type { TeamView } from '../teams/queries.ts'
import { findTraits } from './queries.ts'

/** Older ones are forgotten; counts ask for the last 366 days at most. */
const keptDays = 400
const BATCH = 5000

/** Keeps what a page reports, as of this moment and of whoever is signed in. Nothing where the tenant has it off. */
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

export async function forgetOldEvents(services: Services, stopping?: AbortSignal): Promise<void> {
  const before = new Date(services.clock.now().getTime() - keptDays * 86_400_000)
  for (const tenantId of await listKeptTenants(services.db)) {
    if (stopping?.aborted) return
    const tenant = services.db.tenant(tenantId)
    for (let gone = BATCH; gone === BATCH && !stopping?.aborted; )
      gone = await tenant.write(async (tx) => {
        const { rows } = await sql<{ gone: number }>`
          with gone as (
            delete from analytics_events
            where id = any(array(select id from analytics_events where at < ${before} order by at limit ${BATCH}))
            returning 1
          ) select count(*)::int as gone from gone`.execute(tx)
        return rows[0]?.gone ?? 0
      })
  }
}

/** Nobody is identified before there is a membership, nor administers anything. */
function isOfGuests(event: ClientEvent): boolean {
  return event.kind === 'track' ? !event.name.startsWith('admin-') : event.kind !== 'identify'
}

/** Guests' pages have short names and addresses and tell nothing more: what is longer was made up. */
function propertiesOfGuest(event: ClientEvent): object {
  if (event.kind !== 'page') return {}
  return propertiesOf({ ...event, title: cut(event.title, 60), path: cut(event.path, 100) }, {})
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed()
}

function propertiesOf(event: ClientEvent, traits: object): object {
  switch (event.kind) {
    case 'identify':
      return traits
    case 'page':
      // Without what stands behind the question mark: people search by names.
      return { hitId: event.hitId, title: event.title, path: event.path.replace(/[?#].*$/s, '') }
    case 'track':
      return event.properties ?? {}
  }
}
