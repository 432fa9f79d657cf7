import { sql } from 'kysely'
import { compareRollups } from '../src/features/assignments/commands/recount-rollups.ts'
import { readSettings } from '../src/platform/env.ts'
import { mintTenantId } from '../src/platform/tenant-id.ts'
import { prepareGround } from '../src/start.ts'
import { ask } from './connection.ts'

/** What the server has acknowledged to one learner. */
export interface AcknowledgedLearning {
  /** With the `epoch.n` of every run-time call. */
  readonly attempts: ReadonlyMap<
    string,
    { attemptId: string; items: ReadonlyMap<string, unknown>; calls: ReadonlySet<string> }
  >
  /** By `assignment/activity`. */
  readonly steps: ReadonlyMap<string, { progress: number; seconds: number }>
  readonly launches: ReadonlyMap<string, { answered: number; asked: number }>
}

/** What the server has acknowledged to an administrator. */
export interface AcknowledgedDeeds {
  /** Addresses of people they created: each gets a mail. */
  readonly people: readonly string[]
  /** Titles of courses they created. */
  readonly copies: readonly string[]
  readonly jobs: readonly string[]
}

export interface Proved {
  /** How many acknowledged positions, calls and reports were checked. */
  positions: number
  calls: number
  statements: number
  mails: number
  jobs: number
  findings: string[]
}

const patienceMs = 60_000

/**
 * Checks the database beside the running server: every acknowledged call is there, every side effect happened once, and
 * the reports equal a count.
 */
