import type { DocumentType } from '@learnt/contract/document-kinds'
import { type RawBuilder, sql } from 'kysely'
import { auditMany } from '../../../platform/audit.ts'
import { type CauseCtx, deliverCauses } from '../../../platform/causes.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { planAnew } from '../../../platform/db/plan-anew.ts'
import type { ReportProgress } from '../../../platform/jobs/job.ts'
import { announce } from '../../../platform/outbox.ts'
import {
  containersAround,
  findAround,
  lockAround,
  recomputeContainers,
} from '../../assignments/commands/recompute-containers.ts'
import { causesOf, dateFinished, recordHistory } from '../../assignments/commands/record-history.ts'
import { snapshotOf, standingOf } from '../../assignments/commands/restore-history.ts'
import { settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { currentOf } from '../../assignments/queries.ts'
import { issueOfHistory, type KnownCertificate } from '../../certificates/commands/issue.ts'
import { failRows, halveAtConflict } from '../../imports/commands/halve-at-conflict.ts'
import { followContainers } from '../../permissions/commands/give-steps.ts'
import { isGiven } from '../../permissions/queries/is-given.ts'
import type { BulkRun } from '../queries/count-rows.ts'
import { lockUpdates } from './lock-updates.ts'
import { skipWhatStands } from './plan-update.ts'

/** Rows of one transaction; those of one person and document stay together. */
const rowsAtOnce = 1000
/** With more people than this, the server notifies none of the pages: they refetch sooner or later. */
const peopleTold = 200

/**
 * Records the good rows of a run, a thousand in each transaction, which also marks them as done. After a crash it
 * continues with the remaining ones.
 */
export async function recordCompletions(ctx: Ctx, run: BulkRun, progress: ReportProgress): Promise<void> {
  const ranges = await listRanges(ctx, run.id)
  const total = ranges.reduce((sum, range) => sum + range.length, 0)
  let done = 0
  for (const places of ranges) {
    await halveAtConflict(
      places,
      (some) => ctx.write((tx) => recordSome(ctx, tx, run, some), { statementTimeout: 120_000 }),
      (some) => failRows(ctx, run.id, some, { code: 'serialTaken', field: 'certificateSerial' }),
      'serial_once',
    )
    done += places.length
    await progress(done, total)
  }
}

/** Places of the remaining rows, in the order in which they lock people. */
async function listRanges(ctx: Ctx, runId: string): Promise<number[][]> {
  const { rows } = await ctx.read((tx) =>
    sql<{ place: number; isSame: boolean }>`
      select place, coalesce(lag(what) over (order by what, place) = what, false) as is_same
      from (
        select place, user_id::text || (fields ->> 'documentId') as what from feed_rows
        where run_id = ${runId} and outcome = 'update' and state = 'planned'
      ) left_over order by what, place`.execute(tx),
  )
  const ranges: number[][] = []
  for (const { place, isSame } of rows) {
    const last = ranges.at(-1)
    if (last && (isSame || last.length < rowsAtOnce)) last.push(place)
    else ranges.push([place])
  }
  return ranges
}

interface Subject {
  id: string
  userId: string
  documentId: string
  documentType: DocumentType
  title: string
  isNew: boolean
}

async function recordSome(ctx: Ctx, tx: WriteTx, run: BulkRun, places: readonly number[]): Promise<void> {
  const which = sql<boolean>`r.place = any (${[...places]}::int[])`
  await planAnew(tx, places.length)
  // Lock people before their assignments, as everywhere.
  await lockUpdates(tx)
  await sql`
    select count(*) from (
      select from memberships where user_id in (select r.user_id from feed_rows r where r.run_id = ${run.id} and ${which}) order by id for share
    ) locked`.execute(tx)
  const known = await listCurrent(tx, run.id, which)
  const held = await lockAround(tx, known)
  await skipWhatStands(tx, run.id, which)
  const subjects = await giveMissing(ctx, tx, run, which)
  const ids = subjects.map((one) => one.id)
  if (ids.length === 0) return
  const given = subjects.filter((one) => one.isNew).map((one) => one.id)
  if (given.length > 0) {
    const settled = await settleAssignments(ctx, tx, given)
    await followContainers(ctx, tx, settled.containers)
    for (const id of await lockAround(tx, given)) held.push(id)
  }
  const containers = await snapshotContainers(tx, run.id, ids)
  // Old completions notify nobody. With awards, the consequences follow below, once everything has its date.
  const past: CauseCtx = { ...ctx, history: 'recorded' }
  const { finished } = await recordHistory(
    past,
    tx,
    sql`
      select (r.before ->> 'assignmentId')::uuid as assignment_id, (r.fields ->> 'activityId')::uuid as activity_id, (r.fields ->> 'at')::timestamptz as at,
        (r.fields ->> 'progress')::numeric as progress, (r.fields ->> 'score')::numeric as score
      from feed_rows r where r.run_id = ${run.id} and r.outcome = 'update' and r.state = 'planned' and ${which}`,
  )
  const pathways = subjects.filter((one) => one.documentType === 'pathway').map((one) => one.id)
  const { waiting } = await findAround(tx, finished)
  await recomputeContainers(past, tx, [...containers, ...pathways], { held, waiting })
  const whole = (await dateFinished(ctx, tx, containers)).finished
  const all = [...new Set([...finished, ...whole])]
  if (run.options.certificates)
    await issueOfHistory(ctx, tx, {
      assignmentIds: all,
      known: await listKnown(tx, run.id, which),
      tells: run.options.awards,
    })
  if (run.options.awards) await deliverCauses({ ...ctx, history: 'awarded' }, tx, await causesOf(tx, 'finished', all))
  await noteRecorded(tx, run, which)
  await auditMany(
    ctx,
    tx,
    subjects.map((one) => ({
      action: 'bulkUpdates.record' as const,
      subjectType: one.documentType,
      subjectId: one.documentId,
      subjectTitle: one.title,
      after: { userId: one.userId, runId: run.id, fileName: run.fileName },
    })),
  )
  const people = [...new Set(subjects.map((one) => one.userId))]
  if (people.length < peopleTold)
    for (const userId of people) await announce(ctx, tx, { topic: 'me', userId, kind: 'assignments', id: userId })
}

/** The current assignments that the rows are about, if any. */
async function listCurrent(tx: WriteTx, runId: string, which: RawBuilder<boolean>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct ${currentOf(sql`r.user_id`, sql`r.fields ->> 'documentType'`, sql`(r.fields ->> 'documentId')::uuid`)} as id
    from feed_rows r where r.run_id = ${runId} and r.outcome = 'update' and r.state = 'planned' and ${which}`.execute(
    tx,
  )
  return rows.flatMap((row) => row.id ?? [])
}

/**
 * Assigns the documents to people who do not have them, as optional, with the source "import" and from the date in the
 * file. Saves what each assignment was, and stores on each row the assignment that it is about.
 */
async function giveMissing(ctx: Ctx, tx: WriteTx, run: BulkRun, which: RawBuilder<boolean>): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    with wanted as materialized (
      select r.place, r.user_id, r.membership_id, r.fields ->> 'documentType' as type, (r.fields ->> 'documentId')::uuid as document_id,
        (r.fields ->> 'at')::timestamptz as at
      from feed_rows r where r.run_id = ${run.id} and r.outcome = 'update' and r.state = 'planned' and ${which}
    ),
    grouped as materialized (
      select user_id, type, document_id, min(membership_id) as membership_id, min(at) as first_at from wanted group by 1, 2, 3
    ),
    subject as materialized (
      select g.*, coalesce(${currentOf(sql`g.user_id`, sql`g.type`, sql`g.document_id`)}, assignment_id(${ctx.actor.tenantId}, g.user_id, g.type, g.document_id, 0)) as id
      from grouped g
    ),
    judged as materialized (
      select s.*, a.id is not null as is_there, coalesce(${isGiven}, false) as is_given, d.title
      from subject s join documents d on d.id = s.document_id left join lateral (select one.* from assignments one where one.id = s.id offset 0) a on true
    ),
    made as (
      insert into assignments (id, user_id, document_type, document_id, is_active, is_optional, assigned_at)
      select id, user_id, type, document_id, false, true, first_at from judged where not is_there order by id
      on conflict do nothing
    ),
    given as (
      insert into assignment_sources (assignment_id, kind, source_id, user_id, membership_id, is_optional, granted_at, granted_by)
      select id, 'import', assignment_id(${ctx.actor.tenantId}, user_id, 'import:' || split_part(membership_id, ':', 2), document_id, 0), user_id, membership_id, true,
        ${ctx.now}, ${ctx.actor.userId}::uuid
      from judged where not is_given order by id
      on conflict do nothing
    ),
    kept as (
      insert into bulk_update_records (run_id, assignment_id, user_id, is_given, is_own, before)
      select ${run.id}, j.id, j.user_id, not j.is_given, true,
        case when j.is_there then ${snapshotOf(sql`j.id`)} else '{"assignment": null, "days": [], "activities": [], "activityDays": []}' end
      from judged j order by j.id
      on conflict (tenant_id, run_id, assignment_id) do update set is_own = true
    ),
    noted as (
      -- Repeats the condition on places, because the planner has no statistics of a new run and would scan all its rows for each.
      update feed_rows r set before = jsonb_build_object('assignmentId', j.id)
      from wanted w join judged j on j.user_id = w.user_id and j.type = w.type and j.document_id = w.document_id
      where r.run_id = ${run.id} and r.place = w.place and ${which}
    )
    select id, user_id, document_id, type as document_type, title, not is_given as is_new from judged order by id`.execute(
    tx,
  )
  return rows
}

/**
 * Saves the state of the containers around the assignments, so that undoing can restore those that the run finishes.
 * Returns their ids.
 */
async function snapshotContainers(tx: WriteTx, runId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with around as materialized (select distinct id::uuid as id from (${containersAround(sql`${[...ids]}::uuid[]`)}) up),
    kept as (
      insert into bulk_update_records (run_id, assignment_id, user_id, is_given, is_own, before)
      select ${runId}, a.id, a.user_id, false, false, ${snapshotOf(sql`a.id`)} from around join assignments a on a.id = around.id
      where not a.id = any(${[...ids]}::uuid[]) order by a.id
      on conflict do nothing
    )
    select id from around order by id`.execute(tx)
  return rows.map((row) => row.id)
}

/** What the rows say about certificates. */
async function listKnown(tx: WriteTx, runId: string, which: RawBuilder<boolean>): Promise<KnownCertificate[]> {
  const { rows } = await sql<KnownCertificate>`
    select r.before ->> 'assignmentId' as assignment_id, r.fields ->> 'certificateSerial' as serial, r.fields ->> 'issuedAt' as issued_day,
      r.fields ->> 'validUntil' as valid_until
    from feed_rows r where r.run_id = ${runId} and r.outcome = 'update' and r.state = 'planned' and ${which}
      and coalesce(r.fields ->> 'certificateSerial', r.fields ->> 'issuedAt', r.fields ->> 'validUntil') is not null`.execute(
    tx,
  )
  return rows
}

/**
 * Marks the rows as done, and saves the state in which the run left what it recorded. Undoing skips containers that it
 * did not touch.
 */
async function noteRecorded(tx: WriteTx, run: BulkRun, which: RawBuilder<boolean>): Promise<void> {
  await sql`
    with done as (
      update feed_rows r set state = 'done' where r.run_id = ${run.id} and r.outcome = 'update' and r.state = 'planned' and ${which}
    )
    update bulk_update_records u set after = ${standingOf} from assignments a
    where u.run_id = ${run.id} and a.id = u.assignment_id and u.user_id in (select r.user_id from feed_rows r where r.run_id = ${run.id} and ${which})`.execute(
    tx,
  )
  await sql`
    delete from bulk_update_records u using assignments a
    where u.run_id = ${run.id} and not u.is_own and a.id = u.assignment_id and u.before -> 'assignment' ->> 'state' = a.state
      and (u.before -> 'assignment' ->> 'progress')::numeric = a.progress`.execute(tx)
}
