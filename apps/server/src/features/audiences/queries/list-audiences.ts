import type { AudienceUse, audienceSortKeys, audiences } from '@learnt/contract/audiences'
import type { AudienceKind, AudienceRule } from '@learnt/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'
import type { FieldReader } from '../../../platform/rule-uses.ts'

export interface AudienceRow {
  readonly id: string
  readonly title: string
  readonly kind: AudienceKind
  readonly rule: AudienceRule | null
  readonly people: number
  readonly uses: number
  readonly usedBy: AudienceUse[]
  readonly pathways: { readonly id: string; readonly title: string }[]
  readonly updatedByName: string
  readonly updatedAt: Date
  readonly createdAt: Date
}

/** Permissions that are named with an audience; beyond that their number must do. */
const usesNamed = 100

const uses = sql`(select count(*)::int from permissions p where a.id = any(p.audience_ids))`

const sorts: Record<(typeof audienceSortKeys)[number], { by: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  title: { by: sql`lower(a.title)`, type: sql`text` },
  kind: { by: sql`a.kind`, type: sql`text` },
  usedBy: { by: uses, type: sql`int` },
  updatedAt: { by: sql`a.updated_at`, type: sql`timestamptz` },
}

export async function listAudiences(
  ctx: Ctx,
  query: z.output<typeof audiences.list.query>,
): Promise<{ rows: AudienceRow[]; next: string | null; total: number }> {
  const list = `audiences:${query.sort}:${query.direction}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const sort = sorts[query.sort]
  const direction = sql.raw(query.direction)
  const found = sql<boolean>`${query.kind ? sql`a.kind = ${query.kind}` : sql`true`} and ${hasWords(sql`a.title`, query.search)}`
  const beyond = cursor
    ? sql`(${sort.by}, a.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${cursor[0]}::text::${sort.type}, ${cursor[1]}::uuid)`
    : sql`true`
  const [page, count] = await ctx.read((tx) =>
    Promise.all([
      select(tx, {
        where: sql`${found} and ${beyond} order by ${sort.by} ${direction}, a.id ${direction} limit ${query.limit + 1}`,
        sortKey: sql`(${sort.by})::text`,
      }),
      sql<{ total: number }>`select count(*)::int as total from audiences a where ${found}`.execute(tx),
    ]),
  )
  const { rows, next } = cutPage(ctx, list, page, { limit: query.limit, key: (last) => [last.sortKey, last.id] })
  return { rows, next, total: count.rows[0]?.total ?? 0 }
}

/**
 * A query for the pathways (id, title) of which a section is required of the people of an audience: as published, in the
 * draft, or in an older version that people are under way on.
 */
export function pathwaysOf(audienceId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select d.id, d.title from documents d where d.id in (
      select v.document_id from document_sections x join document_versions v on v.id = x.version_id
      join documents of_it on of_it.id = v.document_id
      where x.audience_id = ${audienceId} and (v.id = of_it.published_version_id or exists (
        select from assignments under_way where under_way.document_id = v.document_id and under_way.version_id = v.id
          and under_way.is_active and under_way.state not in ('completed', 'passed')))
      union all
      select draft.document_id from document_versions draft
      where draft.number is null and draft.content -> 'sections' @> jsonb_build_array(jsonb_build_object('audienceId', ${audienceId})))`
}

/** Audiences with a rule that reads a field. */
export const audiencesReading: FieldReader = (field) =>
  sql`select title from audiences where fields && array[${field}]::text[]`

export async function findAudience(tx: ReadTx, audienceId: string): Promise<AudienceRow | null> {
  const [row] = await select(tx, { where: sql`a.id = ${audienceId}`, sortKey: sql`''` })
  return row ?? null
}

async function select(
  tx: ReadTx,
  of: { where: RawBuilder<unknown>; sortKey: RawBuilder<unknown> },
): Promise<(AudienceRow & { sortKey: string })[]> {
  const { rows } = await sql<AudienceRow & { sortKey: string }>`
    select a.id, a.title, a.kind, a.rule, a.updated_at, a.created_at, ${of.sortKey} as sort_key,
      (select count(*)::int from audience_people listed where listed.audience_id = a.id) as people,
      ${uses} as uses,
      coalesce((
        select jsonb_agg(jsonb_build_object('permissionId', p.id, 'title', p.title, 'status', p.status,
          'documentType', p.document_type, 'documentId', p.document_id, 'documentTitle', p.document_title) order by lower(p.title), p.id)
        from (
          select p.id, p.title, p.status, p.document_type, p.document_id, coalesce(d.title, '') as document_title
          from permissions p left join documents d on d.id = p.document_id
          where a.id = any(p.audience_ids) order by lower(p.title), p.id limit ${usesNamed}
        ) p), '[]') as used_by,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'title', p.title) order by lower(p.title), p.id) from (${pathwaysOf(sql`a.id`)} limit ${usesNamed}) p), '[]') as pathways,
      coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = a.updated_by and m.is_primary), '') as updated_by_name
    from audiences a where ${of.where}`.execute(tx)
  return rows
}
