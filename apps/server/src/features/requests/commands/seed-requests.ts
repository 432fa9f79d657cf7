import type { RequestRule } from '@learnt/contract/permissions'
import type { RequestState } from '@learnt/contract/requests'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { createPermission } from '../../permissions/commands/save-permission.ts'

const day = 86_400_000

export interface DemoRequest {
  /** 0 is the learner's account, the others are colleagues of theirs. */
  readonly who: number
  /** Of the offers on request: 0 goes to managers, 1 to administrators. */
  readonly what: 0 | 1
  readonly daysAgo: number
  readonly state: RequestState
  readonly note?: string
  readonly reason?: string
}

/** Offers courses of the demonstration to everybody of a tenant, and makes requests for those that need one. */
export async function seedOffers(
  ctx: Ctx,
  tx: WriteTx,
  of: {
    offers: readonly { readonly title: string; readonly request: RequestRule | null }[]
    requests: readonly DemoRequest[]
  },
): Promise<void> {
  const known = await tx
    .selectFrom('documents')
    .select(['id', 'title'])
    .where('type', '=', 'course')
    .where('status', '=', 'published')
    .execute()
  const onRequest: string[] = []
  for (const { title, request } of of.offers) {
    const document = known.find((one) => one.title === title)
    if (!document) continue
    if (request) onRequest.push(document.id)
    await createPermission(ctx, tx, document, {
      documentType: 'course',
      documentId: document.id,
      title: request ? 'Offered to everybody on request' : 'Offered to everybody',
      status: 'active',
      isOptional: true,
      request,
      rule: { rule: {}, groups: [], everyone: true, audiences: [] },
      due: { kind: 'none' },
    })
  }
  await seedRequests(ctx, tx, onRequest, of.requests)
}

async function seedRequests(
  ctx: Ctx,
  tx: WriteTx,
  documents: readonly string[],
  requests: readonly DemoRequest[],
): Promise<void> {
  const { tenantId } = ctx.actor
  const accountOf = (role: string) =>
    sql`(select user_id from memberships where email = ${`${role}@${tenantId}.example`} and is_primary)`
  const { rows: people } = await sql<{ userId: string; id: string; managerId: string; adminId: string }>`
    with account as materialized (
      select ${accountOf('learner')} as learner_id, ${accountOf('manager')} as manager_id, ${accountOf('admin')} as admin_id
    )
    select m.user_id, m.id, a.manager_id, a.admin_id from memberships m cross join account a
    where m.status = 'active' and m.is_primary and a.manager_id::text = any (m.all_managers) and m.user_id not in (a.manager_id, a.admin_id)
      and (select count(*) from assignments o where o.user_id = m.user_id and o.document_id = any (${documents}::uuid[]) and o.is_optional) = ${documents.length}
    order by m.user_id = a.learner_id desc, m.id limit 5`.execute(tx)
  const granted: string[] = []
  for (const one of requests) {
    const person = people[one.who]
    const documentId = documents[one.what]
    if (!person || !documentId) continue
    const id = newId()
    const madeAt = new Date(ctx.now.getTime() - one.daysAgo * day)
    const decidedAt = one.state === 'open' ? null : new Date(madeAt.getTime() + day)
    const isDecided = one.state === 'approved' || one.state === 'declined'
    const decidedBy = isDecided ? (one.what === 0 ? person.managerId : person.adminId) : null
    await tx
      .insertInto('requests')
      .values({
        id,
        documentType: 'course',
        documentId,
        userId: person.userId,
        membershipId: person.id,
        note: one.note ?? '',
        state: one.state,
        sentTo: one.what === 0 ? 'managers' : 'administrators',
        standInAt: one.what === 0 ? new Date(madeAt.getTime() + 7 * day) : null,
        madeAt,
        decidedAt,
        decidedBy,
        reason: one.reason ?? '',
      })
      .execute()
    if (one.state !== 'approved') continue
    const { rows } = await sql<{ assignmentId: string }>`
      insert into assignment_sources (assignment_id, kind, source_id, user_id, membership_id, is_optional, granted_at, granted_by)
      select a.id, 'request', ${id}, a.user_id, ${person.id}, true, ${decidedAt}::timestamptz, ${decidedBy}::uuid
      from assignments a where a.user_id = ${person.userId} and a.document_type = 'course' and a.document_id = ${documentId}
      returning assignment_id`.execute(tx)
    granted.push(...rows.map((row) => row.assignmentId))
  }
  await settleAssignments(ctx, tx, granted)
}
