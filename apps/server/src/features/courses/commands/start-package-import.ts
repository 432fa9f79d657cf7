import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { startJob } from '../../../platform/jobs/job.ts'

/** Accepts the import of an uploaded package. */
export function startPackageImport(ctx: Ctx, file: { id: string; name: string }): Promise<{ jobId: string }> {
  return ctx.write(async (tx) => {
    const job = await startJob(ctx, tx, { kind: 'packages.import', subject: file.name, input: { fileId: file.id } })
    await audit(ctx, tx, {
      action: 'packages.import',
      subjectType: 'file',
      subjectId: file.id,
      subjectTitle: file.name,
    })
    return job
  })
}
