import type { Field } from '@learnt/contract/forms/content'
import type { Ctx, Services } from '../../../platform/context.ts'
import { announce } from '../../../platform/outbox.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import { isWithheld } from '../policy.ts'
import { findClosesAt } from '../queries/end-of-writing.ts'
import { findNames, lockSubmission } from '../queries/find-submissions.ts'
import { getVersion } from '../queries/find-version.ts'
import { openedResults } from '../queries/shown-results.ts'
import { withDrawn } from './draw-questions.ts'
import { startFollowUps } from './follow-ups.ts'
import { tellDecided } from './mark-submission.ts'
import { recordOutcome } from './record-outcome.ts'

const atOnce = 100

/** Tells results whose review has opened: what was held back until now follows from each, once. */
export async function openResults(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const tenantId of await listOpenTenants(services.db)) {
    const ctx = systemContext(services, tenantId, { requestId: 'forms.openResults' })
    for (let found = atOnce; found === atOnce; ) {
      const { rows } = await ctx.read((tx) => openedResults(ctx.now, atOnce).execute(tx))
      found = rows.length
      for (const { id } of rows) {
        if (stopping?.aborted) return
        await openResult(ctx, id)
      }
    }
  }
}

function openResult(ctx: Ctx, id: string): Promise<void> {
  return ctx.write(async (tx) => {
    const record = await lockSubmission(tx, id)
    if (!record?.isWithheld || record.outcome === null) return
    const [content, closesAt, { title }] = await Promise.all([
      getVersion(tx, ctx.actor.tenantId, record.versionId),
      findClosesAt(tx, id),
      findNames(tx, record.formId, null),
    ])
    const percent = record.percent === null ? null : Number(record.percent)
    // The date was moved meanwhile.
    if (isWithheld({ ...record, percent, closesAt }, content.settings, ctx.now)) return
    await tx.updateTable('submissions').set({ isWithheld: false }).where('id', '=', id).execute()
    const { outcome } = record
    const form = withDrawn(content, record.drawn as Record<string, Field[]> | null)
    await startFollowUps(ctx, tx, { submissionId: id, form, outcome, isWithheld: false })
    if (record.decidedBy !== null) {
      const points = record.points === null ? null : Number(record.points)
      await tellDecided(ctx, tx, { id, outcome, points })
    }
    if (record.assignmentId === null)
      return announce(ctx, tx, { topic: 'me', userId: record.userId, kind: 'progress', id })
    await recordOutcome(ctx, tx, {
      assignmentId: record.assignmentId,
      userId: record.userId,
      formId: record.formId,
      title,
      versionId: record.versionId,
      outcome,
      percent,
      seconds: 0,
      isSubmission: false,
      replaces: false,
      isWithheld: false,
    })
  })
}
