import { sql } from 'kysely'
import { makeActor } from '../actor.ts'
import { type Ctx, createContext, type Services } from '../context.ts'
import { json } from '../db/database.ts'
import { announce } from '../outbox.ts'
import { ProblemError } from '../problem.ts'
import type { TenantId } from '../tenant/tenant-id.ts'
import { isKey, type Locale, translatorFor } from '../translate.ts'
import { JobCancelled, type JobKind } from './job.ts'

interface StoredActor {
  userId: string
  teamId: string
  locale: Locale
}

/** Runs one job of the tray from its row. Safe to call again for the same row: finished ones are left alone. */
export async function runJob(
  services: Services,
  tenantId: TenantId,
  kinds: readonly JobKind[],
  jobId: string,
): Promise<void> {
  const tenant = services.db.tenant(tenantId)
  const row = await tenant.read((tx) => tx.selectFrom('jobs').selectAll().where('id', '=', jobId).executeTakeFirst())
  if (!row || row.state === 'succeeded' || row.state === 'failed' || row.state === 'cancelled') return
  const stored = row.actor as unknown as StoredActor
  const ctx = await contextOf(services, tenantId, stored, jobId)
  if (ctx === null)
    return finish(
      services,
      tenantId,
      row.createdBy,
      jobId,
      { state: 'failed', error: 'reason.notAllowed' },
      translatorFor(stored.locale),
    )

  const kind = kinds.find((one) => one.kind === row.kind)
  if (!kind)
    return finish(
      services,
      tenantId,
      row.createdBy,
      jobId,
      { state: 'failed', error: `Unknown kind of job: ${row.kind}` },
      ctx.t,
    )
  const begun = await tenant.write((tx) =>
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

  let told = 0
  const progress = async (done: number, total: number | null) => {
    const asked = await tenant.write(async (tx) => {
      const updated = await tx
        .updateTable('jobs')
        .set({ done, total })
        .where('id', '=', jobId)
        .returning('cancelAsked')
        .executeTakeFirst()
      // A browser needs no more than a few steps each second.
      if (Date.now() - told > 400) {
        told = Date.now()
        await announce({ now: services.clock.now() }, tx, {
          topic: 'jobs',
          userId: row.createdBy,
          kind: 'progress',
          id: jobId,
        })
      }
      return updated?.cancelAsked ?? false
    })
    if (asked) throw new JobCancelled()
  }

  try {
    if (row.cancelAsked) throw new JobCancelled()
    const outcome = await kind.run(ctx, row.input as never, progress)
    await finish(
      services,
      tenantId,
      row.createdBy,
      jobId,
      { state: 'succeeded', result: outcome.result ?? {}, link: outcome.link ?? null },
      ctx.t,
    )
  } catch (error) {
    if (error instanceof JobCancelled)
      return finish(services, tenantId, row.createdBy, jobId, { state: 'cancelled' }, ctx.t)
    if (error instanceof ProblemError)
      return finish(
        services,
        tenantId,
        row.createdBy,
        jobId,
        { state: 'failed', error: error.detail ?? `problem.${error.code}` },
        ctx.t,
      )
    services.log.error({ err: error, jobId, kind: row.kind, tenant: tenantId }, 'job failed')
    await finish(services, tenantId, row.createdBy, jobId, { state: 'failed', error: 'problem.internal' }, ctx.t)
  }
}

/** The author's context with the rights of now; null when the membership is no longer active. */
async function contextOf(
  services: Services,
  tenantId: TenantId,
  stored: StoredActor,
  jobId: string,
): Promise<Ctx | null> {
  const member = await services.db
    .tenant(tenantId)
    .read((tx) =>
      tx
        .selectFrom('memberships')
        .select(['status', 'roles'])
        .where('id', '=', `${stored.userId}:${stored.teamId}`)
        .executeTakeFirst(),
    )
  if (member?.status !== 'active') return null
  const actor = makeActor({
    userId: stored.userId,
    teamId: stored.teamId,
    tenantId,
    roles: member.roles,
    sessionId: null,
  })
  return createContext({ actor, services, requestId: jobId, locale: stored.locale, t: translatorFor(stored.locale) })
}

async function finish(
  services: Services,
  tenantId: TenantId,
  userId: string,
  jobId: string,
  end: {
    state: 'succeeded' | 'failed' | 'cancelled'
    error?: string
    result?: Record<string, unknown>
    link?: string | null
  },
  t: (key: string) => string,
): Promise<void> {
  const now = services.clock.now()
  await services.db.tenant(tenantId).write(async (tx) => {
    await tx
      .updateTable('jobs')
      .set({
        state: end.state,
        error: end.error ? (isKey(end.error) ? t(end.error) : end.error) : null,
        result: end.result ? json(end.result) : null,
        link: end.link ?? null,
        finishedAt: now,
      })
      .where('id', '=', jobId)
      .execute()
    await announce({ now }, tx, { topic: 'jobs', userId, kind: end.state, id: jobId })
  })
}
