import type { JobState } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { ReadTx, Row } from '../../platform/db/database.ts'
import { hasWords } from '../../platform/db/search.ts'

export type JobRecord = Row<'jobs'> & { teamId: string; isTenantWide: boolean; authorName: string; createdText: string }

export function findJob(tx: ReadTx, jobId: string): Promise<JobRecord | undefined> {
  return base(tx).where('jobs.id', '=', jobId).executeTakeFirst()
}

/** One page of jobs, newest first; two statements, one round trip. */
export async function listJobs(
  tx: ReadTx,
  of: {
    whose: RawBuilder<boolean>
    search: string | undefined
    state?: JobState | undefined
    limit: number
    after: readonly [createdAt: string, id: string] | null
  },
): Promise<{ rows: JobRecord[]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [of.whose]
  if (of.state) conditions.push(sql`jobs.state = ${of.state}`)
  if (of.search) conditions.push(hasWords(sql`jobs.subject || ' ' || jobs.kind`, of.search))
  const where = sql<boolean>`(${sql.join(conditions, sql` and `)})`
  const page = base(tx)
    .where(where)
    .$if(of.after !== null, (query) =>
      query.where(
        sql<boolean>`(jobs.created_at, jobs.id) < (${of.after?.[0]}::text::timestamptz, ${of.after?.[1]}::uuid)`,
      ),
    )
    .orderBy('jobs.createdAt', 'desc')
    .orderBy('jobs.id', 'desc')
    .limit(of.limit + 1)
  const count = tx.selectFrom('jobs').select(sql<number>`count(*)`.as('total')).where(where)
  const [rows, { total }] = await Promise.all([page.execute(), count.executeTakeFirstOrThrow()])
  return { rows, total: Number(total) }
}

/** The person's own jobs that have not expired; as the policy's `read`. */
export function ownJobs(actor: Actor, now: Date): RawBuilder<boolean> {
  const own = sql<boolean>`jobs.created_by = ${actor.userId} and jobs.expires_at > ${now}`
  return actor.impersonator ? sql<boolean>`${own} and ${ofTeam(actor)}` : own
}

/** Jobs that an administrator sees: of the team's people, or of the whole tenant; as the policy's `read`. */
export function jobsInScope(actor: Actor, now: Date): RawBuilder<boolean> {
  const kept = sql<boolean>`jobs.expires_at > ${now}`
  return actor.wholeTenant && !actor.impersonator ? kept : sql<boolean>`${kept} and ${ofTeam(actor)}`
}

/** Begun in the actor's team, and about no other unless they see all of them. */
function ofTeam(actor: Actor): RawBuilder<boolean> {
  const begunHere = sql<boolean>`jobs.actor ->> 'teamId' = ${actor.teamId}`
  return actor.wholeTenant ? begunHere : sql<boolean>`${begunHere} and not ${isTenantWide}`
}

export interface JobRowRecord {
  readonly subjectId: string
  readonly title: string
  readonly outcome: string
  readonly reason: string
}

/** All rows of a bulk job, a thousand at a time and each in a transaction of its own. */
export async function* readJobRows(
  read: <T>(fn: (tx: ReadTx) => Promise<T>) => Promise<T>,
  jobId: string,
): AsyncGenerator<JobRowRecord> {
  const limit = 1000
  let after = ''
  for (;;) {
    const from = after
    const rows = await read((tx) =>
      tx
        .selectFrom('jobRows')
        .select(['subjectId', 'title', 'outcome', 'reason'])
        .where('jobId', '=', jobId)
        .where('subjectId', '>', from)
        .orderBy('subjectId')
        .limit(limit)
        .execute(),
    )
    yield* rows
    const last = rows.at(-1)
    if (rows.length < limit || !last) return
    after = last.subjectId
  }
}

/**
 * Whether the author saw the whole tenant. Rows of before that was kept are judged by the author's membership; nobody knows
 * what somebody saw who is gone.
 */
const isTenantWide = sql<boolean>`coalesce(
  (jobs.actor ->> 'wholeTenant')::boolean,
  jobs.actor ->> 'teamId' = jobs.tenant_id or coalesce((
    select 'superadmin' = any (author.roles) from memberships author
     where author.id = jobs.created_by || ':' || (jobs.actor ->> 'teamId')), true))`

function base(tx: ReadTx) {
  return tx
    .selectFrom('jobs')
    .selectAll('jobs')
    .select([
      sql<string>`coalesce(jobs.actor ->> 'teamId', '')`.as('teamId'),
      isTenantWide.as('isTenantWide'),
      sql<string>`coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = jobs.created_by and m.is_primary), jobs.created_by_name)`.as(
        'authorName',
      ),
      sql<string>`jobs.created_at::text`.as('createdText'),
    ])
}
