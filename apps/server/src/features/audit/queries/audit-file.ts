import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { selectCells } from '../../../platform/csv.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { columnsFor, type FileColumn, type FileFormat } from '../../../platform/xlsx.ts'
import { type AuditFilter, auditCondition } from './list-audit.ts'

/** With every column that the hashes of the chain cover as fact, so that somebody outside can compute them again. */
export const auditFileColumns = (format: FileFormat): FileColumn[] => [
  { header: 'number', type: 'integer', of: sql`s.seq` },
  { header: 'id', type: 'word', of: sql`e.id` },
  // For people, in a workbook: a date of the tenant's, to be sorted and counted by.
  ...(format === 'xlsx' ? [{ header: 'moment', type: 'moment', of: sql`e.at` } as const] : []),
  // As it is hashed: UTC with microseconds.
  {
    header: 'at',
    type: 'word',
    of: sql`to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    width: 28,
  },
  { header: 'actorId', type: 'word', of: sql`e.actor_id` },
  { header: 'actorName', type: 'text', of: sql`e.actor_name` },
  { header: 'impersonatorId', type: 'word', of: sql`e.impersonator_id` },
  { header: 'impersonatorName', type: 'text', of: sql`e.impersonator_name` },
  { header: 'teamId', type: 'word', of: sql`e.actor_team_id` },
  { header: 'action', type: 'word', of: sql`e.action` },
  { header: 'subjectType', type: 'word', of: sql`e.subject_type` },
  { header: 'subjectId', type: 'text', of: sql`e.subject_id` },
  { header: 'subjectTitle', type: 'text', of: sql`e.subject_title` },
  { header: 'requestId', type: 'text', of: sql`e.request_id` },
  { header: 'address', type: 'text', of: sql`e.address` },
  { header: 'before', type: 'text', of: sql`p.before::text` },
  { header: 'after', type: 'text', of: sql`p.after::text` },
  { header: 'wordsHash', type: 'word', of: sql`encode(s.words_hash, 'hex')` },
  { header: 'hash', type: 'word', of: sql`encode(s.hash, 'hex')` },
]

export async function countAuditFile(tx: ReadTx, actor: Actor, filter: AuditFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entries where ${auditCondition(actor, filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Sealed entries by their number, then those that wait for it. */
export function auditFile(
  actor: Actor,
  of: { filter: AuditFilter; format: FileFormat; columns: readonly FileColumn[] },
): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))}
    from (select * from audit_entries where ${auditCondition(actor, of.filter)}) e
      left join audit_payloads p on p.tenant_id = e.tenant_id and p.entry_id = e.id
      left join audit_seals s on s.tenant_id = e.tenant_id and s.entry_id = e.id
    order by s.seq nulls last, e.at, e.id`
}
