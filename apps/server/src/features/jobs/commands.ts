import { audit } from '../../platform/audit.ts'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { WriteTx } from '../../platform/db/database.ts'
import { announce, enqueue } from '../../platform/outbox.ts'
import { jobPolicy } from './policy.ts'
import { findJob, type JobRecord } from './queries.ts'

/** Stops a job: one that waits at once, one that runs between two steps. What it has done stays done. */
export async function cancelJob(ctx: Ctx, job: JobRecord): Promise<JobRecord> {
  return ctx.write(async (tx) => {
    const locked = await lock(tx, job.id)
    authorize(ctx.actor, jobPolicy.cancel, locked)
    const isOver = locked.state === 'waiting'
    await tx
      .updateTable('jobs')
      // Asked in both cases: a runner that has just taken it stops at its first step.
      .set({ cancelAsked: true, ...(isOver ? { state: 'cancelled' as const, finishedAt: ctx.now } : {}) })
      .where('id', '=', job.id)
      .execute()
    await announce(ctx, tx, {
      topic: 'jobs',
      userId: job.createdBy,
      kind: isOver ? 'cancelled' : 'cancelling',
      id: job.id,
    })
    await audit(ctx, tx, { action: 'jobs.cancel', subjectType: 'job', subjectId: job.id, subjectTitle: job.subject })
    return lock(tx, job.id)
  })
}

/** Runs a failed or cancelled job again from what it was given then. */
export async function retryJob(ctx: Ctx, job: JobRecord): Promise<JobRecord> {
  return ctx.write(async (tx) => {
    const locked = await lock(tx, job.id)
    authorize(ctx.actor, jobPolicy.retry, locked)
    await tx
      .updateTable('jobs')
      .set({
        state: 'waiting',
        cancelAsked: false,
        error: null,
        result: null,
        link: null,
        done: 0,
        startedAt: null,
        finishedAt: null,
      })
      .where('id', '=', job.id)
      .execute()
    await enqueue(ctx, tx, 'job', { jobId: job.id })
    await announce(ctx, tx, { topic: 'jobs', userId: job.createdBy, kind: 'started', id: job.id })
    await audit(ctx, tx, { action: 'jobs.retry', subjectType: 'job', subjectId: job.id, subjectTitle: job.subject })
    return lock(tx, job.id)
  })
}

async function lock(tx: WriteTx, jobId: string): Promise<JobRecord> {
  await tx.selectFrom('jobs').select('id').where('id', '=', jobId).forUpdate().execute()
  const job = await findJob(tx, jobId)
  if (!job) throw new Error(`Job ${jobId} is gone`)
  return job
}
