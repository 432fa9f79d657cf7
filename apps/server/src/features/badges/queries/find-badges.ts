import type { BadgeTexts } from '@learnt/contract/badge-design'
import type { BadgeDesign } from '@learnt/contract/badge-picture'
import type { badgeSortKeys, badges } from '@learnt/contract/badges'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { isAdmin } from '../../../platform/actor.ts'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'
import type { SearchKind } from '../../../platform/search-kinds.ts'
import type { BadgeSubject } from '../policy.ts'

export interface BadgeRow extends BadgeSubject {
  readonly id: string
  readonly title: string
  readonly validMonths: number | null
  readonly revision: number
  readonly versionId: string
  /** Awards that are not revoked. */
  readonly holders: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface WholeBadgeRow extends BadgeRow {
  readonly description: BadgeTexts
  readonly criteria: BadgeTexts
  readonly design: BadgeDesign
}

const holders = sql`(select count(*)::int from badge_awards g where g.badge_id = b.id and g.revoked_at is null)`
const columns = sql`
  b.id, b.title, b.valid_months, b.revision, b.version_id, b.archived_at, b.created_at, b.updated_at, ${holders} as holders,
  (select count(*)::int from badge_awards g where g.badge_id = b.id) as awards,
  (select count(*)::int from badge_rules r where r.badge_id = b.id) as rules`

const sorts: Record<(typeof badgeSortKeys)[number], { by: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  title: { by: sql`lower(b.title)`, type: sql`text` },
  holders: { by: holders, type: sql`int` },
  updatedAt: { by: sql`b.updated_at`, type: sql`timestamptz` },
  createdAt: { by: sql`b.created_at`, type: sql`timestamptz` },
}

export async function findBadge(tx: ReadTx, id: string): Promise<WholeBadgeRow | null> {
  const { rows } = await sql<WholeBadgeRow>`
    select ${columns}, v.description, v.criteria, v.design from badges b join badge_versions v on v.id = b.version_id where b.id = ${id}`.execute(
    tx,
  )
  return rows[0] ?? null
}

export async function listBadges(ctx: Ctx, tx: ReadTx, query: z.output<typeof badges.list.query>) {
  const list = `badges:${query.state}:${query.sort}:${query.direction}`
  const after = decodeCursor(ctx, list, query.cursor)
  const sort = sorts[query.sort]
  const direction = sql.raw(query.direction)
  const found = sql`b.archived_at is ${query.state === 'archived' ? sql`not null` : sql`null`} and ${hasWords(sql`b.title`, query.search)}`
  const beyond = after
    ? sql`(${sort.by}, b.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${after[0]}::text::${sort.type}, ${after[1]}::uuid)`
    : sql`true`
  const [page, count] = await Promise.all([
    sql<BadgeRow & { sortKey: string }>`
      select ${columns}, (${sort.by})::text as sort_key from badges b where ${found} and ${beyond}
      order by ${sort.by} ${direction}, b.id ${direction} limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total from badges b where ${found}`.execute(tx),
  ])
  const cut = cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortKey, last.id] })
  return { ...cut, total: count.rows[0]?.total ?? 0 }
}

/** A version of a badge with what its pictures are made of, or where they are. */
/** The caller's own badges that are not revoked, each once, and the tenant's for administrators: those with all words. */
export const badgeSearch: SearchKind = {
  finds: ['myBadge', 'badge'],
  mayFind: () => true,
  find: async (ctx, tx, words, limit) => {
    const { rows } = await sql<{ id: string; title: string; isOwn: boolean }>`
    (select id, title, true as is_own from (
      select distinct on (g.badge_id) g.id, v.title from badge_awards g join badge_versions v on v.id = g.version_id
      where g.user_id = ${ctx.actor.userId} and g.revoked_at is null and ${hasWords(sql`v.title`, words)}
      order by g.badge_id, g.awarded_at desc) own order by lower(title), id limit ${limit})
    union all
    (select b.id, b.title, false from badges b
      where ${isAdmin(ctx.actor) ? sql`b.archived_at is null` : sql`false`} and ${hasWords(sql`b.title`, words)} order by lower(b.title), b.id limit ${limit})`.execute(
      tx,
    )
    return rows.map(({ id, title, isOwn }) => ({
      kind: isOwn ? 'myBadge' : 'badge',
      documentType: null,
      id,
      title,
      detail: '',
    }))
  },
}

export async function findPicture(tx: ReadTx, versionId: string) {
  const { rows } = await sql<{
    title: string
    design: BadgeDesign
    svgSha256: string | null
    pngSha256: string | null
  }>`select title, design, svg_sha256, png_sha256 from badge_versions where id = ${versionId}`.execute(tx)
  return rows[0] ?? null
}

/** Badges that finishing an assignment of the caller's own gives, whether they may have them and whether they got them for it. */
export async function listEarned(ctx: Ctx, tx: ReadTx, assignmentId: string) {
  const { rows } = await sql<{
    badgeId: string | null
    title: string
    versionId: string
    criteria: BadgeTexts
    isAwarded: boolean
  }>`
    select given.* from assignments a
    left join lateral (
      select b.id as badge_id, b.title, b.version_id, v.criteria, exists (
        select from badge_awards g where g.user_id = a.user_id and g.badge_id = b.id and g.revoked_at is null) as is_awarded
      from badges b join badge_versions v on v.id = b.version_id
      where b.archived_at is null and exists (
        select from badge_rules r where r.badge_id = b.id and r.is_active and r.kind = 'finished' and a.document_id = any(r.document_ids))
      order by lower(b.title), b.id limit 20
    ) given on true
    where a.id = ${assignmentId} and a.user_id = ${ctx.actor.userId}`.execute(tx)
  return rows
}
