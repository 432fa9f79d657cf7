import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/problem.ts'
import { dayInZone } from '../../assignments/queries.ts'
import type { ReportMoment } from './moment.ts'

export interface ReportHistory {
  /** The first day whose end can be shown, in the tenant's time zone. */
  readonly from: string
  /** Yesterday: today is not over. Before `from` while no day has been kept yet. */
  readonly to: string
}

/**
 * How far back reports reach: to when the tenant was made here, to when days began to be kept in a tenant from before that,
 * or to the first of what was recorded of other systems.
 */
export async function findReportHistory(
  tx: ReadTx,
  now: Date,
  /** Days of activities were first kept by a later version. */
  { isOfActivities = false }: { isOfActivities?: boolean } = {},
): Promise<ReportHistory> {
  const { rows } = await sql<ReportHistory>`
    select to_char(least(
        greatest(
          coalesce((select folded_at from rollup_marks where name = 'history'), control.creation_of_tenant(), ${now}::timestamptz),
          (select folded_at from rollup_marks where name = 'activityHistory' and ${isOfActivities})
        ),
        -- The first of what was learnt elsewhere.
        (select folded_at from rollup_marks where name = 'importedHistory')
      ) at time zone control.zone_of_tenant(), 'YYYY-MM-DD') as from, to_char(${dayInZone(now)} - 1, 'YYYY-MM-DD') as to`.execute(
    tx,
  )
  return rows[0] as ReportHistory
}

/** Today is not over, and before the first kept day nobody knows. */
export function checkPast({ asOf }: ReportMoment, { from, to }: ReportHistory): void {
  if (asOf === null) return
  if (asOf > to) throw invalid({ 'query.asOf': 'pastDay' })
  if (asOf < from) throw invalid({ 'query.asOf': 'beforeHistory' })
}
