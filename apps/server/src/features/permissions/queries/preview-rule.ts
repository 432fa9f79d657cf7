import type { PermissionPreview } from '@learnt/contract/permissions'
import { leaveStatuses } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isWhollyLookedAfter } from '../../assignments/queries.ts'
import type { WholeRule } from '../../reach/policy.ts'
import { reachOf } from '../../reach/queries/look-after.ts'
import { matchedPeople } from '../../reach/queries/match-people.ts'
import { visibleMembers } from '../../reach/queries/visible-members.ts'
import { isGiven } from './is-given.ts'

/** Names that are shown of each kind. */
const sampleSize = 10

/**
 * Who would gain, keep and lose the document if the rule were saved: gain and keep are those whom it matches, without
 * and with the document now; who loses has it by this permission alone. One statement; names only of people who are
 * wholly the administrator's, for they tell who has it; numbers of all.
 */
export async function previewRule(
  ctx: Ctx,
  of: { permissionId?: string | undefined; documentType: string; documentId: string; status: string; rule: WholeRule },
): Promise<PermissionPreview> {
  const permissionId = of.permissionId ?? null
  return ctx.read(async (tx) => {
    // In one flush with the statement, and so in its transaction: see joinBySets().
    const set = sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(tx)
    const preview = sql<PermissionPreview>`
      with matched as materialized (${matchedPeople(of)}),
      away as materialized (select id from memberships where status = any(${leaveStatuses}::text[])),
      having_it as materialized (select id, user_id from assignments a where document_type = ${of.documentType} and document_id = ${of.documentId} and ${isGiven}),
      losing as (
        select s.user_id from assignment_sources s
        where s.source_id = ${permissionId}::uuid and s.kind = 'rule' and not exists (select from matched m where m.user_id = s.user_id)
          and not exists (select from away where ${of.status === 'active'} and away.id = s.membership_id)
          -- Counted one by one, by the key: joined as a set, all sources of the tenant would be read.
          and (select count(*) from assignment_sources o where o.assignment_id = s.assignment_id) = 1
      ),
      person as materialized (
        select m.user_id, case when h.user_id is null then 'gain' else 'keep' end as kind from matched m left join having_it h on h.user_id = m.user_id
        union all
        select user_id, 'lose' from losing
      )
      select (select count(*)::int from matched) as matching, ${group('gain')} as gain, ${group('keep')} as keep, ${group('lose')} as lose`.execute(
      tx,
    )
    const [, { rows }] = await Promise.all([set, preview])
    return rows[0] as PermissionPreview
  })

  function group(kind: 'gain' | 'keep' | 'lose') {
    return sql`jsonb_build_object(
      'count', (select count(*)::int from person where kind = ${kind}),
      'sample', coalesce((
        select jsonb_agg(jsonb_build_object('userId', user_id, 'name', rtrim(shown_first_name || ' ' || last_name), 'email', email, 'position', position) order by last_name, shown_first_name, user_id)
        from (
          select m.user_id, m.shown_first_name, m.last_name, m.email, m.position from person p join memberships m on m.user_id = p.user_id
          where p.kind = ${kind} and ${ctx.actor.wholeTenant ? sql`m.is_primary` : visibleMembers(ctx.actor)}
            and ${isWhollyLookedAfter(reachOf(ctx.actor, 'administrator'), sql`m.user_id`)}
          order by m.last_name, m.shown_first_name, m.user_id limit ${sampleSize}
        ) first), '[]'))`
  }
}
