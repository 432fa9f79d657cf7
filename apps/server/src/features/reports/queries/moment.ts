import { type RawBuilder, sql } from 'kysely'
import { dayInZone } from '../../assignments/queries.ts'

/** Of when a report is: of now, or of the end of a past day. */
export interface ReportMoment {
  readonly now: Date
  /** `YYYY-MM-DD` in the tenant's time zone. */
  readonly asOf: string | null
}

/** The report's day in the tenant's time zone; open required work whose last day lies before it is overdue. */
export function today(at: ReportMoment): RawBuilder<string> {
  return at.asOf === null ? dayInZone(at.now) : sql<string>`${at.asOf}::date`
}

/** Whether something was there by then already. */
export function wasThere(at: ReportMoment, createdAt: RawBuilder<unknown>): RawBuilder<boolean> | null {
  if (at.asOf === null) return null
  return sql<boolean>`${createdAt} < (select end_of_day(${at.asOf}::date, control.zone_of_tenant()))`
}

const keptColumns = sql.raw(
  'user_id, is_active, is_optional, state, progress, score, seconds, version_id, assigned_at, started_at, completed_at, due_at, due_day, frozen_at, waits_for, last_activity_at',
)

/** Assignments as they were then, as a table: what has not changed since, and what was kept of what has. */
export function assignmentsAt(at: ReportMoment): RawBuilder<unknown> {
  if (at.asOf === null) return sql`assignments`
  return sql`(
    select id, document_id, document_type, cycle, ended_at, ${keptColumns} from assignments where changed_day <= ${at.asOf}::date
    union all
    -- What has ended since was the current cycle then.
    select assignment_id, document_id, document_type, null::integer, null::timestamptz, ${keptColumns} from assignment_days where from_day <= ${at.asOf}::date and until_day > ${at.asOf}::date)`
}

/** What people did of activities, likewise. */
export function activitiesAt(at: ReportMoment): RawBuilder<unknown> {
  if (at.asOf === null) return sql`activity_progress`
  const columns = sql.raw('assignment_id, activity_id, state, progress, score, seconds, started_at, completed_at')
  return sql`(
    select ${columns} from activity_progress where changed_day <= ${at.asOf}::date
    union all
    select ${columns} from activity_days where from_day <= ${at.asOf}::date and until_day > ${at.asOf}::date)`
}

/** A condition for each thing asked for; `true` without any. */
export function allOf(conditions: (RawBuilder<unknown> | null | false | '' | undefined)[]): RawBuilder<boolean> {
  const real = conditions.filter((one): one is RawBuilder<unknown> => Boolean(one))
  return real.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(real, sql` and `)}`
}

export interface Keyset {
  /** Sort expression of the row and its values in the last row seen. */
  sort: RawBuilder<unknown>
  id: RawBuilder<unknown>
  direction: 'asc' | 'desc'
  after: readonly [sort: string | number | null, id: string] | null
  /** Type that the cursor's value is cast to. */
  type: 'text' | 'numeric' | 'timestamptz'
}

/** The rows after the last one seen, in the order that `inOrder` gives. Sort expressions are never null. */
export function isAfter(keyset: Keyset): RawBuilder<boolean> | null {
  if (keyset.after === null) return null
  const [value, id] = keyset.after
  const sign = sql.raw(keyset.direction === 'asc' ? '>' : '<')
  const first = sql`${value}::${sql.raw(keyset.type)}`
  // The first condition says no more than the second; an index can begin at it, though the two columns are of two tables.
  return sql<boolean>`(${keyset.sort} ${sign}= ${first} and (${keyset.sort}, ${keyset.id}) ${sign} (${first}, ${id}::uuid))`
}

export function inOrder(keyset: Keyset): RawBuilder<unknown> {
  const direction = sql.raw(keyset.direction)
  return sql`${keyset.sort} ${direction}, ${keyset.id} ${direction}`
}
