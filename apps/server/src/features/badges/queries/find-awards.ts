import type { BadgeTexts } from '@learnt/contract/badge-design'
import type { AwardState, AwardsFilter, awardSortKeys, BadgeAward } from '@learnt/contract/badges'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { selectCells } from '../../../platform/csv.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'
import { columnsFor, type FileColumn, type FileFormat } from '../../../platform/xlsx.ts'
import { isMadeWithin, reachOf } from '../../reach/queries/look-after.ts'
import { adminScope, isAssignmentInScope, managerScope } from '../../reach/queries/scope.ts'
import { addressFor, isMadeFor, isOpenTo } from '../../reach/queries/visible-members.ts'
import type { AwardSubject } from '../policy.ts'

export interface AwardRow extends AwardSubject {
  readonly id: string
  readonly badgeId: string
  readonly versionId: string
  readonly title: string
  readonly description: BadgeTexts
  readonly criteria: BadgeTexts
  readonly holderName: string
  readonly awardedAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly reason: string
  readonly kind: BadgeAward['cause']['kind']
  readonly documentType: string | null
  readonly documentId: string | null
  readonly documentTitle: string
  readonly ruleTitle: string
  readonly by: string
  readonly note: string
  readonly name: string
  readonly email: string
}

/** As whom somebody looks at awards of others. */
type AwardReader = 'admin' | 'manager'

/** The state of an award `g` now. */
function stateOf(now: Date): RawBuilder<AwardState> {
  return sql<AwardState>`(case when g.revoked_at is not null then 'revoked' when g.expires_at <= ${now} then 'expired' else 'valid' end)`
}

const nameOf = (userId: string) =>
  sql`(select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = ${sql.ref(userId)} and m.is_primary)`
const name = sql`coalesce(${nameOf('g.userId')}, g.holder_name)`

/**
 * Whether what the caller looks after opens what an award `g` was given for. One for no assignment (by hand, for a count, for
 * points) goes by the membership that it came through, or belongs to the whole person.
 */
function isSeenBy(ctx: Ctx): RawBuilder<boolean> {
  return isOfTheirs(isOpenTo(ctx.actor), isMadeFor(ctx.actor, through))
}

const through = { membershipId: sql`g.membership_id`, userId: sql`g.user_id` }

function isOfTheirs(assignment: RawBuilder<boolean>, person: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`(case when g.assignment_id is null then ${person}
    else exists (select from assignments a where a.id = g.assignment_id and ${assignment}) end)`
}

function columns(ctx: Ctx): RawBuilder<unknown> {
  return sql`
    g.id, g.badge_id, g.version_id, g.user_id, v.title, v.description, v.criteria, g.holder_name, g.awarded_at, g.expires_at, g.revoked_at,
    g.revoke_reason as reason, g.kind, g.document_type, g.document_id, g.document_title, g.rule_title, g.note, ${stateOf(ctx.now)} as state,
    case when g.awarded_by is null then '' else coalesce(${nameOf('g.awardedBy')}, '') end as by, ${name} as name,
    ${addressFor(ctx.actor, sql`g.user_id`)} as email, ${isSeenBy(ctx)} as is_seen`
}

const tables = sql`from badge_awards g join badge_versions v on v.id = g.version_id`

