import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { dueState } from '../../assignments/queries.ts'
import { listOpenPathways, type PathwayCardRow } from '../../pathways/queries/list-pathways.ts'
import { locksOf, resumeStep } from '../policy.ts'
import { findOutline } from './find-outline.ts'
import { type CardRow, cardColumns, ownCourses } from './list-cards.ts'
import { listStepStates, stateIn } from './list-step-states.ts'

/** Cards that one section shows at most; the whole list is a page of its own. */
const cardsShown = 100
const recentShown = 6
const pathwaysShown = 6

export interface HomeRows {
  readonly resume: (CardRow & { readonly activityId: string | null; readonly activityTitle: string }) | null
  /** Required and not done, by date; those without one last. What is locked and has no date stands in its pathway alone. */
  readonly open: readonly CardRow[]
  readonly recent: readonly CardRow[]
  readonly pathways: readonly PathwayCardRow[]
  readonly counts: {
    readonly required: number
    readonly done: number
    readonly inProgress: number
    readonly overdue: number
  }
}

/** A bundle's courses stand for it here: at most six statements, two more with a course to go on with. */
export async function readHome(ctx: Ctx, tx: ReadTx): Promise<HomeRows> {
  const own = sql`${ownCourses(ctx.actor.userId)} and not c.is_bundle`
  const isDone = sql`a.state in ('completed', 'passed')`
  const [open, recent, resume, counts, pathways] = await Promise.all([
    sql<CardRow>`
      select ${cardColumns(ctx.now)} ${own} and not a.is_optional and not ${isDone} and (a.waits_for is null or a.due_at is not null)
      order by a.due_at nulls last, a.assigned_at, a.id limit ${cardsShown}`.execute(tx),
    sql<CardRow>`
      select ${cardColumns(ctx.now)} ${own} and a.last_activity_at is not null order by a.last_activity_at desc, a.id limit ${recentShown}`.execute(
      tx,
    ),
    sql<CardRow & { versionId: string | null; lastActivityId: string | null }>`
      select ${cardColumns(ctx.now)}, coalesce(a.version_id, c.published_version_id) as version_id, a.last_activity_id
      ${own} and a.last_activity_at is not null and a.waits_for is null and not ${isDone} order by a.last_activity_at desc, a.id limit 1`.execute(
      tx,
    ),
    sql<HomeRows['counts']>`
      select count(*)::int as required, (count(*) filter (where ${isDone}))::int as done,
        (count(*) filter (where a.state in ('inprogress', 'failed')))::int as in_progress,
        (count(*) filter (where ${dueState(ctx.now)} = 'overdue'))::int as overdue
      ${own} and not a.is_optional`.execute(tx),
    listOpenPathways(ctx, tx, pathwaysShown),
  ])
  const card = resume.rows[0]
  return {
    resume: card ? { ...card, ...(await findStepToResume(ctx, tx, card)) } : null,
    open: open.rows,
    recent: recent.rows,
    pathways,
    counts: counts.rows[0] ?? { required: 0, done: 0, inProgress: 0, overdue: 0 },
  }
}

async function findStepToResume(
  ctx: Ctx,
  tx: ReadTx,
  card: { id: string; versionId: string | null; lastActivityId: string | null },
) {
  const [outline, states] = await Promise.all([
    card.versionId ? findOutline(tx, ctx.actor.tenantId, card.versionId) : null,
    listStepStates(tx, card.id),
  ])
  if (!outline) return { activityId: null, activityTitle: '' }
  const locks = locksOf(outline.sequential, outline.activities, stateIn(states))
  const activityId = resumeStep(outline.activities, locks, stateIn(states), card.lastActivityId)
  return { activityId, activityTitle: outline.activities.find((step) => step.id === activityId)?.title ?? '' }
}
