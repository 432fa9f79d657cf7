import type { CycleStart } from '@learnt/contract/cycle-periods'
import type { Reset } from '@learnt/contract/cycles'
import type { DocumentType } from '@learnt/contract/document-kinds'
import { visibleToLearners } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

export interface DocumentWithReset {
  readonly id: string
  readonly type: DocumentType
  readonly title: string
  readonly reset: Reset
  /** A bundle, pathway or learning package. */
  readonly hasSteps: boolean
}

/**
 * Documents that learners see and that are reset; one, or all. Inner ones come first: if both are due on the same day,
 * the container finds its step in a new cycle already.
 */
export async function listDocumentsWithReset(tx: ReadTx, documentId?: string): Promise<DocumentWithReset[]> {
  const { rows } = await sql<DocumentWithReset>`
    select id, type, title, reset, is_bundle or type in ('pathway', 'learningPackage') as has_steps from documents
    where reset is not null and status = any(${visibleToLearners}::text[]) and ${documentId ? sql`id = ${documentId}` : sql`true`}
    order by case when type = 'learningPackage' then 3 when type = 'pathway' then 2 when is_bundle then 1 else 0 end, id`.execute(
    tx,
  )
  return rows
}

/** The day where the tenant is, and whether a round has already done it. */
export async function findDay(tx: ReadTx, now: Date, mark: string): Promise<{ today: string; isDone: boolean }> {
  const { rows } = await sql<{ today: string; isDone: boolean }>`
    select day.today, exists (
      select from rollup_marks where name = ${mark} and (folded_at at time zone day.zone)::date >= day.today) as is_done
    from (select (${now}::timestamptz at time zone z.zone)::date as today, z.zone from (select control.zone_of_tenant() as zone) z) day`.execute(
    tx,
  )
  return rows[0] ?? { today: '', isDone: true }
}

/** The day from which the current cycle of an assignment `a` counts, in a statement with a CTE `zone`. */
export const startOfCycle: RawBuilder<string> = sql<string>`
  coalesce(a.period_from, (a.assigned_at at time zone (select name from zone))::date)`

/** With it, the day of the month that it stands for (CycleStart). */
export const monthDayOfCycle: RawBuilder<number | null> = sql<
  number | null
>`case when a.period_from is not null then a.month_day end`

/**
 * Condition on assignments `a`: current cycles of a document that its reset covers. Nothing begins on leave; that
 * follows when the person is back. Offers that nobody took, and cycles never begun behind a lock, wait.
 */
export function isReset(documentId: string, userIds: readonly string[] | null): RawBuilder<boolean> {
  return sql<boolean>`(
    a.document_id = ${documentId} and a.ended_at is null and a.is_active and a.frozen_at is null
    and not (a.is_optional and a.state = 'notstarted') and not (a.waits_for is not null and a.started_at is null)
    and ${userIds ? sql`a.user_id = any(${userIds}::uuid[])` : sql`true`})`
}

export interface Starts extends CycleStart {
  readonly people: number
  readonly unfinished: number
}

/** The days from which current cycles of a document count, and how many people each has: few, however many people. */
export async function listStarts(
  tx: ReadTx,
  documentId: string,
  userIds: readonly string[] | null = null,
): Promise<Starts[]> {
  const { rows } = await sql<Starts>`
    with zone as materialized (select control.zone_of_tenant() as name)
    select ${startOfCycle} as from, ${monthDayOfCycle} as month_day, count(*)::int as people, (count(*) filter (where a.state not in ('completed', 'passed')))::int as unfinished
    from assignments a where ${isReset(documentId, userIds)} group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

interface PersonFrom extends CycleStart {
  readonly id: string
  readonly userId: string
}

/** The next people whose cycle counts from one of these days, in the order of their ids. */
export async function listPeopleFrom(
  tx: ReadTx,
  of: {
    documentId: string
    starts: readonly CycleStart[]
    userIds: readonly string[] | null
    after: string | null
    limit: number
  },
): Promise<PersonFrom[]> {
  const { rows } = await sql<PersonFrom>`
    with zone as materialized (select control.zone_of_tenant() as name)
    select a.id, a.user_id, ${startOfCycle} as from, ${monthDayOfCycle} as month_day from assignments a
    where ${isReset(of.documentId, of.userIds)} and (${startOfCycle}, coalesce(${monthDayOfCycle}, 0)) in (
        select * from unnest(${of.starts.map((one) => one.from)}::date[], ${of.starts.map((one) => one.monthDay ?? 0)}::smallint[]))
      and ${of.after === null ? sql`true` : sql`a.user_id > ${of.after}`}
    order by a.user_id limit ${of.limit}`.execute(tx)
  return rows
}
