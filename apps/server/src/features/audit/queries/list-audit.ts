import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { ReadTx, Row } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'
import { countUpTo, type Total } from '../../../platform/list-counts.ts'

export type AuditRow = Row<'auditEntries'> & { before: unknown; after: unknown; atText: string }

export interface AuditFilter {
  readonly search?: string | undefined
  readonly action?: string | undefined
  readonly subjectId?: string | undefined
  readonly subjectType?: string[] | undefined
  readonly actorId?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly collapse?: boolean | undefined
}

/** One page of who did what, newest first, with what it was before and after; two statements, one round trip. */
export async function listAudit(
  tx: ReadTx,
  actor: Actor,
  of: { filter: AuditFilter; limit: number; after: readonly [at: string, id: string] | null },
): Promise<{ rows: AuditRow[] } & Total> {
  const wanted = scopesOf(actor).map((scope) => sql<boolean>`${scope} and ${matches(of.filter)}`)
  const pages = wanted.map((condition) =>
    tx
      .selectFrom('auditEntries')
      .selectAll()
      .where(condition)
      .$if(of.after !== null, (query) =>
        query.where(sql<boolean>`(at, id) < (${of.after?.[0]}::text::timestamptz, ${of.after?.[1]}::uuid)`),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(of.limit + 1),
  )
  const page = tx
    .selectFrom(sql<Row<'auditEntries'>>`(${sql.join(pages, sql` union all `)})`.as('entries'))
    .leftJoin('auditPayloads', (join) =>
      join.onRef('auditPayloads.tenantId', '=', 'entries.tenantId').onRef('auditPayloads.entryId', '=', 'entries.id'),
    )
    .selectAll('entries')
    .select(['auditPayloads.before', 'auditPayloads.after', sql<string>`entries.at::text`.as('atText')])
    .orderBy('entries.at', 'desc')
    .orderBy('entries.id', 'desc')
    .limit(of.limit + 1)
  const counted = wanted.map((condition) => sql`select from audit_entries where ${condition}`)
  const [rows, total] = await Promise.all([
    page.execute(),
    countUpTo(tx, sql`(${sql.join(counted, sql` union all `)}) entries`),
  ])
  return { rows, ...total }
}

/** The same entries as one condition. */
export function auditCondition(actor: Actor, filter: AuditFilter): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(scopesOf(actor), sql` or `)}) and ${matches(filter)}`
}

/**
 * A team's administrator sees what was done to the team's people, and what people of no higher role did in the team.
 * The tenant's own team sees all. A membership opens nothing from elsewhere, since an administrator could add anybody.
 * The parts share no entry, so each uses its own index.
 */
function scopesOf(actor: Actor): RawBuilder<boolean>[] {
  if (actor.wholeTenant) return [sql<boolean>`true`]
  return [
    sql<boolean>`(actor_team_id = ${actor.teamId} and subject_type <> 'membership' and not exists (${higherActors(actor)}))`,
    sql<boolean>`(subject_type = 'membership' and subject_id in (select m.id from memberships m where m.team_id = ${actor.teamId}))`,
  ]
}

/**
 * Memberships that make the actor, or the person acting as them, more than a team's administrator. NOTE: `offset 0`
 * makes it a look-up for each entry; as a join it reads all memberships.
 */
function higherActors({ tenantId }: Actor): RawBuilder<unknown> {
  return sql`
    select from memberships m where m.user_id in (audit_entries.actor_id, audit_entries.impersonator_id)
      and ('superadmin' = any (m.roles) or m.team_id = ${tenantId} and 'admin' = any (m.roles)) offset 0`
}

function matches(filter: AuditFilter): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = []
  if (filter.search) conditions.push(hasWords(sql`actor_name || ' ' || action || ' ' || subject_title`, filter.search))
  if (filter.action) conditions.push(sql`action = ${filter.action}`)
  if (filter.subjectId) conditions.push(sql`subject_id = ${filter.subjectId}`)
  if (filter.subjectType) conditions.push(sql`subject_type = any(${filter.subjectType}::text[])`)
  if (filter.actorId) conditions.push(sql`${filter.actorId}::uuid in (actor_id, impersonator_id)`)
  if (filter.from)
    conditions.push(sql`at >= ${filter.from}::date::timestamp at time zone (select control.zone_of_tenant())`)
  if (filter.until) conditions.push(sql`at < (select end_of_day(${filter.until}::date, control.zone_of_tenant()))`)
  if (filter.collapse) conditions.push(sql`not (action = 'courses.saveDraft' and exists (${laterSaves}))`)
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

const laterSaves = sql`
  select from audit_entries later
  where later.subject_id = audit_entries.subject_id and later.action = audit_entries.action and later.actor_id = audit_entries.actor_id
    and later.at > audit_entries.at and later.at <= audit_entries.at + interval '30 minutes' offset 0`
