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

/** Writes who did what in the transaction that does it. One statement, with what changed beside it. */
export async function audit(ctx: Ctx, tx: WriteTx, fact: AuditFact): Promise<void> {
  const id = newId()
  const { actor } = ctx
  const entry = {
    id,
    at: ctx.now,
    actorId: actor.userId,
    // Null of who has no membership here: the installation itself, somebody from another tenant.
    actorTeamId: sql<string | null>`(select team_id from memberships where id = ${actor.membershipId})`,
    actorName:
      actor.name ??
      sql<string>`coalesce((select rtrim(first_name || ' ' || last_name) from memberships where id = ${actor.membershipId}), '')`,
    action: fact.action,
    ...(actor.impersonator
      ? {
          impersonatorId: actor.impersonator.userId,
          impersonatorName: sql<string>`coalesce((select rtrim(first_name || ' ' || last_name) from memberships where id = ${actor.impersonator.membershipId}), '')`,
        }
      : {}),
    subjectType: fact.subjectType,
    subjectId: fact.subjectId,
    subjectTitle: fact.subjectTitle ?? nameOfSubject(actor, fact),
    requestId: ctx.requestId,
    address: ctx.address,
  }
  if (fact.before === undefined && fact.after === undefined) {
    await tx.insertInto('auditEntries').values(entry).execute()
    return
  }
  await tx
    .with('entry', (db) => db.insertInto('auditEntries').values(entry))
    .insertInto('auditPayloads')
    .values({ entryId: id, before: json(fact.before ?? null), after: json(fact.after ?? null) })
    .execute()
}

/**
 * The same for many subjects of one action, each with what changed in it: two statements for all of them, and one that asks
 * who the actor is.
 */
export async function auditMany(
  ctx: Ctx,
  tx: WriteTx,
  action: AuditAction,
  subjectType: AuditSubject,
  facts: readonly (Required<Pick<AuditFact, 'subjectId' | 'subjectTitle'>> & { before: unknown; after: unknown })[],
): Promise<void> {
  if (facts.length === 0) return
  const { actor } = ctx
  const who = await readActors(actor, tx)
  const entries = facts.map((fact) => ({ ...fact, id: newId() }))
  await tx
    .with('entry', (db) =>
      db
        .insertInto('auditEntries')
        .columns(manyColumns)
        .expression(
          sql`
        select f.id, ${ctx.now}::timestamptz, ${actor.userId}::uuid, ${who.teamId}::text, ${who.name}::text, ${action}::text,
          ${actor.impersonator?.userId ?? null}::uuid, ${who.impersonatorName}::text, ${subjectType}::text, f.subject_id, f.subject_title,
          ${ctx.requestId}::text, ${ctx.address}::text
        from unnest(${entries.map((one) => one.id)}::uuid[], ${entries.map((one) => one.subjectId)}::text[], ${entries.map((one) => one.subjectTitle)}::text[])
          as f (id, subject_id, subject_title)` as never,
        ),
    )
    .insertInto('auditPayloads')
    .columns(['entryId', 'before', 'after'])
    .expression(
      sql`
      select f.id, f.before, f.after
      from unnest(${entries.map((one) => one.id)}::uuid[], ${entries.map((one) => JSON.stringify(one.before ?? null))}::jsonb[], ${entries.map((one) => JSON.stringify(one.after ?? null))}::jsonb[])
        as f (id, before, after)` as never,
    )
    .execute()
}

const manyColumns = [
  'id',
  'at',
  'actorId',
  'actorTeamId',
  'actorName',
  'action',
  'impersonatorId',
  'impersonatorName',
  'subjectType',
  'subjectId',
  'subjectTitle',
  'requestId',
  'address',
] as const

/** What entries say of who acts, as audit() finds it out. */
async function readActors(
  { membershipId, name, impersonator }: Actor,
  tx: WriteTx,
): Promise<{ teamId: string | null; name: string; impersonatorName: string | null }> {
  const { rows } = await sql<{ id: string; teamId: string; name: string }>`
    select id, team_id, rtrim(first_name || ' ' || last_name) as name from memberships
    where id = any (${[membershipId, impersonator?.membershipId ?? '']}::text[])`.execute(tx)
  const own = rows.find((row) => row.id === membershipId)
  return {
    teamId: own?.teamId ?? null,
    name: name ?? own?.name ?? '',
    impersonatorName: impersonator ? (rows.find((row) => row.id === impersonator.membershipId)?.name ?? '') : null,
  }
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
    return sql<string>`coalesce((select rtrim(first_name || ' ' || last_name) from memberships where id = ${subjectId}), '')`
  const userId = subjectType === 'user' ? subjectId : subjectPerson
  if (userId === undefined) return ''
  return sql<string>`coalesce((
    select rtrim(first_name || ' ' || last_name) from memberships where user_id = ${userId}::text::uuid
    order by team_id = ${teamId} desc, is_primary desc limit 1), '')`
}
