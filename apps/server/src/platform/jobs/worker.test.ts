import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { ask } from '../../../test/connection.ts'
import { countingJob } from '../../../test/counting-job.ts'
import { freshDatabase } from '../../../test/db.ts'
import { type GivenPerson, givenTenant } from '../../../test/given/people.ts'
import { isProof } from '../../../test/proof.ts'
import { makeScratchFolder } from '../../../test/scratch.ts'
import { features } from '../../app.ts'
import { makeActor } from '../actor.ts'
import { createContext } from '../context.ts'
import { json } from '../db/database.ts'
import { newId } from '../ids.ts'
import { enqueue } from '../outbox.ts'
import { systemContext } from '../system-context.ts'
import { translatorFor } from '../translate.ts'
import { massTask, startJob, task } from './job.ts'
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
  // A task that is done once more breaks the connection that asks, too.
  await until(async () => (await countJobs(adminUrl).catch(() => -1)) === 0)
  expect([...new Set(done)].toSorted()).toEqual([1, 2, 3, 4, 5, 6])
})

test('a task that was fetched by an answer that never arrived is done within a minute', async () => {
  const app = await testApp()
  const { db, adminUrl } = await freshDatabase()
  const services = { ...app.services, db }
  const { tenantId } = await givenTenant({ ...app, services })
  let done = 0
  const work = task('test.work', async () => void done++)
  worker = await startWorker(services, adminUrl, [], [work])
  await ask(adminUrl, `select 1 from graphile_worker.add_job('learnt', $1::json, run_at := now() + interval '1 day')`, [
    JSON.stringify({ tenantId, task: 'test.work', payload: {} }),
  ])
  await ask(
    adminUrl,
    `update graphile_worker._private_jobs set run_at = now(), attempts = 1, locked_at = now() - interval '1 minute',
       locked_by = (select max(worker_id) from control.workers)`,
  )
  await until(async () => (await countJobs(adminUrl)) === 0)
  expect(done).toBe(1)
})

test('the work of a copy, which has the ids of the original, is work of its own', async () => {
  const app = await testApp()
  const { db, adminUrl } = await freshDatabase()
  const services = { ...app.services, db }
  const tenants = [await givenTenant({ ...app, services }), await givenTenant({ ...app, services })]
  const done: string[] = []
  const work = task('test.work', async (ctx) => void done.push(ctx.actor.tenantId))
  const id = newId()
  for (const { tenantId } of tenants) {
    const ctx = systemContext(services, tenantId, { requestId: 'test' })
    const row = { id, task: 'test.work', payload: json({}), runAt: ctx.now, createdAt: ctx.now }
    await ctx.write((tx) => tx.insertInto('outbox').values(row).execute())
  }
  worker = await startWorker(services, adminUrl, [], [work])
  await until(() => done.length === 2)
  expect(done.toSorted()).toEqual(tenants.map((tenant) => tenant.tenantId).toSorted())
})

test('a worker that stops is heard of until its tasks have ended, so that nobody else begins them', async () => {
  const app = await testApp()
  const { db, adminUrl } = await freshDatabase()
  const services = { ...app.services, db }
  const { tenantId } = await givenTenant({ ...app, services })
  const ctx = systemContext(services, tenantId, { requestId: 'test' })
  const held = Promise.withResolvers<void>()
  let begun = 0
  const work = task('test.work', async () => {
    begun++
    await held.promise
  })
  const stopping = await startWorker(services, adminUrl, [], [work])
  await ctx.write((tx) => enqueue(ctx, tx, 'test.work', {}))
  await until(() => begun === 1)
  const lastSeen = async () => {
    const [row] = await ask<{ at: number }>(
      adminUrl,
      'select extract(epoch from max(seen_at))::float8 as at from control.workers',
    )
    return row?.at ?? 0
  }
  const ended = stopping.stop()
  const atStop = await lastSeen()
  await until(async () => (await lastSeen()) > atStop + 1.5)
  held.resolve()
  await ended
  expect(await countJobs(adminUrl)).toBe(0)
  expect(begun).toBe(1)
})

