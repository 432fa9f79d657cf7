import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded.ts'
import { connected } from '../../apps/server/test/connection.ts'
import { type Learnt, startLearnt } from '../learnt.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the demonstrations that files share: one for each that runs at a time, see learntUrl(). */
    learntUrls: string[]
  }
}

const learnts: Learnt[] = []

/**
 * A server for each worker, with the demonstration in it, which is filled in once. LEARNT_E2E_URL names one that runs
 * already.
 */
export async function setup(project: TestProject): Promise<void> {
  const running = process.env.LEARNT_E2E_URL
  if (!running) {
    // The providers that people sign in with are peers on this machine.
    const settings = { PRIVATE_PROVIDERS: 'yes' }
    const first = await startLearnt({ settings })
    learnts.push(first)
    await untilNothingWaits(first)
    await first.end()
    const others = Array.from({ length: project.config.maxWorkers - 1 }, () =>
      startLearnt({ copyOf: first.dataDir, settings }),
    )
    learnts.push(...(await Promise.all(others)))
    await first.restart()
  }
  project.provide('learntUrls', running ? [running] : learnts.map(({ url }) => url))
}

export async function teardown(): Promise<void> {
  await Promise.all(learnts.map((learnt) => learnt.stop()))
}

/** Resolves when the worker has done what seeding left to it: a copy that is made before does it again, in each of them. */
async function untilNothingWaits({ dataDir }: Learnt): Promise<void> {
  const { adminUrl } = await startEmbeddedPostgres({ dataDir, ifRunning: 'join', log: () => {} })
  // what finds no free thread is put off for seconds
  const isSoon = `run_at < now() + interval '10 seconds'`
  await connected(adminUrl, async (owner) => {
    for (;;) {
      await owner.query('begin isolation level repeatable read')
      const queued = await owner.query(`select from graphile_worker._private_jobs where ${isSoon} limit 1`)
      await owner.query('set local role learnt_relay')
      const left = await owner.query(`select from outbox where ${isSoon} limit 1`)
      await owner.query('commit')
      if (queued.rowCount === 0 && left.rowCount === 0) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })
}
