import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { ReadTx, Row } from '../../platform/db/database.ts'
import { countUpTo, type Total } from '../../platform/db/list-counts.ts'

export type AuditRow = Row<'auditEntries'> & { before: unknown; after: unknown; atText: string }

export interface AuditFilter {
  readonly search?: string | undefined
  readonly action?: string | undefined
  readonly subjectId?: string | undefined
}

/** One page of who did what, newest first, with what it was before and after; two statements, one round trip. */
export async function listAudit(
  tx: ReadTx,
  actor: Actor,
  of: { filter: AuditFilter; limit: number; after: readonly [at: string, id: string] | null },
): Promise<{ rows: AuditRow[] } & Total> {
  const page = tx
    .selectFrom('auditEntries')
    .leftJoin('auditPayloads', (join) =>
      join
        .onRef('auditPayloads.tenantId', '=', 'auditEntries.tenantId')
        .onRef('auditPayloads.entryId', '=', 'auditEntries.id'),
    )
    .selectAll('auditEntries')
    .select(['auditPayloads.before', 'auditPayloads.after', sql<string>`audit_entries.at::text`.as('atText')])
    .where(matches(actor, of.filter))
    .$if(of.after !== null, (query) =>
      query.where(
        sql<boolean>`(audit_entries.at, audit_entries.id) < (${of.after?.[0]}::text::timestamptz, ${of.after?.[1]}::uuid)`,
      ),
    )
    .orderBy('auditEntries.at', 'desc')
    .orderBy('auditEntries.id', 'desc')
    .limit(of.limit + 1)
  const [rows, total] = await Promise.all([
    page.execute(),
    countUpTo(tx, sql`audit_entries where ${matches(actor, of.filter)}`),
  ])
  return { rows, ...total }
}

/**
 * A team's administrator sees what was done to the team's people, and what the team's people did to everything but the
 * people of other teams; one of the tenant's own team sees all.
 */
function matches(actor: Actor, filter: AuditFilter): RawBuilder<boolean> {
  const conditions: RawBuilder<unknown>[] = []
  if (!actor.wholeTenant) {
    conditions.push(sql`case when subject_type = 'membership' then right(subject_id, ${actor.teamId.length + 1}) = ${`:${actor.teamId}`}
      else actor_id in (select user_id from memberships where team_id = ${actor.teamId}) end`)
  }
  for (const word of filter.search?.toLowerCase().split(/\s+/).filter(Boolean) ?? []) {
    conditions.push(
      sql`lower(actor_name || ' ' || action || ' ' || subject_title) like ${`%${word.replace(/[\\%_]/g, (one) => `\\${one}`)}%`}`,
    )
  }
  if (filter.action) conditions.push(sql`action = ${filter.action}`)
  if (filter.subjectId) conditions.push(sql`subject_id = ${filter.subjectId}`)
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
