import { isDone, type ProgressState, visibleToLearners } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { CauseCtx } from '../../../platform/causes.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { changeAssignments } from './change-assignments.ts'
import { countStates, figuresOf } from './recompute-progress.ts'
import { lockingOrder, type Settled, settleAssignments } from './settle-assignments.ts'

/** Sources of a step that are containers. */
export const containerSources: RawBuilder<unknown> = sql`('bundle', 'pathway', 'learningPackage')`

/** Containers inside containers: a course in a bundle in a pathway in a learning package. */
const deepest = 4

interface Level {
  readonly id: string
  readonly hasLocks: boolean
  readonly isMoved: boolean
  /** A pathway whose steps waited for what has to be finished before it. */
  readonly wasClosed: boolean
  readonly parents: readonly string[]
  /** Assignments that wait for it, if it was finished by this, or is finished no longer. */
  readonly waiting: readonly string[]
}

/**
 * Works out assignments of containers (bundles, pathways and learning packages) from the assignments of their steps, and
 * the containers around them from these. Steps are those of the person's version that learners see: the published one,
 * unless the person stays on another. Someone who has finished a container has finished it, whatever joins it later, unless
 * `mayGoBack` (an attempt was worked out again); of a pathway or a package they keep the version that they finished.
 * Steps of a pathway that wait for others are locked and opened, unless `keepsLocks`: no step was finished.
 * `held`: rows that the caller holds since before it read or changed any step, see lockAround(). `waiting`: assignments
 * that wait for what the caller has changed, see waitingFor(); those that wait for a container are found here.
 */
export async function recomputeContainers(
  ctx: CauseCtx,
  tx: WriteTx,
  ids: readonly string[],
  of: { mayGoBack?: boolean; held?: readonly string[]; keepsLocks?: boolean; waiting?: readonly string[] } = {},
): Promise<void> {
  const waiting = new Set(of.waiting)
  if (ids.length === 0) return openWaiting(ctx, tx, waiting)
  // Locked before the steps are read: of two steps finished at once the second must see the first.
  const held = new Set(of.held ?? (await lockAround(tx, ids)))
  let level = ids
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    // A container that was given meanwhile.
    if (level.some((id) => !held.has(id))) for (const id of await lockAround(tx, level)) held.add(id)
    const done = await recomputeLevel(ctx, tx, level, of.mayGoBack ?? false)
    const ordered = of.keepsLocks ? [] : done.filter((one) => one.hasLocks).map((one) => one.id)
    if (ordered.length > 0) {
      await tellOpened(
        ctx,
        tx,
        done.filter((one) => one.wasClosed).map((one) => one.id),
      )
      const settled = await settleAssignments(ctx, tx, await lockSteps(ctx, tx, ordered))
      await settleAssignments(ctx, tx, await passLocksOn(tx, settled.containers))
    }
    for (const id of done.flatMap((one) => one.waiting)) waiting.add(id)
    level = [...new Set(done.flatMap((one) => (one.isMoved ? one.parents : [])))]
  }
  await openWaiting(ctx, tx, waiting)
}

/** What is around an assignment, to be read under its lock before it moves. */
export interface Around {
  readonly containers: string[]
  readonly waiting: string[]
}

/** Its columns, of one or several. */
export function aroundOf(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`array(${containersAround(ids)}) as containers, array(${waitingFor(ids)}) as waiting`
}

export async function findAround(tx: WriteTx, ids: readonly string[]): Promise<Around> {
  const { rows } = await sql<Around>`select ${aroundOf(sql`${ids}::uuid[]`)}`.execute(tx)
  return rows[0] as Around
}

/** After an assignment moved: works out what is around it. Nothing is opened or closed while it is not finished by it, or any longer. */
export function followMove(
  ctx: CauseCtx,
  tx: WriteTx,
  { containers, waiting }: Around,
  of: { before: ProgressState; after: ProgressState; held: readonly string[]; mayGoBack?: boolean },
): Promise<void> {
  const { held, mayGoBack = false } = of
  const hasTurned = isDone(of.before) !== isDone(of.after)
  return recomputeContainers(ctx, tx, containers, {
    held,
    mayGoBack,
    keepsLocks: !hasTurned && !mayGoBack,
    waiting: hasTurned ? waiting : [],
  })
}

