import type { RequestState } from '@learnt/contract/requests'
import { sql } from 'kysely'
import { settleAssignments } from '../src/features/assignments/commands/settle-assignments.ts'
import { createPermission } from '../src/features/permissions/commands/save-permission.ts'
import type { Ctx } from '../src/platform/context.ts'
import type { WriteTx } from '../src/platform/db/database.ts'
import { demoOffers } from './offers.ts'
import { courseIdOf, idOf } from './seed-content.ts'
import type { DemoTenantId } from './shapes.ts'

const day = 86_400_000

interface DemoRequest {
  /** 0 is the learner's account, the others are colleagues of theirs. */
  readonly who: number
  /** Of the offers on request: 0 goes to managers, 1 to administrators. */
  readonly what: 0 | 1
  readonly daysAgo: number
  readonly state: RequestState
  readonly note?: string
  readonly reason?: string
}

const requests: readonly DemoRequest[] = [
  {
    who: 0,
    what: 0,
    daysAgo: 21,
    state: 'declined',
    note: 'I would like to lead a small team one day.',
    reason: 'Please finish your required courses first, then ask again.',
  },
  { who: 0, what: 0, daysAgo: 2, state: 'open', note: 'My required courses are done now.' },
  { who: 0, what: 1, daysAgo: 12, state: 'approved', note: 'I help out at the reception on Fridays.' },
  { who: 1, what: 0, daysAgo: 9, state: 'open', note: 'I stand in for our team lead in the summer.' },
  { who: 2, what: 0, daysAgo: 5, state: 'open' },
  { who: 3, what: 0, daysAgo: 16, state: 'approved', reason: 'A good idea. Take your time for it.' },
  { who: 4, what: 0, daysAgo: 8, state: 'withdrawn', note: 'For my new role.' },
  { who: 1, what: 1, daysAgo: 3, state: 'open', note: 'I have a new workplace.' },
  { who: 2, what: 1, daysAgo: 6, state: 'declined', reason: 'This is planned for everybody in the autumn.' },
]

/** Offers of the catalogue, and what people have asked for. `accounts`: whose requests, who manages them, who administers. */
export async function seedOffers(
  ctx: Ctx,
  tx: WriteTx,
  tenantId: DemoTenantId,
  accounts: { learnerId: string; managerId: string; adminId: string },
): Promise<void> {
  for (const { courseSlug, request } of demoOffers[tenantId]) {
    const document = await tx
      .selectFrom('documents')
      .select(['id', 'title'])
      .where('id', '=', courseIdOf(tenantId, courseSlug))
      .executeTakeFirstOrThrow()
    await createPermission(ctx, tx, document, {
      documentType: 'course',
      documentId: document.id,
      title: request ? 'Offered to everybody on request' : 'Offered to everybody',
      status: 'active',
      isOptional: true,
      request,
      rule: { rule: {}, groups: [], everyone: true },
      due: { kind: 'none' },
    })
  }
  await seedRequests(ctx, tx, tenantId, accounts)
}

async function seedRequests(
  ctx: Ctx,
  tx: WriteTx,
  tenantId: DemoTenantId,
  { learnerId, managerId, adminId }: { learnerId: string; managerId: string; adminId: string },
): Promise<void> {
  const documents = demoOffers[tenantId]
    .filter((offer) => offer.request)
    .map((offer) => courseIdOf(tenantId, offer.courseSlug))
  const { rows: people } = await sql<{ userId: string; id: string }>`
    select m.user_id, m.id from memberships m
    where m.status = 'active' and m.is_primary and ${managerId} = any (m.managers) and m.user_id <> ${managerId} and m.user_id <> ${adminId}
      and (select count(*) from assignments a where a.user_id = m.user_id and a.document_id = any (${documents}::uuid[]) and a.is_optional) = ${documents.length}
    order by m.user_id = ${learnerId} desc, m.id limit 5`.execute(tx)
  const granted: string[] = []
  for (const [place, one] of requests.entries()) {
    const person = people[one.who]
    const documentId = documents[one.what]
    if (!person || !documentId) continue
    const id = idOf(tenantId, 'request', String(place))
    const madeAt = new Date(ctx.now.getTime() - one.daysAgo * day)
    const decidedAt = one.state === 'open' ? null : new Date(madeAt.getTime() + day)
    const decidedBy = one.state === 'open' || one.state === 'withdrawn' ? null : one.what === 0 ? managerId : adminId
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
