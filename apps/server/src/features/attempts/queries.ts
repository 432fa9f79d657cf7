import { sql } from 'kysely'
import type { ReadTx, Row } from '../../platform/db/database.ts'
import type { LaunchClaims } from '../../platform/launch-token.ts'

export type AttemptRow = Row<'attempts'>
export type ScoRow = Row<'attemptScos'>

export function findAttempt(tx: ReadTx, attemptId: string): Promise<AttemptRow | undefined> {
  return tx.selectFrom('attempts').selectAll().where('id', '=', attemptId).executeTakeFirst()
}

/** Whether the course of an attempt is locked: begun again, it may stand behind another step of its pathway. */
export async function isAttemptLocked(tx: ReadTx, attemptId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('attempts')
    .innerJoin('assignments', 'assignments.id', 'attempts.assignmentId')
    .select('assignments.waitsFor')
    .where('attempts.id', '=', attemptId)
    .executeTakeFirst()
  return row !== undefined && row.waitsFor !== null
}

/** All goes at the steps of an assignment, oldest first. */
export function listAttempts(tx: ReadTx, assignmentId: string): Promise<AttemptRow[]> {
  return tx
    .selectFrom('attempts')
    .selectAll()
    .where('assignmentId', '=', assignmentId)
    .orderBy('activityId')
    .orderBy('number')
    .execute()
}

export function listScos(tx: ReadTx, attemptId: string): Promise<ScoRow[]> {
  return tx.selectFrom('attemptScos').selectAll().where('attemptId', '=', attemptId).execute()
}

export interface TimelineEntry {
  id: string
  epoch: number
  n: number
  at: Date
  receivedAt: Date
  sco: string
  call: string
  element: string
  value: string
  result: string
  error: string
  times: number
  verdict: Row<'runtimeCalls'>['verdict']
}

/** A page of the time-line, oldest first; `after` is the last entry of the page before. */
export async function listTimeline(
  tx: ReadTx,
  attemptId: string,
  of: { after?: { epoch: number; n: number } | null; limit: number },
): Promise<TimelineEntry[]> {
  let query = tx.selectFrom('runtimeCalls').selectAll().where('attemptId', '=', attemptId)
  const { after } = of
  if (after) query = query.where((eb) => eb(eb.refTuple('epoch', 'n'), '>', eb.tuple(after.epoch, after.n)))
  const rows = await query.orderBy('epoch').orderBy('n').limit(of.limit).execute()
  return rows.map((row) => ({
    id: `${row.epoch}.${row.n}`,
    epoch: row.epoch,
    n: row.n,
    at: row.at,
    receivedAt: row.receivedAt,
    sco: row.scoId,
    call: row.call,
    element: row.element,
    value: row.value,
    result: row.result,
    error: row.error,
    times: row.times,
    verdict: row.verdict,
  }))
}

/**
 * What the time-line says happened.
 * - `nothing`: opened, and the package never called
 * - `neverReported`: it called, and said nothing about status or score
 * - `interrupted`: the connection failed and what came after never arrived, or a later launch took over
 * - `unfinished`: it was left without a goodbye
 * - `recorded`: everything that it said is stored
 */
export type AttemptVerdict = 'recorded' | 'neverReported' | 'unfinished' | 'interrupted' | 'nothing'

export async function judgeTimeline(
  tx: ReadTx,
  attemptId: string,
): Promise<{ verdict: AttemptVerdict; calls: number }> {
  const { rows } = await sql<{
    calls: number
    initialized: boolean
    reported: boolean
    isOffline: boolean
    isStale: boolean
    isOpen: boolean
  }>`
    with calls as (select * from runtime_calls where attempt_id = ${attemptId}),
    talk as (select * from calls where call in ('Initialize', 'Terminate') and result = 'true' and verdict <> 'stale' order by epoch desc, n desc limit 1)
    select
      (select count(*)::int from calls) as calls,
      exists (select from calls where call = 'Initialize' and result = 'true') as initialized,
      exists (
        select from calls
        where call = 'SetValue' and result = 'true'
          and element in ('cmi.core.lesson_status', 'cmi.core.score.raw', 'cmi.completion_status', 'cmi.success_status', 'cmi.score.scaled', 'cmi.score.raw', 'cmi.progress_measure')
      ) as reported,
      coalesce((select call = 'networkFailed' from calls where call in ('networkFailed', 'networkBack') order by epoch desc, n desc limit 1), false) as is_offline,
      exists (select from calls c where c.verdict = 'stale' and c.call in ('SetValue', 'Commit', 'Terminate')) as is_stale,
      coalesce((select call = 'Initialize' from talk), false) as is_open
    from (select 1) one`.execute(tx)
  const row = rows[0]
  if (!row) return { verdict: 'nothing', calls: 0 }
  const calls = Number(row.calls)
  if (!row.initialized) return { verdict: 'nothing', calls }
  if (row.isOffline || row.isStale) return { verdict: 'interrupted', calls }
  if (!row.reported) return { verdict: 'neverReported', calls }
  return { verdict: row.isOpen ? 'unfinished' : 'recorded', calls }
}

/** Who plays, as the package is told, and whether the membership still is active. */
export function findPlayer(
  tx: ReadTx,
  claims: LaunchClaims,
): Promise<Pick<Row<'memberships'>, 'firstName' | 'lastName' | 'status'> | undefined> {
  return tx
    .selectFrom('memberships')
    .select(['shownFirstName as firstName', 'lastName', 'status'])
    .where('id', '=', `${claims.userId}:${claims.teamId}`)
    .executeTakeFirst()
}

/** Whether the session that a launch came from is open: with it ends the right to go on. */
export async function findSignedIn(
  tx: ReadTx,
  { userId, sessionId, impersonator }: LaunchClaims,
  now: Date,
): Promise<boolean> {
  if (sessionId === null) return true
  const actingId = impersonator?.actingId ?? null
  const { rows } = await sql<{ isOpen: boolean }>`
    select control.launch_is_open(${sessionId}::uuid, ${userId}::uuid, ${actingId}::uuid, ${now}) as is_open`.execute(
    tx,
  )
  return rows[0]?.isOpen === true
}
