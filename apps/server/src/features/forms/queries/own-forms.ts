import type { FormKind } from '@learnt/contract/forms/content'
import type { forms } from '@learnt/contract/forms/operations'
import { type Outcome, type SubmissionState, submissionStates } from '@learnt/contract/forms/submission-states'
import { ruleFields } from '@learnt/contract/members'
import { type ProgressState, visibleToLearners } from '@learnt/contract/states'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { dueState, learnerSorts, type Sort } from '../../assignments/queries.ts'
import type { OwnFormStanding } from '../policy.ts'
import { closesAtFor } from './end-of-writing.ts'
import type { FormStep } from './find-submissions.ts'

/** One of somebody's forms, as lists show it. */
export interface FormCardRow {
  id: string
  documentId: string
  title: string
  description: string
  category: string
  tags: string[]
  imageFileId: string | null
  subtype: FormKind
  isOptional: boolean
  progressState: ProgressState
  percent: number | null
  minutes: number
  dueAt: Date | null
  dueState: 'none' | 'upcoming' | 'soon' | 'overdue'
  assignedAt: Date
  completedAt: Date | null
  isLocked: boolean
  /** Of the newest submission and the best decided one. */
  submissionState: SubmissionState | null
  outcome: Outcome | null
  attemptsMade: number
  opensAt: string | null
  /** For this person, with their extension. */
  closesAt: Date | null
  attempts: number | null
}

/** A withheld result counts as submitted, whatever it is; the same as shownStanding(). */
const told = sql`case when not s.is_withheld then s.outcome when s.state = 'completed' then 'completed' end`
const shownState = sql`case when s.is_withheld and s.state in ('competent', 'notCompetent') then 'markingRequired' else s.state end`
const bestOutcome = sql`
  first_value(${told}) over (order by ${told} in ('passed', 'competent', 'approved', 'completed') desc nulls last, s.decided_at desc nulls last) as best`

/** What the person has and sees: active assignments `a` of published forms `d`. */
export function ownForms(userId: string): RawBuilder<unknown> {
  return sql`
    from assignments a join documents d on d.id = a.document_id
    left join lateral (
      select ${shownState} as state, s.number, count(*) over () as made,
        ${bestOutcome}
      from submissions s where s.assignment_id = a.id order by s.number desc limit 1
    ) newest on true
    where a.user_id = ${userId} and a.document_type = 'form' and a.is_active and not a.needs_request and d.status = any(${visibleToLearners}::text[])`
}

/** Columns of a FormCardRow but those of the content. */
function cardColumns(now: Date): RawBuilder<unknown> {
  return sql`
    a.id, d.id as document_id, d.title, d.description, d.category, d.tags, d.image_file_id, d.subtype, a.is_optional, a.state as progress_state,
    a.score as percent, d.minutes, a.due_at, ${dueState(now)} as due_state, a.assigned_at, a.completed_at, a.waits_for is not null as is_locked,
    newest.state as submission_state, newest.best as outcome, coalesce(newest.made, 0)::int as attempts_made`
}

/** Columns of the published version `v` of a form, for the person of the assignment. */
const settingColumns = (assignmentId: RawBuilder<unknown>) => sql`
  v.content->'settings'->>'opensAt' as opens_at, ${closesAtFor(assignmentId, sql`v.id`)} as closes_at, (v.content->'settings'->>'attempts')::int as attempts`

type Query = z.output<typeof forms.mine.query>

const rank = sql`case coalesce(newest.state, 'notstarted') when 'pendingResubmission' then 0 when 'inprogress' then 1 when 'notstarted' then 2 when 'completed' then 4 when 'competent' then 4 when 'approved' then 4 else 3 end`
const sorts: Record<Query['sort'], Sort> = {
  ...learnerSorts('d', sql`coalesce(d.subtype, '')`),
  completionStatus: { by: rank, type: sql`int` },
  dueAt: { by: sql`coalesce(a.due_at, 'infinity')`, type: sql`timestamptz` },
}

/** Forms are found by how they stand, too, as the card says it; what they came to may be hidden, and is not asked. */
function isInState(ctx: Ctx, search: string): RawBuilder<boolean> {
  const wanted = searchForm(search)
  const found = submissionStates.filter((state) =>
    [state, ctx.t(stateText(state))].some((word) => searchForm(word).includes(wanted)),
  )
  return sql<boolean>`coalesce(newest.state, 'notstarted') = any(${found}::text[])`
}

function stateText(state: SubmissionState) {
  switch (state) {
    case 'completed':
    case 'competent':
    case 'notCompetent':
    case 'approved':
      return `forms.outcomes.${state}` as const
    case 'not approved':
      return 'forms.outcomes.notapproved' as const
    default:
      return `forms.paper.states.${state}` as const
  }
}

