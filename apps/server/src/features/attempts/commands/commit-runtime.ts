import type { Presented } from '@learnt/contract/endpoint'
import { launchableItems } from '@learnt/contract/package-tree'
import type { PackageItem } from '@learnt/contract/packages'
import type { RuntimeCommit, RuntimeReply } from '@learnt/contract/runtime'
import { applyDelta, type Elements } from '@learnt/contract/runtime-delta'
import { runtimeLimits } from '@learnt/contract/runtime-limits'
import type { ProgressState } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import type { LaunchClaims } from '../../../platform/launch-token.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { recordProgress } from '../../learning/commands/record-progress.ts'
import { addFinding } from '../../packages/commands.ts'
import type { PlayablePackage } from '../../packages/queries.ts'
import {
  type AttemptStanding,
  betterStatus,
  findScoreRange,
  judgeAttempt,
  judgeCall,
  judgeSco,
  sessionSeconds,
} from '../judge.ts'
import { getPackage } from '../packages-in-memory.ts'
import { presentSco } from '../present.ts'
import { type AttemptRow, findSignedIn, type ScoRow } from '../queries.ts'

/** Time goes to the reports once it has grown by this; a change of state goes at once. */
const reportSeconds = 60

/**
 * Stores what a package said about one item. The attempt is the token's, whatever the body says. Fenced by epoch and
 * seq: an older launch never overwrites a later one, and the same commit twice is stored once. Everything is in one
 * transaction, so the answer means that it is durable.
 */
export async function commitRuntime(
  ctx: Ctx,
  claims: LaunchClaims,
  body: RuntimeCommit,
): Promise<Presented<typeof RuntimeReply>> {
  if (claims.mode !== 'normal') throw new ProblemError('wrong-state')
  if (body.epoch > claims.epoch) throw invalid({ 'body.epoch': 'invalid' })
  return ctx.write(async (tx) => {
    const { attempt, scos, sco, isMember, isSignedIn, isLocked } = await load(tx, ctx, claims, body)
    if (!isSignedIn) throw new ProblemError('not-signed-in')
    if (!attempt || attempt.userId !== claims.userId || !isMember) throw new ProblemError('not-allowed')
    if (isLocked) throw new ProblemError('wrong-state', { detail: 'reason.locked' })
    const pack = await getPackage(tx, ctx.actor.tenantId, attempt.packageId)
    const item = pack && launchableItems(pack.organization.items).find((one) => one.id === body.sco)
    if (!pack || !item) throw invalid({ 'body.sco': 'invalid' })

    const isStale = body.epoch < attempt.ackedEpoch
    const isDuplicate = !isStale && sco !== null && sco.ackedEpoch === body.epoch && sco.ackedSeq >= body.seq
    const calls = callsOf(ctx, claims, body, attempt, isStale)
    if (isStale || isDuplicate) {
      if (calls.length > 0) await insertCalls(ctx, attempt.id, calls).execute(tx)
      return reply(ctx, isStale ? 'stale' : 'duplicate', sco?.ackedSeq ?? 0, attempt, sco)
    }

    const next = nextSco(ctx, pack, item, sco, body)
    const after = new Map(scos.map((one) => [one.scoId, one]))
    after.set(body.sco, { ...next, seconds: next.secondsBefore + next.secondsNow })
    const standing = judgeAttempt(pack.organization.items, (id) => after.get(id))
    const seconds = round([...after.values()].reduce((sum, one) => sum + one.seconds, 0))
    const due = isDue(attempt, standing, seconds, body)
    const reported = due ? Math.floor(seconds) : attempt.secondsReported
    await store(tx, ctx, attempt, { next, standing, seconds, body, calls, reported })
    const finding = body.end ? findScoreRange(pack.kind, item, next.cmi) : null
    if (finding !== null) await addFinding(tx, pack.id, finding)
    if (due) await report(ctx, tx, attempt, standing, Math.max(0, Math.floor(seconds) - attempt.secondsReported))
    return reply(ctx, 'stored', body.seq, { ...standing, seconds }, { ...next, scoId: body.sco })
  })
}

