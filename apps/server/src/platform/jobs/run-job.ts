import { roleRank, sessionRole } from '@learnt/contract/roles'
import { sql } from 'kysely'
import { isAdmin, makeActor } from '../actor.ts'
import { type BeforeCommit, type Ctx, createContext, type Services } from '../context.ts'
import { json, type Row, type TenantDb, type WriteTx } from '../db/database.ts'
import { notify } from '../notify.ts'
import { announce } from '../outbox.ts'
import { ProblemError } from '../problem.ts'
import type { TenantId } from '../tenant-id.ts'
import { isKey, translatorFor } from '../translate.ts'
import { JobCancelled, type JobKind, type JobOutcome, TaskTaken } from './job.ts'
import { authorRoles, findJobRights, type JobRights, mayAct, type StoredActor } from './job-rights.ts'

/**
 * Runs one job of the tray from its row. Safe to call again for the same row: finished ones are left alone. `fence` stands
 * at the end of every transaction of the job and throws when the job is no longer this worker's.
 */
export async function runJob(
  services: Services,
  tenantId: TenantId,
  kinds: readonly JobKind[],
  jobId: string,
  fence?: BeforeCommit,
): Promise<void> {
  const tenant = services.db.tenant(tenantId)
  const write: TenantDb['write'] = (fn, options) =>
    tenant.write(async (tx) => {
      const result = await fn(tx)
      await fence?.(tx)
      return result
    }, options)
  const row = await tenant.read((tx) => tx.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst())
  if (!row || row.state === 'succeeded' || row.state === 'failed') return
  const kind = kinds.find((one) => one.kind === row.kind)
  const abandon = async (tx: WriteTx) => kind?.abandon?.(tx, row.input as never)
  if (row.state === 'cancelled') return write(abandon)
  const stored = row.actor as unknown as StoredActor
  const rights = await tenant.read((tx) => findJobRights(tx, stored))
  const ctx = contextOf(services, tenantId, stored, rights, jobId, fence)
  const end = (how: JobEnd) =>
    write(async (tx) => {
      if (how.state !== 'succeeded') await abandon(tx)
      await how.together?.(tx)
      await finish(tx, services.clock.now(), row, how, ctx?.t ?? translatorFor(stored.locale))
      // The person did not begin a job of an administrator who acts as them, so they are not told.
      if (!stored.impersonator && !how.isTold) await tellAuthor(tx, services.clock.now(), row, how)
    })
  if (ctx === null) return end({ state: 'failed', error: 'reason.notAllowed' })
  if (!kind) return end({ state: 'failed', error: `Unknown kind of job: ${row.kind}` })
  if (kind.needsAdmin && !isAdmin(ctx.actor)) return end({ state: 'failed', error: 'reason.notAllowed' })
  if (!rights.mayAct) return end({ state: 'failed', error: 'reason.actingOver' })
  const begun = await write((tx) =>
    tx
      .updateTable('jobs')
      .set((eb) => ({
        state: 'running',
        startedAt: eb.fn.coalesce('startedAt', sql<Date>`${services.clock.now()}`),
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', '=', jobId)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst(),
  )
  // Cancelled between the look and the start.
  if (Number(begun.numUpdatedRows) === 0) return

  // What runs holds the rights with which it began, so none of them may be gone.
  const lostRight = (now: JobRights): string | null => {
    if (now.authorRoles === null) return 'reason.notAllowed'
    if (kind.needsAdmin && roleRank[sessionRole(now.authorRoles)] < roleRank[ctx.actor.role]) return 'reason.notAllowed'
    return now.mayAct ? null : 'reason.actingOver'
  }

  let told = 0
  const progress = async (done: number, total: number | null) => {
    const found = await write(async (tx) => {
      const updated = await tx
        .updateTable('jobs')
        .set({ done, total })
        .where('id', '=', jobId)
        .returning(['cancelAsked', authorRoles(stored).as('authorRoles'), mayAct(stored).as('mayAct')])
        .executeTakeFirst()
      // A browser needs no more than a few steps each second.
      if (performance.now() - told > 400) {
        told = performance.now()
        await announce({ now: services.clock.now() }, tx, {
          topic: 'jobs',
          userId: row.createdBy,
          kind: 'progress',
          id: jobId,
        })
      }
      return updated
    })
    if (!found) return
    if (found.cancelAsked) throw new JobCancelled()
    const lost = lostRight(found)
    if (lost !== null) throw new ProblemError('not-allowed', { detail: lost })
  }

  try {
    if (row.cancelAsked) throw new JobCancelled()
    const outcome = await kind.run(ctx, row.input as never, progress)
    const { result = {}, link = null, together, isTold } = outcome
    await end({ state: 'succeeded', result, link, together, isTold })
    await outcome.afterwards?.()
  } catch (error) {
    // The worker that has the task now writes the outcome.
    if (error instanceof TaskTaken) throw error
    if (error instanceof JobCancelled) return end({ state: 'cancelled' })
    if (error instanceof ProblemError) return end({ state: 'failed', error: error.detail ?? `problem.${error.code}` })
    services.log.error({ err: error, jobId, kind: row.kind, tenant: tenantId }, 'job failed')
    await end({ state: 'failed', error: 'problem.internal' })
  }
}

interface JobEnd {
  state: 'succeeded' | 'failed' | 'cancelled'
  error?: string
  result?: Record<string, unknown>
  link?: string | null
  together?: JobOutcome['together'] | undefined
  isTold?: true | undefined
}

/** The author's context with the rights of now; null when the membership is no longer active. */
function contextOf(
  services: Services,
  tenantId: TenantId,
  stored: StoredActor,
  rights: JobRights,
  jobId: string,
  fence: BeforeCommit | undefined,
): Ctx | null {
  if (rights.authorRoles === null) return null
  const actor = makeActor({
    userId: stored.userId,
    teamId: stored.teamId,
    tenantId,
    roles: rights.authorRoles,
    sessionId: null,
    impersonator: stored.impersonator,
  })
  return createContext({
    actor,
    services,
    requestId: jobId,
    locale: stored.locale,
    t: translatorFor(stored.locale),
    beforeCommit: fence,
  })
}

async function finish(
  tx: WriteTx,
  now: Date,
  job: Pick<Row<'jobs'>, 'id' | 'createdBy'>,
  end: JobEnd,
  t: (key: string) => string,
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({
      state: end.state,
      error: end.error ? (isKey(end.error) ? t(end.error) : end.error) : null,
      result: end.result ? json(end.result) : null,
      link: end.link ?? null,
      finishedAt: now,
    })
    .where('id', '=', job.id)
    .execute()
  await announce({ now }, tx, { topic: 'jobs', userId: job.createdBy, kind: end.state, id: job.id })
}

/** What is over sooner has not been waited for (product, "Every long job"). */
const longMs = 2000

/** Notifies the author of a failed job, or of a long one that they may have stopped waiting for. */
async function tellAuthor(
  tx: WriteTx,
  now: Date,
  job: Pick<Row<'jobs'>, 'id' | 'kind' | 'subject' | 'createdBy' | 'createdAt'>,
  end: JobEnd,
): Promise<void> {
  if (end.state === 'cancelled') return
  if (end.state === 'succeeded' && now.getTime() - job.createdAt.getTime() < longMs) return
  const { attempts } = await tx.selectFrom('jobs').select('attempts').where('id', '=', job.id).executeTakeFirstOrThrow()
  await notify({ now }, tx, {
    kind: end.state === 'succeeded' ? 'jobSucceeded' : 'jobFailed',
    userId: job.createdBy,
    // Run again by hand it ends again.
    key: `job:${job.id}:${attempts}`,
    params: { jobId: job.id, job: job.kind, subject: job.subject },
    ...(end.link?.startsWith('/') ? { link: end.link } : {}),
  })
}