/** People are told of those that are open by then. */
async function tellOpened(ctx: CauseCtx, tx: WriteTx, assignmentIds: readonly string[]): Promise<void> {
  if (assignmentIds.length > 0 && !ctx.history) await enqueue(ctx, tx, 'notifications.opened', { assignmentIds })
}

/**
 * Opens what waited for a document that is finished now, and closes what was not begun when it is finished no longer. Whom
 * that opens something for is told by a task.
 */
async function openWaiting(ctx: CauseCtx, tx: WriteTx, waiting: ReadonlySet<string>): Promise<void> {
  if (waiting.size === 0) return
  const settled = await settleAssignments(ctx, tx, [...waiting])
  await tellOpened(ctx, tx, settled.opened)
  await settleAssignments(ctx, tx, await passLocksOn(tx, settled.containers))
}

async function recomputeLevel(
  ctx: CauseCtx,
  tx: WriteTx,
  ids: readonly string[],
  mayGoBack: boolean,
): Promise<Level[]> {
  return changeAssignments<Level>(ctx, tx, {
    found: sql`${stepsOf(ids)},
      figures as materialized (
        select t.was, t.id, t.version_id, t.has_locks, t.keeps_version, total.*, one.last_activity_at, one.score, one.started_at, one.passed, one.failed, one.begun
        from target t
        cross join lateral (
          select coalesce(sum(s.weight), 0) as total, coalesce(sum(s.done_weight), 0) as done, coalesce(sum(s.progress), 0) as progress
          from section s where s.parent_id = t.id
        ) total
        cross join lateral (
          select avg(s.score) as score, min(s.started_at) as started_at, max(s.last_activity_at) as last_activity_at, ${countStates(sql`s`)}
          from step s where s.parent_id = t.id and s.is_required
        ) one
      )`,
    update: {
      from: 'figures',
      set: {
        ...figuresOf(sql`f.total`, sql`${ctx.now}::timestamptz`),
        lastActivityAt: sql`greatest(a.last_activity_at, f.last_activity_at)`,
        versionId: sql`case when f.keeps_version and f.total > 0 and f.done = f.total then f.version_id else a.version_id end`,
      },
      where: sql`(${mayGoBack} or a.state not in ('completed', 'passed'))`,
    },
    answer: sql`
      select t.id, t.has_locks,
        t.has_locks and t.prerequisites <> '{}' and exists (
          select from assignment_sources o where o.source_id = t.id and o.kind = 'pathway' and o.waits_for = any(t.prerequisites)) as was_closed,
        exists (select from changed c where (c.became).id = t.id
          and ((c.was).state, (c.was).progress) is distinct from ((c.became).state, (c.became).progress)) as is_moved,
        array(${containersAround(sql`array[t.id]`)}) as parents,
        case when exists (select from changed c where (c.became).id = t.id
          and ((c.was).state in ('completed', 'passed')) <> ((c.became).state in ('completed', 'passed')))
          then array(${waitingFor(sql`array[t.id]`)}) else '{}' end as waiting
      from target t`,
  })
}

/**
 * A query for the containers' assignments (as text) that some assignments count for: those that give them, and the person's
 * pathways that wait for their document or take it for one of their steps. Its names are its own: `ids` may name a row
 * of the statement around it.
 */
