import { createHmac } from 'node:crypto'
import type { ScanResult } from '@learnt/contract/events/attendance'
import { checkInCode, codeSeconds, codesKept } from '@learnt/contract/events/check-in-codes'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'
import { keepScan, markPeople } from './mark-attendance.ts'

const hour = 3_600_000
/** A code is looked for around the session; a device may be this much ahead. */
const aroundMs = hour
const aheadMs = 2 * 60_000
/** Guesses of one person in so many minutes. */
const guesses = { most: 10, minutes: 10 }

interface Scan {
  readonly id: string
  readonly code: string
  readonly scannedAt: string
}

interface ScanOutcome {
  readonly id: string
  readonly result: ScanResult
  readonly sessionId: string | null
  readonly userId: string | null
}

/** From which the codes of a session are made. */
export function seedOf(event: { readonly seed: string }, sessionId: string): string {
  return createHmac('sha256', event.seed).update(sessionId).digest('base64')
}

/** What a person's device shows, for the facilitator to scan. */
export function personCode(ctx: Ctx, eventId: string, userId: string): string {
  const signature = ctx.services.secrets.sign('device', 'event', ctx.actor.tenantId, eventId, userId).slice(0, 22)
  return `LE1:${eventId}:${userId}:${signature}`
}

/** The person's own check-in with the code of the screen, at the time of the scan. Counts once, whenever it comes in. */
export async function checkIn(ctx: Ctx, tx: WriteTx, eventId: string, scan: Scan): Promise<ScanOutcome> {
  const { userId } = ctx.actor
  const scannedAt = new Date(scan.scannedAt)
  const [known, { rows }] = await Promise.all([
    findScan(tx, scan.id),
    sql<{
      seed: string
      holds: boolean
      refused: number
      sessions: { id: string; startsAt: string; endsAt: string }[]
    }>`
      select e.seed, exists (select from registrations r where r.event_id = e.id and r.user_id = ${userId} and r.state in ('attending', 'cancellation', 'attended', 'not attended')) as holds,
        (select count(*)::int from event_scans x where x.event_id = e.id and x.by_user = ${userId} and x.result in ('wrongCode', 'oldCode')
          and x.received_at > ${ctx.now}::timestamptz - ${`${guesses.minutes} minutes`}::interval) as refused,
        coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'startsAt', s.starts_at, 'endsAt', s.ends_at) order by s.starts_at) from event_sessions s
          where s.event_id = e.id and s.dropped_at is null), '[]') as sessions
      from events e where e.id = ${eventId} and (
        exists (select from assignments a where a.document_type = 'event' and a.document_id = e.id and a.user_id = ${userId})
        or exists (select from registrations r where r.event_id = e.id and r.user_id = ${userId}))`.execute(tx),
  ])
  const event = rows[0]
  if (!event) throw notFound()
  if (known) return mineOf(ctx, known)
  if (event.refused >= guesses.most) throw new ProblemError('too-many-requests')
  const at = scannedAt.getTime()
  const sessions = event.sessions.map((one) => ({
    id: one.id,
    from: Date.parse(one.startsAt) - aroundMs,
    to: Date.parse(one.endsAt) + aroundMs,
  }))
  const open = sessions.filter((one) => one.from <= at && at <= one.to)
  let sessionId: string | null = null
  let isOld = false
  for (const one of open) {
    const seed = seedOf(event, one.id)
    for (let back = 0; back <= codesKept * 4 && sessionId === null; back++)
      if ((await checkInCode(seed, at - back * codeSeconds * 1000)) === scan.code) {
        if (back <= codesKept) sessionId = one.id
        else isOld = true
      }
  }
  const refused: ScanResult | null = !event.holds
    ? 'noSeat'
    : at > ctx.now.getTime() + aheadMs || open.length === 0
      ? sessions.every((one) => one.from > at)
        ? 'tooEarly'
        : 'tooLate'
      : sessionId === null
        ? isOld
          ? 'oldCode'
          : 'wrongCode'
        : null
  return count(ctx, tx, { ...scan, eventId, sessionId, userId, refused, scannedAt, source: 'code' })
}

