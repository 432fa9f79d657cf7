import type { DocumentType } from '@learnt/contract/document-kinds'
import type { DueExtension } from '@learnt/contract/extensions'
import type { LearnerSortKey } from '@learnt/contract/learner-sorts'
import { visibleToLearners } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../platform/db/database.ts'

/**
 * The moment before which everything recorded is in the rollups: now, while no delta waits, else the last fold.
 * One statement; ask it in the same flush as the figures, before them.
 */
export async function findFreshness(tx: ReadTx, now: Date): Promise<Date> {
  const { rows } = await sql<{ freshAt: Date }>`
    select case when exists (select from progress_deltas) or exists (select from activity_deltas)
      then coalesce((select nullif(folded_at, 'epoch') from rollup_marks where name = 'progress'), (select min(at) from progress_deltas), ${now}::timestamptz)
      else ${now}::timestamptz end as fresh_at`.execute(tx)
  return rows[0]?.freshAt ?? now
}

/** Memberships that the reader looks after, as a condition on the row `o` of one; null: all of the tenant. */
export type LookedAfter = RawBuilder<boolean> | null

/**
 * Whether an assignment is the reader's to see: all of somebody whose every membership they look after, and of anybody
 * else what was given through one that they do, or to everyone. Whoever adds people to a team could add anybody, so a
 * membership alone opens nothing that was there before (decision 0031). Every look at the learning of others goes by it.
 */
export function isOpened(
  of: LookedAfter,
  assignmentId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (of === null) return sql<boolean>`true`
  return sql<boolean>`(${isWhollyLookedAfter(of, userId)}
    or assigned_by(${assignmentId}, array(select o.id from memberships o where o.user_id = ${userId} and ${of})))`
}

export function isWhollyLookedAfter(of: LookedAfter, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (of === null) return sql<boolean>`true`
  return sql<boolean>`not exists (select from memberships o where o.user_id = ${userId} and not (${of}))`
}

/** Whether something still gives an assignment `a`, also while its person is away. */
export const isStillGiven: RawBuilder<boolean> = sql<boolean>`
  (a.is_active or exists (select from assignment_sources given where given.assignment_id = a.id))`

/** Days before a date on which it is called soon. */
const soonDays = 7

/**
 * How the date of an assignment `a` stands. Days are those of the tenant's zone; what is done is not due any more, and
 * nobody is late with what they cannot open yet.
 */
export function dueState(now: Date): RawBuilder<string> {
  const today = sql`(${now}::timestamptz at time zone (select control.zone_of_tenant()))::date`
  return sql`
    case when a.due_day is null or a.is_optional or a.state in ('completed', 'passed') then 'none'
      when a.waits_for is not null then 'upcoming'
      when a.due_day < ${today} and (a.frozen_at is null or a.due_at <= a.frozen_at) then 'overdue'
      when a.due_day <= ${today} + ${sql.raw(String(soonDays))} then 'soon'
      else 'upcoming' end`
}

export interface Sort {
  readonly by: RawBuilder<unknown>
  readonly type: RawBuilder<unknown>
}

/**
 * The sorts of every list of a person's own documents, of assignments `a` (or none, where anybody may take part) of documents
 * `d`. `type`: what tells documents of this kind apart. What is the same in one of these goes by title.
 */
export function learnerSorts(d: 'c' | 'd', type: RawBuilder<unknown>): Record<LearnerSortKey, Sort> {
  const column = (name: string) => sql.ref(`${d}.${name}`)
  const text = sql`text`
  // What one is at comes first, then what is not begun, then what is done.
  const rank = sql`case coalesce(a.state, 'notstarted') when 'inprogress' then 0 when 'failed' then 1 when 'notstarted' then 2 else 3 end`
  return {
    title: { by: column('sort_title'), type: text },
    createdAt: { by: sql`coalesce(a.assigned_at, ${column('created_at')})`, type: sql`timestamptz` },
    category: { by: sql`lower(${column('category')})`, type: text },
    progress: { by: sql`coalesce(a.progress, 0)`, type: sql`numeric` },
    type: { by: sql`${type} || ' ' || ${column('sort_title')}`, type: text },
    completionStatus: { by: sql`${rank} || ' ' || ${column('sort_title')}`, type: text },
  }
}

/** Names on a card. */
const withinShown = 5

/** The pathways and learning packages that an assignment `a` comes from, directly or through a bundle or a pathway, as JSON. */
export const withinOf: RawBuilder<{ type: 'pathway' | 'learningPackage'; id: string; title: string }[]> = sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('type', w.type, 'id', w.id, 'title', w.title) order by w.type desc, w.title, w.id) from (
      with recursive given as (
        select s.source_id from assignment_sources s where s.assignment_id = a.id and s.kind in ('bundle', 'pathway', 'learningPackage')
        union
        select s.source_id from given g join assignment_sources s on s.assignment_id = g.source_id where s.kind in ('bundle', 'pathway', 'learningPackage')
      )
      select d.type, d.id, d.title from given g join assignments b on b.id = g.source_id join documents d on d.id = b.document_id
      where d.type in ('pathway', 'learningPackage') order by d.type desc, d.title, d.id limit ${sql.raw(String(withinShown))}
    ) w), '[]')`

/**
 * The first prerequisite that somebody has not finished, of those that learners can see; null: none. Any cycle of it
 * counts: a course that is done anew closes nothing that was open.
 */
export function missingPrerequisite(
  userId: RawBuilder<unknown>,
  prerequisites: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(
    select before.id from unnest(${prerequisites}) with ordinality before(id, place)
    join documents shown on shown.id = before.id and shown.status = any(${visibleToLearners}::text[])
    where not exists (
      select from assignments done where done.user_id = ${userId} and done.document_type = shown.type
        and done.document_id = before.id and done.state in ('completed', 'passed'))
    order by before.place limit 1)`
}

