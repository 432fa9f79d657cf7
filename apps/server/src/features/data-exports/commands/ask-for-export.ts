import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { startJob } from '../../../platform/jobs/job.ts'

export const exportJob = 'dataExports.make'

/** Begins a copy of the actor's data. While one is being made it is that one, also for two who ask at once. */
export async function askForExport(ctx: Ctx): Promise<{ id: string; jobId: string }> {
  const { userId } = ctx.actor
  return ctx.write(async (tx) => {
    // A failed one is used again: it may name bytes that must be removed.
    const again = await tx
      .updateTable('dataExports')
      .set({ state: 'making', askedAt: ctx.now })
      .where('userId', '=', userId)
      .where('state', '=', 'failed')
      .returning('id')
      .executeTakeFirst()
    const id = again?.id ?? newId()
    if (!again) {
      const made = await tx
        .insertInto('dataExports')
        .values({ id, userId, state: 'making', jobId: id, askedAt: ctx.now })
        .onConflict((conflict) => conflict.columns(['tenantId', 'userId', 'state']).doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made)
        return tx
          .selectFrom('dataExports')
          .select(['id', 'jobId'])
          .where('userId', '=', userId)
          .where('state', '=', 'making')
          .executeTakeFirstOrThrow()
    }
    const { jobId } = await startJob(ctx, tx, { kind: exportJob, subject: '', input: { exportId: id } })
    await tx.updateTable('dataExports').set({ jobId }).where('id', '=', id).execute()
    await audit(ctx, tx, { action: 'dataExports.make', subjectType: 'user', subjectId: userId })
    return { id, jobId }
  })
}
