import { sql } from 'kysely'
import { type CauseCtx, deliverCauses } from '../../../platform/causes.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { planAnew } from '../../../platform/db/plan-anew.ts'
import type { ReportProgress } from '../../../platform/jobs/job.ts'
import { lockPeopleOf } from '../../assignments/commands/begin-cycles.ts'
import { foldDeltas } from '../../assignments/commands/fold-deltas.ts'
import { findAround, lockAround, recomputeContainers } from '../../assignments/commands/recompute-containers.ts'
import { causesOf } from '../../assignments/commands/record-history.ts'
import { restoreHistory, standingOf } from '../../assignments/commands/restore-history.ts'
import { settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { forgetCertificates } from '../../certificates/commands/issue.ts'
import { inSets } from '../../imports/commands/in-sets.ts'
import { followContainers } from '../../permissions/commands/give-steps.ts'
import type { BulkRun } from '../queries/count-rows.ts'
import { lockUpdates } from './lock-updates.ts'

const recordsAtOnce = 1000

/** Takes back what a run recorded: every assignment is restored, unless the person has learnt on since. */
export async function takeBackUpdate(ctx: Ctx, run: BulkRun, progress: ReportProgress): Promise<void> {
  const { rows } = await ctx.read((tx) =>
    sql<{ id: string }>`
      -- Containers first: restoring them saves recomputing them from their steps.
      select assignment_id as id from bulk_update_records where run_id = ${run.id} and state = 'done' order by is_own, assignment_id`.execute(
      tx,
    ),
  )
  const ids = rows.map((row) => row.id)
  for (let at = 0; at < ids.length; at += recordsAtOnce) {
    const some = ids.slice(at, at + recordsAtOnce)
    await ctx.write((tx) => takeBackSome(ctx, tx, run, some), { statementTimeout: 120_000 })
    await progress(Math.min(ids.length, at + some.length), ids.length)
  }
  await followRollups(ctx, run)
  // Rows get the state of their assignments. A container with progress since then is recomputed from its steps.
  await inSets(ctx, (tx) =>
    sql`
      update feed_rows f set state = u.state from bulk_update_records u
      where f.run_id = ${run.id} and f.state = 'done' and u.run_id = f.run_id and u.assignment_id = (f.before ->> 'assignmentId')::uuid`.execute(
      tx,
    ),
  )
}

/**
 * The rollups only ever raise the last activity, so this lowers it again. Its lock keeps the rollup worker out
 * meanwhile.
 */
async function followRollups(ctx: Ctx, run: BulkRun): Promise<void> {
  await foldDeltas(ctx.services, ctx.actor.tenantId)
  await inSets(ctx, async (tx) => {
    await sql`select from rollup_marks where name = 'progress' for update`.execute(tx)
    await sql`
        with people as materialized (
          select distinct user_id from bulk_update_records where run_id = ${run.id} and state = 'undone'
        ),
        learnt as materialized (
          select a.user_id, max(a.last_activity_at) as at from assignments a join documents d on d.id = a.document_id
          where a.user_id in (select user_id from people) and a.document_type = 'course' and not d.is_bundle group by a.user_id
        )
        update learner_rollups l set last_activity_at = learnt.at
        from people left join learnt using (user_id) where l.user_id = people.user_id`.execute(tx)
  })
}

interface Found {
  assignmentId: string
  before: unknown
  isGiven: boolean
  isOwn: boolean
  isUntouched: boolean
}

async function takeBackSome(ctx: Ctx, tx: WriteTx, run: BulkRun, ids: readonly string[]): Promise<void> {
  await planAnew(tx, ids.length)
  await lockUpdates(tx)
  await lockPeopleOf(tx, ids)
  const held = await lockAround(tx, ids)
  const { rows } = await sql<Found>`
    select u.assignment_id, u.before, u.is_given, u.is_own, ${standingOf} = u.after as is_untouched
    from bulk_update_records u join assignments a on a.id = u.assignment_id
    where u.run_id = ${run.id} and u.assignment_id = any(${[...ids]}::uuid[]) and u.state = 'done' order by u.assignment_id`.execute(
    tx,
  )
  const untouched = rows.filter((row) => row.isUntouched)
  const back = untouched.map((row) => row.assignmentId)
  const given = untouched.filter((row) => row.isGiven).map((row) => row.assignmentId)
  const past: CauseCtx = { ...ctx, history: 'recorded' }
  if (given.length > 0) {
    await sql`delete from assignment_sources where assignment_id = any(${given}::uuid[]) and kind = 'import'`.execute(
      tx,
    )
    const settled = await settleAssignments(ctx, tx, given)
    await followContainers(ctx, tx, settled.containers)
  }
  if (back.length > 0) {
    await forgetCertificates(tx, back)
    await restoreHistory(past, tx, untouched)
    // Points and badges that the run gave go with the completions that earned them.
    if (run.options.awards) await deliverCauses({ ...ctx, history: 'awarded' }, tx, await causesOf(tx, 'voided', back))
    const { containers, waiting } = await findAround(tx, back)
    // Reopens only containers that this run finished, and locks what comes after them. Everything else stays finished.
    const { rows: around } = await sql<{ id: string }>`
      select around.id from (
        select unnest(${containers}::uuid[]) as id
        union
        select a.id from assignments a where a.id = any(${back}::uuid[]) and a.document_type = 'pathway'
      ) around
      where exists (select from bulk_update_records u where u.run_id = ${run.id} and u.assignment_id = around.id)`.execute(
      tx,
    )
    await recomputeContainers(
      past,
      tx,
      around.map((row) => row.id),
      { held, mayGoBack: true, waiting },
    )
  }
  await sql`
    update bulk_update_records set state = case when assignment_id = any(${back}::uuid[]) then 'undone' else 'kept' end
    where run_id = ${run.id} and assignment_id = any(${rows.map((row) => row.assignmentId)}::uuid[])`.execute(tx)
}
