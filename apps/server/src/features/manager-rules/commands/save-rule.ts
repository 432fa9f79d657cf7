import type { ManagerRuleInput } from '@learnt/contract/manager-rules'
import { managerRuleLimits } from '@learnt/contract/manager-rules'
import type { AudienceRule, Rule } from '@learnt/contract/permissions'
import { sql } from 'kysely'
import { audit, findLastChange } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type Row, type WriteTx } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { invalid, notFound, stale } from '../../../platform/problem.ts'
import { giveManagers, lockManagers, membershipsAtOnce } from '../../permissions/commands/follow-manager-rules.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import { evaluateManaged } from '../../permissions/commands/reevaluate-members.ts'
import { listOpenFields, refuseOpenFields } from '../../permissions/commands/refuse-open-fields.ts'
import {
  audiencesNamed,
  fieldsOfManagerRule,
  managerPairs,
  managersByRules,
  readManagerRules,
  type WholeManagerRule,
  wholeManagerRule,
} from '../../permissions/queries/manager-pairs.ts'
import { readAudiences } from '../../permissions/queries/read-rule.ts'
import { fieldsOf, type SavedAudience } from '../../reach/policy.ts'

export function createRule(ctx: Ctx, input: ManagerRuleInput): Promise<string> {
  return write(ctx, (tx) => insertRule(ctx, tx, input))
}