export async function proveAcknowledged(
  settings: Record<string, string>,
  learners: readonly AcknowledgedLearning[],
  deeds: AcknowledgedDeeds,
  letters: ReadonlyMap<string, number>,
): Promise<Proved> {
  const ground = await prepareGround({
    say: () => {},
    ifRunning: 'join',
    settings: readSettings({ ...settings, LOG_LEVEL: 'silent' }),
  })
  try {
    const tenant = ground.services.db.tenant(mintTenantId('learnt'))
    const findings: string[] = []
    const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await tenant.read((tx) => query.execute(tx))).rows
    const proved: Proved = { positions: 0, calls: 0, statements: 0, mails: 0, jobs: 0, findings }

    // Work in the outbox continues by itself: it moves to the runner, which may add more to the outbox.
    const waits = async () => {
      const [left] = await rows<{ outbox: number; jobs: number; deltas: number; mails: number }>(sql`
        select (select count(*)::int from outbox where run_at <= now()) as outbox,
          (select count(*)::int from jobs where state in ('waiting', 'running')) as jobs,
          (select count(*)::int from progress_deltas) as deltas,
          (select count(*)::int from mails where state = 'waiting' and sending_since is null) as mails`)
      return { ...left, runner: await countTasks(ground.adminUrl) }
    }
    const isOver = (left: Record<string, number>) => Object.values(left).every((count) => count === 0)
    const began = Date.now()
    let left = await waits()
    while (!isOver(left) && Date.now() - began < patienceMs) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      left = await waits()
    }
    if (!isOver(left)) findings.push(`still waiting after ${patienceMs / 1000} s: ${JSON.stringify(left)}`)

    for (const log of learners) {
      for (const { attemptId, items, calls } of log.attempts.values()) {
        proved.positions += items.size
        const kept = await rows<{ key: string }>(
          sql`select epoch || '.' || n as key from runtime_calls where attempt_id = ${attemptId}`,
        )
        const keys = new Set(kept.map((row) => row.key))
        for (const key of calls) if (!keys.has(key)) findings.push(`LOST call ${key} of ${attemptId}`)
        proved.calls += calls.size
      }
      for (const [key, known] of log.steps) {
        const [assignmentId, activityId] = key.split('/')
        const [kept] = await rows<{ seconds: number; progress: number }>(sql`
          select seconds, progress from activity_progress where assignment_id = ${assignmentId}::uuid and activity_id = ${activityId}::uuid`)
        if (known.progress > (kept?.progress ?? 0))
          findings.push(`LOST progress of ${key}: ${known.progress}, kept ${kept?.progress}`)
        // Pages are reported in seconds; the package's own time has another rule.
        if (!log.launches.has(key) && known.seconds !== (kept?.seconds ?? 0))
          findings.push(`seconds of ${key}: acknowledged ${known.seconds}, kept ${kept?.seconds}`)
        proved.positions++
      }
      for (const [key, { answered, asked }] of log.launches) {
        const [assignmentId, activityId] = key.split('/')
        const [kept] = await rows<{ epochs: number; launched: number }>(sql`
          select (select coalesce(sum(epoch), 0)::int from attempts where assignment_id = ${assignmentId}::uuid and activity_id = ${activityId}::uuid) as epochs,
            (select count(*)::int from statements where assignment_id = ${assignmentId}::uuid and activity_id = ${activityId}::uuid and verb like '%/launched') as launched`)
        const { epochs = 0, launched = 0 } = kept ?? {}
        if (epochs !== launched || launched < answered || launched > asked)
          findings.push(`launches of ${key}: ${answered} answered, ${asked} asked for, kept ${JSON.stringify(kept)}`)
      }
    }

    const twice = await rows<{ what: string }>(sql`
      select 'statement ' || verb || ' of ' || coalesce(activity_id, assignment_id) as what from statements
      where verb ~ '/(initialized|completed|passed)$' group by assignment_id, activity_id, verb having count(*) > 1
      union all select 'statement id ' || id from statements group by id having count(*) > 1
      union all select 'statement without its key ' || s.id from statements s left join statement_keys k using (tenant_id, id) where k.id is null
      union all select 'key without its statement ' || k.id from statement_keys k left join statements s using (tenant_id, id) where s.id is null
      union all select 'mail to ' || recipient from mails group by recipient, kind having count(*) > 1
      union all select 'member ' || email from memberships where email <> '' group by email having count(*) > 1
      union all select 'course ' || title from documents group by title having count(*) > 1
      union all select 'key ' || key from idempotency_keys group by user_id, operation, key having count(*) > 1
      union all select 'job ' || id || ' ' || state || ' ' || coalesce(error, '') from jobs where state <> 'succeeded'`)
    for (const { what } of twice) findings.push(`twice or wrong: ${what}`)

    const [counts] = await rows<{ statements: number; mails: number; jobs: number }>(sql`
      select (select count(*)::int from statements) as statements, (select count(*)::int from mails) as mails, (select count(*)::int from jobs) as jobs`)
    Object.assign(proved, counts)

    const missing = await rows<{ what: string }>(sql`
      select 'member ' || e as what from unnest(${deeds.people}::text[]) e where not exists (select from memberships where email = e)
      union all select 'mail to ' || e from unnest(${deeds.people}::text[]) e where not exists (select from mails where recipient = e)
      union all select 'course ' || t from unnest(${deeds.copies}::text[]) t where not exists (select from documents where title = t)
      union all select 'job ' || j from unnest(${deeds.jobs}::uuid[]) j where not exists (select from jobs where id = j)`)
    for (const { what } of missing) findings.push(`LOST ${what}`)

    const mails = await rows<{ id: string; state: string; reason: string }>(sql`select id, state, reason from mails`)
    for (const { id, state, reason } of mails) {
      const times = letters.get(id) ?? 0
      if (times > 1) findings.push(`mail ${id} was handed over ${times} times`)
      if (state === 'sent' && times !== 1)
        findings.push(`mail ${id} is called sent, and the mail server has it ${times} times`)
      // Killed between sending and recording it: the mail is marked as unknown, and is not sent again.
      if (state === 'failed' && reason !== 'unclear') findings.push(`mail ${id} failed: ${reason}`)
    }

    const differences = await tenant.read(compareRollups)
    if (Object.values(differences).some((count) => count !== 0))
      findings.push(`rollups differ from a count: ${JSON.stringify(differences)}`)
    return proved
  } finally {
    await ground.stop()
  }
}

/** Tasks that the runner has taken from the outbox and not finished; after a lost connection it waits some seconds. */
async function countTasks(adminUrl: string | undefined): Promise<number> {
  if (adminUrl === undefined) return 0
  const [row] = await ask<{ count: number }>(
    adminUrl,
    'select count(*)::int as count from graphile_worker._private_jobs',
  )
  return row?.count ?? 0
}