// ---- what stands -----------------------------------------------------------------------------------------------

/** An item as it stands; its words are fetched only where a delta builds on them. */
type StandingSco = Omit<ScoRow, 'tenantId' | 'attemptId' | 'cmi' | 'firstOpenedAt' | 'updatedAt'> & {
  cmi: Elements | null
  firstOpenedAt: Date
}

interface Loaded {
  attempt: AttemptRow | undefined
  /** Every item of the attempt that has said something. */
  scos: Array<Pick<ScoRow, 'scoId' | 'status' | 'score' | 'progressMeasure'> & { seconds: number }>
  /** The item that this is about. */
  sco: StandingSco | null
  isMember: boolean
  /** The session that launched it is open. */
  isSignedIn: boolean
  /** Its course waits for another one. */
  isLocked: boolean
}

/** Three statements, one round trip. The second one sees what the first one, which locks the attempt, waited for. */
async function load(tx: WriteTx, ctx: Ctx, claims: LaunchClaims, body: RuntimeCommit): Promise<Loaded> {
  const { attemptId } = claims
  const [attempt, { rows }, isSignedIn] = await Promise.all([
    tx.selectFrom('attempts').selectAll().where('id', '=', attemptId).forUpdate().executeTakeFirst(),
    sql<{
      memberStatus: string | null
      isLocked: boolean | null
      scos: Loaded['scos']
      sco: (Omit<StandingSco, 'firstOpenedAt'> & { firstOpenedAt: string }) | null
    }>`
      select
        (select status from memberships where id = ${ctx.actor.membershipId}) as member_status,
        (select a.waits_for is not null from attempts t join assignments a on a.id = t.assignment_id where t.id = ${attemptId}) as is_locked,
        (select coalesce(jsonb_agg(jsonb_build_object(
            'scoId', sco_id, 'status', status, 'score', score, 'progressMeasure', progress_measure, 'seconds', seconds_before + seconds_now)), '[]')
          from attempt_scos where attempt_id = ${attemptId}) as scos,
        (select jsonb_build_object(
            'scoId', sco_id, 'ackedEpoch', acked_epoch, 'ackedSeq', acked_seq, 'cmi', case when ${body.delta !== undefined} then cmi end,
            'status', status, 'statusBefore', status_before, 'score', score, 'progressMeasure', progress_measure,
            'isSuspended', is_suspended, 'isEnded', is_ended, 'visitEpoch', visit_epoch, 'visit', visit,
            'secondsBefore', seconds_before, 'secondsNow', seconds_now, 'firstOpenedAt', first_opened_at)
          from attempt_scos where attempt_id = ${attemptId} and sco_id = ${body.sco}) as sco`.execute(tx),
    findSignedIn(tx, claims, ctx.now),
  ])
  const row = rows[0]
  const sco = row?.sco ? { ...row.sco, firstOpenedAt: new Date(row.sco.firstOpenedAt) } : null
  return {
    attempt,
    scos: row?.scos ?? [],
    sco,
    isMember: row?.memberStatus === 'active',
    isSignedIn,
    isLocked: row?.isLocked ?? false,
  }
}

// ---- what is new -----------------------------------------------------------------------------------------------

type NextSco = Omit<ScoRow, 'tenantId' | 'attemptId' | 'cmi'> & { cmi: Elements }