/** Within a transaction that holds the rules' lock and the managers', or that nobody else can meet. */
export async function insertRule(ctx: Ctx, tx: WriteTx, input: ManagerRuleInput): Promise<string> {
  const stored = await check(tx, input, null)
  const row = await tx
    .insertInto('managerRules')
    .values({ id: newId(), ...stored, updatedBy: ctx.actor.userId, createdAt: ctx.now, updatedAt: ctx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await apply(ctx, tx)
  await audit(ctx, tx, { ...subject(row), action: 'managerRules.create', after: facts(row) })
  return row.id
}

export function updateRule(
  ctx: Ctx,
  ruleId: string,
  { revision, ...input }: ManagerRuleInput & { revision?: number | undefined },
): Promise<void> {
  return write(ctx, async (tx) => {
    const before = await tx.selectFrom('managerRules').selectAll().where('id', '=', ruleId).executeTakeFirst()
    if (!before) throw notFound()
    if (revision !== undefined && revision !== before.revision)
      throw stale(await findLastChange(tx, { subjectId: ruleId, verbs: 'managerRules.' }))
    const stored = await check(tx, input, ruleId)
    const after = await tx
      .updateTable('managerRules')
      .set((eb) => ({
        ...stored,
        revision: eb('revision', '+', 1),
        updatedBy: ctx.actor.userId,
        updatedAt: ctx.now,
      }))
      .where('id', '=', ruleId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await apply(ctx, tx)
    await audit(ctx, tx, {
      ...subject(after),
      action: 'managerRules.update',
      before: facts(before),
      after: facts(after),
    })
  })
}

export function removeRule(ctx: Ctx, ruleId: string): Promise<void> {
  return write(ctx, async (tx) => {
    const row = await tx.deleteFrom('managerRules').where('id', '=', ruleId).returningAll().executeTakeFirst()
    if (!row) throw notFound()
    await apply(ctx, tx)
    await audit(ctx, tx, { ...subject(row), action: 'managerRules.remove', before: facts(row) })
  })
}

/** The background part: all memberships, some at a time. Doing it again changes nothing. */
export async function applyManagerRules(ctx: Ctx): Promise<void> {
  let after = ''
  for (;;) {
    const from = after
    const last = await ctx.write(async (tx) => {
      await lockRules(tx, 'shared')
      await lockManagers(tx)
      const { rows } = await sql<{ id: string }>`
        select id from memberships where id > ${from} order by id limit ${membershipsAtOnce}`.execute(tx)
      const people = await giveManagers(
        tx,
        rows.map((row) => row.id),
      )
      await evaluateManaged(ctx, tx, people)
      return rows.length < membershipsAtOnce ? null : (rows.at(-1)?.id ?? null)
    })
    if (last === null) return
    after = last
  }
}

/** What is stored of a rule. Under the rules' lock, so that no audience of it is removed or changed meanwhile. */
async function check(tx: WriteTx, input: ManagerRuleInput, ruleId: string | null) {
  const audienceIds = audiencesNamed(input)
  const audiences = await readAudiences(tx, audienceIds)
  checkSide(input.managers, 'managers', audiences)
  checkSide(input.people, 'people', audiences)
  await refuseOpenFields(tx, input.managers, 'body.managers')
  await refuseOpenFields(tx, input.people, 'body.people')
  const open = await listOpenFields(tx, input.sameFields)
  if (open.size > 0) throw invalid({ 'body.sameFields': 'fieldIsOpen' })
  const whole = wholeManagerRule(input, audiences)
  await checkCount(tx, whole, input.status === 'active', ruleId)
  const { rows } = await sql<{ pairs: number }>`
    select count(*)::int as pairs from (${managerPairs(whole)}) pair where ${input.status === 'active'}`.execute(tx)
  return {
    title: input.title,
    kind: input.kind,
    status: input.status,
    managers: json(input.managers),
    people: json(input.people),
    sameFields: [...new Set(input.sameFields)],
    ladder: [...new Set(input.ladder)],
    isNearest: input.isNearest,
    fields: fieldsOfManagerRule(input, audiences),
    audienceIds,
    pairs: rows[0]?.pairs ?? 0,
  }
}

function checkSide(rule: Rule, side: 'managers' | 'people', audiences: readonly SavedAudience[]): void {
  const named = audiences.filter((audience) => rule.audiences.includes(audience.id))
  if (named.length < new Set(rule.audiences).size) throw invalid({ [`body.${side}.audiences`]: 'invalid' })
  const all: AudienceRule[] = [rule, ...named.flatMap((audience) => audience.rule ?? [])]
  const asksForSomething = rule.everyone || rule.audiences.length > 0 || fieldsOf(rule).length > 0
  if (!asksForSomething) throw invalid({ [`body.${side}`]: 'managerRuleEmpty' })
  // Who manages whom is what it says: it cannot depend on that.
  if (all.some((one) => fieldsOf(one).includes('managers')))
    throw invalid({ [`body.${side}`]: 'managerRuleOfManagers' })
}

async function checkCount(tx: WriteTx, whole: WholeManagerRule, counts: boolean, ruleId: string | null): Promise<void> {
  if (!counts) return
  const rules = [...(await readManagerRules(tx, ruleId)), whole]
  const { rows } = await sql<{ most: number }>`
    select coalesce(max(cardinality(managers)), 0) as most from (${managersByRules(rules)}) given`.execute(tx)
  if ((rows[0]?.most ?? 0) > managerRuleLimits.managersOfOne) throw invalid({ 'body.sameFields': 'tooManyManagers' })
}

/** At once, or by the background where many memberships get other managers. */
async function apply(ctx: Ctx, tx: WriteTx): Promise<void> {
  const rules = await readManagerRules(tx)
  const { rows } = await sql<{ id: string }>`
    with wanted as materialized (${managersByRules(rules)})
    select m.id from memberships m left join wanted w on w.membership_id = m.id
    where m.rule_managers is distinct from coalesce(w.managers, '{}') order by m.id limit ${membershipsAtOnce + 1}`.execute(
    tx,
  )
  if (rows.length > membershipsAtOnce) return enqueue(ctx, tx, 'managerRules.apply', {})
  const people = await giveManagers(
    tx,
    rows.map((row) => row.id),
  )
  await evaluateManaged(ctx, tx, people)
}

const subject = (row: Row<'managerRules'>) => ({
  subjectType: 'managerRule' as const,
  subjectId: row.id,
  subjectTitle: row.title,
})

function facts(row: Row<'managerRules'>) {
  const { title, kind, status, managers, people, sameFields, ladder, isNearest } = row
  return { title, kind, status, managers, people, sameFields, ladder, isNearest }
}

/** Nothing that the rules read changes meanwhile. Two people may save the same name at once: the second is told at the field. */
function write<T>(ctx: Ctx, act: (tx: WriteTx) => Promise<T>): Promise<T> {
  return ctx
    .write(async (tx) => {
      await lockRules(tx, 'alone')
      await lockManagers(tx)
      return act(tx)
    })
    .catch((error: unknown) => {
      if (isUniqueViolation(error, 'manager_rules_by_title')) throw invalid({ 'body.title': 'managerRuleTitleTaken' })
      throw error
    })
}
