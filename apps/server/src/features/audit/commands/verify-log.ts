import type { ChainReport } from '@learnt/contract/audit-chain'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { type JobOutcome, type ReportProgress, startJob } from '../../../platform/jobs/job.ts'
import { verifyChain } from '../queries/verify-chain.ts'

/** Accepts a check of the whole log, which a job makes. */
export async function startVerifying(ctx: Ctx): Promise<{ jobId: string }> {
  return ctx.write(async (tx) => {
    await audit(ctx, tx, { action: 'audit.verify', subjectType: 'auditLog', subjectId: ctx.actor.tenantId })
    return startJob(ctx, tx, { kind: 'audit.verify', subject: '', input: {} })
  })
}

export async function verifyLog(ctx: Ctx, _input: object, progress: ReportProgress): Promise<JobOutcome> {
  const report = await verifyChain(ctx.services, ctx.services.db.tenant(ctx.actor.tenantId), progress)
  await ctx.write(async (tx) => {
    const check = {
      checkedAt: ctx.services.clock.now(),
      upTo: report.upTo,
      outcome: json(report satisfies ChainReport),
    }
    await tx
      .insertInto('auditChecks')
      .values(check)
      .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(check))
      .execute()
  })
  return {
    result: { upTo: report.upTo, problems: report.problemCount },
    link: '/apps/admin/audit-log',
  }
}
