import { createHmac } from 'node:crypto'
import type { ScanResult } from '@learnt/contract/events/attendance'
import { checkInCode, codeSeconds, codesKept } from '@learnt/contract/events/check-in-codes'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'
import { isOwn } from '../policy.ts'
import { coveredBy, isOpenSeat, type LedEvent, type Reach } from '../queries/reach.ts'
import { keepScan, markPeople } from './mark-attendance.ts'

const hour = 3_600_000
/** A code is looked for around the session; a device may be this much ahead. */
const aroundMs = hour
const aheadMs = 2 * 60_000
/** How long a code may be typed after it was first shown. */
const keptMs = (codesKept + 1) * codeSeconds * 1000
/** Guesses of one person in so many minutes. */
const guesses = { most: 10, minutes: 10 }

interface Scan {
  readonly id: string
  readonly code: string
  readonly scannedAt: string
}

export interface ScanOutcome {
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

/**
 * The person's own check-in with the code of the screen, at the time of the scan. Each code counts once for a person. A
 * device without a network may be late by what the event allows; the facilitator decides about later scans, since a
 * photo of a code must not work for longer.
 */
export async function checkIn(ctx: Ctx, tx: WriteTx, eventId: string, scan: Scan): Promise<ScanOutcome> {
  const { userId } = ctx.actor
  const scannedAt = new Date(scan.scannedAt)
  const [known, { rows }] = await Promise.all([
    findScan(tx, scan.id),
    sql<{
      seed: string
      checkInMinutes: number
      holds: boolean
      refused: number
      sessions: { id: string; startsAt: string; endsAt: string }[]
    }>`
      select e.seed, e.check_in_minutes, exists (select from registrations r where r.event_id = e.id and r.user_id = ${userId} and r.state in ('attending', 'cancellation', 'attended', 'not attended')) as holds,
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
  let found: { sessionId: string; step: number } | null = null
  let isOld = false
  for (const one of open) {
    const seed = seedOf(event, one.id)
    for (let back = 0; back <= codesKept * 4 && found === null; back++) {
      const step = codeStep(at) - back
      if ((await checkInCode(seed, step * codeSeconds * 1000)) !== scan.code) continue
      if (back <= codesKept) found = { sessionId: one.id, step }
      else isOld = true
    }
  }
  const lateMs = ctx.now.getTime() - at
  const used = found ? await findUse(tx, { ...found, userId }) : null
  const refused: ScanResult | null = !event.holds
    ? 'noSeat'
    : at > ctx.now.getTime() + aheadMs || open.length === 0
      ? sessions.every((one) => one.from > at)
        ? 'tooEarly'
        : 'tooLate'
      : found === null
        ? isOld
          ? 'oldCode'
          : 'wrongCode'
        : used === 'marked'
          ? null
          : used === 'used'
            ? 'usedCode'
            : lateMs > keptMs + event.checkInMinutes * 60_000
              ? 'late'
              : null
  return count(ctx, tx, {
    ...scan,
    eventId,
    sessionId: found?.sessionId ?? null,
    userId,
    refused,
    scannedAt,
    // What was not the person's to use is not used up.
    codeStep: refused === null || refused === 'late' ? (found?.step ?? null) : null,
    source: 'code',
  })
}

function codeStep(at: number): number {
  return Math.floor(at / 1000 / codeSeconds)
}

/** Whether the person was marked at this date already, or has used this code before, whatever became of it. */
async function findUse(
  tx: WriteTx,
  of: { sessionId: string; step: number; userId: string },
): Promise<'marked' | 'used' | null> {
  const { rows } = await sql<{ use: 'marked' | 'used' | null }>`
    select case when exists (select from attendance_marks m where m.session_id = ${of.sessionId} and m.user_id = ${of.userId} and m.mark <> 'not attended') then 'marked'
      when exists (select from event_scans x where x.session_id = ${of.sessionId} and x.user_id = ${of.userId} and x.code_step = ${of.step}) then 'used' end as use`.execute(
    tx,
  )
  return rows[0]?.use ?? null
}

/** A leader of the event accepts or refuses late check-ins. Those of other people are not found. */
export async function decideScans(
  ctx: Ctx,
  tx: WriteTx,
  of: { event: LedEvent & { readonly title: string }; ids: readonly string[]; decision: 'count' | 'refuse' },
): Promise<ScanOutcome[]> {
  const { event } = of
  const ids = [...new Set(of.ids)]
  const { rows } = await sql<{ id: string; sessionId: string; userId: string; scannedAt: Date; result: ScanResult }>`
    select x.id, x.session_id, x.user_id, x.scanned_at, x.result from event_scans x join registrations r on r.event_id = x.event_id and r.user_id = x.user_id
    where x.event_id = ${event.id} and x.id = any(${ids}::uuid[]) and x.result in ('late', 'lateRefused', 'counted') and x.code_step is not null
      and ${isOpenSeat(coveredBy(ctx.actor, event, 'keeper'))} order by x.scanned_at for update of x`.execute(tx)
  if (rows.length < ids.length) throw notFound()
  if (rows.some((row) => isOwn(ctx.actor, row.userId)))
    throw new ProblemError('not-allowed', { detail: 'reason.events.ownAttendance' })
  const outcomes: ScanOutcome[] = []
  for (const row of rows) {
    const result =
      row.result === 'counted'
        ? 'already'
        : of.decision === 'refuse'
          ? 'lateRefused'
          : await countMark(ctx, tx, { ...row, eventId: event.id, source: 'code' })
    await sql`update event_scans set result = ${result === 'already' ? 'counted' : result} where id = ${row.id}`.execute(
      tx,
    )
    outcomes.push({ id: row.id, result, sessionId: row.sessionId, userId: row.userId })
  }
  await audit(ctx, tx, {
    action: 'events.decideScans',
    subjectType: 'event',
    subjectId: event.id,
    subjectTitle: event.title,
    after: { decision: of.decision, people: rows.map((row) => row.userId) },
  })
  return outcomes
}

/** The person of the code that a device shows; null: this server did not make it, or it is for another event. */
export function personOfCode(ctx: Ctx, code: string): { eventId: string; userId: string } | null {
  const [, eventId, userId] = /^LE1:([0-9a-f-]{36}):([0-9a-f-]{36}):[\w-]{22}$/.exec(code) ?? []
  return eventId && userId && personCode(ctx, eventId, userId) === code ? { eventId, userId } : null
}

/** People's codes as the facilitator scanned them, in the order of their times. */
export async function scanPeople(
  ctx: Ctx,
  tx: WriteTx,
  of: { eventId: string; sessionId: string; scans: readonly Scan[]; within: Reach },
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
    const named = personOfCode(ctx, scan.code)
    const isOurs = named?.eventId === of.eventId
    const refused: ScanResult | null = !named
      ? 'wrongCode'
      : !isOurs
        ? 'otherEvent'
        : of.within !== null && !of.within.has(named.userId)
          ? 'notYours'
          : isOwn(ctx.actor, named.userId)
            ? 'yourself'
            : at > ctx.now.getTime() + aheadMs || at < session.startsAt.getTime() - aroundMs
              ? 'tooEarly'
              : at > session.endsAt.getTime() + aroundMs
                ? 'tooLate'
                : !(await holdsSeat(tx, of.eventId, named.userId))
                  ? 'noSeat'
                  : null
    results.set(
      scan.id,
      await count(ctx, tx, {
        ...scan,
        eventId: of.eventId,
        sessionId: of.sessionId,
        userId: named?.userId ?? null,
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
    codeStep?: number | null
    source: 'code' | 'scan'
  },
): Promise<ScanOutcome> {
  const { sessionId, userId } = scan
  const result =
    scan.refused ?? (sessionId && userId ? await countMark(ctx, tx, { ...scan, sessionId, userId }) : 'wrongCode')
  const codeStep = result === 'counted' || result === 'late' ? (scan.codeStep ?? null) : null
  const kept = { id: scan.id, sessionId, userId, result }
  if (await keepScan(ctx, tx, { ...kept, eventId: scan.eventId, scannedAt: scan.scannedAt, codeStep })) return kept
  // The same scan at the same moment: the other one has counted it. Under another number, the code was used by that one.
  const known = await findScan(tx, scan.id)
  return known ? mineOf(ctx, known) : { ...kept, result: result === 'late' ? 'usedCode' : 'already' }
}

/** Marks the person of a scan as attended, unless somebody has. */
async function countMark(
  ctx: Ctx,
  tx: WriteTx,
  scan: { eventId: string; sessionId: string; userId: string; scannedAt: Date; source: 'code' | 'scan' },
): Promise<'counted' | 'already' | 'noSeat'> {
  const { rows } = await markPeople(ctx, tx, {
    eventId: scan.eventId,
    sessionId: scan.sessionId,
    userIds: [scan.userId],
    mark: 'attended',
    source: scan.source,
    at: scan.scannedAt,
    keeps: true,
    // The right to scan was checked already: the person's own code, or one of somebody the facilitator looks after.
    within: null,
  })
  const outcome = rows[0]?.outcome
  return outcome === 'done' ? 'counted' : outcome === 'unchanged' ? 'already' : 'noSeat'
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