export function containersAround(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select source.source_id::text as id from assignment_sources source where source.assignment_id = any(${ids}) and source.kind in ${containerSources}
    union
    -- What is still finished in an earlier cycle counts where it was given.
    select earlier.source_id::text from earlier_sources earlier where earlier.assignment_id = any(${ids}) and earlier.kind in ${containerSources}
    union
    select pathway.id::text from assignments done
    join assignments pathway on pathway.user_id = done.user_id and pathway.document_type = 'pathway' join documents of_it on of_it.id = pathway.document_id
    where done.id = any(${ids}) and pathway.is_active and (done.document_id = any(of_it.prerequisites) or exists (
      select from document_steps step_of_it where step_of_it.version_id = coalesce(pathway.version_id, of_it.published_version_id)
        and (step_of_it.step_document_id = done.document_id or done.document_id = any(step_of_it.equivalents))))`
}

/**
 * A query for the assignments (as text) of the same person that have the document of some assignments as a prerequisite
 * and were not begun. Pathways are not among them: they lock their steps, see containersAround().
 */
export function waitingFor(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select waiting.id::text as id from assignments done
    join documents after on after.prerequisites <> '{}' and done.document_id = any(after.prerequisites) and after.type <> 'pathway'
    join assignments waiting on waiting.user_id = done.user_id and waiting.document_type = after.type and waiting.document_id = after.id
    where done.id = any(${ids}) and waiting.started_at is null`
}

/**
 * Locks some assignments with every container around them and what waits for any of these, and answers which. Ids as one array: `id = … or id in (…)`
 * reads all assignments of the tenant.
 */
export function lockAround(tx: WriteTx, ids: readonly string[]): Promise<string[]> {
  return lockAroundThose(tx, sql`select unnest(${ids}::uuid[])`)
}

