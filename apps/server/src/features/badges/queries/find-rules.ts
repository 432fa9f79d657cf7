import type { BadgeRule, BadgeTrigger, badgeRuleSortKeys, badges } from '@learnt/contract/badges'
import type { Rule } from '@learnt/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'
import type { AudienceUse, FieldReader } from '../../../platform/rule-uses.ts'
import { type SavedAudience, wholeRule } from '../../reach/policy.ts'
import type { Awarding, StoredTrigger } from './due-awards.ts'

export function triggerOf(row: StoredTrigger): BadgeTrigger {
  const { kind, subject, documentIds, passed, amount, days, titleWords, issuerWords } = row
  switch (kind) {
    case 'finished':
      return { kind, subject, documentIds, passed }
    case 'count':
      return { kind, subject, count: amount, days }
    case 'streak':
      return { kind, subject, weeks: amount }
    case 'points':
      return { kind, points: amount }
    case 'outside':
      return { kind, title: titleWords, issuer: issuerWords }
  }
}

export function storedTrigger(trigger: BadgeTrigger): StoredTrigger {
  const usual = {
    subject: 'any' as const,
    documentIds: [],
    passed: false,
    amount: 1,
    days: null,
    titleWords: '',
    issuerWords: '',
  }
  switch (trigger.kind) {
    case 'finished':
      return { ...usual, ...trigger, documentIds: [...new Set(trigger.documentIds)] }
    case 'count':
      return { ...usual, kind: 'count', subject: trigger.subject, amount: trigger.count, days: trigger.days }
    case 'streak':
      return { ...usual, kind: 'streak', subject: trigger.subject, amount: trigger.weeks }
    case 'points':
      return { ...usual, kind: 'points', amount: trigger.points }
    case 'outside':
      return { ...usual, kind: 'outside', titleWords: trigger.title, issuerWords: trigger.issuer }
  }
}

export interface RuleRow extends StoredTrigger {
  readonly id: string
  readonly badgeId: string
  readonly badgeTitle: string
  readonly versionId: string
  readonly validMonths: number | null
  readonly title: string
  readonly isActive: boolean
  readonly documents: { id: string; title: string }[]
  readonly audience: Rule | null
  readonly audiences: SavedAudience[]
  readonly repeats: BadgeRule['repeats']
  readonly countsFrom: string | null
  readonly revokes: boolean
  readonly awards: number
  readonly isApplying: boolean
  readonly revision: number
  readonly triggerChangedAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What a rule `r` of a badge `b` is, as far as it makes awards. */
export const awardingColumns = sql`
  r.id, r.badge_id, b.version_id, b.valid_months, r.title, r.kind, r.subject, r.document_ids, r.passed, r.amount, r.days, r.title_words, r.issuer_words, r.audience, r.repeats, r.counts_from,
  r.revokes, r.trigger_changed_at,
  coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'title', a.title, 'kind', a.kind, 'rule', a.rule) order by lower(a.title), a.id)
    from audiences a where a.id = any(r.audience_ids)), '[]') as audiences`

/** As it is evaluated. */
export function awardingOf(
  row: Pick<
    RuleRow,
    | keyof StoredTrigger
    | 'id'
    | 'badgeId'
    | 'versionId'
    | 'validMonths'
    | 'title'
    | 'audience'
    | 'audiences'
    | 'repeats'
    | 'countsFrom'
  >,
): Awarding {
  return { ...row, audience: row.audience && wholeRule(row.audience, row.audiences) }
}

const columns = sql`
  ${awardingColumns}, b.title as badge_title, r.is_active, r.applied_revision < r.revision as is_applying, r.revision, r.created_at, r.updated_at,
  (select count(*)::int from badge_awards g where g.rule_id = r.id and g.revoked_at is null) as awards,
  coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'title', d.title) order by d.title, d.id) from documents d where d.id = any(r.document_ids)), '[]') as documents`
const tables = sql`from badge_rules r join badges b on b.id = r.badge_id`

export async function findRule(tx: ReadTx, id: string): Promise<RuleRow | null> {
  const { rows } = await sql<RuleRow>`select ${columns} ${tables} where r.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

const sorts: Record<(typeof badgeRuleSortKeys)[number], { by: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  title: { by: sql`lower(r.title)`, type: sql`text` },
  badge: { by: sql`lower(b.title)`, type: sql`text` },
  updatedAt: { by: sql`r.updated_at`, type: sql`timestamptz` },
}

export async function listRules(ctx: Ctx, tx: ReadTx, query: z.output<typeof badges.rules.list.query>) {
  const list = `badge-rules:${query.sort}:${query.direction}`
  const after = decodeCursor(ctx, list, query.cursor)
  const sort = sorts[query.sort]
  const direction = sql.raw(query.direction)
  const found = sql`
    ${query.badgeId ? sql`r.badge_id = ${query.badgeId}` : sql`true`} and ${hasWords(sql`r.title || ' ' || b.title`, query.search)}`
  const beyond = after
    ? sql`(${sort.by}, r.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${after[0]}::text::${sort.type}, ${after[1]}::uuid)`
    : sql`true`
  const [page, count] = await Promise.all([
    sql<RuleRow & { sortKey: string }>`
      select ${columns}, (${sort.by})::text as sort_key ${tables} where ${found} and ${beyond}
      order by ${sort.by} ${direction}, r.id ${direction} limit ${query.limit + 1}`.execute(tx),
    sql<{ total: number }>`select count(*)::int as total ${tables} where ${found}`.execute(tx),
  ])
  const cut = cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortKey, last.id] })
  return { ...cut, total: count.rows[0]?.total ?? 0 }
}

export const badgeRulesReading: FieldReader = (field) => sql`
  select title from badge_rules where audience->'rule' ? ${field}
    or exists (select from jsonb_array_elements(audience->'groups') g(map) where g.map ? ${field})`

export const badgeRulesOf: AudienceUse = {
  titles: (audienceId) => sql`select title from badge_rules where ${audienceId}::uuid = any(audience_ids)`,
  refusal: 'badges.ofAudience',
}
