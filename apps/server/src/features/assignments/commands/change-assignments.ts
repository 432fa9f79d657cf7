import { type RawBuilder, sql } from 'kysely'
import { type Cause, type CauseCtx, deliverCauses, followersOf } from '../../../platform/causes.ts'
import type { DB, WriteTx } from '../../../platform/db/database.ts'
import { countedDueDayOf, dayInZone, noVersion } from '../queries.ts'

/** New values by column, as SQL. */
export type Values = { readonly [Column in keyof DB['assignments']]?: RawBuilder<unknown> }

export interface AssignmentChange {
  /** CTEs that find what changes, and lock it. */
  readonly found?: RawBuilder<unknown>
  /** Rows `f` of a CTE, with the assignment's `id` and `was`, its whole row as read under the lock. Values name its row `a`. */
  readonly update?: { readonly from: string; readonly set: Values; readonly where?: RawBuilder<unknown> }
  /** New rows: their columns, with `changed_day`, and a query for them. One that is there already stays as it is. */
  readonly insert?: RawBuilder<unknown>
  /** The day of the change, where it is not today: history. The days since then are told anew. */
  readonly day?: RawBuilder<unknown>
  /** What assignments were on the days before is written by the caller. */
  readonly restoresDays?: true
  /** CTEs of the caller's that are written in the same statement. They may read `changed`, with whole rows `was` and `became`. */
  readonly beside?: RawBuilder<unknown> | undefined
  /** The query that the statement answers. With an `id` of the assignment, where `state` changes. */
  readonly answer: RawBuilder<unknown>
  /** Rows that give their numbers of cycles to each other: no two may be the same in between. */
  readonly renumbered?: readonly string[]
}

/**
 * The only command that changes assignments, for any number of them in one statement. In the same statement it writes what
 * hangs on their columns: the deltas of the rollups and the days of the history, always; the deltas of activities, where a
 * version or what is active changes; and where a state changes, the causes, which it hands on to what follows from them.
 */
export async function changeAssignments<Row>(ctx: CauseCtx, tx: WriteTx, of: AssignmentChange): Promise<Row[]> {
  if (of.renumbered) await setAside(tx, of.renumbered)
  const { set = {} } = of.update ?? {}
  const hasActivities = 'isActive' in set || 'versionId' in set
  const hasCauses = 'state' in set
  const ctes = [
    ...(of.found ? [of.found] : []),
    sql.join(changed(ctx.now, of)),
    sql`deltas as (${appendDeltas(ctx.now)})`,
    ...(of.update && !of.restoresDays ? [sql`days as (${keepDays()})`] : []),
    ...(of.day && !of.restoresDays ? [forgetDays] : []),
    ...(hasActivities ? [sql`activities as (${moveActivities()})`] : []),
    ...(hasCauses ? [sql`causes_kept as (${keepCauses(ctx.now)})`] : []),
    ...(of.beside ? [of.beside] : []),
  ]
  const { rows } = await sql<Row & { cause?: Cause | null }>`
    with ${sql.join(ctes)}
    ${hasCauses ? sql`select answer.*, ${causeOf(sql`answer.id`)} as cause from (${of.answer}) answer` : of.answer}`.execute(
    tx,
  )
  await deliverCauses(
    ctx,
    tx,
    rows.map((row) => row.cause ?? null),
  )
  return rows
}

/** Beyond every cycle that there is. */
const aside = 1_000_000

async function setAside(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sql`update assignments set cycle = cycle + ${aside} where id = any (${[...ids]}::uuid[])`.execute(tx)
}

/** The CTE `changed` with two whole rows of assignments each; a new one was null. */
function changed(now: Date, { update, insert, day = changeDay(now) }: AssignmentChange): RawBuilder<unknown>[] {
  const updated =
    update &&
    sql`
      update assignments a set ${sql.join(
        Object.entries({ ...update.set, changedDay: day }).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      )}
      from ${sql.ref(update.from)} f where a.id = f.id ${update.where ? sql`and ${update.where}` : sql``} returning f.was, a as became`
  const made =
    insert &&
    sql`insert into assignments as a ${insert} on conflict do nothing returning null::assignments as was, a as became`
  if (!updated || !made) return [sql`changed as (${updated ?? made})`]
  return [
    sql`updated as (${updated})`,
    sql`made as (${made})`,
    sql`changed as (select was, became from updated union all select was, became from made)`,
  ]
}

/**
 * What they were counts -1, what they became +1, in the same statement, so that the sum of the deltas is always what a
 * count of the assignments gives. An assignment that is not active counts for nothing, but activity in it is activity of
 * the person: it comes with the sign 0.
 */
