import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { announce } from '../../../platform/outbox.ts'
import { dayInZone } from '../queries.ts'
import { changeAssignments } from './change-assignments.ts'
import { containerSources, lockMoving, recomputeContainers } from './recompute-containers.ts'
import { settleAssignments } from './settle-assignments.ts'

/** More people than this are not told one by one: their pages ask again sooner or later. */
const peopleTold = 200

/** Why a cycle begins: its time is over, the person renews early, a new version asks for it, or the learner starts over. */
export type CycleReason = 'reset' | 'renewal' | 'restart' | 'startOver'

export interface NextCycle {
  /** The assignment whose cycle ends. */
  readonly assignmentId: string
  /** The day from which the time until the next reset counts; left out: as in the cycle before, a restart moves no reset. */
  readonly periodFrom?: string | undefined
  /** With `periodFrom`: the day of the month that it stands for, where its own month is too short (CycleStart). */
  readonly monthDay?: number | null | undefined
  /** The last day for it, whatever its sources say; only where `due` is `anew`. */
  readonly dueDay?: string | undefined
  /** Until when what was finished in the cycle that ends is valid; kept with it. Left out: nothing is said. */
  readonly validUntil?: string | undefined
}

export interface BegunCycle {
  readonly id: string
  readonly earlierId: string
  readonly userId: string
  readonly documentId: string
}

/**
 * Ends the current cycle of assignments and opens the next one, empty, with the same sources. The only way to begin a
 * course or a resource anew, for any number of people in a constant number of statements.
 *
 * **Current and earlier.** `assignments.ended_at is null` says that a row is the current cycle; set, that it is an earlier
 * one. An earlier one is never active and has no row in `assignment_sources` (what gave it is kept in `earlier_sources`),
 * so whatever asks for `is_active` or goes by the sources finds current cycles only. It keeps its dates, state, progress,
 * score, version, activities, attempts and statements for ever, and settleAssignments() leaves it alone. Whoever reads
 * `assignments` without `is_active` says which cycles are meant: `ended_at is null` for the current one, all for the
 * history. What was under way when a cycle ended may still be saved: it counts in that cycle.
 * Of a person and a document there is one current row, or two where a pathway asks for the document again (decision
 * 0032); of these the higher cycle counts, and both end here together.
 *
 * Rollups and reports: the ended row counts -1, the new one +1, in the same statement. Containers that hold the document
 * keep what they are: who has finished one has finished it, and a step done in an earlier cycle stays done. A container
 * that ends stays on the version that it had; its steps are the caller's part, see beginWholeCycles().
 *
 * `due`: `anew` counts the days of each source from now and moves a fixed date that has passed to its next year; what a
 * container gives again is due no more. `kept` leaves all dates as they are. By default a reset or renewal counts anew.
 *
 * The id of the new row is made from tenant, person, document and cycle, and an id names one cycle: a second call for the
 * same assignment finds that it has ended and does nothing. Not for assignments that nothing gives. The rules' lock
 * (lockRules(), shared) must be held.
 */
