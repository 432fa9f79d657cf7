import type { Validity } from '@learnt/contract/certificates'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { invalid } from '../../../platform/problem.ts'
import type { DocumentRecord } from '../../documents/queries.ts'
import { findRule } from '../queries/find-templates.ts'

interface Rule {
  readonly templateId: string
  readonly validity: Validity
  readonly warnings: readonly number[]
  readonly alsoFinished: boolean
}

/** Lets a document give a certificate. If wanted, a task also gives it to people who have finished already. */
export async function setRule(ctx: Ctx, tx: WriteTx, document: DocumentRecord, rule: Rule): Promise<void> {
  const before = await findRule(tx, document.id)
  const { rows } = await sql`select from certificate_templates where id = ${rule.templateId} for key share`.execute(tx)
  if (rows.length === 0) throw invalid({ 'body.templateId': 'invalid' })
  if (rule.validity.kind === 'cycle' && document.reset === null) throw invalid({ 'body.validity.kind': 'noCycle' })
  const warnings = [...new Set(rule.warnings)].sort((a, b) => b - a)
  await tx
    .insertInto('certificateRules')
    .values({
      documentId: document.id,
      documentType: document.type,
      templateId: rule.templateId,
      validity: json(rule.validity),
      warnings,
      updatedBy: ctx.actor.userId,
      updatedAt: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'documentId']).doUpdateSet({
        templateId: rule.templateId,
        validity: json(rule.validity),
        warnings,
        updatedBy: ctx.actor.userId,
        updatedAt: ctx.now,
      }),
    )
    .execute()
  if (rule.alsoFinished) await enqueue(ctx, tx, 'certificates.issueFinished', { documentId: document.id })
  await audit(ctx, tx, {
    action: 'certificates.attach',
    subjectType: document.type,
    subjectId: document.id,
    subjectTitle: document.title,
    before: before && { template: before.templateTitle, validity: before.validity, warnings: before.warnings },
    after: { ...rule, warnings },
  })
}

export async function removeRule(ctx: Ctx, tx: WriteTx, document: DocumentRecord): Promise<void> {
  const before = await findRule(tx, document.id)
  await tx.deleteFrom('certificateRules').where('documentId', '=', document.id).execute()
  await audit(ctx, tx, {
    action: 'certificates.detach',
    subjectType: document.type,
    subjectId: document.id,
    subjectTitle: document.title,
    before: before && { template: before.templateTitle, validity: before.validity },
  })
}