test('thousands of slow mails that wait hold up nothing else', async () => {
  const app = await testApp()
  const { db, adminUrl } = await freshDatabase()
  const services = { ...app.services, db }
  const { tenantId } = await givenTenant({ ...app, services })
  const ctx = systemContext(services, tenantId, { requestId: 'test' })
  const counts = { begun: 0, done: 0 }
  const slow = massTask('test.mail', async () => {
    counts.begun++
    await new Promise((resolve) => setTimeout(resolve, 400))
  })
  const cycle = task('test.cycle', async () => void counts.done++)
  const mails = Array.from({ length: 2000 }, () => ({
    id: newId(),
    task: 'test.mail',
    payload: json({}),
    runAt: ctx.now,
    createdAt: ctx.now,
  }))
  await ctx.write((tx) => tx.insertInto('outbox').values(mails).execute())
  worker = await startWorker(services, adminUrl, [], [slow, cycle])
  await until(() => counts.begun > 3)
  for (let nth = 1; nth <= 3; nth++) {
    await ctx.write((tx) => enqueue(ctx, tx, 'test.cycle', {}))
    await until(() => counts.done === nth)
  }
  // All three are done while nearly all mails still wait.
  expect(await countJobs(adminUrl)).toBeGreaterThan(1500)
  const isMass = (name: string) => features.tasks.find((one) => one.name === name)?.isMass
  expect(['mails.send', 'cycles.tell', 'notifications.assigned'].map(isMass)).toEqual([true, true, true])
  expect(['mails.sendNow', 'cycles.catchUp', 'managerRules.apply'].map(isMass)).toEqual(Array(3).fill(undefined))
})

test.runIf(isProof)(
  'a worker that was frozen, taken for dead and wakes up does nothing a second time',
  {
    timeout: 120_000,
  },
  async () => {
    const app = await testApp()
    const { db, adminUrl, appUrl } = await freshDatabase()
    const services = { ...app.services, db }
    const { admin } = await givenTenant({ ...app, services })
    const ctx = createContext({
      actor: actorOf(admin),
      services,
      requestId: 'test',
      locale: 'en',
      t: translatorFor('en'),
    })
    const steps = Array.from({ length: 60 }, (_, nth) => `step-${nth}`)
    const counts = async () => {
      const rows = await ctx.read((tx) =>
        tx.selectFrom('liveEvents').select('subjectId').where('kind', '=', 'counted').execute(),
      )
      return new Map(steps.map((step) => [step, rows.filter((row) => row.subjectId === step).length]))
    }
    const done = async () => [...(await counts()).values()].filter((count) => count > 0).length

    const program = join(import.meta.dirname, '../../../test/counting-job.ts')
    const words = [program, appUrl, adminUrl, await makeScratchFolder()]
    const sleeper = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    sleeper.stderr.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    try {
      const { jobId } = await ctx.write((tx) =>
        startJob(ctx, tx, { kind: 'test.count', subject: '', input: { steps } }),
      )
      const jobNow = () =>
        ctx.read((tx) =>
          tx.selectFrom('jobs').select(['state', 'attempts']).where('id', '=', jobId).executeTakeFirstOrThrow(),
        )
      await until(async () => (await done()) >= 5)
      sleeper.kill('SIGSTOP')
      const before = await done()
      worker = await startWorker(services, adminUrl, [countingJob], [])
      await until(async () => (await done()) >= before + 10)
      sleeper.kill('SIGCONT')
      // It finds out at its next step, in the middle of the other's.
      await until(() => said.includes('given to another worker'))
      expect((await jobNow()).state).toBe('running')
      await until(async () => (await jobNow()).state !== 'running')
      expect(await jobNow()).toEqual({ state: 'succeeded', attempts: 2 })
      expect([...(await counts()).values()]).toEqual(steps.map(() => 1))
      await until(async () => (await countJobs(adminUrl)) === 0)
    } finally {
      sleeper.kill('SIGKILL')
    }
  },
)

const actorOf = (person: GivenPerson) => makeActor({ ...person, roles: ['admin'], sessionId: null })

/** Ends every connection to the database but the one that says so. */
async function breakConnections(adminUrl: string): Promise<void> {
  await ask(
    adminUrl,
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()',
  )
}

async function countJobs(adminUrl: string): Promise<number> {
  const [row] = await ask<{ count: number }>(
    adminUrl,
    'select count(*)::int as count from graphile_worker._private_jobs',
  )
  return row?.count ?? 0
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 2400; i++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('It did not come about')
}
