import type { MembershipStatus } from '@learnt/contract/states'
import type { FeedField } from '@learnt/contract/team-values'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { ReportProgress } from '../../../platform/jobs/job.ts'
import { failRows, halveAtConflict } from '../../imports/commands/halve-at-conflict.ts'
import { changeMemberships } from '../../members/commands/change-memberships.ts'
import { valuesOf } from '../../members/commands/member-columns.ts'
import { setStatusForJob } from '../../members/commands/set-status.ts'
import type { FeedRun } from '../queries/settings.ts'
import { addMembers, inviteMembers } from './add-members.ts'

/**
 * Rows of one transaction. More rows would make the process grow, because each leaves something behind until the end.
 */
const rowsAtOnce = 250

interface Step {
  readonly run: FeedRun
  readonly fields: readonly FeedField[]
  readonly progress: ReportProgress
}

/**
 * Carries out the good rows of a run, a few hundred in each transaction, which also marks them as done. After a crash
 * it continues with the remaining ones.
 */
export async function carryOut(ctx: Ctx, { run, fields, progress }: Step): Promise<void> {
  const total = await countIn(ctx, run.id, 'planned')
  const refuse = (some: readonly number[], error: unknown) => {
    const field = isUniqueViolation(error, 'username_once_in_a_tenant') ? 'username' : 'email'
    return failRows(ctx, run.id, some, { code: `${field}Taken`, field })
  }
  let done = 0
  for (const outcome of ['create', 'update', 'leave'] as const) {
    for (let beyond = 0; ; ) {
      const places = await listPlaces(ctx, run.id, { outcome, state: 'planned', beyond })
      const last = places.at(-1)
      if (last === undefined) break
      beyond = last
      if (outcome === 'create') await halveAtConflict(places, (some) => createSome(ctx, run, fields, some), refuse)
      else if (outcome === 'update') await halveAtConflict(places, (some) => updateSome(ctx, run, fields, some), refuse)
      else await setStatuses(ctx, run.id, places, 'done')
      done += places.length
      await progress(done, total)
    }
  }
  await ctx.write((tx) => dropUnknownManagers(ctx, tx, run.id))
}

async function createSome(
  ctx: Ctx,
  run: FeedRun,
  fields: readonly FeedField[],
  places: readonly number[],
): Promise<void> {
  await ctx.write(async (tx) => {
    const made = await addMembers(ctx, tx, { runId: run.id, teamId: run.teamId, places, fields })
    await sql`
      update feed_rows f set state = 'done', membership_id = m.id, user_id = m.user_id, before = '{}'
      from jsonb_to_recordset(${json(made.map((one) => ({ place: one.place, id: one.id, user_id: one.userId })))}) as m (place int, id text, user_id uuid)
      where f.run_id = ${run.id} and f.place = m.place`.execute(tx)
    if (run.options.invites) await inviteMembers(ctx, tx, run.teamId, made)
  })
}

async function updateSome(
  ctx: Ctx,
  run: FeedRun,
  fields: readonly FeedField[],
  places: readonly number[],
): Promise<void> {
  const returning = await ctx.write(async (tx) => {
    const changed = await changeMemberships(ctx, tx, {
      fields,
      wanted: sql`
        select place, membership_id, fields as target from feed_rows
        where run_id = ${run.id} and place = any (${[...places]}::int[]) and state = 'planned' and outcome = 'update'`,
    })
    const told = changed.map(({ place, before }) => ({ place, before }))
    // A person that somebody else changed to the same values meanwhile has no row here, and nothing to undo.
    const { rows } = await sql<{ place: number; returns: boolean }>`
      update feed_rows f set before = coalesce(c.before, f.before, '{}'),
        state = case when f.fields ? 'status' then 'planned' when m.id is null then 'failed' else 'done' end,
        outcome = case when c.place is null and m.id is not null and not f.fields ? 'status' then 'unchanged' else f.outcome end
      from unnest(${[...places]}::int[]) as p (place)
      left join jsonb_to_recordset(${json(told)}) as c (place int, before jsonb) using (place)
      left join feed_rows r on r.run_id = ${run.id} and r.place = p.place
      left join memberships m on m.id = r.membership_id
      where f.run_id = ${run.id} and f.place = p.place and f.state = 'planned'
      returning f.place, f.state = 'planned' as returns`.execute(tx)
    return rows.flatMap((row) => (row.returns ? [row.place] : []))
  })
  if (returning.length > 0) await setStatuses(ctx, run.id, returning, 'done')
}

/**
 * Gives people the status in their rows, as members.setStatus does. That has transactions of its own and remembers by
 * the job what it has done, so calling it again for the same rows is safe.
 */
async function setStatuses(ctx: Ctx, runId: string, places: readonly number[], to: 'done' | 'undone'): Promise<void> {
  const { rows } = await ctx.write((tx) =>
    sql<{ place: number; id: string; status: MembershipStatus }>`
      update feed_rows f set before = case when ${to === 'done'} then coalesce(f.before, '{}') || jsonb_build_object('status', coalesce(f.before -> 'status', to_jsonb(m.status))) else f.before end
      from memberships m
      where f.run_id = ${runId} and f.place = any (${[...places]}::int[]) and m.id = f.membership_id
      returning f.place, m.id, case when ${to === 'done'} then f.fields ->> 'status' when f.outcome = 'create' then 'archived' else f.before ->> 'status' end as status`.execute(
      tx,
    ),
  )
  const byStatus = Map.groupBy(rows, (row) => row.status)
  for (const [status, some] of byStatus)
    await setStatusForJob(
      ctx,
      ctx.requestId,
      some.map((row) => row.id),
      status,
    )
  await ctx.write((tx) =>
    sql`
      update feed_rows f set
        state = case when j.outcome = 'failed' then ${to === 'done' ? 'failed' : 'kept'} else ${to} end,
        errors = case when j.outcome = 'failed' then f.errors || jsonb_build_array(jsonb_build_object('code', j.reason, 'field', '', 'found', '')) else f.errors end
      from job_rows j
      where f.run_id = ${runId} and f.place = any (${[...places]}::int[]) and j.job_id = ${ctx.requestId} and j.subject_id = f.membership_id`.execute(
      tx,
    ),
  )
  // Rows of people who are no longer members.
  await ctx.write((tx) =>
    sql`
      update feed_rows set state = ${to === 'done' ? 'failed' : 'kept'}
      where run_id = ${runId} and place = any (${[...places]}::int[]) and state = ${to === 'done' ? 'planned' : 'done'}`.execute(
      tx,
    ),
  )
}