/**
 * Whether an assignment's `a` document `d` waits for others, begun or not: a step of a pathway, or what has to be finished
 * before it.
 */
export function isLocked(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(a.waits_for is not null or ${missingPrerequisite(sql`${userId}::uuid`, sql`d.prerequisites`)} is not null)`
}

/** The prerequisites of a document `d` and whether somebody has finished them, as far as the reader sees it, as JSON. */
export function prerequisitesOf(
  userId: RawBuilder<unknown>,
  of: LookedAfter = null,
): RawBuilder<{ type: DocumentType; id: string; title: string; isDone: boolean }[]> {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('type', p.type, 'id', p.id, 'title', p.title, 'isDone', exists (
      select from assignments done where done.user_id = ${userId} and done.document_type = p.type and done.document_id = p.id
        and done.state in ('completed', 'passed') and ${isOpened(of, sql`done.id`, sql`done.user_id`)})) order by before.place)
    from unnest(d.prerequisites) with ordinality before(id, place) join documents p on p.id = before.id), '[]')`
}

/** The extension by which an assignment `a` is due when it is, as JSON; null: the date is that of its sources. */
export const extensionOf: RawBuilder<DueExtension | null> = sql<DueExtension | null>`
  (select case when e.due_at = a.due_at then jsonb_build_object('fromDay', e.from_day, 'dueAt', e.due_at, 'reason', e.reason, 'at', e.extended_at, 'by',
      coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = e.extended_by and m.is_primary), '')) end
    from due_extensions e where e.assignment_id = a.id order by e.extended_at desc, e.id desc limit 1)`

/**
 * What a locked assignment `a` waits for as JSON; null: it opens. With the pathway whose order it is, unless it is a
 * prerequisite of the document itself, and whether the person can open what is missing.
 */
export const waitsForOf: RawBuilder<unknown> = sql`
  (select jsonb_build_object('id', w.id, 'type', w.type, 'title', w.title, 'isGiven', exists (
      select from assignments given where given.user_id = a.user_id and given.document_type = w.type and given.document_id = w.id
        and given.is_active and not given.needs_request
    ), 'pathway', (
      select jsonb_build_object('id', p.id, 'title', p.title)
      from assignment_sources s
      left join assignment_sources up on s.kind = 'bundle' and up.assignment_id = s.source_id and up.kind = 'pathway' and up.waits_for = w.id
      join assignments b on b.id = coalesce(up.source_id, s.source_id) join documents p on p.id = b.document_id and p.type = 'pathway'
      where s.assignment_id = a.id and s.waits_for = w.id order by p.title limit 1
    ))
    from documents w where w.id = a.waits_for)`

/** The id of somebody's current cycle of a document, as an expression; null: they never had it. The later one, should there be two. */
export function currentOf(
  userId: RawBuilder<unknown>,
  documentType: RawBuilder<unknown>,
  documentId: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql`(
    select current.id from assignments current
    where current.user_id = ${userId} and current.document_type = ${documentType} and current.document_id = ${documentId} and current.ended_at is null
    order by current.cycle desc limit 1)`
}

/** JSON of the database has other moments than the contract. */
export function presentExtension(extension: DueExtension | null): DueExtension | null {
  if (!extension) return null
  const { dueAt, at } = extension
  return { ...extension, dueAt: new Date(dueAt).toISOString(), at: new Date(at).toISOString() }
}

/** The extension by which an assignment is due when it is. */
export async function findExtension(tx: ReadTx, assignmentId: string): Promise<DueExtension | null> {
  const { rows } = await sql<{ extension: DueExtension | null }>`
    select ${extensionOf} as extension from assignments a where a.id = ${assignmentId}`.execute(tx)
  return rows[0]?.extension ?? null
}

/** Today where the tenant is; asked once in a statement. */
export function dayInZone(now: Date): RawBuilder<string> {
  return sql<string>`(select (${now}::timestamptz at time zone control.zone_of_tenant())::date)`
}

/**
 * The day of a row of assignments that its delta, a recount and reports count by: from the row alone, so that all agree
 * for ever. As dueState() has it: what is locked cannot be late.
 */
export function countedDueDayOf(row: string): RawBuilder<string | null> {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql`
  case when ${of('is_optional')} or ${of('state')} in ('completed', 'passed') or ${of('waits_for')} is not null or (${of('frozen_at')} is not null and ${of('due_at')} > ${of('frozen_at')})
    then null else ${of('due_day')} end`
}

/** Stands for "no version yet" where a version is part of a key: who has not begun gets the published one. */
export const noVersion = '00000000-0000-0000-0000-000000000000'