export async function beginCycles(
  ctx: Pick<Ctx, 'now' | 'actor'>,
  tx: WriteTx,
  of: {
    readonly assignments: readonly NextCycle[]
    readonly reason: CycleReason
    readonly due?: 'anew' | 'kept'
    /** Of all these assignments, where the caller knows it: it need not be looked up for each. */
    readonly documentId?: string
  },
): Promise<BegunCycle[]> {
  const ids = of.assignments.map((one) => one.assignmentId)
  if (ids.length === 0) return []
  const isAnew = (of.due ?? (of.reason === 'reset' || of.reason === 'renewal' ? 'anew' : 'kept')) === 'anew'
  await lockPeopleOf(tx, ids)
  const { held } = await lockMoving(tx, ids, of.documentId)
  const rows = await changeAssignments<BegunCycle & { isMerged: boolean }>(ctx, tx, {
    found: sql`
    zone as materialized (select control.zone_of_tenant() as name),
    asked as materialized (
      select * from unnest(${ids}::uuid[], ${of.assignments.map((one) => one.periodFrom ?? null)}::date[], ${of.assignments.map((one) => one.dueDay ?? null)}::date[],
        ${of.assignments.map((one) => one.validUntil ?? null)}::date[], ${of.assignments.map((one) => one.monthDay ?? null)}::smallint[])
        as asked(id, period_from, due_day, valid_until, month_day)
    ),
    subject as materialized (
      select distinct on (a.user_id, a.document_type, a.document_id) a.user_id, a.document_type, a.document_id, d.kept_version_id,
        coalesce(k.period_from, a.period_from, (a.assigned_at at time zone (select name from zone))::date) as period_from,
        case when k.period_from is null then a.month_day else k.month_day end as month_day, k.due_day, k.valid_until
      from asked k cross join lateral (select * from assignments one where one.id = k.id offset 0) a
      cross join lateral (
        select case when d.is_bundle or d.type in ('pathway', 'learningPackage') then d.published_version_id end as kept_version_id
        from documents d where d.id = a.document_id offset 0
      ) d
      where a.ended_at is null and a.is_active and exists (select from assignment_sources s where s.assignment_id = a.id offset 0)
      order by a.user_id, a.document_type, a.document_id, a.cycle desc
    ),
    -- What the next cycle takes from it stands beside each row: sets that are joined would be compared each with each.
    closing as materialized (
      select c.*, c.cycle = c.last_cycle as is_last,
        assignment_id(${ctx.actor.tenantId}, c.user_id, c.document_type, c.document_id, c.last_cycle + 1) as next_id
      from (
        select a.was, a.id, a.cycle, s.*, max(a.cycle) over same as last_cycle, count(*) over same > 1 as is_merged
        from subject s cross join lateral (
          select one as was, one.id, one.cycle from assignments one where one.user_id = s.user_id and one.document_type = s.document_type and one.document_id = s.document_id
            and one.ended_at is null offset 0
        ) a window same as (partition by s.user_id, s.document_type, s.document_id)
      ) c
    ),
    given as materialized (
      select distinct on (n.next_id, s.kind, s.source_id) n.next_id, n.was, n.is_last, n.document_type, n.document_id, n.last_cycle, n.period_from, n.month_day, s.*, ${isAnew ? anew(ctx.now) : kept}
      from closing n
      cross join lateral (select * from assignment_sources one where one.assignment_id = n.id offset 0) s
      left join lateral (select due from permissions rule where s.kind = 'rule' and rule.id = s.source_id offset 0) p on true
      order by n.next_id, s.kind, s.source_id, n.cycle desc
    ),
    -- What is active has a source.
    next as materialized (
      select distinct on (g.next_id) g.*, min(g.next_due_at) filter (where not g.is_optional) over (partition by g.next_id) as earliest
      from given g order by g.next_id, g.is_last desc
    )`,
    update: {
      from: 'closing',
      set: {
        endedAt: sql`${ctx.now}`,
        isActive: sql`false`,
        versionId: sql`coalesce(a.version_id, f.kept_version_id)`,
        validUntil: sql`case when a.state in ('completed', 'passed') then f.valid_until end`,
      },
    },
    insert: sql`(id, user_id, document_type, document_id, cycle, cycle_reason, period_from, month_day, is_active, is_optional, needs_request, waits_for,
        assigned_at, due_at, due_day, frozen_at, changed_day)
      select n.next_id, n.user_id, n.document_type, n.document_id, n.last_cycle + 1, ${of.reason}, n.period_from, n.month_day, true, (n.was).is_optional, (n.was).needs_request, (n.was).waits_for,
        ${ctx.now}, n.earliest, day_that_ends(n.earliest, (select name from zone)), (n.was).frozen_at, ${dayInZone(ctx.now)}
      from next n order by n.next_id`,
    beside: sql`
    sources as (
      insert into assignment_sources (assignment_id, kind, source_id, user_id, membership_id, is_optional, needs_request, due_at, due_days, due_shift_days,
        cycle_due_day, waits_for, granted_at, granted_by)
      select next_id, kind, source_id, user_id, membership_id, is_optional, needs_request, next_due_at, due_days, next_shift_days, next_cycle_due_day, waits_for,
        next_granted_at, granted_by from given
    ),
    gone as (
      delete from assignment_sources s using closing c where s.assignment_id = c.id
      returning s.assignment_id, s.kind, s.source_id, s.user_id, s.membership_id, s.is_optional, s.due_at, s.granted_at, s.granted_by
    ),
    filed as (
      insert into earlier_sources (assignment_id, kind, source_id, user_id, membership_id, is_optional, due_at, granted_at, granted_by)
      select * from gone
    )`,
    answer: sql`
    select n.next_id as id, n.id as earlier_id, n.user_id, n.document_id, n.is_merged from closing n where n.is_last order by n.next_id`,
  })
  // Two cycles became one: whether it is required, and when it is due, follows from the sources of both.
  const merged = rows.filter((row) => row.isMerged).map((row) => row.id)
  if (merged.length > 0) await settleAssignments(ctx, tx, merged)
  const own = new Set([...ids, ...rows.map((row) => row.id)])
  await recomputeContainers(
    ctx,
    tx,
    held.filter((id) => !own.has(id)),
    { held },
  )
  const people = [...new Set(rows.map((row) => row.userId))]
  if (people.length < peopleTold)
    await Promise.all(
      people.map((userId) => announce(ctx, tx, { topic: 'me', userId, kind: 'assignments', id: userId })),
    )
  return rows.map(({ id, earlierId, userId, documentId }) => ({ id, earlierId, userId, documentId }))
}

