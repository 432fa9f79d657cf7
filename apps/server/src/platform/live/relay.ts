import { sql } from 'kysely'
import type { Services } from '../context.ts'
import { type LiveEvent, liveChannel } from './hub.ts'

/** A notification holds 8000 bytes at most. */
const MAX_BYTES = 7500
const BATCH = 2000

/**
 * Tells all processes what changed: one coalescing notifier for the installation, because every NOTIFY takes a lock of the
 * whole cluster at commit. Answers how many events were told. Two at once split the work between them.
 */
export async function relayLive(services: Services): Promise<number> {
  return services.db.dangerouslyAsSystem(async (tx) => {
    const { rows } = await sql<LiveEvent & { tenantId: string }>`
      update live_events e set is_relayed = true
      from (select tenant_id, id from live_events where not is_relayed order by at limit ${BATCH} for update skip locked) due
      where e.tenant_id = due.tenant_id and e.id = due.id
      returning e.id, e.tenant_id, e.topic, e.user_id, e.kind, e.subject_id`.execute(tx)
    for (const payload of chunks(coalesce(rows))) await sql`select pg_notify(${liveChannel}, ${payload})`.execute(tx)
    return rows.length
  })
}

/** The last of several events about the same thing for the same people. */
function coalesce(events: LiveEvent[]): LiveEvent[] {
  const last = new Map<string, LiveEvent>()
  for (const event of [...events].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    last.set([event.tenantId, event.topic, event.userId, event.kind, event.subjectId].join('|'), event)
  }
  return [...last.values()]
}

function chunks(events: LiveEvent[]): string[] {
  const out: string[] = []
  let current: LiveEvent[] = []
  let size = 2
  for (const event of events) {
    const bytes = Buffer.byteLength(JSON.stringify(event)) + 1
    if (size + bytes > MAX_BYTES && current.length > 0) {
      out.push(JSON.stringify(current))
      current = []
      size = 2
    }
    current.push(event)
    size += bytes
  }
  if (current.length > 0) out.push(JSON.stringify(current))
  return out
}
