import type { DueExtension } from '@learnt/contract/extensions'
import type { ResourceContent, ResourceType, resources } from '@learnt/contract/resources'
import { type ProgressState, visibleToLearners } from '@learnt/contract/states'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { dueState, extensionOf, learnerSorts, waitsForOf } from '../../assignments/queries.ts'
import type { OwnResourceStanding } from '../policy.ts'

/** One of somebody's resources, as lists show it. */
export interface ResourceCardRow {
  id: string
  documentId: string
  title: string
  description: string
  category: string
  tags: string[]
  imageFileId: string | null
  subtype: ResourceType
  isOptional: boolean
  state: ProgressState
  minutes: number
  dueAt: Date | null
  dueState: 'none' | 'upcoming' | 'soon' | 'overdue'
  assignedAt: Date
  completedAt: Date | null
  isLocked: boolean
}

/** What the person has and sees: active assignments `a` of published resources `d`. */
export function ownResources(userId: string): RawBuilder<unknown> {
  return sql`
    from assignments a join documents d on d.id = a.document_id
    where a.user_id = ${userId} and a.document_type = 'resource' and a.is_active and not a.needs_request and d.status = any(${visibleToLearners}::text[])`
}

/** Columns of a ResourceCardRow. */
function cardColumns(now: Date): RawBuilder<unknown> {
  return sql`
    a.id, d.id as document_id, d.title, d.description, d.category, d.tags, d.image_file_id, d.subtype, a.is_optional, a.state,
    d.minutes, a.due_at, ${dueState(now)} as due_state, a.assigned_at, a.completed_at, a.waits_for is not null as is_locked`
}

type Query = z.output<typeof resources.mine.query>

const sorts = learnerSorts('d', sql`coalesce(d.subtype, '')`)

/** The person's resources, a page at a time: one round trip. */
export async function listOwnResources(
  ctx: Ctx,
  tx: ReadTx,
  query: Query,
): Promise<{ rows: ResourceCardRow[]; next: string | null; total: number }> {
  const list = `my:resources:${query.sort}:${query.direction}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const { by, type } = sorts[query.sort]
  const direction = sql.raw(query.direction)
  const found = sql`
    ${ownResources(ctx.actor.userId)}
    and ${query.type?.length ? sql`d.subtype = any(${query.type}::text[])` : sql`true`}
    and ${query.category?.length ? sql`d.category = any(${query.category}::text[])` : sql`true`}
    and ${query.search ? sql`d.search_text like ${`%${searchForm(query.search).replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}`
  const after = cursor
    ? sql`(${by}, a.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${cursor[0]}::${type}, ${cursor[1]}::uuid)`
    : sql`true`
  const [page, count] = await Promise.all([
    sql<ResourceCardRow & { sortValue: string }>`
      select ${cardColumns(ctx.now)}, (${by})::text as sort_value ${found} and ${after}
      order by ${by} ${direction}, a.id ${direction} limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(tx),
  ])
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortValue, last.id] }),
    total: count.rows[0]?.total ?? 0,
  }
}

export interface OwnResourceRow extends ResourceCardRow, OwnResourceStanding {
  readonly versionNumber: number
  readonly publishedAt: Date
  readonly content: ResourceContent
  readonly extension: DueExtension | null
}

/** The caller's resource by its document, as it is published; whether it opens is the policy's word. One statement. */
export async function findOwnResource(ctx: Ctx, tx: ReadTx, documentId: string): Promise<OwnResourceRow | null> {
  const { rows } = await sql<OwnResourceRow>`
    select ${cardColumns(ctx.now)}, a.user_id, a.is_active and not a.needs_request as is_active, d.status as document_status, v.number as version_number, v.published_at, v.content,
      ${waitsForOf} as waits_for, ${extensionOf} as extension
    from assignments a join documents d on d.id = a.document_id join document_versions v on v.id = d.published_version_id
    where a.user_id = ${ctx.actor.userId} and a.document_type = 'resource' and a.document_id = ${documentId}
    order by a.cycle desc limit 1`.execute(tx)
  return rows[0] ?? null
}
