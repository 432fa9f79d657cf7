import type { audiences } from '@learnt/contract/audiences'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type Row, type WriteTx } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, notFound, ProblemError } from '../../../platform/problem.ts'
import { audienceUses } from '../../../platform/rule-uses.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import { refuseOpenFields } from '../../permissions/commands/refuse-open-fields.ts'
import { fieldsOf } from '../../reach/policy.ts'
import { findAudience } from '../queries/list-audiences.ts'
import { applyUses } from './apply-uses.ts'
import { insertPeople } from './change-people.ts'

type Input = HandlerInput<typeof audiences.create>['body']
type Change = HandlerInput<typeof audiences.update>['body']

/** No permission names it yet, so that nobody gains anything. */
export async function createAudience(ctx: Ctx, input: Input): Promise<string> {
  const id = newId()
  await write(ctx, async (tx) => {
    if (input.kind === 'rule') {
      await lockRules(tx, 'alone')
      await refuseOpenFields(tx, input.rule)
    }
    const row = await tx
      .insertInto('audiences')
      .values({
        id,
        title: input.title,
        kind: input.kind,
        ...(input.kind === 'rule' ? { rule: json(input.rule), fields: fieldsOf(input.rule) } : {}),
        updatedBy: ctx.actor.userId,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const added = input.kind === 'people' && input.people ? await insertPeople(ctx, tx, id, input.people) : null
    await audit(ctx, tx, {
      action: 'audiences.create',
      subjectType: 'audience',
      subjectId: id,
      subjectTitle: row.title,
      after: { ...facts(row), ...(added ? { people: added.count } : {}) },
    })
  })
  return id
}

/**
 * Renames an audience or changes its rule. With another rule every permission that names it is applied anew: those with few
 * changes in this transaction, the others by their jobs.
 */
export async function changeAudience(ctx: Ctx, audienceId: string, change: Change): Promise<void> {
  await write(ctx, async (tx) => {
    await lockRules(tx, 'alone')
    const before = await tx.selectFrom('audiences').selectAll().where('id', '=', audienceId).executeTakeFirst()
    if (!before) throw notFound()
    if (change.rule && before.kind !== 'rule') throw invalid({ 'body.rule': 'invalid' })
    if (change.rule) await refuseOpenFields(tx, change.rule)
    const after = await tx
      .updateTable('audiences')
      .set({
        ...(change.title === undefined ? {} : { title: change.title }),
        ...(change.rule === undefined
          ? {}
          : {
              rule: json(change.rule),
              fields: fieldsOf(change.rule),
              revision: sql<number>`revision + (rule is distinct from ${json(change.rule)}::jsonb)::int`,
            }),
        updatedBy: ctx.actor.userId,
        updatedAt: ctx.now,
      })
      .where('id', '=', audienceId)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (after.revision !== before.revision) await applyUses(ctx, tx, audienceId)
    await audit(ctx, tx, {
      action: 'audiences.change',
      subjectType: 'audience',
      subjectId: audienceId,
      subjectTitle: after.title,
      before: facts(before),
      after: facts(after),
    })
  })
}

/** Refused while a permission or a section of a pathway names it, in words that say which. */
export function removeAudience(ctx: Ctx, audienceId: string): Promise<void> {
  return ctx.write((tx) => removeAudienceIn(ctx, tx, audienceId))
}

/** The same in the caller's transaction. */
export async function removeAudienceIn(ctx: Ctx, tx: WriteTx, audienceId: string): Promise<void> {
  await lockRules(tx, 'alone')
  const audience = await findAudience(tx, audienceId)
  if (!audience) throw notFound()
  const { uses, usedBy, pathways } = audience
  const namesOf = (all: readonly { title: string }[], count: number) => {
    const names = all.slice(0, 5).map((use) => `“${use.title}”`)
    return { count, names: [...names, ...(count > names.length ? ['…'] : [])].join(', ') }
  }
  if (uses > 0) throw new ProblemError('wrong-state', { detail: ctx.t('audiences.inUse', namesOf(usedBy, uses)) })
  if (pathways.length > 0)
    throw new ProblemError('wrong-state', { detail: ctx.t('audiences.dividing', namesOf(pathways, pathways.length)) })
  for (const { titles, refusal } of audienceUses) {
    const { rows } = await sql<{ title: string }>`
      select title from (${titles(audienceId)}) users order by lower(title)`.execute(tx)
    if (rows.length > 0) throw new ProblemError('wrong-state', { detail: ctx.t(refusal, namesOf(rows, rows.length)) })
  }
  await tx.deleteFrom('audiencePeople').where('audienceId', '=', audienceId).execute()
  await tx.deleteFrom('audiences').where('id', '=', audienceId).execute()
  await audit(ctx, tx, {
    action: 'audiences.remove',
    subjectType: 'audience',
    subjectId: audienceId,
    subjectTitle: audience.title,
    before: { title: audience.title, kind: audience.kind, rule: audience.rule, people: audience.people },
  })
}

function facts({ title, kind, rule }: Row<'audiences'>) {
  return { title, kind, rule }
}

/** Two people may save the same name at once: the second one is told at the field. */
function write(ctx: Ctx, act: (tx: WriteTx) => Promise<void>): Promise<void> {
  return ctx.write(act).catch((error: unknown) => {
    if (isUniqueViolation(error, 'audiences_by_title')) throw invalid({ 'body.title': 'audienceTitleTaken' })
    throw error
  })
}

/** An empty list of people that another system looks after, in the caller's transaction. */
export async function createList(ctx: Ctx, tx: WriteTx, title: string): Promise<string> {
  const id = newId()
  const row = await tx
    .insertInto('audiences')
    .values({ id, title, kind: 'people', updatedBy: ctx.actor.userId, createdAt: ctx.now, updatedAt: ctx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await audit(ctx, tx, {
    action: 'audiences.create',
    subjectType: 'audience',
    subjectId: id,
    subjectTitle: title,
    after: facts(row),
  })
  return id
}

export async function renameList(
  ctx: Ctx,
  tx: WriteTx,
  audience: { readonly id: string; readonly title: string },
  title: string,
): Promise<void> {
  await tx
    .updateTable('audiences')
    .set({ title, updatedBy: ctx.actor.userId, updatedAt: ctx.now })
    .where('id', '=', audience.id)
    .execute()
  await audit(ctx, tx, {
    action: 'audiences.change',
    subjectType: 'audience',
    subjectId: audience.id,
    subjectTitle: title,
    before: { title: audience.title },
    after: { title },
  })
}