/** People come before their assignments, as whoever gives or takes something has it: their sources stay as they are read. */
export async function lockPeopleOf(tx: WriteTx, ids: readonly string[]): Promise<void> {
  await sql`
    select count(*) from (
      select from memberships where user_id = any(array(select distinct user_id from assignments where id = any(${ids}::uuid[]))) order by id for share
    ) locked`.execute(tx)
}

/** Columns of a source `s`, of a rule `p` if it is one's, in the next cycle `n`: counted from now. */
function anew(now: Date): RawBuilder<unknown> {
  const today = dayInZone(now)
  const zone = sql`(select name from zone)`
  const own = sql`day_that_ends(s.due_at, ${zone})`
  // 28 February may stand for the 29th of a leap year: of the rule, or of an earlier cycle.
  const first = sql`case when to_char(${own}, 'MM-DD') <> '02-28' then ${own}
    when p.due->>'kind' = 'on' and p.due->>'day' like '%-02-29' then (p.due->>'day')::date
    else coalesce((
      select max(day_that_ends(e.due_at, ${zone})) from assignments earlier join earlier_sources e on e.assignment_id = earlier.id
      where earlier.user_id = s.user_id and earlier.document_id = n.document_id and e.kind = s.kind and e.source_id = s.source_id
        and to_char(day_that_ends(e.due_at, ${zone}), 'MM-DD') = '02-29'
    ), ${own}) end`
  // The next time that the same day of a year comes round.
  const nextYear = sql`(${first} + make_interval(years => case when ${own} >= ${today} then extract(year from ${own})::int - extract(year from ${first})::int
    else extract(year from age(${today}, ${first}))::int + 1 end))::date`
  // What counted from something that has happened counts from now.
  const isCounted = sql`p.due->>'kind' = 'after' or (p.due->>'kind' in ('signIn', 'finish', 'field') and (p.due->>'days')::int > 0 and s.due_at is not null)`
  const days = sql`case when s.kind = 'rule' and (${isCounted}) then (p.due->>'days')::int when s.kind <> 'rule' then s.due_days end`
  const cycleDay = sql`case when s.is_optional or s.kind in ${containerSources} then null when n.due_day is not null then n.due_day
    when ${days} is null and s.due_at is not null then ${nextYear} end`
  return sql`
    case when s.is_optional then null
      when s.kind in ${containerSources} then case when s.due_at > ${now} then s.due_at end
      else end_of_day(coalesce(${cycleDay}, ${today} + ${days}), ${zone}) end as next_due_at,
    ${cycleDay} as next_cycle_due_day, 0 as next_shift_days, ${now}::timestamptz as next_granted_at`
}

/** The same, as it was. */
const kept = sql`s.due_at as next_due_at, s.cycle_due_day as next_cycle_due_day, s.due_shift_days as next_shift_days, s.granted_at as next_granted_at`
