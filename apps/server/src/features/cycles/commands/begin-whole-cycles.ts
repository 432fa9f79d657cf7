import { type CycleStart, periodFrom } from '@learnt/contract/cycle-periods'
import type { Reset } from '@learnt/contract/cycles'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import {
  type BegunCycle,
  beginCycles,
  type CycleReason,
  lockPeopleOf,
  type NextCycle,
} from '../../assignments/commands/begin-cycles.ts'
import {
  containerSources,
  lockAroundThose,
  recomputeContainers,
} from '../../assignments/commands/recompute-containers.ts'
import { settleAssignments } from '../../assignments/commands/settle-assignments.ts'
import { followContainers } from '../../permissions/commands/give-steps.ts'
import { monthDayOfCycle, startOfCycle } from '../queries/due-cycles.ts'

/** Containers inside containers: a course in a bundle in a pathway in a learning package. */
const deepest = 4

interface StepOfWhole extends CycleStart {
  readonly id: string
  readonly isBegun: boolean
  readonly reset: Reset | null
}

/**
 * beginCycles() for bundles, pathways and learning packages: the container begins by its own rule, empty, with every
 * step that was begun in it. Own resets of steps, and steps nobody began, stay. The former cycles stay on record, with
 * what gave them. Needs the rules' lock (lockRules(), shared).
 */
export async function beginWholeCycles(
  ctx: Ctx,
  tx: WriteTx,
  of: { readonly assignments: readonly NextCycle[]; readonly reason: CycleReason; readonly documentId?: string },
): Promise<BegunCycle[]> {
  const ids = of.assignments.map((one) => one.assignmentId)
  await lockPeopleOf(tx, ids)
  // Everything within and around them at once, as lockingOrder has it.
  await lockAroundThose(
    tx,
    sql`
      with recursive within(id) as (
        select unnest(${ids}::uuid[])
        union
        select s.assignment_id from within join assignment_sources s on s.source_id = within.id and s.kind in ${containerSources}
      ) select id from within`,
  )
  const begun = await beginCycles(ctx, tx, of)
  const touched: string[] = []
  const wholes: BegunCycle[] = []
  for (let level = begun, depth = 0; level.length > 0 && depth < deepest; depth++) {
    wholes.push(...level)
    const steps = await listSteps(
      tx,
      level.map((one) => one.earlierId),
    )
    touched.push(...steps.map((one) => one.id))
    const next = await beginCycles(ctx, tx, {
      reason: of.reason,
      assignments: steps
        .filter((step) => step.isBegun)
        .map((step) => ({
          assignmentId: step.id,
          validUntil: (step.reset && periodFrom(step.reset, step)?.validUntil) ?? undefined,
        })),
    })
    touched.push(...next.map((one) => one.id))
    await giveFromNext(tx, level)
    level = next
  }
  const byDocument = Map.groupBy(wholes, (one) => one.documentId)
  await followContainers(
    ctx,
    tx,
    [...byDocument].map(([documentId, all]) => ({ documentId, userIds: all.map((one) => one.userId) })),
  )
  await settleAssignments(ctx, tx, touched)
  await recomputeContainers(
    ctx,
    tx,
    wholes.map((one) => one.id),
  )
  return begun
}

/** What some containers give now. */
async function listSteps(tx: WriteTx, containerIds: readonly string[]): Promise<StepOfWhole[]> {
  const { rows } = await sql<StepOfWhole>`
    with zone as materialized (select control.zone_of_tenant() as name)
    select distinct on (a.id) a.id, a.started_at is not null or a.state <> 'notstarted' as is_begun, d.reset, ${startOfCycle} as from, ${monthDayOfCycle} as month_day
    from assignment_sources s join assignments a on a.id = s.assignment_id join documents d on d.id = a.document_id
    where s.source_id = any(${containerIds}::uuid[]) and s.kind in ${containerSources} and a.ended_at is null
    order by a.id`.execute(tx)
  return rows
}

/** What the earlier cycle of a container gave, the next one gives: open and without a date, until it is worked out. */
async function giveFromNext(tx: WriteTx, begun: readonly BegunCycle[]): Promise<void> {
  await sql`
    update assignment_sources s set source_id = next.id, waits_for = null, due_at = null, due_shift_days = 0
    from unnest(${begun.map((one) => one.earlierId)}::uuid[], ${begun.map((one) => one.id)}::uuid[]) next(earlier_id, id)
    where s.source_id = next.earlier_id and s.kind in ${containerSources}`.execute(tx)
}
