import { hereStatuses, leaveStatuses } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { missingPrerequisite } from '../queries.ts'
import { changeAssignments } from './change-assignments.ts'

export interface Settled {
  /** Assignments that came, went, or changed their date or duty. */
  readonly changed: number
  /** Whose; at most 200 of them. */
  readonly people: readonly string[]
  /** Bundles, pathways and packages among them: what their steps are given has to follow. */
  readonly containers: readonly { readonly documentId: string; readonly userIds: readonly string[] }[]
  /** Assignments that were locked, and wait for nothing now. */
  readonly opened: readonly string[]
}

/**
 * Brings assignments into line with their sources: active while there is one, the person is here and the document was published;
 * required if any is, due at the earliest date of the required ones or later by an extension, locked while a prerequisite is not finished or all of
 * them wait for another document, an offer while all of them need a request, frozen while the person is on leave. Call it after the sources were written: it locks the
 * rows first and looks at the sources afterwards, so that of two who change sources at once the second sees both. Earlier
 * cycles stay as they ended, see beginCycles(). `held`: the caller has locked the rows in that order.
 */
export async function settleAssignments(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  ids: readonly string[],
  { held = false }: { held?: boolean } = {},
): Promise<Settled> {
  if (ids.length === 0) return { changed: 0, people: [], containers: [], opened: [] }
  const [, rows] = await Promise.all([
    held
      ? null
      : sql`
      select count(*) from (
        select from assignments a join documents d on d.id = a.document_id where a.id = any(${ids}::uuid[]) order by ${lockingOrder} for update of a
      ) locked`.execute(tx),
    // Each look-up goes by an index from the row: joined sets would be compared each with each where estimates are off.
    changeAssignments<Settled>(ctx, tx, {
      found: sql`zone as materialized (select control.zone_of_tenant() as name),
      wanted as materialized (
        select a as was, a.id, g.sources > 0 and person.is_here and document.was_published as is_active, g.is_optional,
          coalesce(case when a.started_at is null then document.missing end, g.waits_for) as waits_for,
          -- What was begun stays open.
          g.needs_request and a.started_at is null as needs_request,
          -- An extension holds while it is later than what the sources say.
          case when document.was_published and g.due_at is not null then greatest(g.due_at, (
            select e.due_at from due_extensions e where e.assignment_id = a.id order by e.extended_at desc, e.id desc limit 1
          )) end as due_at,
          case when g.sources > 0 and person.is_away then coalesce(a.frozen_at, ${ctx.now}::timestamptz) end as frozen_at
        from assignments a
        cross join lateral (
          select count(*) as sources, coalesce(bool_and(s.is_optional), a.is_optional) as is_optional,
            coalesce(bool_and(s.needs_request), a.needs_request) as needs_request,
            case when bool_and(s.waits_for is not null) then (array_agg(s.waits_for order by s.granted_at, s.source_id))[1] end as waits_for,
            case when count(*) = 0 then a.due_at else min(s.due_at) filter (where not s.is_optional) end as due_at
          from assignment_sources s where s.assignment_id = a.id
        ) g
        cross join lateral (
          select d.published_version_id is not null as was_published,
            -- A pathway locks its steps.
            case when d.prerequisites <> '{}' and d.type <> 'pathway' then ${missingPrerequisite(sql`a.user_id`, sql`d.prerequisites`)} end as missing
          from documents d where d.id = a.document_id
        ) document
        cross join lateral (
          select coalesce(bool_or(m.status = any(${hereStatuses}::text[])), false) as is_here,
            coalesce(bool_or(m.status = any(${leaveStatuses}::text[])) and not bool_or(m.status = 'active'), false) as is_away
          from memberships m where m.user_id = a.user_id
        ) person
        where a.id = any(${ids}::uuid[]) and a.ended_at is null
      )`,
      update: {
        from: 'wanted',
        set: {
          isActive: sql`f.is_active`,
          isOptional: sql`f.is_optional`,
          waitsFor: sql`f.waits_for`,
          needsRequest: sql`f.needs_request`,
          dueAt: sql`f.due_at`,
          frozenAt: sql`f.frozen_at`,
          dueDay: sql`day_that_ends(f.due_at, (select name from zone))`,
        },
        where: sql`(a.is_active, a.is_optional, a.waits_for, a.needs_request, a.due_at, a.frozen_at)
          is distinct from (f.is_active, f.is_optional, f.waits_for, f.needs_request, f.due_at, f.frozen_at)`,
      },
      beside: sql`
      containers as (
        select (became).document_id, array_agg((became).user_id) as user_ids
        from changed join documents d on d.id = (became).document_id and (d.is_bundle or d.type in ('pathway', 'learningPackage')) group by 1
      )`,
      answer: sql`
      select (select count(*)::int from changed) as changed,
        array(select distinct user_id::text from (select (became).user_id from changed limit 200) first) as people,
        coalesce((select jsonb_agg(jsonb_build_object('documentId', document_id, 'userIds', user_ids)) from containers), '[]') as containers,
        array(select w.id::text from wanted w where w.is_active and w.waits_for is null and (w.was).is_active and (w.was).waits_for is not null) as opened`,
    }),
  ])
  return rows[0] as Settled
}

/**
 * The order in which assignments `a` of documents `d` are locked, everywhere: containers before what they hold, so that
 * neither who finishes a step and looks at the pathway, nor who looks at the pathway and opens a step, waits for the other.
 */
export const lockingOrder: RawBuilder<unknown> = sql`
  case when d.type = 'learningPackage' then 0 when d.type = 'pathway' then 1 when d.is_bundle then 2 else 3 end, a.id`

/** What was never published is given to nobody yet, whoever is to have it; what was withdrawn since stays theirs. */
export function wasPublished(documentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from documents d where d.id = ${documentId} and d.published_version_id is not null)`
}
