import type { ApprovalLevel } from '@learnt/contract/forms/content'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { announce, enqueue } from '../../../platform/outbox.ts'
import { type HeldRequest, rulesOf } from '../../../platform/request-kinds.ts'
import { isForActor } from '../queries/deciders.ts'
import { holdRequest } from '../queries/hold-request.ts'

const day = 86_400_000
/** Who has not decided is reminded after so many days, or half of the days that the level gives them. */
const remindAfterDays = 3

interface Decision {
  readonly decision: 'approve' | 'decline'
  readonly reason: string
}

/** What waits for approval: a submission of a form, or an order of a reward. */
type Waiting =
  | { readonly submissionId: string; readonly documentId: string }
  | { readonly orderId: string; readonly note: string }

/** Makes the request by which something waits for approval, and asks those of its first level. Answers its id. */
export async function openByLevels(
  ctx: Ctx,
  tx: WriteTx,
  of: Waiting & {
    title: string
    userId: string
    membershipId: string
    levels: readonly ApprovalLevel[]
  },
): Promise<string> {
  const id = newId()
  const about =
    'orderId' in of
      ? { kind: 'order' as const, orderId: of.orderId, title: of.title, note: of.note }
      : {
          kind: 'form' as const,
          documentType: 'form' as const,
          documentId: of.documentId,
          submissionId: of.submissionId,
        }
  await tx
    .insertInto('requests')
    .values({
      id,
      ...about,
      userId: of.userId,
      membershipId: of.membershipId,
      sentTo: 'people',
      levels: json(of.levels),
      level: 1,
      madeAt: ctx.now,
    })
    .execute()
  await Promise.all([
    audit(ctx, tx, {
      action: 'requests.make',
      subjectType: 'request',
      subjectId: id,
      subjectTitle: of.title,
      after: about,
    }),
    announce(ctx, tx, { topic: 'me', userId: of.userId, kind: 'request', id }),
  ])
  await beginLevel(ctx, tx, { ...of, id }, 1)
  return id
}

/** Names who decides at a level. Where nobody is there, administrators do. */
async function beginLevel(
  ctx: Ctx,
  tx: WriteTx,
  request: Pick<HeldRequest, 'id' | 'userId' | 'membershipId'> & { readonly levels: readonly ApprovalLevel[] | null },
  at: number,
): Promise<void> {
  const level = request.levels?.[at - 1]
  if (!level) return
  const people = await listNamed(tx, request, level.who)
  if (people.length > 0)
    await tx
      .insertInto('requestDeciders')
      .values(people.map((userId) => ({ requestId: request.id, level: at, userId })))
      .execute()
  const days = people.length > 0 ? level.escalateAfterDays : null
  const after = (count: number) => new Date(ctx.now.getTime() + count * day)
  await tx
    .updateTable('requests')
    .set({
      level: at,
      sentTo: people.length > 0 ? 'people' : 'administrators',
      standInAt: days === null ? null : after(days),
      stoodInAt: null,
      remindAt: after(days === null ? remindAfterDays : Math.min(remindAfterDays, days / 2)),
      remindedAt: null,
    })
    .where('id', '=', request.id)
    .execute()
  await enqueue(ctx, tx, 'requests.made', { requestId: request.id, level: at })
}

