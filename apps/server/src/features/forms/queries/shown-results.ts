import { decidedStates, tellingOutcomes } from '@learnt/contract/forms/submission-states'
import { type RawBuilder, sql } from 'kysely'
import { closesAtFor } from './end-of-writing.ts'

/** Whether the person may see the result of a submission `s` now; the same as isMomentReached() of its marks. */
export function showsResult(now: Date): RawBuilder<boolean> {
  const publishedVersionId = sql`(select d.published_version_id from documents d where d.id = s.form_id)`
  return sql<boolean>`(s.submitted_at is not null and case (select v.content->'settings'->'review'->>'marks' from document_versions v where v.id = s.version_id)
    when 'submitted' then true
    when 'marked' then s.state = any(${[...decidedStates, 'pendingResubmission']}::text[])
    when 'closed' then coalesce(${closesAtFor(sql`s.assignment_id`, publishedVersionId)} <= ${now}, false)
    else false end)`
}

/** Whether a submission `s` has marks or a verdict that its person may not see yet. */
export function hidesResult(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    (s.outcome is null or s.outcome = any(${tellingOutcomes}::text[]) or s.percent is not null) and not ${showsResult(now)})`
}

/** The outcome of a submission `s` as the person may read it; the same as shownOutcome(). */
export function shownOutcome(now: Date): RawBuilder<string | null> {
  return sql<string | null>`(case
    when s.outcome <> all(${tellingOutcomes}::text[]) or ${showsResult(now)} then s.outcome
    when s.outcome in ('passed', 'failed') then 'completed' end)`
}

/** Submissions whose outcome waits to be told, and may be by now: only a closing date comes without anybody doing anything. */
export function openedResults(now: Date, limit: number): RawBuilder<{ id: string }> {
  return sql<{ id: string }>`
    with opened as materialized (
      select v.id from document_versions p join documents d on d.published_version_id = p.id
      join document_versions v on v.document_id = d.id and v.content->'settings'->'review'->>'marks' = 'closed'
      where p.content->'settings'->>'closesAt' is not null and d.type = 'form' and (p.content->'settings'->>'closesAt')::timestamptz <= ${now}
    )
    select s.id from opened o join submissions s on s.version_id = o.id and s.is_withheld
    where s.outcome is not null and ${showsResult(now)} order by s.decided_at, s.id limit ${limit}`
}
