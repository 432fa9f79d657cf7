import type { PointRule, PointSettings, RuledStep } from '@learnt/contract/points'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'

const none: PointRule = { amount: 0, repeats: 'once', monthlyBudget: null }
const usual: PointSettings = { expireAfterMonths: null, dailyCap: null, coolDownMinutes: 0, leaderboard: false }

export async function findRule(tx: ReadTx, documentId: string): Promise<PointRule> {
  const { rows } = await sql<PointRule>`
    select amount, repeats, monthly_budget from point_rules where document_id = ${documentId}`.execute(tx)
  return rows[0] ?? none
}

/** Steps of a course, as its editor sees them, with what each earns. */
export async function listRuledSteps(tx: ReadTx, documentId: string): Promise<RuledStep[]> {
  const { rows } = await sql<RuledStep>`
    select a.step->>'id' as activity_id, a.step->>'title' as title, coalesce(r.amount, 0) as amount, coalesce(r.repeats, 'once') as repeats
    from documents d
      join document_versions v on v.id = coalesce(d.draft_version_id, d.published_version_id)
      cross join lateral jsonb_array_elements(v.content->'sections') with ordinality s(section, place)
      cross join lateral jsonb_array_elements(s.section->'activities') with ordinality a(step, place)
      left join step_point_rules r on r.document_id = d.id and r.activity_id = (a.step->>'id')::uuid
    where d.id = ${documentId} and d.type = 'course' order by s.place, a.place`.execute(tx)
  return rows
}

/** Points that the document has given and not taken back, in all and in this month of the tenant's calendar. */
export async function findGiven(ctx: Ctx, tx: ReadTx, documentId: string) {
  const { rows } = await sql<{ given: number; givenThisMonth: number }>`
    select coalesce(sum(amount), 0)::int as given,
      (coalesce(sum(amount) filter (where created_at >= date_trunc('month', ${ctx.now}::timestamptz at time zone zone.name) at time zone zone.name), 0))::int as given_this_month
    from (select control.zone_of_tenant() as name) zone
      left join point_entries on document_id = ${documentId} and kind in ('earn', 'reverse')`.execute(tx)
  return rows[0] ?? { given: 0, givenThisMonth: 0 }
}

/** What something that the caller has earns, and has earned; null: they do not have it. Nothing while there are no rewards. */
export async function findEarns(ctx: Ctx, tx: ReadTx, assignmentId: string) {
  const [isOn, { rows }] = await Promise.all([
    hasRewards(tx),
    sql<{ amount: number; steps: number; earned: number }>`
      select (case when a.state in ('completed', 'passed') or (r.repeats = 'once' and before.net > 0) then 0 else coalesce(r.amount, 0) end)::int as amount,
        coalesce((
          select sum(s.amount) from step_point_rules s join course_activities x on x.activity_id = s.activity_id
            and x.version_id = coalesce(a.version_id, d.published_version_id) where s.document_id = a.document_id), 0)::int as steps,
        coalesce((
          select sum(e.amount) from point_entries e where e.assignment_id = a.id and e.kind in ('earn', 'reverse')), 0)::int as earned
      from assignments a join documents d on d.id = a.document_id left join point_rules r on r.document_id = a.document_id
        left join lateral (
          select sum(e.amount) as net from point_entries e
          where e.user_id = a.user_id and e.document_id = a.document_id and e.activity_id is null and e.kind in ('earn', 'reverse')
        ) before on true
      where a.id = ${assignmentId} and a.user_id = ${ctx.actor.userId}`.execute(tx),
  ])
  return isOn || !rows[0] ? (rows[0] ?? null) : { amount: 0, steps: 0, earned: 0 }
}

export async function findPointSettings(tx: ReadTx): Promise<PointSettings> {
  const { rows } = await sql<PointSettings>`
    select expire_after_months, daily_cap, cool_down_minutes, leaderboard from point_settings`.execute(tx)
  return rows[0] ?? usual
}

/** Whether the tenant has rewards. */
export async function hasRewards(tx: ReadTx): Promise<boolean> {
  const { rows } = await sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx)
  return readTenantConfig(rows[0]?.settings).rewards
}

/** While the tenant has no rewards nothing is shown, earned or redeemed; the ledger stays. */
export async function mustHaveRewards(tx: ReadTx): Promise<void> {
  if (!(await hasRewards(tx))) throw new ProblemError('wrong-state', { detail: 'reason.points.off' })
}
