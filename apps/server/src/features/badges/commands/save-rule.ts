import type { BadgeRuleInput } from '@learnt/contract/badges'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit, findLastChange } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type ReadTx, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { startJob } from '../../../platform/jobs/job.ts'
import { invalid, notFound, stale } from '../../../platform/problem.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import { refuseOpenFields } from '../../permissions/commands/refuse-open-fields.ts'
import { readAudiences } from '../../permissions/queries/read-rule.ts'
import { wholeRule } from '../../reach/policy.ts'
import type { Awarding } from '../queries/due-awards.ts'
import { findRule, type RuleRow, storedTrigger, triggerOf } from '../queries/find-rules.ts'

type RuleInput = z.output<typeof BadgeRuleInput>

/** Creates a rule. Answers its id, and the job that awards what was earned before; null: nothing can have been. */
export async function createRule(
  ctx: Ctx,
  tx: WriteTx,
  input: RuleInput,
): Promise<{ id: string; jobId: string | null }> {
  // An audience is not removed while a rule that names it is saved.
  await lockRules(tx, 'shared')
  await checkRule(tx, input)
  const id = newId()
  await tx
    .insertInto('badgeRules')
    .values({
      id,
      badgeId: input.badgeId,
      ...stored(input),
      triggerChangedAt: ctx.now,
      createdBy: ctx.actor.userId,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .execute()
  await audit(ctx, tx, {
    action: 'badgeRules.create',
    subjectType: 'badgeRule',
    subjectId: id,
    subjectTitle: input.title,
    after: input,
  })
  return { id, jobId: await startApplying(ctx, tx, { id, revision: 1, input }) }
}

/** Changes a rule. Of two people who change the same one the second hears of it and loses nothing. */
export async function saveRule(
  ctx: Ctx,
  tx: WriteTx,
  id: string,
  { revision, ...input }: RuleInput & { revision: number },
): Promise<{ jobId: string | null }> {
  await sql`select from badge_rules where id = ${id} for update`.execute(tx)
  const before = await findRule(tx, id)
  if (!before) throw notFound()
  await lockRules(tx, 'shared')
  if (before.revision !== revision) throw stale(await findLastChange(tx, { subjectId: id, verbs: 'badgeRules.' }))
  await checkRule(tx, input, before)
  const asksElse = JSON.stringify(asked(facts(before))) !== JSON.stringify(asked(input))
  await tx
    .updateTable('badgeRules')
    .set({
      badgeId: input.badgeId,
      ...stored(input),
      revision: revision + 1,
      ...(asksElse ? { triggerChangedAt: ctx.now } : {}),
      updatedAt: ctx.now,
    })
    .where('id', '=', id)
    .execute()
  await audit(ctx, tx, {
    action: 'badgeRules.change',
    subjectType: 'badgeRule',
    subjectId: id,
    subjectTitle: input.title,
    before: facts(before),
    after: input,
  })
  return { jobId: await startApplying(ctx, tx, { id, revision: revision + 1, input }) }
}

/** Awards that it has made stay; they keep its title. */
export async function removeRule(ctx: Ctx, tx: WriteTx, rule: RuleRow): Promise<void> {
  await tx.deleteFrom('badgeRules').where('id', '=', rule.id).execute()
  await audit(ctx, tx, {
    action: 'badgeRules.remove',
    subjectType: 'badgeRule',
    subjectId: rule.id,
    subjectTitle: rule.title,
    before: facts(rule),
  })
}

/** A rule that need not be saved, as it is evaluated. */
export async function readAwarding(tx: ReadTx, input: RuleInput, ruleId: string): Promise<Awarding> {
  const { badgeId, title, repeats, countsFrom, audience } = input
  const audiences = audience ? await readAudiences(tx, audience.audiences) : []
  return {
    ...storedTrigger(input.trigger),
    id: ruleId,
    badgeId,
    // Awards that are only counted have no look.
    versionId: badgeId,
    validMonths: null,
    title,
    repeats,
    countsFrom,
    audience: audience && wholeRule(audience, audiences),
  }
}

/** What is not there is told at its field. An archived badge keeps the rules that it has. */
export async function checkRule(tx: ReadTx, input: RuleInput, before?: RuleRow, at = 'body'): Promise<void> {
  const documentIds = input.trigger.kind === 'finished' ? [...new Set(input.trigger.documentIds)] : []
  const subject = 'subject' in input.trigger ? input.trigger.subject : 'any'
  const audienceIds = input.audience?.audiences ?? []
  const { rows } = await sql<{ badge: { isArchived: boolean } | null; documents: string[]; audiences: string[] }>`
    select (select jsonb_build_object('isArchived', b.archived_at is not null) from badges b where b.id = ${input.badgeId}) as badge,
      array(select d.id::text from documents d where d.id = any(${documentIds}::uuid[])
        and (${subject} = 'any' or case when d.is_bundle then 'bundle' else d.type end = ${subject})) as documents,
      array(select a.id::text from audiences a where a.id = any(${audienceIds}::uuid[])) as audiences`.execute(tx)
  const [found] = rows
  const complaints: Record<string, string> = {}
  if (!found?.badge || (found.badge.isArchived && before?.badgeId !== input.badgeId)) complaints.badgeId = 'invalid'
  for (const [i, id] of (input.trigger.kind === 'finished' ? input.trigger.documentIds : []).entries())
    if (!found?.documents.includes(id)) complaints[`trigger.documentIds.${i}`] = 'invalid'
  if (input.audience) await refuseOpenFields(tx, input.audience, `${at}.audience`)
  if (audienceIds.some((id) => !found?.audiences.includes(id))) complaints['audience.audiences'] = 'invalid'
  if (Object.keys(complaints).length > 0)
    throw invalid(Object.fromEntries(Object.entries(complaints).map(([path, key]) => [`${at}.${path}`, key])))
}

function stored(input: RuleInput) {
  return {
    title: input.title,
    isActive: input.isActive,
    ...storedTrigger(input.trigger),
    audience: input.audience === null ? null : json(input.audience),
    audienceIds: input.audience?.audiences ?? [],
    repeats: input.repeats,
    countsFrom: input.countsFrom,
    revokes: input.revokes,
  }
}

function facts(row: RuleRow): RuleInput {
  const { badgeId, title, isActive, audience, repeats, countsFrom, revokes } = row
  return { badgeId, title, isActive, trigger: triggerOf(row), audience, repeats, countsFrom, revokes }
}

function asked({ trigger, repeats, countsFrom }: RuleInput) {
  return [storedTrigger(trigger), repeats, countsFrom]
}

/** Whoever has done already what the rule asks for gets the badge by a job. */
async function startApplying(
  ctx: Ctx,
  tx: WriteTx,
  of: { id: string; revision: number; input: RuleInput },
): Promise<string | null> {
  const today = await sql<{ day: string }>`
    select ((${ctx.now}::timestamptz at time zone control.zone_of_tenant())::date)::text as day`.execute(tx)
  const isLater = of.input.countsFrom !== null && of.input.countsFrom > (today.rows[0]?.day ?? '')
  if (!of.input.isActive || isLater) {
    await tx.updateTable('badgeRules').set({ appliedRevision: of.revision }).where('id', '=', of.id).execute()
    return null
  }
  const { jobId } = await startJob(ctx, tx, {
    kind: 'badges.applyRule',
    subject: of.input.title,
    input: { ruleId: of.id, revision: of.revision },
  })
  return jobId
}
