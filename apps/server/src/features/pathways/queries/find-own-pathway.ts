import type { Reset } from '@learnt/contract/cycles'
import type { DocumentType } from '@learnt/contract/document-kinds'
import type { DueExtension } from '@learnt/contract/extensions'
import type { PathwayContent, WaitsFor } from '@learnt/contract/pathways'
import { type ProgressState, type PublicationState, visibleToLearners } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { stepsOf } from '../../assignments/commands/recompute-containers.ts'
import { dayInZone, extensionOf } from '../../assignments/queries.ts'
import { isOpenTo, isPersonOf } from '../../reach/queries/visible-members.ts'
import { type PathwayCardRow, pathwayCardColumns } from './list-pathways.ts'

/** Somebody's pathway; whether it opens is the policy's word. */
export interface OwnPathwayRow extends PathwayCardRow {
  readonly userId: string
  readonly isActive: boolean
  readonly status: PublicationState
  readonly versionId: string
  readonly extension: DueExtension | null
  readonly cycle: number
  readonly reset: Reset | null
  /** The day from which the cycle counts. */
  readonly cycleFrom: string
  readonly cycleMonthDay: number | null
  readonly today: string
  readonly prerequisites: { id: string; type: DocumentType; title: string; isDone: boolean }[]
}

/** The caller's own, by the pathway's id or the assignment's; an earlier cycle's leads to the current one. One statement. */
export function findOwnPathway(ctx: Ctx, tx: ReadTx, id: string): Promise<OwnPathwayRow | null> {
  return find(
    ctx,
    tx,
    sql`a.user_id = ${ctx.actor.userId} and (a.document_id = ${id}
      or a.document_id = (select one.document_id from assignments one where one.id = ${id} and one.user_id = ${ctx.actor.userId}))`,
  )
}

/** One person's, as far as the caller looks after them: a manager's own people, an administrator's team or tenant. */
export function findPathwayOf(
  ctx: Ctx,
  tx: ReadTx,
  of: { documentId: string; userId: string },
): Promise<OwnPathwayRow | null> {
  return find(ctx, tx, sql`a.user_id = ${of.userId} and a.document_id = ${of.documentId} and ${isOpenTo(ctx.actor)}`)
}

/**
 * All of one person's, as far as the caller looks after them: what is open first, as many as a page shows. Null: it is
 * nobody whom they look after.
 */
export async function listPathwaysOf(
  ctx: Ctx,
  tx: ReadTx,
  of: { userId: string; limit: number },
): Promise<PathwayCardRow[] | null> {
  const [person, { rows }] = await Promise.all([
    sql<{ isTheirs: boolean }>`
      select exists (select from memberships a where a.user_id = ${of.userId} and ${isPersonOf(ctx.actor)}) as is_theirs`.execute(
      tx,
    ),
    sql<PathwayCardRow>`
      select ${pathwayCardColumns(ctx.now)} from assignments a join documents d on d.id = a.document_id
      where a.user_id = ${of.userId} and a.document_type = 'pathway' and a.is_active and not a.needs_request
        and d.status = any(${visibleToLearners}::text[]) and ${isOpenTo(ctx.actor)}
      order by a.state in ('completed', 'passed'), a.due_at nulls last, d.sort_title, a.id limit ${of.limit}`.execute(
      tx,
    ),
  ])
  return person.rows[0]?.isTheirs ? rows : null
}

async function find(ctx: Ctx, tx: ReadTx, where: RawBuilder<unknown>): Promise<OwnPathwayRow | null> {
  const { rows } = await sql<OwnPathwayRow>`
    select ${pathwayCardColumns(ctx.now)}, a.user_id, a.is_active and not a.needs_request as is_active, d.status, ${extensionOf} as extension, a.cycle, d.reset, ${dayInZone(ctx.now)} as today,
      coalesce(a.period_from, (a.assigned_at at time zone (select control.zone_of_tenant()))::date) as cycle_from,
      case when a.period_from is not null then a.month_day end as cycle_month_day, coalesce(a.version_id, d.published_version_id) as version_id,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'type', p.type, 'title', p.title, 'isDone', exists (
          select from assignments done where done.user_id = a.user_id and done.document_id = p.id and done.state in ('completed', 'passed')
        )) order by before.place)
        from unnest(d.prerequisites) with ordinality before(id, place)
        join documents p on p.id = before.id and p.status = any(${visibleToLearners}::text[])
      ), '[]') as prerequisites
    from assignments a join documents d on d.id = a.document_id
    where a.document_type = 'pathway' and a.ended_at is null and ${where} order by a.is_active desc, a.cycle desc limit 1`.execute(
    tx,
  )
  return rows[0] ?? null
}

