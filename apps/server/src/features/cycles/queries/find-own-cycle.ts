import { type CyclePeriod, type CycleStart, periodFrom } from '@learnt/contract/cycle-periods'
import type { Reset } from '@learnt/contract/cycles'
import type { DocumentType } from '@learnt/contract/document-kinds'
import type { ProgressState } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { dayInZone, isLocked } from '../../assignments/queries.ts'
import { monthDayOfCycle } from './due-cycles.ts'

export interface OwnCycle {
  readonly id: string
  readonly userId: string
  readonly type: DocumentType
  readonly documentId: string
  readonly title: string
  readonly status: string
  readonly isActive: boolean
  readonly state: ProgressState
  /** Its author lets people start over. */
  readonly mayStartOver: boolean
  readonly isLocked: boolean
  /** A bundle or a pathway. */
  readonly hasSteps: boolean
  readonly today: string
  readonly period: CyclePeriod | null
}

/** The caller's current cycle of a course, bundle or pathway, by its own id or the document's. */
export async function findOwnCycle(ctx: Ctx, tx: ReadTx, type: DocumentType, id: string): Promise<OwnCycle | null> {
  const { rows } = await sql<Omit<OwnCycle, 'period'> & CycleStart & { reset: Reset | null }>`
    select a.id, a.user_id, a.document_type as type, d.id as document_id, d.title, d.status, d.is_bundle or d.type = 'pathway' as has_steps, a.is_active and not a.needs_request as is_active, a.state, d.may_start_over, ${isLocked(ctx.actor.userId)} as is_locked,
       ${dayInZone(ctx.now)} as today, d.reset,
      coalesce(a.period_from, (a.assigned_at at time zone (select control.zone_of_tenant()))::date) as from, ${monthDayOfCycle} as month_day
    from assignments a join documents d on d.id = a.document_id
    where a.user_id = ${ctx.actor.userId} and a.document_type = ${type} and a.ended_at is null and (a.id = ${id} or a.document_id = ${id})
    order by a.cycle desc limit 1`.execute(tx)
  const row = rows[0]
  return row ? { ...row, period: row.reset && periodFrom(row.reset, row) } : null
}
