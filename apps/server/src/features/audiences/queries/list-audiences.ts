import type { AudienceUse, audiences } from '@learnt/contract/audiences'
import type { AudienceKind, AudienceRule } from '@learnt/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'

export interface AudienceRow {
  readonly id: string
  readonly title: string
  readonly kind: AudienceKind
  readonly rule: AudienceRule | null
  readonly people: number
  readonly uses: number
  readonly usedBy: AudienceUse[]
  readonly updatedByName: string
  readonly updatedAt: Date
  readonly createdAt: Date
}

/** Permissions that are named with an audience; beyond that their number must do. */
const usesNamed = 100

/** By title. */
export async function listAudiences(
  ctx: Ctx,
  query: z.output<typeof audiences.list.query>,
): Promise<{ rows: AudienceRow[]; next: string | null; total: number }> {
  const cursor = decodeCursor(ctx, 'audiences', query.cursor)
  const found = sql<boolean>`${query.kind ? sql`a.kind = ${query.kind}` : sql`true`} and ${hasWords(sql`a.title`, query.search)}`
  const beyond = cursor ? sql`(lower(a.title), a.id) > (${cursor[0]}, ${cursor[1]}::uuid)` : sql`true`
  const [page, count] = await ctx.read((tx) =>
    Promise.all([
      select(tx, sql`${found} and ${beyond} order by lower(a.title), a.id limit ${query.limit + 1}`),
      sql<{ total: number }>`select count(*)::int as total from audiences a where ${found}`.execute(tx),
    ]),
  )
  const rows = page.slice(0, query.limit)
  const last = rows.at(-1)
  const next = page.length > query.limit && last ? encodeCursor(ctx, 'audiences', [last.sortTitle, last.id]) : null
  return { rows, next, total: count.rows[0]?.total ?? 0 }
}

export async function findAudience(tx: ReadTx, audienceId: string): Promise<AudienceRow | null> {
  const [row] = await select(tx, sql`a.id = ${audienceId}`)
  return row ?? null
}

async function select(tx: ReadTx, where: RawBuilder<unknown>): Promise<(AudienceRow & { sortTitle: string })[]> {
  const { rows } = await sql<AudienceRow & { sortTitle: string }>`
    select a.id, a.title, a.kind, a.rule, a.updated_at, a.created_at, lower(a.title) as sort_title,
      (select count(*)::int from audience_people listed where listed.audience_id = a.id) as people,
      (select count(*)::int from permissions p where a.id = any(p.audience_ids)) as uses,
      coalesce((
        select jsonb_agg(jsonb_build_object('permissionId', p.id, 'title', p.title, 'status', p.status,
          'documentType', p.document_type, 'documentId', p.document_id, 'documentTitle', p.document_title) order by lower(p.title), p.id)
        from (
          select p.id, p.title, p.status, p.document_type, p.document_id, coalesce(d.title, '') as document_title
          from permissions p left join documents d on d.id = p.document_id
          where a.id = any(p.audience_ids) order by lower(p.title), p.id limit ${usesNamed}
        ) p), '[]') as used_by,
      coalesce((select rtrim(m.first_name || ' ' || m.last_name) from memberships m where m.user_id = a.updated_by and m.is_primary), '') as updated_by_name
    from audiences a where ${where}`.execute(tx)
  return rows
}
