import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

/**
 * When a form closes for one person: on the date of its published version (that of `d`), or at the end of a later extension
 * that the assignment has. Null: never. Read anew each time, so that a date that is moved counts at once.
 */
export function closesAtFor(
  assignmentId: RawBuilder<unknown>,
  publishedVersionId: RawBuilder<unknown> = sql`d.published_version_id`,
): RawBuilder<Date | null> {
  return sql<Date | null>`(
    select greatest((p.content->'settings'->>'closesAt')::timestamptz, (select max(e.due_at) from due_extensions e where e.assignment_id = ${assignmentId}))
    from document_versions p where p.id = ${publishedVersionId} and p.content->'settings'->>'closesAt' is not null)`
}

/** When the form of a submission closes for its person. */
export async function findClosesAt(tx: ReadTx, submissionId: string): Promise<Date | null> {
  const { rows } = await sql<{ closesAt: Date | null }>`
    select ${closesAtFor(sql`s.assignment_id`)} as closes_at from submissions s join documents d on d.id = s.form_id where s.id = ${submissionId}`.execute(
    tx,
  )
  return rows[0]?.closesAt ?? null
}

/**
 * Ids of attempts whose time is over, as endOfWriting() says it, the first to end first. What an assessor began has no end.
 */
export function overdueAttempts(before: Date, limit: number): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    with closed as materialized (
      select d.id, (p.content->'settings'->>'closesAt')::timestamptz as closes_at
      from document_versions p join documents d on d.published_version_id = p.id
      where p.content->'settings'->>'closesAt' is not null and d.type = 'form' and (p.content->'settings'->>'closesAt')::timestamptz < ${before}
    )
    select id from (
      select s.id, s.ends_at as at from submissions s where s.state = 'inprogress' and s.ends_at < ${before}
      union
      select s.id, c.closes_at from closed c join submissions s on s.form_id = c.id and s.submitted_at is null and s.state = 'inprogress'
      where s.written_by = s.user_id and not exists (
        select from due_extensions e where e.assignment_id = s.assignment_id and e.due_at >= ${before})
    ) o order by at limit ${limit}`
}