/** Removes managers whose own row failed after all. */
async function dropUnknownManagers(ctx: Ctx, tx: WriteTx, runId: string): Promise<void> {
  await changeMemberships(ctx, tx, {
    ...{ fields: ['managers'], isJudged: true },
    wanted: sql`
      with gone as materialized (
        select user_id::text as id from feed_rows where run_id = ${runId} and outcome = 'create' and state = 'failed'
      )
      select r.place, m.id as membership_id,
        jsonb_build_object('managers', array(select one from unnest(m.managers) one where one not in (select id from gone))) as target
      from feed_rows r join memberships m on m.id = r.membership_id
      where r.run_id = ${runId} and m.managers && array(select id from gone)`,
  })
}

/**
 * Takes back what a run did: restores fields that nobody changed since, archives people that it added, and restores
 * statuses.
 */
export async function takeBack(ctx: Ctx, { run, fields, progress }: Step): Promise<void> {
  const total = await countIn(ctx, run.id, 'done')
  let done = 0
  for (const outcome of ['leave', 'update', 'create'] as const) {
    for (let beyond = 0; ; ) {
      const places = await listPlaces(ctx, run.id, { outcome, state: 'done', beyond })
      const last = places.at(-1)
      if (last === undefined) break
      beyond = last
      if (outcome === 'update')
        await halveAtConflict(
          places,
          (some) => undoSome(ctx, run, fields, some),
          (some) => keep(ctx, run.id, some),
        )
      else await undoStatuses(ctx, run.id, places, outcome)
      done += places.length
      await progress(done, total)
    }
  }
}

async function keep(ctx: Ctx, runId: string, places: readonly number[]): Promise<void> {
  await ctx.write((tx) =>
    sql`update feed_rows set state = 'kept' where run_id = ${runId} and place = any (${[...places]}::int[])`.execute(
      tx,
    ),
  )
}

async function undoSome(
  ctx: Ctx,
  run: FeedRun,
  fields: readonly FeedField[],
  places: readonly number[],
): Promise<void> {
  const back = await ctx.write(async (tx) => {
    const changed = await changeMemberships(ctx, tx, {
      fields,
      wanted: sql`
        select r.place, r.membership_id, coalesce((
          select jsonb_object_agg(b.key, b.value) from jsonb_each(r.before) b
          where b.key <> 'status' and ${valuesOf('m', fields)} -> b.key = r.fields -> b.key), '{}') as target
        from feed_rows r join memberships m on m.id = r.membership_id
        where r.run_id = ${run.id} and r.place = any (${[...places]}::int[]) and r.state = 'done' and r.outcome = 'update'`,
    })
    const { rows } = await sql<{ place: number; returns: boolean }>`
      update feed_rows f set state = case when f.before ? 'status' then 'done' when f.place = any (${changed.map((one) => one.place)}::int[]) then 'undone' else 'kept' end
      where f.run_id = ${run.id} and f.place = any (${[...places]}::int[]) and f.state = 'done'
      returning f.place, f.before ? 'status' as returns`.execute(tx)
    return rows.flatMap((row) => (row.returns ? [row.place] : []))
  })
  if (back.length > 0) await undoStatuses(ctx, run.id, back, 'update')
}

/** Keeps a status that somebody changed since. */
async function undoStatuses(
  ctx: Ctx,
  runId: string,
  places: readonly number[],
  outcome: 'create' | 'update' | 'leave',
): Promise<void> {
  const { rows } = await ctx.read((tx) =>
    sql<{ place: number }>`
      select f.place from feed_rows f join memberships m on m.id = f.membership_id
      where f.run_id = ${runId} and f.place = any (${[...places]}::int[])
        and m.status = case when ${outcome === 'create'} then 'active' else f.fields ->> 'status' end`.execute(tx),
  )
  const still = rows.map((row) => row.place)
  const changed = places.filter((place) => !still.includes(place))
  if (changed.length > 0) await keep(ctx, runId, changed)
  if (still.length > 0) await setStatuses(ctx, runId, still, 'undone')
}

async function listPlaces(
  ctx: Ctx,
  runId: string,
  of: { outcome: string; state: 'planned' | 'done'; beyond: number },
): Promise<number[]> {
  const { rows } = await ctx.read((tx) =>
    sql<{ place: number }>`
      select place from feed_rows where run_id = ${runId} and place > ${of.beyond} and outcome = ${of.outcome} and state = ${of.state}
      order by place limit ${rowsAtOnce}`.execute(tx),
  )
  return rows.map((row) => row.place)
}

async function countIn(ctx: Ctx, runId: string, state: 'planned' | 'done'): Promise<number> {
  const { rows } = await ctx.read((tx) =>
    sql<{ count: number }>`
      select count(*)::int as count from feed_rows where run_id = ${runId} and state = ${state} and outcome in ('create', 'update', 'leave')`.execute(
      tx,
    ),
  )
  return rows[0]?.count ?? 0
}