/** Who is named at a level and is here; nobody decides what they ask for themselves. */
async function listNamed(
  tx: WriteTx,
  request: Pick<HeldRequest, 'userId' | 'membershipId'>,
  who: ApprovalLevel['who'],
): Promise<string[]> {
  if (who.by === 'administrators') return []
  if (who.by === 'managers') {
    const { rows } = await sql<{ userId: string }>`
      select distinct boss.user_id from memberships o
      join memberships boss on boss.user_id::text = any (o.all_managers) and boss.status = 'active' and 'manager' = any (boss.roles)
      where o.id = ${request.membershipId} and boss.user_id <> o.user_id order by boss.user_id limit 50`.execute(tx)
    return rows.map((row) => row.userId)
  }
  const named = who.by === 'people' ? who.userIds : await rowFor(tx, request, who)
  if (named.length === 0) return []
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from memberships
    where user_id = any (${named}::uuid[]) and user_id <> ${request.userId} and status = 'active' order by user_id`.execute(
    tx,
  )
  return rows.map((row) => row.userId)
}

/** The people of the first row that has a value of the person; the catch-all row has everybody else. */
async function rowFor(
  tx: WriteTx,
  request: Pick<HeldRequest, 'membershipId'>,
  who: Extract<ApprovalLevel['who'], { by: 'table' }>,
): Promise<readonly string[]> {
  const member = await tx
    .selectFrom('memberships')
    .select(who.attribute)
    .where('id', '=', request.membershipId)
    .executeTakeFirst()
  const held = [member?.[who.attribute] ?? []].flat()
  return who.rows.find((row) => row.values.some((value) => held.includes(value)))?.userIds ?? who.otherwise
}

/**
 * What the caller says at the level that the request stands at: for themselves, for those whom they stand in for, or as an
 * administrator for the whole level. The last level decides the request. The caller's right to it was asked before.
 */
export async function decideLevel(ctx: Ctx, tx: WriteTx, id: string, { decision, reason }: Decision): Promise<void> {
  const request = await holdRequest(tx, id)
  if (!request?.levels || request.level === null) return
  const { level: at, levels } = request
  const level = levels[at - 1]
  const isApproval = decision === 'approve'
  const { rows: mine } = await sql<{ userId: string }>`
    update request_deciders x set state = ${isApproval ? 'approved' : 'declined'}, decided_by = ${ctx.actor.userId}, decided_at = ${ctx.now}
    from requests r where r.id = ${id} and x.request_id = r.id and x.level = r.level and x.state = 'open' and ${isForActor(ctx)}
    returning x.user_id`.execute(tx)
  const isComplete =
    !isApproval || mine.length === 0 || level?.need === 'any' || !(await isSomebodyLeft(tx, request.id, at))
  if (isComplete) await releaseOthers(tx, id)
  const isFinal = !isApproval || (isComplete && at >= levels.length)
  const standsIn = mine.length > 0 && mine.every((row) => row.userId !== ctx.actor.userId)
  await rulesOf(request.kind)?.decided?.(ctx, tx, request, {
    decision,
    reason,
    level: level?.title.text || `${at} / ${levels.length}`,
    forUserId: standsIn ? (mine[0]?.userId ?? null) : null,
    isFinal,
  })
  await audit(ctx, tx, {
    action: isApproval ? 'requests.approve' : 'requests.decline',
    subjectType: 'request',
    subjectId: id,
    subjectTitle: request.title,
    after: { person: request.userId, submissionId: request.submissionId, level: at, of: levels.length, reason },
  })
  if (!isFinal) {
    if (isComplete) await beginLevel(ctx, tx, request, at + 1)
    await announce(ctx, tx, { topic: 'me', userId: request.userId, kind: 'request', id })
    return
  }
  await closeRequest(ctx, tx, request, isApproval ? 'approved' : 'declined', reason)
}

/** Ends an open request; those who could have decided see it go. */
export async function closeRequest(
  ctx: Ctx,
  tx: WriteTx,
  request: Pick<HeldRequest, 'id' | 'userId'>,
  state: 'approved' | 'declined' | 'withdrawn' | 'returned',
  reason: string,
): Promise<void> {
  await releaseOthers(tx, request.id)
  await tx
    .updateTable('requests')
    .set({ state, reason, decidedAt: ctx.now, decidedBy: state === 'withdrawn' ? null : ctx.actor.userId })
    .where('id', '=', request.id)
    .execute()
  await Promise.all([
    announce(ctx, tx, { topic: 'me', userId: request.userId, kind: 'request', id: request.id }),
    enqueue(ctx, tx, 'requests.decided', { requestIds: [request.id] }),
  ])
}

async function releaseOthers(tx: WriteTx, requestId: string): Promise<void> {
  await tx
    .updateTable('requestDeciders')
    .set({ state: 'notNeeded' })
    .where('requestId', '=', requestId)
    .where('state', '=', 'open')
    .execute()
}

/** Whether somebody who is here has not decided yet. Whoever has left is not waited for. */
async function isSomebodyLeft(tx: WriteTx, requestId: string, level: number): Promise<boolean> {
  const { rows } = await sql<{ isLeft: boolean }>`
    select exists (
      select from request_deciders x join memberships m on m.user_id = x.user_id and m.status = 'active'
      where x.request_id = ${requestId} and x.level = ${level} and x.state = 'open') as is_left`.execute(tx)
  return rows[0]?.isLeft ?? false
}

/**
 * Follows the people of a level: managers who came are asked, managers who went and people who left are not waited for.
 * Runs before a decision and with each round. A level that only they kept waiting goes on.
 */
export async function followPeople(ctx: Ctx, tx: WriteTx, id: string): Promise<void> {
  const request = await holdRequest(tx, id)
  if (request?.state !== 'open' || !request.levels || request.level === null) return
  const { level: at, levels } = request
  const level = levels[at - 1]
  if (level?.who.by === 'managers') {
    const now = await listNamed(tx, request, level.who)
    await tx
      .deleteFrom('requestDeciders')
      .where('requestId', '=', id)
      .where('level', '=', at)
      .where('state', '=', 'open')
      .where((eb) => (now.length > 0 ? eb('userId', 'not in', now) : eb.lit(true)))
      .execute()
    if (now.length > 0) {
      const added = await tx
        .insertInto('requestDeciders')
        .values(now.map((userId) => ({ requestId: id, level: at, userId })))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if ((added.numInsertedOrUpdatedRows ?? 0n) > 0n) {
        await tx.updateTable('requests').set({ sentTo: 'people' }).where('id', '=', id).execute()
        await enqueue(ctx, tx, 'requests.made', { requestId: id, level: at })
      }
    }
  }
  if (await isSomebodyLeft(tx, id, at)) return
  const { rows } = await sql<{ isApproved: boolean }>`
    select exists (select from request_deciders where request_id = ${id} and level = ${at} and state = 'approved') as is_approved`.execute(
    tx,
  )
  await releaseOthers(tx, id)
  if (rows[0]?.isApproved && at < levels.length) return beginLevel(ctx, tx, request, at + 1)
  await tx.updateTable('requests').set({ sentTo: 'administrators', standInAt: null }).where('id', '=', id).execute()
  await enqueue(ctx, tx, 'requests.made', { requestId: id, level: at })
}
