import { EventEmitter } from 'node:events'
import {
  makeWorkerUtils,
  type Runner,
  Logger as RunnerLogger,
  run,
  type WorkerEvents,
  type WorkerUtils,
} from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { makeActor, systemUserId } from '../actor.ts'
import { type BeforeCommit, createContext, type Services } from '../context.ts'
import { hearOfLost, IDLE_CONNECTION_MS } from '../db/pool.ts'
import { mintTenantId } from '../tenant-id.ts'
import { translatorFor } from '../translate.ts'
import { type JobKind, queues, type Task, TaskTaken } from './job.ts'
import { runJob } from './run-job.ts'
import { RunnerClient } from './runner-client.ts'

/** Rows that one round of the relay moves at most to each queue. */
const RELAY_BATCH = 500
/** How long what is left for the worker may lie before it is looked for. */
const LOOK_MS = 250
/** Behind everything else in the runner's index, so that the other queue finds its own tasks at once. */
const MASS_PRIORITY = 10
/** How often a process says that its workers live, and after which silence they count as dead. */
const BEAT_MS = 1000
const DEAD_AFTER_SECONDS = 4
/** After how long a task that is locked here and that nobody here has is given out again; slow lines need less. */
const LOST_AFTER_SECONDS = 30
/** Every so many beats, workers that ended long ago are deleted. */
const BEATS_BETWEEN_SWEEPS = 60

export interface Worker {
  /** Moves what is due now from the outbox to the runner; answers how many. */
  relayOnce(): Promise<number>
  stop(): Promise<void>
}

interface Parcel {
  tenantId: string
  task: string
  payload: Record<string, unknown>
}

/**
 * The relay and the runners of this process, one for each queue. The relay takes rows out of the outbox and puts them into
 * their queue in one transaction, so each is moved exactly once; the runner repeats what fails, so tasks must be safe to repeat.
 */
export async function startWorker(
  services: Services,
  adminUrl: string,
  kinds: readonly JobKind[],
  tasks: readonly Task[],
  concurrency = { short: 4, mass: 3 },
): Promise<Worker> {
  const massNames = tasks.filter((one) => one.isMass).map((one) => one.name)
  const pool = new pg.Pool({
    connectionString: adminUrl,
    max: concurrency.short + concurrency.mass + 4,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    Client: RunnerClient,
  })
  hearOfLost(pool, (err) => services.log.warn({ err }, 'a worker connection broke'))
  const logger = new RunnerLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') services.log.warn({ message }, 'runner')
  })
  const utils = await makeWorkerUtils({ pgPool: pool, logger })
  await utils.migrate()
  await freeLostTasks(pool, utils, [], new Map())

  // NOTE: a task is locked by its pool and not by the worker in it, so beats under another name would not count.
  const workerIds = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => void workerIds.add(workerPool.id))
  const taken: TakenTasks = new Map()
  events.on('job:start', ({ job }) => void taken.set(nameTaken(job), 'running'))
  events.on('job:complete', ({ job }) => void taken.set(nameTaken(job), 'over'))

  const startRunner = (queue: keyof typeof queues): Promise<Runner> =>
    run({
      pgPool: pool,
      logger,
      concurrency: concurrency[queue],
      events,
      noHandleSignals: true,
      pollInterval: 1000,
      noPreparedStatements: false,
      taskList: {
        [queues[queue]]: async (payload, { job }) => {
          const fence = fenceOf(job.id, job.locked_by)
          const parcel = payload as Parcel
          const tenantId = mintTenantId(parcel.tenantId)
          if (parcel.task === 'job') return runJob(services, tenantId, kinds, String(parcel.payload.jobId), fence)
          const found = tasks.find((one) => one.name === parcel.task)
          if (!found) throw new Error(`Unknown task ${parcel.task}`)
          // Tasks act for the tenant itself: a system actor with no membership and no session.
          const actor = makeActor({
            userId: systemUserId,
            teamId: parcel.tenantId,
            tenantId,
            roles: ['admin'],
            sessionId: null,
          })
          await found.run(
            createContext({
              actor,
              services,
              requestId: `task:${parcel.task}`,
              locale: 'en',
              t: translatorFor('en'),
              beforeCommit: fence,
            }),
            parcel.payload,
          )
        },
      },
    })
  const runners = [await startRunner('short'), await startRunner('mass')]

  async function relayOnce(): Promise<number> {
    const now = services.clock.now()
    const { rows: waiting } = await services.db.dangerouslyLookAsSystem((tx) =>
      sql`select 1 from outbox o where o.run_at <= ${now} or o.run_at <= o.created_at limit 1`.execute(tx),
    )
    if (waiting.length === 0) return 0
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('set local role learnt_relay')
      const { rows } = await client.query<{
        id: string
        tenant_id: string
        task: string
        payload: Record<string, unknown>
      }>(
        `with short as (${dueWhere('o.task <> all ($2)')}), mass as (${dueWhere('o.task = any ($2)')})
         delete from outbox o using (table short union all table mass) due
         where o.tenant_id = due.tenant_id and o.id = due.id
         returning o.id, o.tenant_id, o.task, o.payload`,
        [now, massNames],
      )
      if (rows.length > 0) {
        await client.query('reset role')
        const specs = rows.map((row) => ({
          ...(massNames.includes(row.task)
            ? { identifier: queues.mass, priority: MASS_PRIORITY }
            : { identifier: queues.short, priority: 0 }),
          payload: { tenantId: row.tenant_id, task: row.task, payload: row.payload },
          // NOTE: a copy of a tenant keeps its ids, and a job of the same key would replace that of the other tenant.
          job_key: `${row.tenant_id} ${row.id}`,
          max_attempts: 25,
        }))
        await client.query(
          'select 1 from graphile_worker.add_jobs(array(select json_populate_recordset(null::graphile_worker.job_spec, $1::json)))',
          [JSON.stringify(specs)],
        )
      }
      await client.query('commit')
      return rows.length
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }

  let beats = 0
  const beat = async () => {
    await freeLostTasks(pool, utils, [...workerIds], taken)
    if (beats++ % BEATS_BETWEEN_SWEEPS === 0)
      await pool.query(`delete from control.workers where seen_at < now() - interval '1 hour'`)
  }
  await beat()
  const heart = setInterval(
    () => void beat().catch((err: unknown) => services.log.warn({ err }, 'worker heartbeat')),
    BEAT_MS,
  )
  heart.unref()

  let stopped = false
  const relay = (async () => {
    while (!stopped) {
      const moved = await relayOnce().catch((error: unknown) => {
        services.log.warn({ err: error }, 'relay')
        return 0
      })
      if (moved < RELAY_BATCH) await new Promise((resolve) => setTimeout(resolve, moved > 0 ? 20 : LOOK_MS))
    }
  })()

  return {
    relayOnce,
    async stop() {
      stopped = true
      await relay
      await Promise.all(runners.map((runner) => runner.stop()))
      // Their last writes are still on their way: finished tasks leave the list.
      await Promise.all(runners.map((runner) => runner.promise.catch(() => {})))
      // Not before: others take the tasks of a worker that is silent, and those that run would be done twice.
      clearInterval(heart)
      await pool.query('delete from control.workers where worker_id = any ($1)', [[...workerIds]])
      await utils.release()
      await pool.end()
    },
  }
}

