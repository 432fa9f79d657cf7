import type { Due, PermissionChange, PermissionInput, RequestRule, Rule } from '@learnt/contract/permissions'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type Row, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid } from '../../../platform/problem.ts'
import { fieldsOf } from '../../reach/policy.ts'
import { readAudiences } from '../queries/read-rule.ts'
import { applyPermission } from './apply-permission.ts'
import { lockRules } from './lock-rules.ts'
import { refuseDueField, refuseOpenFields } from './refuse-open-fields.ts'

type NewPermission = z.output<typeof PermissionInput>

interface Document {
  readonly id: string
  readonly title: string
}

export async function createPermission(
  ctx: Ctx,
  tx: WriteTx,
  document: Document,
  input: Omit<NewPermission, 'request'> & Partial<Pick<NewPermission, 'request'>>,
): Promise<string> {
  await lockRules(tx, 'alone')
  await checkAudiences(tx, input.rule)
  await refuseOpenFields(tx, input.rule)
  await checkDue(tx, document.id, input.due)
  const row = await tx
    .insertInto('permissions')
    .values({
      id: newId(),
      documentType: input.documentType,
      documentId: document.id,
      title: input.title,
      status: input.status,
      isOptional: input.isOptional,
      ...storedRequest(input.isOptional ? (input.request ?? null) : null),
      ...storedRule(input.rule),
      due: json(input.due),
      updatedBy: ctx.actor.userId,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await applyPermission(ctx, tx, row, input.title)
  await audit(ctx, tx, {
    action: 'permissions.create',
    subjectType: 'permission',
    subjectId: row.id,
    subjectTitle: row.title,
    after: facts(row),
  })
  return row.id
}

/** A rule of a manager's over their own people, whatever they ask for: who becomes one of them gets it, who leaves them loses it. */
export function createOwnRule(
  ctx: Ctx,
  tx: WriteTx,
  document: Document & { readonly type: NewPermission['documentType'] },
  of: { title: string; positions: readonly string[]; isOptional: boolean; due: Due },
): Promise<string> {
  const { title, positions, isOptional, due } = of
  return createPermission(ctx, tx, document, {
    documentType: document.type,
    documentId: document.id,
    title,
    status: 'active',
    isOptional,
    rule: {
      rule: { managers: [ctx.actor.userId], ...(positions.length > 0 ? { position: [...positions] } : {}) },
      groups: [],
      everyone: false,
      audiences: [],
    },
    due,
  })
}

/** Inactive hides the document from those who have it by this rule alone; what they did stays, and comes back with it. */
export async function updatePermission(
  ctx: Ctx,
  tx: WriteTx,
  permissionId: string,
  change: z.output<typeof PermissionChange>,
): Promise<void> {
  await lockRules(tx, 'alone')
  if (change.rule) {
    await checkAudiences(tx, change.rule)
    await refuseOpenFields(tx, change.rule)
  }
  const before = await tx.selectFrom('permissions').selectAll().where('id', '=', permissionId).executeTakeFirstOrThrow()
  if (change.due) await checkDue(tx, before.documentId, change.due)
  const isOptional = change.isOptional ?? before.isOptional
  const after = await tx
    .updateTable('permissions')
    .set({
      ...(change.title === undefined ? {} : { title: change.title }),
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(change.isOptional === undefined ? {} : { isOptional: change.isOptional }),
      // What is required is not asked for.
      ...(change.request === undefined && isOptional
        ? {}
        : storedRequest(isOptional ? (change.request ?? null) : null)),
      ...(change.rule === undefined ? {} : storedRule(change.rule)),
      ...(change.due === undefined ? {} : { due: json(change.due) }),
      updatedBy: ctx.actor.userId,
      updatedAt: ctx.now,
    })
    .where('id', '=', permissionId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await applyPermission(ctx, tx, after, after.title)
  await audit(ctx, tx, {
    action: 'permissions.update',
    subjectType: 'permission',
    subjectId: permissionId,
    subjectTitle: after.title,
    before: facts(before),
    after: facts(after),
  })
}

function storedRule(rule: Rule) {
  return { rule: json(rule), fields: fieldsOf(rule), audienceIds: [...new Set(rule.audiences)] }
}

/** Under the rules' lock, so that none of them is removed meanwhile. */
async function checkAudiences(tx: WriteTx, rule: Rule): Promise<void> {
  const known = await readAudiences(tx, rule.audiences)
  if (known.length < new Set(rule.audiences).size) throw invalid({ 'body.rule.audiences': 'invalid' })
}

/** The document from whose end it counts is one of this tenant, and another. */
async function checkDue(tx: WriteTx, documentId: string, due: Due): Promise<void> {
  await refuseDueField(tx, due)
  if (due.kind !== 'finish') return
  const known = await tx.selectFrom('documents').select('id').where('id', '=', due.documentId).executeTakeFirst()
  if (!known || known.id === documentId) throw invalid({ 'body.due.documentId': 'invalid' })
}

function storedRequest(request: RequestRule | null) {
  return { requestTo: request?.to ?? null, standInAfterDays: request?.standInAfterDays ?? null }
}

function facts(row: Row<'permissions'>) {
  const { title, status, isOptional, documentId, documentType, requestTo, standInAfterDays } = row
  return {
    title,
    status,
    isOptional,
    ...(requestTo === null ? {} : { requestTo, standInAfterDays }),
    documentId,
    documentType,
    rule: row.rule as Rule,
    due: row.due as Due,
  }
}
