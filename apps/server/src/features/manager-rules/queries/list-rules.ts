import type { ManagerRuleInput, managerRules } from '@learnt/contract/manager-rules'
import type { NamedAudience } from '@learnt/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'
import type { AudienceUse, FieldReader } from '../../../platform/rule-uses.ts'

export interface ManagerRuleRow extends ManagerRuleInput {
  readonly id: string
  readonly audiences: NamedAudience[]
  readonly pairs: number
  readonly revision: number
  readonly updatedByName: string
  readonly updatedAt: Date
}

type Query = z.output<typeof managerRules.list.query>

const sorts: Record<Query['sort'], { by: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  title: { by: sql`lower(r.title)`, type: sql`text` },
  kind: { by: sql`lower(r.kind)`, type: sql`text` },
  pairs: { by: sql`r.pairs`, type: sql`int` },
  updatedAt: { by: sql`r.updated_at`, type: sql`timestamptz` },
}

export async function listRules(
  ctx: Ctx,
  query: Query,
): Promise<{ rows: ManagerRuleRow[]; next: string | null; total: number }> {
  const list = `managerRules:${query.sort}:${query.direction}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const sort = sorts[query.sort]
  const direction = sql.raw(query.direction)
  const found = hasWords(sql`r.title || ' ' || r.kind`, query.search)
  const beyond = cursor
    ? sql`(${sort.by}, r.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${cursor[0]}::text::${sort.type}, ${cursor[1]}::uuid)`
    : sql`true`
  const [page, count] = await ctx.read((tx) =>
    Promise.all([
      select(
        tx,
        sql`${found} and ${beyond} order by ${sort.by} ${direction}, r.id ${direction} limit ${query.limit + 1}`,
        sql`(${sort.by})::text`,
      ),
      sql<{ total: number }>`select count(*)::int as total from manager_rules r where ${found}`.execute(tx),
    ]),
  )
  const { rows, next } = cutPage(ctx, list, page, { limit: query.limit, key: (last) => [last.sortKey, last.id] })
  return { rows, next, total: count.rows[0]?.total ?? 0 }
}

export async function findRule(tx: ReadTx, ruleId: string): Promise<ManagerRuleRow | null> {
  const [row] = await select(tx, sql`r.id = ${ruleId}`, sql`''`)
  return row ?? null
}

/** The active rules as they are stored, the oldest first. */
export async function listRulesOf(tx: ReadTx): Promise<
  (Pick<ManagerRuleRow, 'id' | 'title' | 'kind' | 'managers' | 'people' | 'sameFields' | 'ladder' | 'isNearest'> & {
    audienceIds: string[]
  })[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof listRulesOf>>[number]>`
    select id, title, kind, managers, people, same_fields, ladder, is_nearest, audience_ids from manager_rules
    where status = 'active' order by created_at, id`.execute(tx)
  return rows
}

async function select(
  tx: ReadTx,
  where: RawBuilder<unknown>,
  sortKey: RawBuilder<unknown>,
): Promise<(ManagerRuleRow & { sortKey: string })[]> {
  const { rows } = await sql<ManagerRuleRow & { sortKey: string }>`
    select r.id, r.title, r.kind, r.status, r.managers, r.people, r.same_fields, r.ladder, r.is_nearest, r.pairs, r.revision, r.updated_at,
      ${sortKey} as sort_key,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'title', a.title, 'kind', a.kind) order by lower(a.title), a.id)
        from audiences a where a.id = any (r.audience_ids)), '[]') as audiences,
      coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = r.updated_by and m.is_primary), '') as updated_by_name
    from manager_rules r where ${where}`.execute(tx)
  return rows
}

export const managerRulesReading: FieldReader = (field) =>
  sql`select title from manager_rules where fields && array[${field}]::text[]`

export const managerRulesOf: AudienceUse = {
  titles: (audienceId) => sql`select title from manager_rules where ${audienceId}::uuid = any(audience_ids)`,
  refusal: 'managerRules.ofAudience',
}