function nextSco(
  ctx: Ctx,
  pack: PlayablePackage,
  item: PackageItem,
  before: StandingSco | null,
  body: RuntimeCommit,
): NextSco {
  const cmi = elementsOf(before, body)
  const standing = judgeSco(pack.kind, item, cmi, { initialized: body.initialized, ended: body.end })
  const isNewVisit = before === null || before.visitEpoch !== body.epoch || before.visit !== body.visit
  const statusBefore = isNewVisit ? (before?.status ?? 'not attempted') : before.statusBefore
  return {
    scoId: body.sco,
    ackedEpoch: body.epoch,
    ackedSeq: body.seq,
    cmi,
    // Within one visit the last word counts; a further visit takes nothing away from an earlier one.
    status: betterStatus(statusBefore, standing.status),
    statusBefore,
    score: standing.score ?? before?.score ?? null,
    progressMeasure: standing.progressMeasure,
    isSuspended: standing.isSuspended || body.left === 'suspendAll',
    isEnded: body.end,
    visitEpoch: body.epoch,
    visit: body.visit,
    secondsBefore: isNewVisit ? (before?.secondsBefore ?? 0) + (before?.secondsNow ?? 0) : before.secondsBefore,
    secondsNow: round(sessionSeconds(cmi) ?? body.elapsed),
    firstOpenedAt: before?.firstOpenedAt ?? ctx.now,
    updatedAt: ctx.now,
  }
}

/** The snapshot, or what stands with its changes. */
function elementsOf(before: StandingSco | null, body: RuntimeCommit): Elements {
  if (body.snapshot !== undefined) return cleanAll(body.snapshot)
  const { delta } = body
  if (delta === undefined || before === null || before.ackedEpoch !== body.epoch || before.ackedSeq < delta.base) {
    throw invalid({ 'body.delta.base': 'invalid' })
  }
  const elements = applyDelta(before.cmi ?? {}, delta)
  if (elements === null) throw invalid({ 'body.delta.splice': 'invalid' })
  const values = Object.values(elements)
  if (values.length > runtimeLimits.elements || values.some((value) => value.length > runtimeLimits.valueLength)) {
    throw invalid({ 'body.delta.set': 'tooLong' })
  }
  return cleanAll(elements)
}

function cleanAll(elements: Elements): Elements {
  return Object.fromEntries(Object.entries(elements).map(([element, value]) => [clean(element), clean(value)]))
}

/** PostgreSQL keeps neither the null character nor half a surrogate pair. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

interface CallToStore {
  epoch: number
  n: number
  at: string
  scoId: string
  call: string
  element: string
  value: string
  result: string
  error: string
  times: number
  verdict: string
}

function callsOf(
  ctx: Ctx,
  claims: LaunchClaims,
  body: RuntimeCommit,
  attempt: AttemptRow,
  isStale: boolean,
): CallToStore[] {
  // The time-line of a package gone mad ends somewhere; its state is stored all the same.
  if (attempt.calls >= runtimeLimits.callsPerAttempt) return []
  // The last of a number wins, should a package have written into the player: one row each is all that is stored.
  const byNumber = new Map(body.calls.map((call) => [call.n, call]))
  return [...byNumber.values()].map((call) => ({
    epoch: body.epoch,
    n: call.n,
    at: new Date(Math.min(call.at, latestMs)).toISOString(),
    scoId: clean(call.sco),
    call: call.fn,
    element: clean(call.element ?? ''),
    value: clean(call.value ?? ''),
    result: clean(call.result),
    error: clean(call.error),
    times: call.times ?? 1,
    verdict: judgeCall(call, { isStale, isReplay: body.epoch < claims.epoch, receivedAt: ctx.now }),
  }))
}

/** Of years with more digits JavaScript and PostgreSQL have different spellings. */
const latestMs = Date.UTC(9999, 11, 31)

// ---- storing ---------------------------------------------------------------------------------------------------

interface Change {
  next: NextSco
  standing: AttemptStanding
  seconds: number
  body: RuntimeCommit
  calls: CallToStore[]
  reported: number
}