/** The same for those whose ids a query finds. */
export async function lockAroundThose(tx: WriteTx, ids: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from assignments a join documents d on d.id = a.document_id
    where a.id = any (array(
      with recursive around(id) as (
        ${ids}
        union
        select up.id::uuid from around cross join lateral (${containersAround(sql`array[around.id]`)}) up
      )
      select id from around union select id::uuid from (${waitingFor(sql`array(select id from around)`)}) waiting))
    order by ${lockingOrder} for update of a`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Before the current cycles of some assignments change, of one document where the caller knows it: locks them, with what is
 * around them where anything holds their documents as a step, or waits for one.
 */
export async function lockMoving(
  tx: WriteTx,
  ids: readonly string[],
  documentId?: string,
): Promise<{ isWithin: boolean; held: string[] }> {
  const documents = documentId
    ? sql`select ${documentId}::uuid as id`
    : sql`select distinct document_id as id from assignments where id = any(${ids}::uuid[])`
  const { rows } = await sql`
    with document as materialized (${documents})
    select from document d where exists (select from document_steps s where s.step_document_id = d.id or d.id = any(s.equivalents))
      or exists (select from documents p where d.id = any(p.prerequisites)) limit 1`.execute(tx)
  if (rows.length > 0) return { isWithin: true, held: await lockAround(tx, ids) }
  await sql`select count(*) from (select from assignments where id = any(${ids}::uuid[]) order by id for update) locked`.execute(
    tx,
  )
  return { isWithin: false, held: [] }
}

/** The courses of a bundle that waits, or opens, do so too, and are due as it is. Answers those that changed. */
async function passLocksOn(tx: WriteTx, containers: Settled['containers']): Promise<string[]> {
  if (containers.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    update assignment_sources o set waits_for = b.waits_for, due_at = case when not o.is_optional then b.due_at end
    from assignments b join documents d on d.id = b.document_id and d.is_bundle
    where b.document_type = 'course' and b.document_id = any(${containers.map((one) => one.documentId)}::uuid[])
      and b.user_id = any(${[...new Set(containers.flatMap((one) => one.userIds))]}::uuid[])
      and o.kind = 'bundle' and o.source_id = b.id
      and (o.waits_for, o.due_at) is distinct from (b.waits_for, case when not o.is_optional then b.due_at end)
    returning o.assignment_id as id`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Locks and opens the steps of people's pathways: what comes behind an unfinished required step waits for it, and every
 * step waits for the pathway's prerequisites. What was begun stays open, and so does everything in a finished pathway. A
 * step that is due some days after the one before it gets its date when it opens, or where learners choose the order, when
 * the one before it is done. Answers the steps' assignments that changed.
 */
async function lockSteps(ctx: Pick<Ctx, 'now'>, tx: WriteTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with ${stepsOf(ids)},
    blocking as materialized (
      select distinct on (parent_id) parent_id, section, place, waits_for from (
        select t.id as parent_id, -1 as section, 0 as place, before.id as waits_for
        from target t cross join lateral unnest(t.prerequisites) before(id)
        join documents shown on shown.id = before.id and shown.status = any(${visibleToLearners}::text[])
        where not exists (
          select from assignments a where a.user_id = t.user_id and a.document_id = before.id and a.state in ('completed', 'passed'))
        union all
        select s.parent_id, s.section, s.place, s.step_document_id
        from step s join section x on x.parent_id = s.parent_id and x.section = s.section join target t on t.id = s.parent_id
        where t.is_sequenced and x.rule = 'all' and s.is_required and not s.is_done
        union all
        -- Of a section of which some steps are enough: the next section waits for the first that is not done.
        select s.parent_id, s.section, ${2 ** 31 - 1}::int, (array_agg(s.step_document_id order by s.place))[1]
        from step s join section x on x.parent_id = s.parent_id and x.section = s.section join target t on t.id = s.parent_id
        where t.is_sequenced and x.rule <> 'all' and not x.is_satisfied and not s.is_done group by 1, 2
      ) found order by parent_id, section, place
    ),
    wanted as materialized (
      select s.parent_id, s.child_id, case when s.due_from = 'previous' and (t.is_sequenced or s.is_after_done) then s.due_days end as due_days,
        case when b.parent_id is not null and t.state not in ('completed', 'passed') and (s.section, s.place) > (b.section, b.place) and s.started_at is null then b.waits_for end as waits_for
      from (select *, coalesce(lag(is_done) over (partition by parent_id order by place), true) as is_after_done from step) s
      join target t on t.id = s.parent_id left join blocking b on b.parent_id = s.parent_id where s.child_id is not null
    )
    update assignment_sources o
    set waits_for = w.waits_for,
      due_at = case when w.waits_for is null and w.due_days is not null and not o.is_optional
        then coalesce(o.due_at, end_of_day((${ctx.now}::timestamptz at time zone control.zone_of_tenant())::date + w.due_days, control.zone_of_tenant()))
        else o.due_at end
    from wanted w
    where o.assignment_id = w.child_id and o.kind = 'pathway' and o.source_id = w.parent_id
      and (o.waits_for is distinct from w.waits_for
        or (w.waits_for is null and w.due_days is not null and not o.is_optional and o.due_at is null))
    returning o.assignment_id as id`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * CTEs: the containers' assignments `target`, how each stands with each `step`, and with each `section`. A step is done
 * when its document, or one that counts for it, was completed late enough, or when it was waived. `weight` is how many
 * steps of a section are to be done.
 */
export function stepsOf(ids: readonly string[]): RawBuilder<unknown> {
  return sql`
    target as materialized (
      select b as was, b.id, b.user_id, b.cycle, b.state, b.assigned_at, b.ended_at, b.cycle_reason is not null as is_anew, coalesce(b.version_id, d.published_version_id) as version_id, d.prerequisites, d.accepted_months,
        d.type = 'pathway' and d.subtype = 'sequenced' as is_sequenced,
        d.type = 'pathway' as has_locks,
        d.type in ('pathway', 'learningPackage') as keeps_version
      from assignments b join documents d on d.id = b.document_id
      where b.id = any(${ids}::uuid[]) and (d.is_bundle or d.type in ('pathway', 'learningPackage'))
    ),
    step as materialized (
      select t.id as parent_id, s.step_id, s.section, s.place, s.step_type, s.step_document_id, ${isRequiredOf(sql`t.user_id`)} as is_required, s.credits, s.due_days, s.due_from,
        own.id as child_id, best.document_id as done_document_id, best.completed_at, own.started_at, own.last_activity_at,
        coalesce(best.is_accepted, false) or w.step_id is not null as is_done,
        case when w.step_id is not null or best.is_accepted then 100 when own.is_old then 0 else coalesce(own.progress, 0) end as progress,
        case when own.is_old then null else coalesce(best.score, own.score) end as score,
        case when w.step_id is not null then 'completed' when best.is_accepted then best.state when own.is_old then 'notstarted'
          else coalesce(own.state, 'notstarted') end as state
      from target t
      join document_steps s on s.version_id = t.version_id
      join document_sections part on part.version_id = s.version_id and part.section = s.section
      join documents shown on shown.id = s.step_document_id and shown.status = any(${visibleToLearners}::text[])
      left join step_waivers w on w.assignment_id = t.id and w.step_id = s.step_id
      left join lateral (
        select a.id, a.state, a.progress, a.score, a.started_at, a.last_activity_at,
          a.state in ('completed', 'passed') and not ${isAccepted} as is_old
        from assignments a where a.user_id = t.user_id and a.document_type = s.step_type and a.document_id = s.step_document_id and (t.is_anew or a.cycle >= t.cycle) and ${isOfCycle}
        -- Who had to do it again has a later cycle.
        order by a.cycle desc limit 1
      ) own on true
      left join lateral (
        select true as is_accepted, a.document_id, a.state, a.score, a.completed_at from assignments a
        where a.document_id = any(s.step_document_id || s.equivalents) and a.user_id = t.user_id
          and (t.is_anew or a.cycle >= t.cycle or a.document_id <> s.step_document_id) and a.state in ('completed', 'passed') and ${isOfCycle} and ${isAccepted}
        order by a.document_id = s.step_document_id desc, a.completed_at desc limit 1
      ) best on true
    ),
    section as materialized (
      select counted.*,
        case when is_satisfied then weight when rule = 'credits' then least(weight * earned / nullif(needed, 0), weight * 0.99) else done end as done_weight
      from (
        select sums.*, case rule when 'all' then done = steps when 'any' then done >= weight else earned >= needed end as is_satisfied from (
          select parent_id, section, rule, needed, steps, done, earned,
            case rule when 'all' then steps when 'any' then least(needed, steps) else case when credits > 0 then steps * needed / credits else 0 end end as weight,
            case rule when 'all' then all_progress when 'any' then best_progress
              else case when credits > 0 and needed > 0 then least(1, credited / needed) * 100 * steps * needed / credits else 0 end end as progress
          from (
            select r.parent_id, r.section, r.rule, count(*) as steps, count(*) filter (where r.is_done) as done,
              case when r.rule = 'credits' then least(r.needed, sum(r.credits)) else r.needed end as needed,
              sum(r.credits) as credits, coalesce(sum(r.credits) filter (where r.is_done), 0) as earned, sum(r.credits * r.progress / 100) as credited,
              sum(r.progress) as all_progress, sum(r.progress) filter (where r.rank <= r.needed) as best_progress
            from (
              select s.*, x.rule, x.needed, row_number() over (partition by s.parent_id, s.section order by s.progress desc) as rank
              from step s join target t on t.id = s.parent_id join document_sections x on x.version_id = t.version_id and x.section = s.section
              where s.is_required
            ) r group by r.parent_id, r.section, r.rule, r.needed
          ) figures
        ) sums
      ) counted
    )`
}

/** Whether a step `s` of a section `part` is required of somebody: a section may be of an audience only. */
export function isRequiredOf(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(s.is_required and (part.audience_id is null or is_in_audience(part.audience_id, ${userId})))`
}

/** A completion of `a` that counts for the container's assignment `t`: of one that began anew, since it did. */
const isAccepted: RawBuilder<unknown> = sql`(
  (t.accepted_months is null or a.completed_at >= t.assigned_at - make_interval(months => t.accepted_months))
  and (not t.is_anew or a.completed_at >= t.assigned_at))`

/**
 * A step's cycle `a` that belongs to the cycle `t` of its container: not one that ended when this began, nor, where this
 * has ended itself, what was done after it. What was begun in it and is finished late still counts in it.
 */
const isOfCycle: RawBuilder<unknown> = sql`(
  (not t.is_anew or a.ended_at is null or a.ended_at > t.assigned_at)
  and (t.ended_at is null or a.ended_at <= t.ended_at or a.completed_at < t.ended_at))`
