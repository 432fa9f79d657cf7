import type { FormSettings } from '@learnt/contract/forms/content'
import type { SubmissionsQuery } from '@learnt/contract/forms/operations'
import { type Outcome, type SubmissionState, waitingStates } from '@learnt/contract/forms/submission-states'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isAdmin, isManager } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isOpened } from '../../assignments/queries.ts'
import { isMadeWithin, type LooksAs, managedBy, reachOf } from '../../reach/queries/look-after.ts'
import type { RequestSubject } from '../../requests/policy.ts'
import {
  hasDecider,
  isDecider,
  isForActor,
  isWithAdministrators,
  levelColumn,
  namesOfDeciders,
  wasAsked,
} from '../../requests/queries/deciders.ts'
import type { SubmissionSubject } from '../policy.ts'

/** A submission as those see it who mark. */
export interface SubmissionRow extends SubmissionSubject {
  readonly id: string
  readonly formId: string
  readonly title: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly position: string[]
  readonly number: number
  readonly versionId: string
  readonly versionNumber: number
  readonly state: SubmissionState
  readonly outcome: Outcome | null
  readonly startedAt: Date
  readonly submittedAt: Date | null
  readonly decidedAt: Date | null
  readonly decidedBy: string
  readonly points: number | null
  readonly outOf: number | null
  readonly percent: number | null
  readonly settings: FormSettings
  /** Of an approval that waits: its request, as those look at it who decide. Null: it waits for none. */
  readonly request: RequestSubject | null
  readonly withWhom: string[]
  readonly withAdministrators: boolean
  readonly level: { readonly number: number; readonly count: number; readonly title: string } | null
}

/** As whom somebody looks at submissions: a manager, an administrator, or an assessor whom the form names. */
export type Reviewer = 'manager' | 'admin' | 'assessor'

/** Whether the actor looks after the membership through which a submission `s` was made, or all that its person is. */
function isReachedBy(actor: Actor, as: LooksAs): RawBuilder<boolean> {
  return isMadeWithin(reachOf(actor, as), { membershipId: sql`s.membership_id`, userId: sql`s.user_id` })
}

/** As a manager; nobody is their own manager here: they would read what the review keeps from them. */
function isManagedBy(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(s.user_id <> ${actor.userId} and ${isReachedBy(actor, 'manager')})`
}

/** Whether a submission `s` waits for marks that the actor may give as its person's manager, and has not given. */
export function waitsForManager(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(s.state = any(${waitingStates}::text[]) and ${isManagedBy(actor)} and not ${isMarkedBy(actor)})`
}

/** The same for an administrator of a team, or of the whole tenant. */
function isSeenBy(actor: Actor): RawBuilder<boolean> {
  return isReachedBy(actor, 'administrator')
}

/** Whether the actor is one of those who have marked a submission `s` beside others. */
function isMarkedBy(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from submission_markings k where k.submission_id = s.id and k.marker_id = ${actor.userId} and k.finished_at is not null)`
}

const isFalse = sql<boolean>`false`
const namesAssessor = (actor: Actor) =>
  sql<boolean>`(s.user_id <> ${actor.userId} and v.content->'settings'->'assessors'->'people' @> to_jsonb(array[${actor.userId}::text]))`

/** Whether the actor was asked to approve a submission `s`, or is asked now as somebody's stand-in. */
function isAsked(ctx: Ctx): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from requests r where r.submission_id = s.id and (${wasAsked(ctx)} or ${isDecider(ctx)}))`
}

function isShownTo(ctx: Ctx, reviewer: Reviewer): RawBuilder<boolean> {
  const { actor } = ctx
  if (reviewer === 'admin' && actor.wholeTenant) return isSeenBy(actor)
  const isTheirs =
    reviewer === 'assessor' ? namesAssessor(actor) : reviewer === 'manager' ? isManagedBy(actor) : isSeenBy(actor)
  return sql<boolean>`(${isTheirs} or ${isAsked(ctx)})`
}

/** The request `r` of a submission as a RequestSubject, as JSON. */
function requestColumn(ctx: Ctx): RawBuilder<unknown> {
  const { actor } = ctx
  return sql`
    case when r.id is not null then jsonb_build_object('userId', r.user_id, 'state', r.state, 'kind', r.kind, 'sentTo', r.sent_to,
      'standInAt', case when r.stand_in_at <= ${ctx.now} then r.stand_in_at end, 'isManaged', false,
      'isSeen', ${isAdmin(actor) ? isSeenBy(actor) : isFalse}, 'hasManager', ${hasDecider},
      'isDecider', ${isDecider(ctx)}, 'wasAsked', ${wasAsked(ctx)}) end`
}

