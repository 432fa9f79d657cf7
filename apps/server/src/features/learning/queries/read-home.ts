import { type DocumentType, documentTypes } from '@learnt/contract/document-kinds'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { dayInZone, dueState } from '../../assignments/queries.ts'
import { listShownTypes } from '../../documents/queries.ts'
import { listOpenPathways, type PathwayCardRow } from '../../pathways/queries/list-pathways.ts'
import { locksOf, resumeStep } from '../policy.ts'
import { findOutline } from './find-outline.ts'
import { type CardRow, cardColumns, ownCourses, ownDocuments } from './list-cards.ts'
import { listStepStates, stateIn } from './list-step-states.ts'

/** Cards that one section shows at most; the whole list is a page of its own. */
const cardsShown = 100
const recentShown = 6
const pathwaysShown = 6
/** Kinds that stand among the required learning. Pathways have a section of their own. */
const listedTypes = documentTypes.filter((type) => type !== 'pathway')

export type RequiredRow = CardRow & { readonly documentType: DocumentType }

export interface HomeRows {
  readonly resume: (CardRow & { readonly activityId: string | null; readonly activityTitle: string }) | null
  /** Required and not done, by date; those without one last. What is locked and has no date stands in its pathway alone. */
  readonly open: readonly RequiredRow[]
  readonly recent: readonly CardRow[]
  readonly pathways: readonly PathwayCardRow[]
  /** They hold a seat at an event that is not over. */
  readonly hasEvents: boolean
  /** A certificate of theirs ends soon, or has ended lately, and none has taken its place. */
  readonly hasEndingCertificates: boolean
  readonly counts: {
    readonly required: number
    readonly done: number
    readonly inProgress: number
    readonly overdue: number
  }
}

/** A bundle's courses stand for it here: four statements, two more with a course to go on with. */
export async function readHome(ctx: Ctx, tx: ReadTx): Promise<HomeRows> {
  const own = sql`${ownCourses(ctx.actor.userId)} and not c.is_bundle`
  const isDone = sql`a.state in ('completed', 'passed')`
  const [required, recent, pathways, shownTypes] = await Promise.all([
    sql<RequiredRow>`
      select ${cardColumns(ctx.now)}, a.document_type ${ownDocuments(ctx.actor.userId, listedTypes)} and not c.is_bundle
        and not a.is_optional and not ${isDone} and (a.waits_for is null or a.due_at is not null)
      order by a.due_at nulls last, a.assigned_at, a.id limit ${cardsShown}`.execute(tx),
    // The counts, with each course that was opened lately and the one to go on with; where there is none, once by themselves.
    sql<
      HomeRows['counts'] & Pick<HomeRows, 'hasEvents' | 'hasEndingCertificates'> & (RecentRow | { readonly id: null })
    >`
      select * from (
        select count(*)::int as required, (count(*) filter (where ${isDone}))::int as done,
          (count(*) filter (where a.state in ('inprogress', 'failed')))::int as in_progress,
          (count(*) filter (where ${dueState(ctx.now)} = 'overdue'))::int as overdue,
          exists (
            select from registrations r join events e on e.id = r.event_id
            where r.user_id = ${ctx.actor.userId} and r.state in ('attending', 'cancellation', 'attended') and e.last_at > ${ctx.now} and e.cancelled_at is null
          ) as has_events,
          exists (select from certificates e where e.user_id = ${ctx.actor.userId} and is_ending_certificate(e, ${dayInZone(ctx.now)})) as has_ending_certificates
        ${own} and not a.is_optional
      ) counted left join (
        (select ${cardColumns(ctx.now)}, null::uuid as version_id, null::uuid as last_activity_id, false as is_to_resume
          ${own} and a.last_activity_at is not null order by a.last_activity_at desc, a.id limit ${recentShown})
        union all
        (select ${cardColumns(ctx.now)}, coalesce(a.version_id, c.published_version_id), a.last_activity_id, true
          ${own} and a.last_activity_at is not null and a.waits_for is null and not ${isDone} order by a.last_activity_at desc, a.id limit 1)
      ) shown on true order by shown.last_activity_at desc, shown.id`.execute(tx),
    listOpenPathways(ctx, tx, pathwaysShown),
    listShownTypes(tx),
  ])
  const opened = recent.rows.filter((row) => row.id !== null)
  const card = opened.find((row) => row.isToResume)
  return {
    resume: card ? { ...card, ...(await findStepToResume(ctx, tx, card)) } : null,
    open: required.rows.filter((row) => shownTypes.includes(row.documentType)),
    recent: opened.filter((row) => !row.isToResume),
    pathways: shownTypes.includes('pathway') ? pathways : [],
    hasEvents: shownTypes.includes('event') && recent.rows[0]?.hasEvents === true,
    hasEndingCertificates: recent.rows[0]?.hasEndingCertificates === true,
    counts: countsOf(recent.rows[0]),
  }
}

/** A course that was opened lately, or the one to go on with. */
interface RecentRow extends CardRow {
  readonly versionId: string | null
  readonly lastActivityId: string | null
  readonly isToResume: boolean
}

function countsOf(row: HomeRows['counts'] | undefined): HomeRows['counts'] {
  const { required = 0, done = 0, inProgress = 0, overdue = 0 } = row ?? {}
  return { required, done, inProgress, overdue }
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
