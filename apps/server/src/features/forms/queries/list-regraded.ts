import type { AnswerValue } from '@learnt/contract/forms/answers'
import type { Field } from '@learnt/contract/forms/content'
import type { Outcome, SubmissionState } from '@learnt/contract/forms/submission-states'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

/** Of which question the key is corrected: of versions of a form, or of a version of the bank's question. */
export type RegradeTarget =
  | { readonly of: 'form'; readonly versionIds: readonly string[]; readonly field: string }
  | { readonly of: 'bank'; readonly questionId: string; readonly version: number; readonly field: string }

/** A submission with its answer to one question, and what the other questions come to. */
export interface RegradedRow {
  readonly id: string
  readonly formId: string
  readonly title: string
  readonly versionId: string
  readonly assignmentId: string | null
  readonly userId: string
  readonly name: string
  readonly state: SubmissionState
  readonly outcome: Outcome | null
  readonly percent: number | null
  readonly submittedAt: Date
  readonly value: AnswerValue | null
  readonly points: number | null
  readonly outOf: number
  readonly verdict: string
  readonly byHand: boolean
  /** As the attempt drew it; null: it stands in the form. */
  readonly drawn: Field | null
  readonly otherPoints: number
  readonly otherOutOf: number
  readonly otherMarked: boolean
}

/**
 * Submitted answers to a question in ranges by the ids of their submissions; what was reopened is marked when it is submitted
 * again. `next`: behind which id the next range begins; null: this is the last one. One statement.
 */
export async function listRegraded(
  tx: ReadTx,
  target: RegradeTarget,
  of: { after: string | null; limit: number; only?: readonly string[] },
): Promise<{ rows: RegradedRow[]; next: string | null }> {
  const where = sql`
    ${of.after === null ? sql`true` : sql`s.id > ${of.after}::uuid`} and ${of.only ? sql`s.id = any(${of.only}::uuid[])` : sql`true`}
    order by s.id limit ${of.limit}`
  const { rows } = await sql<RegradedRow & { ranged: number; last: string }>`
    with s as materialized (${affected(target)} and ${where})
    select s.id, s.form_id, d.title, s.version_id, s.assignment_id, s.user_id, s.state, s.outcome, s.percent::float as percent, s.submitted_at,
      coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = s.user_id and m.is_primary), '') as name,
      a.value, a.points::float as points, a.out_of::float as out_of, a.verdict, a.by_hand,
      ${target.of === 'bank' ? sql`jsonb_path_query_first(s.drawn, '$.*[*] ? (@.key == $key)', jsonb_build_object('key', ${target.field}::text))` : sql`null`} as drawn,
      o.points as other_points, o.out_of as other_out_of, o.is_marked as other_marked,
      (select count(*)::int from s) as ranged, (select id from s order by id desc limit 1) as last
    from s join documents d on d.id = s.form_id left join answers a on a.submission_id = s.id and a.field = ${target.field} and a.verdict is not null
      cross join lateral (
        select coalesce(sum(x.points), 0)::float as points, coalesce(sum(x.out_of), 0)::float as out_of, coalesce(bool_and(x.points is not null), true) as is_marked
        from answers x where x.submission_id = s.id and x.field <> ${target.field} and x.out_of is not null and x.verdict <> 'leftOut'
      ) o
    order by s.id`.execute(tx)
  const [first] = rows
  return {
    // A person who was not shown the question has no answer to it.
    rows: rows.filter((row) => row.verdict !== null),
    next: first && first.ranged === of.limit ? first.last : null,
  }
}

export async function countRegraded(tx: ReadTx, target: RegradeTarget): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${affected(target)}) s
    join answers a on a.submission_id = s.id and a.field = ${target.field} and a.verdict is not null`.execute(tx)
  return rows[0]?.count ?? 0
}

function affected(target: RegradeTarget): RawBuilder<unknown> {
  const isSubmitted = sql`s.submitted_at is not null and s.state not in ('inprogress', 'pendingResubmission')`
  if (target.of === 'form')
    return sql`select s.* from submissions s where s.version_id = any(${target.versionIds}::uuid[]) and ${isSubmitted}`
  return sql`
    select s.* from drawn_questions q join submissions s on s.id = q.submission_id
    where q.question_id = ${target.questionId} and q.version = ${target.version} and ${isSubmitted}`
}

/** What an assignment has come to. */
interface Standing {
  readonly assignmentId: string
  readonly versionId: string
  readonly outcome: Outcome | null
  readonly percent: number | null
}

/** The best that a person has come to with an assignment, over all their attempts whose result they may see. */
export async function findStanding(tx: ReadTx, assignmentId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select s.assignment_id, (array_agg(s.version_id order by s.number desc))[1] as version_id, max(s.percent)::float as percent,
      (array_agg(s.outcome order by array_position(array['passed', 'competent', 'approved', 'completed', 'failed', 'notCompetent', 'not approved'], s.outcome)))[1] as outcome
    from submissions s where s.assignment_id = ${assignmentId} and s.outcome is not null and not s.is_withheld group by 1`.execute(
    tx,
  )
  return rows[0]
}
