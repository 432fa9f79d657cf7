import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { freshDatabase } from '../../../test/db.ts'
import { givenTenant } from '../../../test/given/people.ts'
import { enqueue } from '../outbox.ts'
import { systemContext } from '../system-context.ts'
import { task } from './job.ts'
import { startWorker, type Worker } from './worker.ts'

let worker: Worker | undefined
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})

test('work goes on when all connections break under it, also just as a task has ended', {
  timeout: 90_000,
}, async () => {
  const app = await testApp()
  const { db, adminUrl } = await freshDatabase()
  const services = { ...app.services, db }
  const { tenantId } = await givenTenant({ ...app, services })
  const ctx = systemContext(services, tenantId, { requestId: 'test' })
  const done: number[] = []
  const work = task<{ number: number }>('test.work', async (_ctx, { number }) => {
    done.push(number)
    // Broken connections meet the runner while it strikes this very task off its list.
    if (number % 2 === 0) await breakConnections(adminUrl)
  })
  worker = await startWorker(services, adminUrl, [], [work])
  for (let number = 1; number <= 6; number++) {
    await ctx.write((tx) => enqueue(ctx, tx, 'test.work', { number })).catch(() => number--)
    await until(() => done.includes(number))
  }
  await until(async () => (await countJobs(adminUrl)) === 0)
  expect([...new Set(done)].toSorted()).toEqual([1, 2, 3, 4, 5, 6])
})

/** Ends every connection to the database but the one that says so. */
async function breakConnections(adminUrl: string): Promise<void> {
  await asAdmin(adminUrl, (client) =>
    client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
    ),
  )
}

async function countJobs(adminUrl: string): Promise<number> {
  const { rows } = await asAdmin(adminUrl, (client) =>
    client.query('select count(*)::int as count from graphile_worker._private_jobs'),
  )
  return rows[0].count
}

async function asAdmin<T>(adminUrl: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 2400; i++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('It did not come about')
}