function columnsFor(ctx: Ctx): RawBuilder<unknown> {
  const { actor } = ctx
  // Assessors and those who are asked to approve have no need of an address.
  const isTheirs = sql`(${isManager(actor) ? isManagedBy(actor) : isFalse} or ${isAdmin(actor) ? isSeenBy(actor) : isFalse})`
  return sql`
    s.id, s.form_id, d.title, s.user_id, s.number, s.version_id, v.number as version_number, s.state, s.outcome, s.started_at,
    s.submitted_at, s.decided_at, s.points, s.out_of, s.percent, v.content->'settings' as settings,
    coalesce(p.shown_first_name, '') as first_name, coalesce(p.last_name, '') as last_name, case when ${isTheirs} then coalesce(p.email, '') else '' end as email, coalesce(p.position, '{}') as position,
    coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = s.decided_by and m.is_primary), '') as decided_by,
    (select count(*)::int from submission_markings k where k.submission_id = s.id and k.finished_at is not null) as markings_finished,
    ${isMarkedBy(actor)} as is_marked_by_actor,
    ${isManager(actor) ? isManagedBy(actor) : isFalse} as is_managed, ${isAdmin(actor) ? isSeenBy(actor) : isFalse} as is_seen,
    ${isAsked(ctx)} as is_asked, ${requestColumn(ctx)} as request,
    case when r.id is not null then ${namesOfDeciders(ctx)} else '{}' end as with_whom,
    ${isWithAdministrators(ctx)} as with_administrators, ${levelColumn(ctx)} as level`
}

const tables = sql`
  from submissions s join documents d on d.id = s.form_id join document_versions v on v.id = s.version_id
  left join requests r on r.submission_id = s.id and r.state = 'open'
  left join lateral (
    select m.* from memberships m where m.user_id = s.user_id order by m.id = s.membership_id desc, m.is_primary desc limit 1
  ) p on true`

