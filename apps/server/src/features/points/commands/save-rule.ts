import type { PointRule, PointSettings } from '@learnt/contract/points'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/problem.ts'
import type { DocumentRecord } from '../../documents/queries.ts'
import { findPointSettings, findRule, listRuledSteps } from '../queries/find-rule.ts'

/** What finishing the document earns from now on; what was given stays. */
export async function saveRule(ctx: Ctx, tx: WriteTx, document: DocumentRecord, rule: PointRule): Promise<PointRule> {
  const before = await findRule(tx, document.id)
  if (rule.amount === 0 && rule.monthlyBudget === null)
    await sql`delete from point_rules where document_id = ${document.id}`.execute(tx)
  else
    await sql`
      insert into point_rules (document_id, amount, repeats, monthly_budget)
      values (${document.id}, ${rule.amount}, ${rule.repeats}, ${rule.monthlyBudget})
      on conflict (tenant_id, document_id) do update
        set amount = excluded.amount, repeats = excluded.repeats, monthly_budget = excluded.monthly_budget`.execute(tx)
  if (rule.steps) await saveSteps(tx, document.id, rule.steps)
  await audit(ctx, tx, {
    action: 'points.changeRule',
    subjectType: document.type,
    subjectId: document.id,
    subjectTitle: document.title,
    before,
    after: rule,
  })
  return rule
}

/** What the steps that are named earn from now on. */
async function saveSteps(tx: WriteTx, documentId: string, steps: NonNullable<PointRule['steps']>): Promise<void> {
  const known = new Set((await listRuledSteps(tx, documentId)).map((one) => one.activityId))
  if (steps.some((one) => !known.has(one.activityId))) throw notFound()
  const none = steps.filter((one) => one.amount === 0).map((one) => one.activityId)
  const some = steps.filter((one) => one.amount > 0)
  await sql`delete from step_point_rules where document_id = ${documentId} and activity_id = any(${none}::uuid[])`.execute(
    tx,
  )
  await sql`
    insert into step_point_rules (document_id, activity_id, amount, repeats)
    select distinct on (activity_id) ${documentId}::uuid, activity_id, amount, repeats
    from unnest(${some.map((one) => one.activityId)}::uuid[], ${some.map((one) => one.amount)}::integer[], ${some.map((one) => one.repeats)}::text[])
      one(activity_id, amount, repeats)
    on conflict (tenant_id, document_id, activity_id) do update set amount = excluded.amount, repeats = excluded.repeats`.execute(
    tx,
  )
}

export async function savePointSettings(ctx: Ctx, tx: WriteTx, settings: PointSettings): Promise<PointSettings> {
  const before = await findPointSettings(tx)
  const { expireAfterMonths, dailyCap, coolDownMinutes, leaderboard } = settings
  await sql`
    insert into point_settings (expire_after_months, daily_cap, cool_down_minutes, leaderboard)
    values (${expireAfterMonths}, ${dailyCap}, ${coolDownMinutes}, ${leaderboard})
    on conflict (tenant_id) do update set expire_after_months = excluded.expire_after_months, daily_cap = excluded.daily_cap,
      cool_down_minutes = excluded.cool_down_minutes, leaderboard = excluded.leaderboard`.execute(tx)
  await audit(ctx, tx, {
    action: 'points.changeSettings',
    subjectType: 'tenant',
    subjectId: ctx.actor.tenantId,
    before,
    after: settings,
  })
  return settings
}