function appendDeltas(now: Date): RawBuilder<unknown> {
  return sql`
    insert into progress_deltas (id, document_type, document_id, user_id, version_id, sign, state, is_optional, due_day, progress, score, seconds, last_activity_at, at)
    select gen_random_uuid(), document_type, document_id, user_id, coalesce(version_id, ${noVersion}::uuid), case when is_active then sign else 0 end, state, is_optional, ${countedDueDayOf('rows')}, progress, score,
      seconds, last_activity_at, ${now}
    from (
      select sign, is_later, (counts).* from changed
      cross join lateral (values (-1, was, false), (1, became, (became).last_activity_at is distinct from (was).last_activity_at)) side(sign, counts, is_later)
    ) rows
    where is_active or is_later`
}

/**
 * What an assignment was until the day before this change is kept for reports as of a past day. Only the first change of a
 * day leaves a row.
 */
function keepDays(): RawBuilder<unknown> {
  return sql`
    insert into assignment_days (assignment_id, from_day, until_day, user_id, document_type, document_id, is_active, is_optional, state, progress, score, seconds,
      version_id, assigned_at, started_at, completed_at, due_at, due_day, frozen_at, waits_for, last_activity_at)
    select (was).id, (was).changed_day, (became).changed_day, (was).user_id, (was).document_type, (was).document_id, (was).is_active, (was).is_optional, (was).state,
      (was).progress, (was).score, (was).seconds, (was).version_id, (was).assigned_at, (was).started_at, (was).completed_at, (was).due_at,
      (was).due_day, (was).frozen_at, (was).waits_for, (was).last_activity_at
    from changed
    where (was).id is not null and (became).changed_day > (was).changed_day
      -- A row that was made for this very change was nothing before it.
      and ((was).is_active or (was).changed_day > '-infinity')`
}

/** Of history: what was kept of the days since the change. */
const forgetDays = sql`
    days_cut as (
      update assignment_days h set until_day = (c.became).changed_day from changed c
      where h.assignment_id = (c.became).id and h.from_day < (c.became).changed_day and h.until_day > (c.became).changed_day
    ),
    days_gone as (delete from assignment_days h using changed c where h.assignment_id = (c.became).id and h.from_day >= (c.became).changed_day)`

/**
 * What people did of the activities of a course no longer counts where it did, and counts where they are now. A row of
 * activity_progress changes only under the lock of its assignment, so that these rows stand still.
 */
function moveActivities(): RawBuilder<unknown> {
  const versionOf = (row: string) => sql`coalesce((${sql.raw(row)}).version_id, ${noVersion}::uuid)`
  return sql`
    insert into activity_deltas (id, document_id, version_id, activity_id, sign, state, score, seconds)
    select gen_random_uuid(), (became).document_id, side.version_id, p.activity_id, side.sign, p.state, p.score, p.seconds
    from changed
    cross join lateral (
      select -1 as sign, ${versionOf('was')} as version_id where (was).is_active
      union all
      select 1, ${versionOf('became')} where (became).is_active
    ) side
    cross join lateral (
      select activity_id, state, score, seconds from activity_progress
      where assignment_id = (became).id and state <> 'notstarted' offset 0
    ) p
    where (was).id is not null and (was).document_type = 'course'
      -- Of who has begun nothing there is nothing to look for.
      and ((became).state <> 'notstarted' or (became).started_at is not null or (was).state <> 'notstarted' or (was).started_at is not null)
      and ((was).is_active, ${versionOf('was')}) is distinct from ((became).is_active, ${versionOf('became')})`
}

/** That a document was finished, or is finished no longer. */
function keepCauses(now: Date): RawBuilder<unknown> {
  return sql`
    insert into causes (id, kind, user_id, assignment_id, document_type, document_id, state, score, at)
    select gen_random_uuid(), case when (became).state in ('completed', 'passed') then 'finished' else 'voided' end,
      (became).user_id, (became).id, (became).document_type, (became).document_id, (became).state, (became).score, coalesce((became).completed_at, ${now}::timestamptz)
    from changed
    where (was).id is not null and ((was).state in ('completed', 'passed')) <> ((became).state in ('completed', 'passed'))
    returning id, assignment_id, ${followersOf()} as followed_by`
}

/** The cause that was kept for an assignment; null: there is none, or nothing follows from it. */
function causeOf(assignmentId: RawBuilder<unknown>): RawBuilder<Cause | null> {
  return sql<Cause | null>`(
    select jsonb_build_object('id', cause.id, 'assignmentId', cause.assignment_id, 'by', cause.followed_by)
    from causes_kept cause where cause.assignment_id = ${assignmentId} and cause.followed_by <> '{}')`
}

/**
 * The day of a change in the tenant's zone, for a row `a` that is being changed. Never before the last one: of two changes
 * about midnight the later to get the row belongs to the later day, whatever its clock said.
 */
function changeDay(now: Date): RawBuilder<string> {
  return sql<string>`greatest(a.changed_day, ${dayInZone(now)})`
}