export async function findAward(ctx: Ctx, tx: ReadTx, id: string): Promise<AwardRow | null> {
  const { rows } = await sql<AwardRow>`select ${columns(ctx)} ${tables} where g.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

type Filter = Partial<z.output<typeof AwardsFilter>>

/** Whose awards: the caller's own, or of those whom they look after. */
function shown(ctx: Ctx, of: AwardReader | 'own', filter: Filter): RawBuilder<unknown> {
  const scope = of === 'manager' ? managerScope(ctx.actor) : adminScope(ctx.actor)
  const isShown =
    of === 'own'
      ? sql`g.user_id = ${ctx.actor.userId}`
      : isOfTheirs(
          isAssignmentInScope(scope),
          isMadeWithin(reachOf(ctx.actor, of === 'manager' ? 'manager' : 'administrator'), through),
        )
  return sql`
    ${tables} where ${isShown} and ${filter.userId ? sql`g.user_id = ${filter.userId}` : sql`true`}
      and ${filter.badgeId ? sql`g.badge_id = ${filter.badgeId}` : sql`true`} and ${filter.ruleId ? sql`g.rule_id = ${filter.ruleId}` : sql`true`}
      and ${hasWords(sql`v.title || ' ' || g.holder_name`, filter.search)}`
}

function inState(ctx: Ctx, { state }: Filter): RawBuilder<unknown> {
  return state?.length ? sql`${stateOf(ctx.now)} = any(${state}::text[])` : sql`true`
}

const sorts: Record<(typeof awardSortKeys)[number], { by: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  awardedAt: { by: sql`g.awarded_at`, type: sql`timestamptz` },
  name: { by: sql`lower(${name})`, type: sql`text` },
  title: { by: sql`lower(v.title)`, type: sql`text` },
  expiresAt: { by: sql`coalesce(g.expires_at, 'infinity')`, type: sql`timestamptz` },
}

/** One page, with the numbers of each state beside the first. */
export async function listAwards(
  ctx: Ctx,
  tx: ReadTx,
  of: AwardReader | 'own',
  query: Filter & { limit: number; cursor?: string | undefined },
) {
  const { sort: key = 'awardedAt', direction = 'desc' } = query
  const list = `badge-awards:${of}:${key}:${direction}`
  const after = decodeCursor(ctx, list, query.cursor)
  const sort = sorts[key]
  const order = sql.raw(direction)
  const [page, counted] = await Promise.all([
    sql<AwardRow & { sortKey: string }>`
      select ${columns(ctx)}, (${sort.by})::text as sort_key ${shown(ctx, of, query)} and ${inState(ctx, query)}
        and ${after ? sql`(${sort.by}, g.id) ${sql.raw(direction === 'asc' ? '>' : '<')} (${after[0]}::text::${sort.type}, ${after[1]}::uuid)` : sql`true`}
      order by ${sort.by} ${order}, g.id ${order} limit ${query.limit + 1}`.execute(tx),
    sql<{ value: AwardState; count: number; isAsked: boolean }>`
      select value, count(*)::int as count, bool_or(is_asked) as is_asked from (
        select ${stateOf(ctx.now)} as value, ${inState(ctx, query)} as is_asked ${shown(ctx, of, query)}) rows group by value`.execute(
      tx,
    ),
  ])
  const cut = cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortKey, last.id] })
  return {
    ...cut,
    total: counted.rows.reduce((sum, row) => sum + (row.isAsked ? row.count : 0), 0),
    counts: after ? null : counted.rows.map(({ value, count }) => ({ value, count })),
  }
}

export async function countAwards(ctx: Ctx, tx: ReadTx, of: AwardReader, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${shown(ctx, of, filter)} and ${inState(ctx, filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Columns of the file, with the keys of their headers. */
export const awardFileColumns: readonly FileColumn[] = [
  { header: 'name', type: 'text', of: sql`name` },
  { header: 'email', type: 'text', of: sql`email` },
  { header: 'title', type: 'text', of: sql`title` },
  { header: 'awarded', type: 'day', of: sql`awarded_day` },
  { header: 'expires', type: 'day', of: sql`expires_day` },
  { header: 'state', type: 'word', of: sql`state` },
  { header: 'document', type: 'text', of: sql`document_title` },
  { header: 'rule', type: 'text', of: sql`rule_title` },
  { header: 'by', type: 'text', of: sql`by` },
  { header: 'note', type: 'text', of: sql`note` },
  { header: 'reason', type: 'text', of: sql`reason` },
]

/** The rows as the database writes them into a file. */
export function awardsFile(
  ctx: Ctx,
  as: AwardReader,
  of: { filter: Filter; format: FileFormat; columns: readonly FileColumn[] },
): RawBuilder<unknown> {
  const day = (at: RawBuilder<unknown>) => sql`(${at} at time zone control.zone_of_tenant())::date`
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))}
    from (select ${columns(ctx)}, ${day(sql`g.awarded_at`)} as awarded_day, ${day(sql`g.expires_at`)} as expires_day
      ${shown(ctx, as, of.filter)} and ${inState(ctx, of.filter)}) f order by awarded_at desc, id desc`
}

/** Awards since a moment that no page of the session has shown, oldest first. */
export async function listUnseen(ctx: Ctx, tx: ReadTx, of: { sessionId: string; since: Date }) {
  const { rows } = await sql<{
    id: string
    title: string
    versionId: string
    awardedAt: Date
    firstName: string
    lastName: string
  }>`
    select g.id, v.title, g.version_id, g.awarded_at, m.shown_first_name as first_name, m.last_name
    ${tables} join memberships m on m.id = ${ctx.actor.membershipId}
    where g.user_id = ${ctx.actor.userId} and g.awarded_at >= ${of.since} and g.revoked_at is null
      and not exists (select from shown_badges s where s.session_id = ${of.sessionId} and s.award_id = g.id)
    order by g.awarded_at, g.id limit 50`.execute(tx)
  return rows
}
