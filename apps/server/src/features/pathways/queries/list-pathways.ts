import type { LearnerSortKey } from '@learnt/contract/learner-sorts'
import { type PathwayCard, pathwayPage } from '@learnt/contract/pathways'
import { type ProgressState, visibleToLearners } from '@learnt/contract/states'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isRequiredOf } from '../../assignments/commands/recompute-containers.ts'
import { dueState, learnerSorts, type Sort, withinOf } from '../../assignments/queries.ts'

/** One of somebody's pathways, as lists show it. */
export interface PathwayCardRow {
  assignmentId: string
  pathwayId: string
  title: string
  description: string
  category: string
  tags: string[]
  imageFileId: string | null
  order: PathwayCard['order']
  isOptional: boolean
  state: ProgressState
  progress: number
  stepCount: number
  stepsDone: number
  minutes: number
  dueAt: Date | null
  dueState: PathwayCard['dueState']
  assignedAt: Date
  completedAt: Date | null
  within: PathwayCard['within']
}

/** Columns of a PathwayCardRow of an assignment `a` of a pathway `d`. */
export function pathwayCardColumns(now: Date): RawBuilder<unknown> {
  return sql`
    a.id as assignment_id, d.id as pathway_id, d.title, d.description, d.category, d.tags, d.image_file_id, d.subtype as order, a.is_optional, a.state, a.progress,
    -- As much as recomputeContainers() asks for.
    (
      select coalesce(ceil(sum(sections.steps)), 0)::int from (
        select case part.rule when 'all' then count(*) when 'any' then least(part.needed, count(*))
          else count(*) * least(1, part.needed / nullif(sum(s.credits), 0)) end as steps
        from document_steps s join document_sections part on part.version_id = s.version_id and part.section = s.section
        join documents shown on shown.id = s.step_document_id and shown.status = any(${visibleToLearners}::text[])
        where s.version_id = coalesce(a.version_id, d.published_version_id) and ${isRequiredOf(sql`a.user_id`)} group by part.section, part.rule, part.needed
      ) sections
    ) as step_count,
    a.activities_done as steps_done, d.minutes, a.due_at, ${dueState(now)} as due_state, a.assigned_at, a.completed_at, ${withinOf} as within`
}

/** What the person has and sees: assignments `a` of pathways `d`, active, of published pathways. */
function ownPathways(userId: string): RawBuilder<unknown> {
  return sql`
    from assignments a join documents d on d.id = a.document_id
    where a.user_id = ${userId} and a.document_type = 'pathway' and a.is_active and not a.needs_request and d.status = any(${visibleToLearners}::text[])`
}

const isDone = sql<boolean>`a.state in ('completed', 'passed')`

const sorts = learnerSorts('d', sql`coalesce(d.subtype, '')`)
const openFirst: Sort = { by: sql`(${isDone})::int || ' ' || d.sort_title`, type: sql`text` }

/** For the homepage: what is not finished, the nearest date first. */
export async function listOpenPathways(ctx: Ctx, tx: ReadTx, limit: number): Promise<PathwayCardRow[]> {
  const { rows } = await sql<PathwayCardRow>`
    select ${pathwayCardColumns(ctx.now)} ${ownPathways(ctx.actor.userId)} and not ${isDone}
    order by a.due_at nulls last, a.assigned_at, a.id limit ${limit}`.execute(tx)
  return rows
}

/** A page of the person's pathways: what is open, then what is done, each by title. */
export async function listOwnPathways(
  ctx: Ctx,
  tx: ReadTx,
  query: {
    state?: 'open' | 'done' | undefined
    search?: string | undefined
    limit: number
    cursor?: string | undefined
    sort?: LearnerSortKey | undefined
    direction: 'asc' | 'desc'
  },
): Promise<{ rows: PathwayCardRow[]; next: string | null; total: number }> {
  const list = `pathways.mine:${query.sort ?? ''}:${query.direction}`
  const after = decodeCursor(ctx, list, query.cursor)
  const { by, type } = query.sort ? sorts[query.sort] : openFirst
  const direction = sql.raw(query.direction)
  const found = sql`
    ${ownPathways(ctx.actor.userId)} and ${query.state ? sql`${isDone} = ${query.state === 'done'}` : sql`true`} and ${hasAllWords(query.search ?? '')}`
  const [page, count] = await Promise.all([
    sql<PathwayCardRow & { sortValue: string }>`
      select ${pathwayCardColumns(ctx.now)}, (${by})::text as sort_value ${found}
        and ${after ? sql`(${by}, a.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${after[0]}::text::${type}, ${after[1]}::uuid)` : sql`true`}
      order by ${by} ${direction}, a.id ${direction} limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  const { rows, next } = cutPage(ctx, list, page.rows, {
    limit: query.limit,
    key: (last) => [last.sortValue, last.assignmentId],
  })
  return { rows, next, total: count.rows[0]?.total ?? 0 }
}

/** The person's pathways that have every word, a numbered page of them. */
export async function searchOwnPathways(
  ctx: Ctx,
  tx: ReadTx,
  query: { q: string; page: number },
): Promise<{ rows: PathwayCardRow[]; total: number }> {
  const found = sql`${ownPathways(ctx.actor.userId)} and ${hasAllWords(query.q)}`
  const [page, count] = await Promise.all([
    sql<PathwayCardRow>`
      select ${pathwayCardColumns(ctx.now)} ${found}
      order by d.sort_title, a.id limit ${pathwayPage.hits} offset ${(query.page - 1) * pathwayPage.hits}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  return { rows: page.rows, total: count.rows[0]?.total ?? 0 }
}

function hasAllWords(words: string): RawBuilder<boolean> {
  const patterns = searchForm(words)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return patterns.length === 0 ? sql<boolean>`true` : sql<boolean>`d.search_text like all (${patterns}::text[])`
}
