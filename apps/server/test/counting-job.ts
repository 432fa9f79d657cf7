import { pino } from 'pino'
import { testClock } from '../src/platform/clock.ts'
import type { Services } from '../src/platform/context.ts'
import { createDatabase } from '../src/platform/db/database.ts'
import { readSettings } from '../src/platform/env.ts'
import { openFileStore } from '../src/platform/files/open-store.ts'
import { job } from '../src/platform/jobs/job.ts'
import { doneJobRows, recordJobRows } from '../src/platform/jobs/job-rows.ts'
import { startWorker } from '../src/platform/jobs/worker.ts'
import { announce } from '../src/platform/outbox.ts'
import { loadSecrets } from '../src/platform/secrets.ts'

/** A job that shows how often each of its steps ran, by one event each time. */
export const countingJob = job('test.count', async (ctx, { steps }: { steps: string[] }) => {
  const done = await ctx.read((tx) => doneJobRows(tx as never, ctx.requestId, steps))
  for (const step of steps) {
    if (done.has(step)) continue
    await ctx.write(async (tx) => {
      await recordJobRows(tx, ctx.requestId, [{ subjectId: step, title: step, outcome: 'done' }])
      await announce(ctx, tx, { topic: 'jobs', userId: null, kind: 'counted', id: step })
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {}
})

// Run as a program, it is a worker on a database of the test, which the test stops and wakes.
//   node counting-job.ts <application URL> <owner's URL> <data folder>
if (process.argv[1] === import.meta.filename) {
  const [url = '', adminUrl = '', dataDir = ''] = process.argv.slice(2)
  const settings = readSettings({ DATA_DIR: dataDir, LEARNT_DEMO: 'off' })
  const db = createDatabase({ url, adminUrl, poolSize: 3 })
  const services: Services = {
    settings,
    db,
    clock: testClock(),
    files: await openFileStore(settings),
    secrets: await loadSecrets(db),
    log: pino({ level: 'warn' }, pino.destination(2)),
  }
  await startWorker(services, adminUrl, [countingJob], [])
}
