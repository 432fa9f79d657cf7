import type { forms } from '@learnt/contract/forms/operations'
import { decidedStates, type Outcome, type SubmissionState } from '@learnt/contract/forms/submission-states'
import { visibleToLearners } from '@learnt/contract/states'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { dueState, isOpened } from '../../assignments/queries.ts'
import { isReached, reachOf } from '../../reach/queries/look-after.ts'
import { addressFor } from '../../reach/queries/visible-members.ts'

/** Somebody whom the caller can observe with a form. */
export interface ObservationRow {
  readonly assignmentId: string
  readonly formId: string
  readonly title: string
  readonly userId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly position: string[]
  readonly dueAt: Date | null
  readonly dueState: 'none' | 'upcoming' | 'soon' | 'overdue'
  readonly submissionId: string | null
  readonly state: SubmissionState
  readonly outcome: Outcome | null
  readonly savedAt: Date | null
}

/** Published observations `f` that leave something to assessors. */
const observed = sql`
  select d.id, d.title, v.content->'settings'->'assessors' as assessors from documents d join document_versions v on v.id = d.published_version_id
  where d.type = 'form' and d.subtype = 'observation' and d.status = any(${visibleToLearners}::text[])
    and (v.content->'settings'->>'filledBy' = 'assessor'
      or jsonb_path_exists(v.content, '$.pages[*].sections[*].fields[*] ? (@.filledBy == "assessor")'))`

/** Whether a form `f` lets the caller assess the person of an assignment `a`. Nobody assesses themselves. */
function isAssessedBy(actor: Actor): RawBuilder<boolean> {
  const ways = [sql`f.assessors->'people' @> to_jsonb(array[${actor.userId}::text])`]
  const mine = (of: Parameters<typeof isOpened>[0]) => isOpened(of, sql`a.id`, sql`a.user_id`)
  const held = { managers: 'manager', administrators: 'administrator' } as const
  for (const [who, as] of Object.entries(held)) {
    const of = reachOf(actor, as)
    ways.push(sql`((f.assessors->${sql.lit(who)})::boolean and ${isReached(of, sql`a.user_id`)} and ${mine(of)})`)
  }
  const own = [actor.userId, ...(actor.impersonator ? [actor.impersonator.userId] : [])]
  return sql<boolean>`(a.user_id <> all(${own}::uuid[]) and (${sql.join(ways, sql` or `)}))`
}

/** The membership through which somebody is observed: one that the caller looks after, where there is one. */
function observedMembership(actor: Actor): RawBuilder<unknown> {
  return sql`
    join lateral (
      select m.* from memberships m where m.user_id = a.user_id
      order by ${actor.userId} = any (m.all_managers) desc, m.team_id = ${actor.teamId} desc, m.is_primary desc limit 1
    ) p on true`
}

const isGiven = sql`a.document_type = 'form' and a.is_active and not a.needs_request`

/** People whom the caller can observe, by name, a page at a time. One round trip. */
export async function listObservations(
  ctx: Ctx,
  tx: ReadTx,
  query: z.output<typeof forms.observations.query>,
): Promise<{ rows: ObservationRow[]; next: string | null; total: number }> {
  const list = 'observations'
  const after = decodeCursor(ctx, list, query.cursor)
  const patterns = searchForm(query.search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const state = sql`coalesce(s.state, 'notstarted')`
  const found = sql`
    from (${observed}) f join assignments a on a.document_id = f.id ${observedMembership(ctx.actor)}
    left join lateral (
      select s.id, s.state, s.outcome, s.saved_at from submissions s where s.assignment_id = a.id order by s.number desc limit 1
    ) s on true
    where ${isGiven} and ${isAssessedBy(ctx.actor)} and p.status = 'active'
      and ${query.documentId ? sql`f.id = ${query.documentId}` : sql`true`}
      and ${query.state?.length ? sql`${state} = any(${query.state}::text[])` : sql`true`}
      and ${query.waiting ? sql`${state} <> all(${decidedStates}::text[])` : sql`true`}
      and ${patterns.length > 0 ? sql`p.search_words like all (${patterns}::text[])` : sql`true`}`
  const [page, count] = await Promise.all([
    sql<ObservationRow & { sortValue: string }>`
      select a.id as assignment_id, f.id as form_id, f.title, a.user_id, p.shown_first_name as first_name, p.last_name, ${addressFor(ctx.actor, sql`a.user_id`)} as email, p.position,
        a.due_at, ${dueState(ctx.now)} as due_state, s.id as submission_id, ${state} as state, s.outcome, s.saved_at, p.sort_name as sort_value
      ${found} and ${after ? sql`(p.sort_name, a.id) > (${after[0]}::text, ${after[1]}::uuid)` : sql`true`}
      order by p.sort_name, a.id limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortValue, last.assignmentId] }),
    total: count.rows[0]?.total ?? 0,
  }
}

/** Somebody whom the caller can observe with this form; null: there is nobody like that. */
export async function findObserved(
  ctx: Ctx,
  tx: ReadTx,
  of: { formId: string; userId: string },
): Promise<{ userId: string; membershipId: string; firstName: string; lastName: string } | null> {
  const { rows } = await sql<{ userId: string; membershipId: string; firstName: string; lastName: string }>`
    select a.user_id, p.id as membership_id, p.shown_first_name as first_name, p.last_name
    from (${observed}) f join assignments a on a.document_id = f.id ${observedMembership(ctx.actor)}
    where ${isGiven} and ${isAssessedBy(ctx.actor)} and p.status = 'active' and f.id = ${of.formId} and a.user_id = ${of.userId} limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}