/** The person's forms, a page at a time: one round trip. */
export async function listOwnForms(
  ctx: Ctx,
  tx: ReadTx,
  query: Query,
): Promise<{ rows: FormCardRow[]; next: string | null; total: number }> {
  const list = `my:forms:${query.sort}:${query.direction}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const { by, type } = sorts[query.sort]
  const direction = sql.raw(query.direction)
  const found = sql`
    ${ownForms(ctx.actor.userId)}
    and ${query.kind?.length ? sql`d.subtype = any(${query.kind}::text[])` : sql`true`}
    and ${query.state?.length ? sql`coalesce(newest.state, 'notstarted') = any(${query.state}::text[])` : sql`true`}
    and ${query.category?.length ? sql`d.category = any(${query.category}::text[])` : sql`true`}
    and ${query.search ? sql`(d.search_text like ${`%${searchForm(query.search).replace(/[\\%_]/g, '\\$&')}%`} or ${isInState(ctx, query.search)})` : sql`true`}`
  const after = cursor
    ? sql`(${by}, a.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${cursor[0]}::text::${type}, ${cursor[1]}::uuid)`
    : sql`true`
  const [page, count] = await Promise.all([
    sql<FormCardRow & { sortValue: string }>`
      select c.*, ${settingColumns(sql`c.id`)} from (
        select ${cardColumns(ctx.now)}, d.published_version_id, (${by})::text as sort_value, row_number() over (order by ${by} ${direction}, a.id ${direction}) as place
        ${found} and ${after} order by ${by} ${direction}, a.id ${direction} limit ${query.limit + 1}
      ) c join document_versions v on v.id = c.published_version_id order by c.place`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortValue, last.id] }),
    total: count.rows[0]?.total ?? 0,
  }
}

export interface OwnFormRow extends FormCardRow, OwnFormStanding {
  readonly versionId: string
  readonly versionNumber: number
  readonly extraPercent: number
  readonly hasAnswered: boolean
  /** The day in the tenant's zone. */
  readonly today: string
}

/** The published form of the caller, or of a person they observe, by its document. One statement. */
export async function findOwnForm(
  ctx: Ctx,
  tx: ReadTx,
  documentId: string,
  userId: string = ctx.actor.userId,
): Promise<OwnFormRow | null> {
  const { rows } = await sql<OwnFormRow>`
    select ${cardColumns(ctx.now)}, ${settingColumns(sql`a.id`)}, a.user_id, a.is_active and not a.needs_request as is_active, d.status as document_status,
      v.id as version_id, v.number as version_number, coalesce(x.percent, 0) as extra_percent, exists (select from anonymous_marks k where k.form_id = d.id and k.user_id = a.user_id) as has_answered,
      (select jsonb_build_object('id', w.id, 'type', w.type, 'title', w.title) from documents w where w.id = a.waits_for) as waits_for,
      ${today(ctx.now)} as today
    from assignments a join documents d on d.id = a.document_id join document_versions v on v.id = d.published_version_id
    left join extra_times x on x.form_id = d.id and x.user_id = a.user_id
    left join lateral (
      select ${shownState} as state, count(*) over () as made,
        ${bestOutcome}
      from submissions s where s.assignment_id = a.id order by s.number desc limit 1
    ) newest on true
    where a.user_id = ${userId} and a.document_type = 'form' and a.document_id = ${documentId}
    order by a.cycle desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The form of a step of one's course, as it is published; how the step stands is said as of the form. One statement. */
export async function findFormInCourse(
  ctx: Ctx,
  tx: ReadTx,
  of: FormStep & { formId: string },
): Promise<OwnFormRow | null> {
  const { rows } = await sql<OwnFormRow>`
    select ${cardColumns(ctx.now)}, ${settingColumns(sql`a.id`)}, a.user_id, (a.is_active or a.ended_at is not null) and not a.needs_request as is_active,
      d.status as document_status, v.id as version_id, v.number as version_number, coalesce(x.percent, 0) as extra_percent, false as has_answered,
      null as waits_for, ${today(ctx.now)} as today, coalesce(p.state, 'notstarted') as progress_state, p.score as percent, p.completed_at
    from assignments a join documents d on d.id = ${of.formId} and d.type = 'form' join document_versions v on v.id = d.published_version_id
    left join activity_progress p on p.assignment_id = a.id and p.activity_id = ${of.activityId}
    left join extra_times x on x.form_id = d.id and x.user_id = a.user_id
    left join lateral (
      select ${shownState} as state, count(*) over () as made,
        ${bestOutcome}
      from submissions s where s.assignment_id = a.id and s.activity_id = ${of.activityId} and s.form_id = d.id order by s.number desc limit 1
    ) newest on true
    where a.id = ${of.assignmentId} and a.user_id = ${ctx.actor.userId}`.execute(tx)
  return rows[0] ?? null
}

/** The day in the tenant's zone, as text. */
export function today(now: Date): RawBuilder<string> {
  return sql`to_char(${now}::timestamptz at time zone control.zone_of_tenant(), 'YYYY-MM-DD')`
}

/** Attributes of a membership by the names that conditions use, each a list. Empty lists for one that is gone. */
export async function findMember(tx: ReadTx, membershipId: string): Promise<Record<string, string[]>> {
  const row = await tx
    .selectFrom('memberships')
    .select([...ruleFields])
    .where('id', '=', membershipId)
    .executeTakeFirst()
  return Object.fromEntries(
    ruleFields.map((name): [string, string[]] => {
      const value = row?.[name] ?? []
      return [name, [value].flat().filter((one) => one !== '')]
    }),
  )
}