/** The item, the attempt and the time-line in one statement. */
async function store(
  tx: WriteTx,
  ctx: Ctx,
  attempt: AttemptRow,
  { next, standing, seconds, body, calls, reported }: Change,
): Promise<void> {
  const isDone = standing.state === 'completed' || standing.state === 'passed'
  await sql`
    with item as (
      insert into attempt_scos (
        attempt_id, sco_id, acked_epoch, acked_seq, cmi, status, status_before, score, progress_measure, is_suspended, is_ended,
        visit_epoch, visit, seconds_before, seconds_now, first_opened_at, updated_at)
      values (
        ${attempt.id}, ${next.scoId}, ${next.ackedEpoch}, ${next.ackedSeq}, ${json(next.cmi)}, ${next.status}, ${next.statusBefore}, ${next.score},
        ${next.progressMeasure}, ${next.isSuspended}, ${next.isEnded}, ${next.visitEpoch}, ${next.visit}, ${next.secondsBefore}, ${next.secondsNow},
        ${next.firstOpenedAt}, ${ctx.now})
      on conflict (tenant_id, attempt_id, sco_id) do update set
        acked_epoch = excluded.acked_epoch, acked_seq = excluded.acked_seq, cmi = excluded.cmi, status = excluded.status,
        status_before = excluded.status_before, score = excluded.score, progress_measure = excluded.progress_measure,
        is_suspended = excluded.is_suspended, is_ended = excluded.is_ended, visit_epoch = excluded.visit_epoch, visit = excluded.visit,
        seconds_before = excluded.seconds_before, seconds_now = excluded.seconds_now, updated_at = excluded.updated_at
    ),
    whole as (
      update attempts set
        acked_epoch = ${body.epoch}, state = ${standing.state}, progress = ${standing.progress}, score = ${standing.score}, seconds = ${seconds},
        seconds_reported = ${reported}, reported_at = ${reported === attempt.secondsReported ? attempt.reportedAt : ctx.now},
        current_sco = ${body.sco}, is_suspended = ${body.left === 'suspendAll'}, calls = calls + ${calls.length}, last_saved_at = ${ctx.now},
        completed_at = ${isDone ? (attempt.completedAt ?? ctx.now) : attempt.completedAt}
      where id = ${attempt.id}
    )
    ${insertCalls(ctx, attempt.id, calls)}`.execute(tx)
}

function insertCalls(ctx: Ctx, attemptId: string, calls: CallToStore[]) {
  return sql`
    insert into runtime_calls (attempt_id, epoch, n, at, received_at, sco_id, call, element, value, result, error, times, verdict)
    select ${attemptId}, epoch, n, at, ${ctx.now}, "scoId", call, element, value, result, error, times, verdict
    from jsonb_to_recordset(${json(calls)}::jsonb) as given(
      epoch int, n int, at timestamptz, "scoId" text, call text, element text, value text, result text, error text, times int, verdict text)
    on conflict do nothing`
}

function isDue(attempt: AttemptRow, standing: AttemptStanding, seconds: number, body: RuntimeCommit): boolean {
  const changed =
    attempt.state !== standing.state || attempt.progress !== standing.progress || attempt.score !== standing.score
  return changed || body.end || body.left !== undefined || seconds - attempt.secondsReported >= reportSeconds
}

/** The one place where an attempt speaks to the course; the completion rule of the step is asked there. */
function report(
  ctx: Ctx,
  tx: WriteTx,
  attempt: Pick<AttemptRow, 'assignmentId' | 'activityId'>,
  standing: AttemptStanding,
  secondsAdded: number,
) {
  return recordProgress(ctx, tx, {
    assignmentId: attempt.assignmentId,
    activityId: attempt.activityId,
    state: standing.state,
    progress: standing.progress,
    scorePercent: standing.score,
    secondsAdded,
    source: 'package',
  })
}

function reply(
  ctx: Ctx,
  outcome: RuntimeReply['outcome'],
  ackedSeq: number,
  attempt: { state: ProgressState; progress: number; score: number | null; seconds: number },
  sco: Parameters<typeof presentSco>[0] | null,
): Presented<typeof RuntimeReply> {
  return {
    outcome,
    savedAt: ctx.now,
    ackedSeq,
    sco: sco === null ? null : presentSco(sco),
    attempt: {
      state: attempt.state,
      progress: attempt.progress,
      scorePercent: attempt.score,
      totalSeconds: attempt.seconds,
    },
  }
}

function round(seconds: number): number {
  return Math.round(seconds * 100) / 100
}
