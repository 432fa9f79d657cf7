import type { requestOutcomes, requests } from '@learnt/contract/requests'
import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce, enqueue } from '../../../platform/outbox.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'
import { listRequestKinds, type RequestKindRules } from '../../../platform/request-kinds.ts'
import { settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { followContainers } from '../../permissions/commands/give-steps.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import { tell } from '../../permissions/commands/tell.ts'
import { readRequest, refuseDecision } from '../policy.ts'
import { findRequests, type RequestRow } from '../queries/list-requests.ts'
import { decideLevel } from './levels.ts'

type Decision = Pick<z.output<typeof requests.decideMany.body>, 'decision' | 'reason'>
type Outcome = (typeof requestOutcomes)[number]
type OutcomeRow = z.input<typeof requests.decideMany.response>['rows'][number]

/** Approves or declines one request. Refuses what cannot be, and says who was faster. */
export async function decideRequest(ctx: Ctx, tx: WriteTx, id: string, decision: Decision): Promise<void> {
  const [request] = await lockRequests(ctx, tx, [id], decision)
  if (!request) throw notFound()
  if (readRequest(ctx.actor, request) === null && request.state !== 'open') throw decided(ctx, request)
  authorize(ctx.actor, (actor, one) => refuseDecision(actor, one, ctx.now), request)
  if (decision.decision === 'approve' && request.obstacle)
    throw new ProblemError('wrong-state', { detail: `reason.requests.${request.obstacle}` })
  await decide(ctx, tx, [request], decision)
}

/** The same for many, each with an outcome of its own; in one transaction. */
export async function decideRequests(
  ctx: Ctx,
  tx: WriteTx,
  body: z.output<typeof requests.decideMany.body>,
): Promise<OutcomeRow[]> {
  const found = new Map((await lockRequests(ctx, tx, body.ids, body)).map((request) => [request.id, request]))
  const rows = [...new Set(body.ids)].map((id): OutcomeRow => {
    const request = found.get(id)
    if (!request || readRequest(ctx.actor, request) !== null)
      return { id, outcome: 'notFound', name: '', title: '', decidedBy: '' }
    const outcome = outcomeOf(ctx, request, body.decision)
    const decidedBy = outcome === 'decided' ? request.decidedByName : ''
    return { id, outcome, name: fullName(request), title: request.title, decidedBy }
  })
  const done = rows.flatMap((row) => {
    const request = found.get(row.id)
    return request && (row.outcome === 'approved' || row.outcome === 'declined') ? [request] : []
  })
  await decide(ctx, tx, done, body)
  return rows
}

function outcomeOf(ctx: Ctx, request: RequestRow, decision: Decision['decision']): Outcome {
  if (request.state === 'withdrawn') return 'withdrawn'
  if (request.state !== 'open') return 'decided'
  if (refuseDecision(ctx.actor, request, ctx.now) !== null) return 'notAllowed'
  if (decision === 'decline') return 'declined'
  return request.obstacle ?? 'approved'
}

function decided(ctx: Ctx, { state, decidedAt, decidedByName }: RequestRow): ProblemError {
  if (state === 'withdrawn') return new ProblemError('wrong-state', { detail: 'reason.requests.withdrawn' })
  return new ProblemError('wrong-state', {
    detail: ctx.t(`reason.requests.${state === 'approved' ? 'approvedBy' : 'declinedBy'}`, { name: decidedByName }),
    ...(decidedAt ? { saved: { by: decidedByName, at: decidedAt } } : {}),
  })
}

/** Locked in the order of their ids, and read after that: of two who decide at once the second sees what the first did. */
async function lockRequests(
  ctx: Ctx,
  tx: WriteTx,
  ids: readonly string[],
  { decision }: Decision,
): Promise<RequestRow[]> {
  const [, , rows] = await Promise.all([
    // No rule takes the offer away while it is approved.
    decision === 'approve' ? lockRules(tx, 'shared') : null,
    sql`select count(*) from (select from requests where id = any(${ids}::uuid[]) order by id for update) locked`.execute(
      tx,
    ),
    findRequests(ctx, tx, ids),
  ])
  return rows
}

async function decide(
  ctx: Ctx,
  tx: WriteTx,
  found: readonly RequestRow[],
  { decision, reason }: Decision,
): Promise<void> {
  for (const request of found) if (request.level !== null) await decideLevel(ctx, tx, request.id, { decision, reason })
  await decidePlain(
    ctx,
    tx,
    found.filter((request) => request.level === null),
    { decision, reason },
  )
}

async function decidePlain(
  ctx: Ctx,
  tx: WriteTx,
  found: readonly RequestRow[],
  { decision, reason }: Decision,
): Promise<void> {
  if (found.length === 0) return
  const ids = found.map((request) => request.id)
  const isApproved = decision === 'approve'
  await Promise.all([
    tx
      .updateTable('requests')
      .set({
        state: isApproved ? 'approved' : 'declined',
        reason,
        decidedBy: ctx.actor.userId,
        decidedAt: ctx.now,
      })
      .where('id', 'in', ids)
      .execute(),
    ...found.map((request) =>
      audit(ctx, tx, {
        action: isApproved ? 'requests.approve' : 'requests.decline',
        subjectType: 'request',
        subjectId: request.id,
        subjectTitle: request.title,
        after: { person: request.userId, documentType: request.documentType, documentId: request.documentId, reason },
      }),
    ),
    ...found.map(({ userId, id }) => announce(ctx, tx, { topic: 'me', userId, kind: 'request', id })),
    enqueue(ctx, tx, 'requests.decided', { requestIds: ids }),
  ])
  for (const { kind, ended } of listRequestKinds()) {
    const its = found.filter((request) => request.kind === kind).map((request) => request.id)
    if (its.length > 0) await ended?.(ctx, tx, its, { decision, reason })
  }
}

/** Requests for documents: what was approved opens at once. */
export const documentRequests: RequestKindRules = {
  kind: 'document',
  ended: async (ctx, tx, ids, { decision }) => (decision === 'approve' ? grant(ctx, tx, ids) : undefined),
}

/** A source of its own, which no rule takes back. */
async function grant(ctx: Ctx, tx: WriteTx, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ assignmentId: string; documentId: string }>`
    with offered as materialized (
      select distinct on (r.id) a.id as assignment_id, r.id, r.user_id, r.membership_id, r.document_id
      from requests r join assignments a on a.user_id = r.user_id and a.document_type = r.document_type and a.document_id = r.document_id
      where r.id = any(${ids}::uuid[]) order by r.id, a.cycle desc
    ),
    given as (
      insert into assignment_sources (assignment_id, kind, source_id, user_id, membership_id, is_optional, granted_at, granted_by)
      select assignment_id, 'request', id, user_id, membership_id, true, ${ctx.now}::timestamptz, ${ctx.actor.userId}::uuid from offered order by assignment_id
      on conflict do nothing
    )
    select assignment_id, document_id from offered`.execute(tx)
  const settled = await settleAssignments(
    ctx,
    tx,
    rows.map((row) => row.assignmentId),
  )
  await followContainers(ctx, tx, settled.containers)
  await tell(ctx, tx, [...new Set(rows.map((row) => row.documentId))], settled.people)
}
