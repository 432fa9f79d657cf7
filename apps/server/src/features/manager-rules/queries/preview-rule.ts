import type { ManagerRuleInput, ManagerRulePreview } from '@learnt/contract/manager-rules'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { invalid } from '../../../platform/problem.ts'
import {
  audiencesNamed,
  managerPairs,
  managersByRules,
  readManagerRules,
  wholeManagerRule,
} from '../../permissions/queries/manager-pairs.ts'
import { readAudiences } from '../../permissions/queries/read-rule.ts'
import { visibleMembers } from '../../reach/queries/visible-members.ts'

/** Pairs that are shown of those that come and of those that go. */
const sampleSize = 10

/** Which pairs would come and go if a rule were saved like this, or removed. Numbers of all; names of people whom the administrator sees. */
export async function previewRule(
  ctx: Ctx,
  { ruleId, rule }: { ruleId?: string | undefined; rule?: ManagerRuleInput | undefined },
): Promise<ManagerRulePreview> {
  return ctx.read(async (tx) => {
    const ids = rule ? audiencesNamed(rule) : []
    const [others, audiences] = await Promise.all([readManagerRules(tx, ruleId), readAudiences(tx, ids)])
    if (audiences.length < ids.length) throw invalid({ 'body.rule': 'invalid' })
    const changed = rule?.status === 'active' ? [wholeManagerRule(rule, audiences)] : []
    const own = changed[0]
      ? managerPairs(changed[0])
      : sql`select null::text as membership_id, null::uuid as user_id, null::uuid as manager_id where false`
    const { rows } = await sql<ManagerRulePreview>`
      with own as materialized (${own}),
      wanted as materialized (${managersByRules([...others, ...changed])}),
      turned as materialized (
        select m.id, m.user_id, w.managers as wanted, m.rule_managers as given
        from memberships m left join wanted w on w.membership_id = m.id
        where m.rule_managers is distinct from coalesce(w.managers, '{}')
      ),
      gain as materialized (
        select t.id, t.user_id, manager::uuid as manager_id from turned t, unnest(t.wanted) manager, memberships m
        where manager <> all (t.given) and m.id = t.id and manager <> all (m.managers)
      ),
      lose as materialized (
        select t.id, t.user_id, manager::uuid as manager_id from turned t, unnest(t.given) manager, memberships m
        where manager <> all (coalesce(t.wanted, '{}')) and m.id = t.id and manager <> all (m.managers)
      )
      select (select count(*)::int from own) as pairs, (select count(distinct manager_id)::int from own) as managers,
        (select count(distinct user_id)::int from own) as people, ${pairs('gain')} as gain, ${pairs('lose')} as lose,
        (
          select count(*)::int from memberships m left join wanted w on w.membership_id = m.id
          where m.is_primary and m.status = 'active' and m.managers = '{}' and w.membership_id is null
        ) as without_manager,
        coalesce((
          select jsonb_build_object('count', cardinality(w.managers),
            'person', case when ${visibleMembers(ctx.actor)} then rtrim(m.shown_first_name || ' ' || m.last_name) else '' end)
          from wanted w join memberships m on m.id = w.membership_id order by cardinality(w.managers) desc, m.sort_name, m.id limit 1
        ), '{"count": 0, "person": ""}') as most`.execute(tx)
    return rows[0] as ManagerRulePreview
  })

  function pairs(name: 'gain' | 'lose') {
    const person = (table: string) => {
      const of = sql.raw(table)
      return sql`jsonb_build_object('userId', ${of}.user_id, 'name', rtrim(${of}.shown_first_name || ' ' || ${of}.last_name), 'email', ${of}.email, 'position', ${of}.position)`
    }
    return sql`jsonb_build_object(
      'count', (select count(distinct (user_id, manager_id))::int from ${sql.raw(name)}),
      'sample', coalesce((
        select jsonb_agg(jsonb_build_object('manager', manager, 'person', person) order by manager_name, person_name) from (
          select ${person('b')} as manager, ${person('m')} as person, b.sort_name as manager_name, m.sort_name as person_name
          from (select distinct user_id, manager_id from ${sql.raw(name)}) x
          join memberships m on m.user_id = x.user_id and m.is_primary join memberships b on b.user_id = x.manager_id and b.is_primary
          where ${visibleMembers(ctx.actor)} order by b.sort_name, m.sort_name, m.id limit ${sampleSize}
        ) first), '[]'))`
  }
}
