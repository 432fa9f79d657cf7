import { sql } from 'kysely'
import type { Services } from '../context.ts'
import type { LiveEvent } from './fan-out.ts'
import type { Telling } from './follow.ts'
import { liveChannel } from './hub.ts'

/** A notification holds 8000 bytes at most. */
const MAX_BYTES = 7500
const BATCH = 2000
/** A browser that was away for longer asks for everything again. */
const KEPT_MS = 3_600_000

/**
 * Tells all processes what changed: one coalescing notifier for the installation, because every NOTIFY takes a lock of the
 * whole server at commit. Here a change gets its position, under one row's lock: positions become visible in their order,
 * so that "all after this one" misses nothing, also not what committed late. Answers how many changes were told.
 */
export async function relayLive(services: Services): Promise<number> {
  const { db, fanOut } = services
  const { rows: waiting } = await db.dangerouslyLookAsSystem((tx) =>
    sql`select 1 from live_events where position is null limit 1`.execute(tx),
  )
  if (waiting.length === 0) return 0
  const told = await db.dangerouslyAsSystem(async (tx) => {
    const { rows: taken } = await sql<{ last: number }>`
      select control.take_live_positions(0) as last where exists (select from live_events where position is null)`.execute(
      tx,
    )
    const last = taken[0]?.last
    if (last === undefined) return null
    const { rows } = await sql<LiveEvent>`
      update live_events e set position = due.position
      from (
        select tenant_id, id, ${last}::bigint + row_number() over (order by at, id) as position
        from (select tenant_id, id, at from live_events where position is null order by at, id limit ${BATCH}) oldest
      ) due
      where e.tenant_id = due.tenant_id and e.id = due.id
      returning e.position, e.tenant_id, e.topic, e.user_id, e.kind, e.subject_id`.execute(tx)
    const { tenants, places } = furthestOf(rows)
    const notices = fanOut === undefined ? chunks(coalesce(rows), MAX_BYTES) : []
    await Promise.all([
      sql`select control.take_live_positions(${rows.length})`.execute(tx),
      sql`select control.note_live_tenants(${tenants}, ${places}::bigint[])`.execute(tx),
      ...notices.map((events) => sql`select pg_notify(${liveChannel}, ${JSON.stringify(events)})`.execute(tx)),
    ])
    return { last, rows }
  })
  if (told === null) return 0
  if (fanOut) for (const telling of tellingsOf(told.last, told.rows, fanOut.mostBytes)) fanOut.tell('live', telling)
  return told.rows.length
}

/** Together they cover every position from `last` on, in whatever order receivers hear them. */
export function tellingsOf(last: number, rows: LiveEvent[], mostBytes: number): Telling[] {
  const parts = chunks(coalesce(rows), mostBytes)
  let after = last
  return parts.map((events, nth) => {
    const upTo = nth === parts.length - 1 ? last + rows.length : (events.at(-1)?.position ?? after)
    const telling = { after, upTo, events }
    after = upTo
    return telling
  })
}

function furthestOf(rows: readonly LiveEvent[]): { tenants: string[]; places: number[] } {
  const furthest = new Map<string, number>()
  for (const { tenantId, position } of rows) furthest.set(tenantId, Math.max(position, furthest.get(tenantId) ?? 0))
  return { tenants: [...furthest.keys()], places: [...furthest.values()] }
}

/** Deletes events that nobody can still catch up with. */
export async function forgetLive(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - KEPT_MS)
  await services.db.dangerouslyAsSystem((tx) => sql`select control.forget_right_changes(${before})`.execute(tx))
  for (let forgotten = BATCH; forgotten === BATCH; ) {
    forgotten = await services.db.dangerouslyAsSystem(async (tx) => {
      const { rows } = await sql<{ position: number }>`
        delete from live_events e
        using (select tenant_id, id from live_events where position is not null and at < ${before} order by at limit ${BATCH}) old
        where e.tenant_id = old.tenant_id and e.id = old.id
        returning e.position`.execute(tx)
      const furthest = rows.reduce((most, row) => Math.max(most, row.position), 0)
      if (rows.length > 0) await sql`select control.forget_live_positions(${furthest})`.execute(tx)
      return rows.length
    })
  }
}

/** The last of several events about the same thing for the same people, in the order of their positions. */
function coalesce(events: LiveEvent[]): LiveEvent[] {
  const last = new Map<string, LiveEvent>()
  for (const event of events.toSorted((a, b) => a.position - b.position))
    last.set([event.tenantId, event.topic, event.userId, event.kind, event.subjectId].join('|'), event)
  return [...last.values()].sort((a, b) => a.position - b.position)
}

function chunks(events: LiveEvent[], mostBytes: number): LiveEvent[][] {
  const out: LiveEvent[][] = []
  let current: LiveEvent[] = []
  let size = 2
  for (const event of events) {
    const bytes = Buffer.byteLength(JSON.stringify(event)) + 1
    if (size + bytes > mostBytes && current.length > 0) {
      out.push(current)
      current = []
      size = 2
    }
    current.push(event)
    size += bytes
  }
  if (current.length > 0) out.push(current)
  return out
}
