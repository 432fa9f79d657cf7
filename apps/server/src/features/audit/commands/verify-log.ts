import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type JobOutcome, type ReportProgress, startJob } from '../../../platform/jobs/job.ts'
import { verifyChain } from '../queries/verify-chain.ts'
import { keepCheck } from './keep-check.ts'

/** Accepts a check of the whole log, which a job makes. */
export async function startVerifying(ctx: Ctx): Promise<{ jobId: string }> {
  return ctx.write(async (tx) => {
    await audit(ctx, tx, { action: 'audit.verify', subjectType: 'auditLog', subjectId: ctx.actor.tenantId })
    return startJob(ctx, tx, { kind: 'audit.verify', subject: '', input: {} })
  })
}

export async function verifyLog(ctx: Ctx, _input: object, progress: ReportProgress): Promise<JobOutcome> {
  const report = await verifyChain(ctx.services, ctx.services.db.tenant(ctx.actor.tenantId), progress)
  await ctx.write((tx) => keepCheck(ctx, tx, report))
  return {
    result: { upTo: report.upTo, problems: report.problemCount },
    link: '/apps/admin/audit-log',
  }
}
