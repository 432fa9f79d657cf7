import type { ManagerReason, SharedField, WhyManagers } from '@learnt/contract/manager-rules'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { managerPairs, wholeManagerRule } from '../../permissions/queries/manager-pairs.ts'
import { readAudiences } from '../../permissions/queries/read-rule.ts'
import { column } from '../../reach/queries/match-people.ts'
import { addressFor, visibleMembers } from '../../reach/queries/visible-members.ts'
import { listTeamsOfTenant } from '../../teams/queries.ts'
import { listRulesOf } from './list-rules.ts'

interface Given {
  readonly at: number
  readonly managerId: string
  readonly same: { field: SharedField; values: string[] }[]
  readonly manager: string | null
  readonly person: string | null
}

/** The managers of a person with what makes them so; null when the administrator does not see the person. */
export async function whyManagers(ctx: Ctx, userId: string): Promise<WhyManagers | null> {
  return ctx.read(async (tx) => {
    const [{ rows: memberships }, rules, teams] = await Promise.all([
      sql<{ id: string; name: string; teamId: string; managers: string[] }>`
        select m.id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.team_id, m.managers from memberships m
        where m.user_id = ${userId} and ${visibleMembers(ctx.actor)} order by m.is_primary desc, m.id`.execute(tx),
      listRulesOf(tx),
      listTeamsOfTenant(tx),
    ])
    const [first] = memberships
    if (!first) return null
    const audiences = await readAudiences(tx, [...new Set(rules.flatMap((rule) => rule.audienceIds))])
    const ids = memberships.map((one) => one.id)
    const reasons = new Map<string, ManagerReason[]>()
    const add = (managerId: string, reason: ManagerReason) =>
      reasons.set(managerId, [...(reasons.get(managerId) ?? []), reason])
    for (const one of memberships)
      for (const manager of one.managers)
        add(manager, {
          by: 'membership',
          teamName: teams.find((team) => team.id === one.teamId)?.displayName ?? one.teamId,
        })
    if (rules.length > 0) {
      const { rows: given } = await sql<Given>`${sql.join(
        rules.map((rule, at) => {
          const whole = wholeManagerRule(rule, audiences)
          const shared = rule.sameFields.map((field) => {
            const of = (table: string) =>
              field === 'teamId' ? sql`array[${sql.ref(`${table}.teamId`)}]` : sql`${column(table, field)}`
            return sql`jsonb_build_object('field', ${field}::text, 'values', array(select unnest(${of('m')}) intersect select unnest(${of('b')})))`
          })
          const step = (table: string) =>
            sql`(select name from unnest(${rule.ladder}::text[]) with ordinality step(name, number) where name = any (${sql.raw(table)}.position) order by number limit 1)`
          return sql`
            select ${sql.lit(at)}::int as at, pair.manager_id, jsonb_build_array(${sql.join(shared)}) as same, ${step('b')} as manager, ${step('m')} as person
            from (${managerPairs(whole, { people: sql`m.id = any (${ids}::text[])` })}) pair
            join memberships m on m.id = pair.membership_id join memberships b on b.user_id = pair.manager_id and b.is_primary`
        }),
        sql` union all `,
      )} order by 1`.execute(tx)
      for (const one of given) {
        const rule = rules[one.at]
        if (!rule) continue
        const above = rule.ladder.length > 0 ? { manager: one.manager ?? '', person: one.person ?? '' } : null
        add(one.managerId, { by: 'rule', ruleId: rule.id, title: rule.title, kind: rule.kind, same: one.same, above })
      }
    }
    const { rows: managers } = await sql<{ userId: string; name: string; email: string; isWorking: boolean }>`
      select b.user_id, rtrim(b.shown_first_name || ' ' || b.last_name) as name, ${addressFor(ctx.actor, sql`b.user_id`)} as email,
        exists (select from memberships w where w.user_id = b.user_id and w.status = 'active' and 'manager' = any (w.roles)) as is_working
      from memberships b where b.user_id = any (${[...reasons.keys()]}::uuid[]) and b.is_primary order by b.sort_name, b.id`.execute(
      tx,
    )
    return {
      person: { userId, name: first.name },
      managers: managers.map((one) => ({ ...one, reasons: reasons.get(one.userId) ?? [] })),
    }
  })
}
