import { badgeLimits } from '@learnt/contract/badge-design'
import type { BadgePreview } from '@learnt/contract/badges'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isWhollyLookedAfter } from '../../assignments/queries.ts'
import { reachOf } from '../../reach/queries/look-after.ts'
import { visibleMembers } from '../../reach/queries/visible-members.ts'
import { type Awarding, allPeople, missingOf } from './due-awards.ts'

/**
 * Who would get the badge if the rule were saved: exactly what saving writes. Numbers of all; names only of people who are
 * wholly the administrator's, for they tell what somebody has done.
 */
export async function previewRule(ctx: Ctx, rule: Awarding): Promise<BadgePreview> {
  return ctx.read(async (tx) => {
    // In one flush with the statement, and so in its transaction.
    const set = sql`select set_config('enable_nestloop', 'off', true), set_config('jit', 'off', true)`.execute(tx)
    const preview = sql<BadgePreview>`
      with missing as materialized (select user_id, count(*)::int as awards from (${missingOf(rule, allPeople)}) missing group by user_id)
      select (select count(*)::int from missing) as people, (select coalesce(sum(awards), 0)::int from missing) as awards,
        coalesce((select jsonb_agg(jsonb_build_object('userId', user_id, 'name', name, 'email', email, 'awards', awards) order by sort_name, user_id) from (
          select p.user_id, p.awards, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email, m.sort_name
          from missing p join memberships m on m.user_id = p.user_id
          where ${ctx.actor.wholeTenant ? sql`m.is_primary` : visibleMembers(ctx.actor)} and ${isWhollyLookedAfter(reachOf(ctx.actor, 'administrator'), sql`m.user_id`)}
          order by m.sort_name, m.user_id limit ${badgeLimits.names}) first), '[]') as names`.execute(tx)
    const [, { rows }] = await Promise.all([set, preview])
    return rows[0] ?? { people: 0, awards: 0, names: [] }
  })
}