/** The due part of the outbox, in order. Entries wanted at once are always due: the clock may have been set back. */
function dueWhere(isOfQueue: string): string {
  return `select o.tenant_id, o.id from outbox o where (o.run_at <= $1 or o.run_at <= o.created_at) and ${isOfQueue}
    order by o.created_at, o.id limit ${RELAY_BATCH} for update of o skip locked`
}

/**
 * A frozen process may wake up in the middle of a task that another has taken over. It keeps the lock on the runner's
 * row until the commit: so this transaction is done before the task is taken over, or not at all.
 */
function fenceOf(taskId: string, workerId: string | null): BeforeCommit {
  return async (tx) => {
    const { rows } = await sql<{
      isMine: boolean
    }>`select control.holds_task(${taskId}, ${workerId}) as is_mine`.execute(tx)
    if (!rows[0]?.isMine) throw new TaskTaken()
  }
}

/** What this process has got from the runner, by attempt; what is over stays until the runner has struck it off. */
type TakenTasks = Map<string, 'running' | 'over'>

function nameTaken({ id, attempts }: { id: string; attempts: number }): string {
  return `${id} ${attempts}`
}

/**
 * Frees tasks of killed processes: a worker without a beat for a while counts as dead. Also writes our own workers'
 * beat. Frees tasks that a broken connection locked for a worker that never received them; the runner alone would wait
 * for hours.
 */
async function freeLostTasks(pool: pg.Pool, utils: WorkerUtils, own: readonly string[], taken: TakenTasks) {
  const over = [...taken].filter(([, state]) => state === 'over').map(([name]) => name)
  const { rows } = await pool.query<{ id: string; attempts: number; workerId: string; isOwn: boolean; isOld: boolean }>(
    {
      name: 'learnt beat',
      text: `
      with alive as (
        insert into control.workers (worker_id) select unnest($1::text[]) on conflict (worker_id) do update set seen_at = now()
      )
      select j.id::text, j.attempts, j.locked_by as "workerId", j.locked_by = any ($1::text[]) as "isOwn",
        j.locked_at < now() - interval '${LOST_AFTER_SECONDS} seconds' as "isOld"
      from graphile_worker._private_jobs j
      where j.locked_by is not null and (j.locked_by = any ($1::text[])
        or not exists (select from control.workers w where w.worker_id = j.locked_by and w.seen_at > now() - interval '${DEAD_AFTER_SECONDS} seconds'))`,
      values: [own],
    },
  )
  const dead = new Set(rows.filter((row) => !row.isOwn).map((row) => row.workerId))
  if (dead.size > 0) await utils.forceUnlockWorkers([...dead])
  const locked = rows.filter((row) => row.isOwn)
  for (const name of over) if (!locked.some((row) => nameTaken(row) === name)) taken.delete(name)
  const lost = locked.filter((row) => row.isOld && !taken.has(nameTaken(row))).map((row) => row.id)
  if (lost.length > 0)
    await pool.query(
      'update graphile_worker._private_jobs set locked_by = null, locked_at = null where id = any ($1) and locked_by = any ($2)',
      [lost, own],
    )
}
