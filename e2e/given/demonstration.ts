import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded.ts'
import { connected } from '../../apps/server/test/connection.ts'
import { type Learnt, startLearnt } from '../learnt.ts'

/** A Learnt that has seeded the demonstration and has stopped, so that others start on copies of its folder. */
export async function makeDemonstration(): Promise<Learnt> {
  const learnt = await startLearnt()
  await untilNothingWaits(learnt)
  await learnt.end()
  return learnt
}

/** Resolves when the worker has done the work that seeding queued; else each copy would repeat it. */
async function untilNothingWaits({ dataDir }: Learnt): Promise<void> {
  const { adminUrl } = await startEmbeddedPostgres({ dataDir, ifRunning: 'join', log: () => {} })
  // work that finds no free thread is postponed by seconds
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
