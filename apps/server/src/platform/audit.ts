import { sql } from 'kysely'
import type { Ctx } from './context.ts'
import { json, type WriteTx } from './db/database.ts'
import { newId } from './ids.ts'

export interface AuditFact {
  /** Dotted verb: `courses.publish`. */
  action: string
  subjectType: string
  subjectId: string
  subjectTitle?: string
  before?: unknown
  after?: unknown
}

/** Writes who did what in the transaction that does it. Two statements, one round trip. */
export async function audit(ctx: Ctx, tx: WriteTx, fact: AuditFact): Promise<void> {
  const id = newId()
  const { actor } = ctx
  const hasPayload = fact.before !== undefined || fact.after !== undefined
  await Promise.all([
    tx
      .insertInto('auditEntries')
      .values({
        id,
        at: ctx.now,
        actorId: actor.userId,
        actorName: sql<string>`coalesce((select first_name || ' ' || last_name from memberships where id = ${actor.membershipId}), '')`,
        action: fact.action,
        subjectType: fact.subjectType,
        subjectId: fact.subjectId,
        subjectTitle: fact.subjectTitle ?? '',
        requestId: ctx.requestId,
        address: ctx.address,
      })
      .execute(),
    hasPayload
      ? tx
          .insertInto('auditPayloads')
          .values({ entryId: id, before: json(fact.before ?? null), after: json(fact.after ?? null) })
          .execute()
      : null,
  ])
}