/** Submissions by their ids as the caller would see them; whether they may is the policy's word. */
export async function findReviewed(ctx: Ctx, tx: ReadTx, ids: readonly string[]): Promise<SubmissionRow[]> {
  const { rows } = await sql<SubmissionRow>`
    select ${columnsFor(ctx)} ${tables} where s.id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

type Query = z.output<typeof SubmissionsQuery>

const sorts: Record<Query['sort'], { by: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  submittedAt: { by: sql`coalesce(s.submitted_at, s.started_at)`, type: sql`timestamptz` },
  startedAt: { by: sql`s.started_at`, type: sql`timestamptz` },
  name: { by: sql`coalesce(p.sort_name, '')`, type: sql`text` },
  state: { by: sql`s.state`, type: sql`text` },
  percent: { by: sql`coalesce(s.percent, -1)`, type: sql`numeric` },
}

/** A page of the queue, with the numbers of each state beside the first one. `formId` null: of every form. */
export async function listSubmissions(
  ctx: Ctx,
  tx: ReadTx,
  of: { reviewer: Reviewer; formId: string | null; query: Query },
): Promise<{
  rows: SubmissionRow[]
  next: string | null
  total: number
  counts: { value: SubmissionState; count: number }[] | null
}> {
  const { reviewer, query } = of
  const list = `submissions:${reviewer}:${query.sort}:${query.direction}`
  const after = decodeCursor(ctx, list, query.cursor)
  const { by, type } = sorts[query.sort]
  const direction = sql.raw(query.direction)
  const shown = shownSubmissions(ctx, of)
  const states = query.waiting ? waitingStates : query.state
  const isAsked = states?.length ? sql`s.state = any(${states}::text[])` : sql`true`
  const inState = query.forMe ? sql`${isAsked} and not ${isMarkedBy(ctx.actor)}` : isAsked
  const beyond = after
    ? sql`(${by}, s.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${after[0]}::text::${type}, ${after[1]}::uuid)`
    : sql`true`
  const [page, counted] = await Promise.all([
    sql<SubmissionRow & { sortValue: string }>`
      select ${columnsFor(ctx)}, (${by})::text as sort_value ${shown} and ${inState} and ${beyond}
      order by ${by} ${direction}, s.id ${direction} limit ${query.limit + 1}`.execute(tx),
    sql<{ value: SubmissionState; count: number; asked: number }>`
      select s.state as value, count(*)::int as count, count(*) filter (where ${inState})::int as asked ${shown} group by s.state`.execute(
      tx,
    ),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortValue, last.id] }),
    total: counted.rows.reduce((sum, row) => sum + row.asked, 0),
    counts: after ? null : counted.rows.map(({ value, count }) => ({ value, count })),
  }
}

/** Submissions `s`, their forms `d`, versions `v` and people `p`, as the reviewer sees them under the filters but the states. */
export function shownSubmissions(
  ctx: Ctx,
  of: { reviewer: Reviewer; formId: string | null; query: Pick<Query, 'search' | 'outcome' | 'version'> },
): RawBuilder<unknown> {
  const { query } = of
  const patterns = searchForm(query.search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return sql`
    ${tables} where ${of.formId === null ? sql`true` : sql`s.form_id = ${of.formId}`} and ${isShownTo(ctx, of.reviewer)}
      and ${patterns.length > 0 ? sql`p.search_words like all (${patterns}::text[])` : sql`true`}
      and ${query.outcome?.length ? sql`s.outcome = any(${query.outcome}::text[])` : sql`true`}
      and ${query.version ? sql`v.number = ${query.version}` : sql`true`}`
}

/**
 * Whether somebody whom the manager looks after has the form, or had it, or began it in a course, or the manager is asked to
 * approve one of its submissions. What people have through a membership of somebody else's opens nothing.
 */
export async function isGivenToPeopleOf(tx: ReadTx, actor: Actor, formId: string): Promise<boolean> {
  const managed = managedBy([actor.userId])
  const { rows } = await sql<{ isGiven: boolean }>`
    select exists (
      select from assignments a join manager_relations x on x.user_id = a.user_id and x.manager_id = ${actor.userId}
      where a.document_id = ${formId} and ${isOpened(managed, sql`a.id`, sql`a.user_id`)}
    ) or exists (
      select from submissions s join manager_relations x on x.user_id = s.user_id and x.manager_id = ${actor.userId}
      where s.form_id = ${formId} and ${isManagedBy(actor)}
    ) or exists (
      select from request_deciders x join requests r on r.id = x.request_id where x.user_id = ${actor.userId} and r.document_id = ${formId}
    ) as is_given`.execute(tx)
  return rows[0]?.isGiven ?? false
}

/** The neighbours of a submission among those of its form that wait, the oldest first, as the caller sees them. */
export async function findNeighbours(
  ctx: Ctx,
  tx: ReadTx,
  of: SubmissionRow,
): Promise<{ previousId: string | null; nextId: string | null }> {
  const { actor } = ctx
  const shown = isAdmin(actor)
    ? isSeenBy(actor)
    : sql<boolean>`(${isManager(actor) ? isManagedBy(actor) : isFalse} or ${namesAssessor(actor)} or ${isAsked(ctx)})`
  const neighbour = (sign: '<' | '>', order: 'asc' | 'desc') => sql`(
    select s.id from submissions s join document_versions v on v.id = s.version_id
    where s.form_id = ${of.formId} and s.state = any(${waitingStates}::text[]) and s.id <> ${of.id} and not ${isMarkedBy(actor)}
      and (s.submitted_at, s.id) ${sql.raw(sign)} (${of.submittedAt}::timestamptz, ${of.id}::uuid) and ${shown}
    order by s.submitted_at ${sql.raw(order)}, s.id ${sql.raw(order)} limit 1)`
  const { rows } = await sql<{ previousId: string | null; nextId: string | null }>`
    select ${neighbour('<', 'desc')} as previous_id, ${neighbour('>', 'asc')} as next_id`.execute(tx)
  return rows[0] ?? { previousId: null, nextId: null }
}

export interface EventRow {
  readonly event: string
  readonly at: Date
  readonly by: string
  readonly comment: string
  readonly level: string
  readonly forWhom: string
}

export async function listEvents(tx: ReadTx, submissionId: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.event, e.at, e.comment, e.level,
      coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = e.by_user and m.is_primary), '') as by,
      coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = e.for_user and m.is_primary), '') as for_whom
    from submission_events e where e.submission_id = ${submissionId} order by e.at, e.id`.execute(tx)
  return rows
}

/** Levels of a submission's requests at which the caller was asked, from 1; `now`: the one that they decide now. */
export async function listAskedLevels(
  ctx: Ctx,
  tx: ReadTx,
  submissionId: string,
): Promise<{ asked: number[]; now: number | null }> {
  const { rows } = await sql<{ level: number; isNow: boolean }>`
    select x.level, bool_or(r.state = 'open' and x.state = 'open' and x.level = r.level and ${isForActor(ctx)}) as is_now
    from requests r join request_deciders x on x.request_id = r.id
    where r.submission_id = ${submissionId} and (
      x.user_id = ${ctx.actor.userId} or x.decided_by = ${ctx.actor.userId} or (x.state = 'open' and x.level = r.level and ${isForActor(ctx)}))
    group by x.level order by x.level`.execute(tx)
  return { asked: rows.map((row) => row.level), now: rows.find((row) => row.isNow)?.level ?? null }
}