/** People's codes as the facilitator scanned them, in the order of their times. */
export async function scanPeople(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; sessionId: string; scans: readonly Scan[] },
): Promise<ScanOutcome[]> {
  const { rows } = await sql<{ startsAt: Date; endsAt: Date }>`
    select starts_at, ends_at from event_sessions where id = ${of.sessionId} and event_id = ${of.eventId} and dropped_at is null`.execute(
    tx,
  )
  const session = rows[0]
  if (!session) throw notFound()
  const results = new Map<string, ScanOutcome>()
  for (const scan of of.scans.toSorted((a, b) => Date.parse(a.scannedAt) - Date.parse(b.scannedAt))) {
    const known = await findScan(tx, scan.id)
    if (known) {
      results.set(scan.id, mineOf(ctx, known))
      continue
    }
    const scannedAt = new Date(scan.scannedAt)
    const at = scannedAt.getTime()
    const [, eventId, userId] = /^LE1:([0-9a-f-]{36}):([0-9a-f-]{36}):[\w-]{22}$/.exec(scan.code) ?? []
    const isGenuine = eventId && userId && personCode(ctx, eventId, userId) === scan.code
    const person = isGenuine ? userId : null
    const refused: ScanResult | null = !isGenuine
      ? 'wrongCode'
      : eventId !== of.eventId
        ? 'otherEvent'
        : at > ctx.now.getTime() + aheadMs || at < session.startsAt.getTime() - aroundMs
          ? 'tooEarly'
          : at > session.endsAt.getTime() + aroundMs
            ? 'tooLate'
            : !(await holdsSeat(tx, of.eventId, userId))
              ? 'noSeat'
              : null
    results.set(
      scan.id,
      await count(ctx, tx, {
        ...scan,
        eventId: of.eventId,
        sessionId: of.sessionId,
        userId: person,
        refused,
        scannedAt,
        source: 'scan',
      }),
    )
  }
  return of.scans.flatMap((scan) => results.get(scan.id) ?? [])
}

async function count(
  ctx: Ctx,
  tx: WriteTx,
  scan: {
    id: string
    eventId: string
    sessionId: string | null
    userId: string | null
    refused: ScanResult | null
    scannedAt: Date
    source: 'code' | 'scan'
  },
): Promise<ScanOutcome> {
  let result = scan.refused
  if (result === null && scan.sessionId && scan.userId) {
    const { rows } = await markPeople(ctx, tx, {
      eventId: scan.eventId,
      sessionId: scan.sessionId,
      userIds: [scan.userId],
      mark: 'attended',
      source: scan.source,
      at: scan.scannedAt,
      keeps: true,
    })
    const outcome = rows[0]?.outcome
    result = outcome === 'done' ? 'counted' : outcome === 'unchanged' ? 'already' : 'noSeat'
  }
  const kept = { id: scan.id, sessionId: scan.sessionId, userId: scan.userId, result: result ?? 'wrongCode' }
  if (await keepScan(ctx, tx, { ...kept, eventId: scan.eventId, scannedAt: scan.scannedAt })) return kept
  // The same scan at the same moment: the other one has counted it.
  const known = await findScan(tx, scan.id)
  return known ? mineOf(ctx, known) : kept
}

async function holdsSeat(tx: WriteTx, eventId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from registrations r where r.event_id = ${eventId} and r.user_id = ${userId} and r.state in ('attending', 'cancellation', 'attended', 'not attended')`.execute(
    tx,
  )
  return rows.length > 0
}

interface KnownScan extends ScanOutcome {
  readonly byUser: string
}

async function findScan(tx: WriteTx, id: string): Promise<KnownScan | undefined> {
  const { rows } = await sql<KnownScan>`
    select id, result, session_id, user_id, by_user from event_scans where id = ${id}`.execute(tx)
  return rows[0]
}

/** Somebody else's number is no scan of one's own. */
function mineOf(ctx: Ctx, known: KnownScan): ScanOutcome {
  if (known.byUser !== ctx.actor.userId) throw new ProblemError('conflict')
  return { id: known.id, result: known.result, sessionId: known.sessionId, userId: known.userId }
}
