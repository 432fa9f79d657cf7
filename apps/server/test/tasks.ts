import type { Features } from '../src/app.ts'
import { makeActor, systemUserId } from '../src/platform/actor.ts'
import { createContext, type Services } from '../src/platform/context.ts'
import { runJob } from '../src/platform/jobs/run-job.ts'
import { mintTenantId } from '../src/platform/tenant-id.ts'
import { translatorFor } from '../src/platform/translate.ts'

/**
 * Empties the outbox in order, in this process, without waiting for relay and runner. Then runs the rounds with an
 * interval of at least `everyMs`.
 */
export async function runPendingTasks(services: Services, features: Features, everyMs: number): Promise<void> {
  for (let round = 0; round < 50; round++) {
    const due = await services.db.dangerouslyAsSystem((tx) =>
      tx
        .deleteFrom('outbox')
        .where('runAt', '<=', services.clock.now())
        .returning(['tenantId', 'task', 'payload', 'createdAt', 'id'])
        .execute(),
    )
    if (due.length === 0) break
    due.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    for (const one of due) {
      const tenantId = mintTenantId(one.tenantId)
      const payload = one.payload as Record<string, unknown>
      if (one.task === 'job') {
        await runJob(services, tenantId, features.jobs, String(payload.jobId))
        continue
      }
      const task = features.tasks.find((known) => known.name === one.task)
      if (!task) throw new Error(`Unknown task ${one.task}`)
      const actor = makeActor({ userId: systemUserId, teamId: tenantId, tenantId, roles: ['admin'], sessionId: null })
      await task.run(
        createContext({ actor, services, requestId: `task:${one.task}`, locale: 'en', t: translatorFor('en') }),
        payload,
      )
    }
  }
  const rounds = features.rounds.filter((round) => round.everyMs <= everyMs)
  for (const round of rounds) await round.run(services, new AbortController().signal)
}
