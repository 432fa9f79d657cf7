import { leaveStatuses } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { appendDeltas } from './append-deltas.ts'

export interface Settled {
  /** Assignments that came, went, or changed their date or duty. */
  readonly changed: number
  /** Whose; at most 200 of them. */
  readonly people: readonly string[]
  /** Bundles among them: what their children are given has to follow. */
  readonly bundles: readonly { readonly bundleId: string; readonly userIds: readonly string[] }[]
}

/**
 * Brings assignments into line with their sources: active while there is one, required if any is, due at the earliest
 * date of the required ones, frozen while the person is on leave. Call it after the sources were written: it locks the
 * rows first and looks at the sources afterwards, so that of two who change sources at once the second sees both.
 */
export async function settleAssignments(ctx: Pick<Ctx, 'now'>, tx: WriteTx, ids: readonly string[]): Promise<Settled> {
  if (ids.length === 0) return { changed: 0, people: [], bundles: [] }
  const [, { rows }] = await Promise.all([
    sql`select count(*) from (select from assignments where id = any(${ids}::uuid[]) order by id for update) locked`.execute(tx),
    sql<Settled>`
      with zone as materialized (select control.zone_of_tenant() as name),
      touched as materialized (select * from assignments where id = any(${ids}::uuid[])),
      given as (
        select assignment_id, bool_and(is_optional) as is_optional, min(due_at) filter (where not is_optional) as due_at
        from assignment_sources where assignment_id = any(${ids}::uuid[]) group by assignment_id
      ),
      away as (
        select user_id from memberships where user_id in (select user_id from touched)
        group by user_id having bool_or(status = any(${leaveStatuses})) and not bool_or(status = 'active')
      ),
      wanted as (
        select t.id, true as is_active, g.is_optional, g.due_at,
          case when w.user_id is not null then coalesce(t.frozen_at, ${ctx.now}::timestamptz) end as frozen_at
        from touched t join given g on g.assignment_id = t.id left join away w on w.user_id = t.user_id
        union all
        select t.id, false, t.is_optional, t.due_at, null from touched t where t.id not in (select assignment_id from given)
      ),
      after as (
        update assignments a
        set is_active = w.is_active, is_optional = w.is_optional, due_at = w.due_at, frozen_at = w.frozen_at,
          due_day = day_that_ends(w.due_at, (select name from zone))
        from wanted w
        where a.id = w.id and (a.is_active, a.is_optional, a.due_at, a.frozen_at) is distinct from (w.is_active, w.is_optional, w.due_at, w.frozen_at)
        returning a.*
      ),
      before as (select touched.* from touched join after using (tenant_id, id)),
      deltas as (${appendDeltas(ctx.now)}),
      bundles as (
        select a.document_id, array_agg(a.user_id) as user_ids
        from after a join courses c on c.id = a.document_id and c.is_bundle group by a.document_id
      )
      select (select count(*)::int from after) as changed,
        array(select distinct user_id::text from (select user_id from after limit 200) first) as people,
        coalesce((select jsonb_agg(jsonb_build_object('bundleId', document_id, 'userIds', user_ids)) from bundles), '[]') as bundles`.execute(tx),
  ])
  return rows[0] as Settled
}
