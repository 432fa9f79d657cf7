import type { FormKind, FormSettings } from '@learnt/contract/forms/content'
import type { forms } from '@learnt/contract/forms/operations'
import { decidedStates, outcomes, tellingOutcomes } from '@learnt/contract/forms/submission-states'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { selectCells } from '../../../platform/csv.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import { json, type ReadTx } from '../../../platform/db/database.ts'
import { columnsFor, type FileColumn } from '../../../platform/xlsx.ts'
import { closesAtFor } from './end-of-writing.ts'
import type { OwnSubmissionRecord } from './find-submissions.ts'
import { shownOutcome, showsResult } from './shown-results.ts'

export interface OwnResultRow extends OwnSubmissionRecord {
  readonly formId: string
  readonly title: string
  readonly kind: FormKind
  readonly category: string
  readonly decidedBy: string
  readonly settings: FormSettings
}

/** Submissions of the person that have an outcome, newest first. One round trip. */
export async function listOwnResults(
  ctx: Ctx,
  tx: ReadTx,
  query: z.output<typeof forms.ownResults.query>,
): Promise<{ rows: OwnResultRow[]; next: string | null; total: number }> {
  const list = 'my:results'
  const after = decodeCursor(ctx, list, query.cursor)
  const found = sql`
    from submissions s join documents d on d.id = s.form_id join document_versions v on v.id = s.version_id
    where s.user_id = ${ctx.actor.userId} and s.state = any(${decidedStates}::text[])
      and ${query.outcome?.length ? sql`${shownOutcome(ctx.now)} = any(${query.outcome}::text[])` : sql`true`}
      and ${query.kind?.length ? sql`v.content->>'kind' = any(${query.kind}::text[])` : sql`true`}
      and ${query.search ? sql`d.search_text like ${`%${searchForm(query.search).replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}`
  const at = sql`coalesce(s.decided_at, s.submitted_at, s.started_at)`
  const [page, count] = await Promise.all([
    sql<OwnResultRow & { at: string }>`
      select s.id, s.number, s.state, s.outcome, s.version_id, v.number as version_number, s.assignment_id, s.revision, s.started_at, s.saved_at,
        s.ends_at, ${closesAtFor(sql`s.assignment_id`)} as closes_at, s.submitted_at, s.decided_at, s.points, s.out_of, s.percent, s.is_withheld, s.comment, s.reopened, s.drawn, null as written,
        s.form_id, d.title, v.content->>'kind' as kind, d.category, v.content->'settings' as settings, (${at})::text as at,
        coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = s.decided_by and m.is_primary), '') as decided_by
      ${found} and ${after ? sql`(${at}, s.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)` : sql`true`}
      order by ${at} desc, s.id desc limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.at, last.id] }),
    total: count.rows[0]?.total ?? 0,
  }
}

export const ownResultColumns: readonly FileColumn[] = [
  { header: 'form', type: 'text', of: sql`title` },
  { header: 'attempt', type: 'integer', of: sql`number` },
  { header: 'outcome', type: 'text', of: sql`outcome` },
  { header: 'points', type: 'decimal', of: sql`points` },
  { header: 'outOf', type: 'decimal', of: sql`out_of` },
  { header: 'percent', type: 'decimal', of: sql`percent` },
  { header: 'submittedAt', type: 'moment', of: sql`submitted_at` },
  { header: 'decidedAt', type: 'moment', of: sql`decided_at` },
  { header: 'decidedBy', type: 'text', of: sql`decided_by` },
  { header: 'comment', type: 'text', of: sql`comment` },
]

/** Everything that the person's forms came to, as the database writes it into a file. */
export function ownResultsFile(ctx: Ctx, columns: readonly FileColumn[]): RawBuilder<unknown> {
  const shows = showsResult(ctx.now)
  const isHidden = sql`(s.outcome = any(${tellingOutcomes}::text[]) and not ${shows})`
  const words = Object.fromEntries(outcomes.map((one) => [one, ctx.t(`forms.outcomes.${one.replace(' ', '')}`)]))
  return sql`
    select ${selectCells(columnsFor('csv', columns))} from (
      select s.id, d.title, s.number, s.submitted_at, case when not ${isHidden} then s.decided_at end as decided_at,
        case when ${isHidden} then '' else s.comment end as comment, ${json(words)}::jsonb->>${shownOutcome(ctx.now)} as outcome,
        case when ${shows} then s.points end as points, case when ${shows} then s.out_of end as out_of, case when ${shows} then s.percent end as percent,
        coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = s.decided_by and m.is_primary and not ${isHidden}), '') as decided_by
      from submissions s join documents d on d.id = s.form_id join document_versions v on v.id = s.version_id
      where s.user_id = ${ctx.actor.userId} and s.state = any(${decidedStates}::text[])
    ) f order by submitted_at desc, id desc`
}
