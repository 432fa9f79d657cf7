import type { AuditAction, AuditSubject } from '@learnt/contract/audit-actions'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Ctx } from './context.ts'
import { json, type ReadTx, type WriteTx } from './db/database.ts'
import { newId } from './ids.ts'
import type { Saved } from './problem.ts'

export interface AuditFact {
  action: AuditAction
  subjectType: AuditSubject
  subjectId: string
  /** As people know it; of a membership and a user it is the name, unless given. */
  subjectTitle?: string
  /** The user whose the subject is, where it has no title of its own: a session. */
  subjectPerson?: string
  before?: unknown
  after?: unknown
}

/** Writes who did what in the transaction that does it. One statement, with what changed and the wait for its seal. */
export async function audit(ctx: Ctx, tx: WriteTx, fact: AuditFact): Promise<void> {
  const id = newId()
  const { actor } = ctx
  const entry = {
    id,
    at: ctx.now,
    actorId: actor.userId,
    // Null for an actor without a membership here: the installation itself, or somebody from another tenant.
    actorTeamId: sql<string | null>`(select team_id from memberships where id = ${actor.membershipId})`,
    actorName:
      actor.name ??
      sql<string>`coalesce((select rtrim(shown_first_name || ' ' || last_name) from memberships where id = ${actor.membershipId}), '')`,
    action: fact.action,
    ...(actor.impersonator
      ? {
          impersonatorId: actor.impersonator.userId,
          impersonatorName: sql<string>`coalesce((select rtrim(shown_first_name || ' ' || last_name) from memberships where id = ${actor.impersonator.membershipId}), '')`,
        }
      : {}),
    subjectType: fact.subjectType,
    subjectId: fact.subjectId,
    subjectTitle: fact.subjectTitle ?? nameOfSubject(actor, fact),
    requestId: ctx.requestId,
    address: ctx.address,
  }
  const pending = { at: ctx.now, entryId: id }
  if (fact.before === undefined && fact.after === undefined) {
    await tx
      .with('entry', (db) => db.insertInto('auditEntries').values(entry))
      .insertInto('auditPending')
      .values(pending)
      .execute()
    return
  }
  await tx
    .with('entry', (db) => db.insertInto('auditEntries').values(entry))
    .with('pending', (db) => db.insertInto('auditPending').values(pending))
    .insertInto('auditPayloads')
    .values({ entryId: id, before: json(fact.before ?? null), after: json(fact.after ?? null) })
    .execute()
}

/** The same for many facts with titles and payloads: one statement for all of them. */
export async function auditMany(
  ctx: Ctx,
  tx: WriteTx,
  facts: readonly (AuditFact & { readonly subjectTitle: string })[],
): Promise<void> {
  if (facts.length === 0) return
  const { actor } = ctx
  const told = facts.map((fact) => ({
    id: newId(),
    action: fact.action,
    subject_type: fact.subjectType,
    subject_id: fact.subjectId,
    subject_title: fact.subjectTitle,
    before: fact.before ?? null,
    after: fact.after ?? null,
  }))
  const nameOf = (membershipId: string) =>
    sql<string>`coalesce((select rtrim(shown_first_name || ' ' || last_name) from memberships where id = ${membershipId}), '')`
  await sql`
    with facts as materialized (
      select * from jsonb_to_recordset(${json(told)}) as f (id uuid, action text, subject_type text, subject_id text, subject_title text, before jsonb, after jsonb)
    ),
    entries as (
      insert into audit_entries (id, at, actor_id, actor_team_id, actor_name, impersonator_id, impersonator_name, action, subject_type, subject_id, subject_title, request_id, address)
      select f.id, ${ctx.now}::timestamptz, ${actor.userId}::uuid, by.team_id, by.name, ${actor.impersonator?.userId ?? null}::uuid,
        ${actor.impersonator ? nameOf(actor.impersonator.membershipId) : sql`null::text`}, f.action, f.subject_type, f.subject_id, f.subject_title, ${ctx.requestId}::text, ${ctx.address}::text
      from facts f cross join (
        select (select team_id from memberships where id = ${actor.membershipId}) as team_id, ${actor.name === undefined ? nameOf(actor.membershipId) : sql`${actor.name}::text`} as name) by
    ),
    pending as (insert into audit_pending (at, entry_id) select ${ctx.now}::timestamptz, id from facts)
    insert into audit_payloads (entry_id, before, after) select id, before, after from facts`.execute(tx)
}

/** Who changed something last, by its audit entries; `verbs` is how their actions begin: `courses.`. */
export async function findLastChange(tx: ReadTx, of: { subjectId: string; verbs: string }): Promise<Saved | null> {
  const entry = await tx
    .selectFrom('auditEntries')
    .select(['actorName', 'at'])
    .where('subjectId', '=', of.subjectId)
    .where('action', 'like', `${of.verbs}%`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry ? { by: entry.actorName, at: entry.at } : null
}

function nameOfSubject(
  { teamId }: Actor,
  { subjectType, subjectId, subjectPerson }: AuditFact,
): string | RawBuilder<string> {
  if (subjectType === 'membership')
    return sql<string>`coalesce((select rtrim(shown_first_name || ' ' || last_name) from memberships where id = ${subjectId}), '')`
  const userId = subjectType === 'user' ? subjectId : subjectPerson
  if (userId === undefined) return ''
  return sql<string>`coalesce((
    select rtrim(shown_first_name || ' ' || last_name) from memberships where user_id = ${userId}::text::uuid
    order by team_id = ${teamId} desc, is_primary desc limit 1), '')`
}