export interface OwnStepRow {
  readonly stepId: string
  readonly section: number
  readonly stepType: DocumentType
  readonly stepDocumentId: string
  readonly isRequired: boolean
  readonly credits: number
  readonly isDone: boolean
  readonly progress: number
  readonly title: string
  readonly imageFileId: string | null
  readonly isBundle: boolean
  readonly minutes: number
  /** Of what gives it now. */
  readonly assignmentId: string | null
  readonly ownState: ProgressState | null
  readonly lastActivityAt: Date | null
  readonly dueAt: Date | null
  readonly completedAt: Date | null
  readonly countedFor: string | null
  readonly waitsFor: Omit<WaitsFor, 'pathway'> | null
  readonly waiver: {
    readonly reason: string
    readonly by: string
    readonly at: string
    readonly evidence: {
      readonly id: string
      readonly name: string
      readonly contentType: string
      readonly size: number
    } | null
  } | null
}

export interface OwnSection {
  readonly id: string
  readonly title: string
  readonly rule: PathwayContent['sections'][number]['rule']
  /** Null: it has no required steps that can be seen. */
  readonly figures: {
    readonly steps: number
    readonly done: number
    readonly needed: number | null
    readonly earned: number
    readonly isSatisfied: boolean
  } | null
}

/** The steps and sections of a person's pathway as they stand, in order: two statements, whatever their number. */
export async function readRoute(
  tx: ReadTx,
  pathway: Pick<OwnPathwayRow, 'assignmentId' | 'versionId'>,
): Promise<{ steps: OwnStepRow[]; sections: OwnSection[] }> {
  const ids = [pathway.assignmentId]
  const [steps, sections] = await Promise.all([
    sql<OwnStepRow>`
      with ${stepsOf(ids)}
      select s.step_id, s.section, s.step_type, s.step_document_id, s.is_required, s.credits, s.is_done, s.progress,
        d.title, d.image_file_id, d.is_bundle, d.minutes,
        case when own.is_active then own.id end as assignment_id, own.state as own_state, own.last_activity_at, own.due_at, s.completed_at,
        counted.title as counted_for,
        case when w.id is not null and not s.is_done then jsonb_build_object('id', w.id, 'type', w.type, 'title', w.title) end as waits_for,
        case when v.step_id is not null then jsonb_build_object(
          'reason', v.reason, 'at', v.waived_at, 'by', coalesce((
            select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = v.waived_by and m.is_primary), ''),
          'evidence', (select jsonb_build_object('id', f.id, 'name', f.name, 'contentType', f.content_type, 'size', f.size) from files f where f.id = v.evidence_file_id)
        ) end as waiver
      from step s join documents d on d.id = s.step_document_id
      left join assignments own on own.id = s.child_id
      left join documents w on w.id = own.waits_for
      left join documents counted on counted.id = s.done_document_id and s.done_document_id <> s.step_document_id
      left join step_waivers v on v.assignment_id = s.parent_id and v.step_id = s.step_id
      order by s.place`.execute(tx),
    sql<OwnSection>`
      with ${stepsOf(ids)}
      select part.content->>'id' as id, part.content->>'title' as title, part.content->'rule' as rule,
        (select jsonb_build_object('steps', s.steps, 'done', s.done, 'needed', s.needed, 'earned', s.earned, 'isSatisfied', s.is_satisfied)
          from section s where s.section = part.place - 1) as figures
      from document_versions v cross join lateral jsonb_array_elements(v.content->'sections') with ordinality part(content, place)
      where v.id = ${pathway.versionId} order by part.place`.execute(tx),
  ])
  return { steps: steps.rows, sections: sections.rows }
}
