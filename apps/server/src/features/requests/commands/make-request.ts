import type { requests } from '@learnt/contract/requests'
import { visibleToLearners } from '@learnt/contract/states'
import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { DB, WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { announce, enqueue } from '../../../platform/outbox.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'

interface Offer {
  readonly title: string
  readonly needsRequest: boolean
  readonly sentTo: 'managers' | 'administrators'
  readonly standInAfterDays: number | null
  readonly hasManager: boolean
}

/**
 * Asks for a document that the person is offered on request. Of two at once one is made, and both have its id. Where nobody
 * manages the person, administrators decide from the beginning.
 */
export async function makeRequest(ctx: Ctx, tx: WriteTx, body: z.output<typeof requests.make.body>): Promise<string> {
  const { userId, membershipId } = ctx.actor
  const offer = await findOffer(ctx, tx, body)
  if (!offer) throw notFound()
  if (!offer.needsRequest) throw new ProblemError('wrong-state', { detail: 'reason.requests.notNeeded' })
  const id = newId()
  const days = offer.standInAfterDays
  const standInAt =
    offer.sentTo === 'administrators'
      ? null
      : offer.hasManager
        ? days && new Date(ctx.now.getTime() + days * 86_400_000)
        : ctx.now
  const isMade = await insertRequest(ctx, tx, {
    id,
    kind: 'document',
    documentType: body.documentType,
    documentId: body.documentId,
    userId,
    membershipId,
    note: body.note,
    sentTo: offer.sentTo,
    standInAt: standInAt || null,
    // Told with the request itself.
    stoodInAt: standInAt === ctx.now ? ctx.now : null,
  })
  if (!isMade) return findOpen(ctx, tx, body.documentId)
  await Promise.all([
    audit(ctx, tx, {
      action: 'requests.make',
      subjectType: 'request',
      subjectId: id,
      subjectTitle: offer.title,
      after: { documentType: body.documentType, documentId: body.documentId, note: body.note, sentTo: offer.sentTo },
    }),
    announce(ctx, tx, { topic: 'me', userId, kind: 'request', id }),
  ])
  return id
}

/**
 * Writes a request that one decision ends, and tells those who decide. Of two open ones of a person for the same thing none
 * is made; answers whether it was.
 */
export async function insertRequest(
  ctx: Ctx,
  tx: WriteTx,
  request: Omit<Insertable<DB['requests']>, 'madeAt'> & { readonly id: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('requests')
    .values({ ...request, madeAt: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'userId', 'kind', 'documentId'])
        .where(sql<boolean>`state = 'open' and kind <> 'form'`)
        .doNothing(),
    )
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  await enqueue(ctx, tx, 'requests.made', { requestId: request.id })
  return true
}

/** The offer, and what the first permission that gives it says of requests. */
async function findOffer(
  ctx: Ctx,
  tx: WriteTx,
  { documentType, documentId }: { documentType: string; documentId: string },
): Promise<Offer | null> {
  const { rows } = await sql<Offer>`
    select d.title, a.needs_request, coalesce(p.request_to, 'administrators') as sent_to, p.stand_in_after_days,
      exists (
        select from memberships o join memberships boss on boss.user_id::text = any (o.all_managers) and boss.status = 'active' and 'manager' = any (boss.roles)
        where o.id = ${ctx.actor.membershipId} and boss.user_id <> o.user_id) as has_manager
    from assignments a join documents d on d.id = a.document_id
    left join lateral (
      select p.request_to, p.stand_in_after_days from assignment_sources s join permissions p on p.id = s.source_id
      where s.assignment_id = a.id and s.kind = 'rule' and s.needs_request order by s.granted_at, p.id limit 1
    ) p on true
    where a.user_id = ${ctx.actor.userId} and a.document_type = ${documentType} and a.document_id = ${documentId}
      and a.is_active and a.is_optional and d.status = any(${visibleToLearners}::text[])
    order by a.cycle desc limit 1`.execute(tx)
  return rows[0] ?? null
}

async function findOpen(ctx: Ctx, tx: WriteTx, documentId: string): Promise<string> {
  const open = await tx
    .selectFrom('requests')
    .select('id')
    .where('userId', '=', ctx.actor.userId)
    .where('documentId', '=', documentId)
    .where('kind', '=', 'document')
    .where('state', '=', 'open')
    .executeTakeFirst()
  // Decided between the two statements.
  if (!open) throw new ProblemError('conflict')
  return open.id
}
