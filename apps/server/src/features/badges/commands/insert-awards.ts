import { type RawBuilder, sql } from 'kysely'
import type { CauseCtx } from '../../../platform/causes.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { type Awarding, missingOf, type People } from '../queries/due-awards.ts'

/** More people than this are not told one by one over their sockets. */
const toldSingly = 200

/** What rules award to people who have it not yet, as rows for insertAwards(). */
export function missingAwards(rules: readonly { rule: Awarding; people: People }[]): RawBuilder<unknown> {
  return sql.join(
    rules.map(
      ({ rule, people }) => sql`
        select ${rule.badgeId}::uuid as badge_id, ${rule.versionId}::uuid as version_id, ${rule.id}::uuid as rule_id, missing.user_id, missing.cause_key,
          ${rule.kind}::text as kind, missing.assignment_id, missing.document_type, missing.document_id, missing.document_title, ${rule.title}::text as rule_title,
          ${rule.validMonths}::int as valid_months, null::uuid as awarded_by, null::text as team_id, ''::text as note
        from (${missingOf(rule, people)}) missing`,
    ),
    sql` union all `,
  )
}

/** The membership in the team in which somebody gave it by hand, or the only one that the person has; null: the whole person. */
const throughOf = sql`(
  select min(o.id) from memberships o where o.user_id = w.user_id and (w.team_id is null or o.team_id = w.team_id) having count(*) = 1)`

/**
 * Writes awards in one statement, each with its place in the status lists, and tells the pages of those who got one.
 * `from`: rows as missingAwards() has them. What was given meanwhile is left out: the database refuses it. Answers the ids.
 * The counter is locked last of all in a transaction, so that two of them never wait for each other.
 */
export async function insertAwards(
  ctx: CauseCtx,
  tx: WriteTx,
  of: { from: RawBuilder<unknown>; isMany?: boolean },
): Promise<{ awards: number; ids: string[] }> {
  const { rows } = await sql<{ awards: number; ids: string[] }>`
    with missing as materialized (select *, (row_number() over ())::int as place from (${of.from}) missing),
    taken as (
      insert into badge_counters as c (next_position) select count(*)::int from missing having count(*) > 0
      on conflict (tenant_id) do update set next_position = c.next_position + excluded.next_position
      returning c.next_position
    ),
    written as (
      insert into badge_awards (id, badge_id, version_id, rule_id, user_id, cause_key, kind, assignment_id, document_type, document_id, document_title,
        rule_title, holder_name, awarded_by, membership_id, note, awarded_at, expires_at, status_position)
      select gen_random_uuid(), w.badge_id, w.version_id, w.rule_id, w.user_id, w.cause_key, w.kind, w.assignment_id, w.document_type, w.document_id,
        w.document_title, w.rule_title, coalesce(rtrim(m.shown_first_name || ' ' || m.last_name), ''), w.awarded_by,
        case when w.assignment_id is null then ${throughOf} end, w.note, ${ctx.now}::timestamptz,
        ${ctx.now}::timestamptz + make_interval(months => w.valid_months), taken.next_position - w.place
      from missing w cross join taken left join memberships m on m.user_id = w.user_id and m.is_primary
      on conflict (tenant_id, rule_id, user_id, cause_key) where rule_id is not null and (revoked_at is null or revoked_by is not null) do nothing
      returning id, user_id
    ),
    announced as (
      insert into live_events (id, topic, user_id, kind, subject_id, at)
      select gen_random_uuid(), 'me', user_id, 'badge', id::text, ${ctx.now}::timestamptz from written
      where ${of.isMany ? sql`false` : sql`(select count(*) from written) <= ${sql.lit(toldSingly)}`}
    ),
    -- Mails are written behind it, one by one.
    mailing as (
      insert into outbox (id, task, payload, run_at, created_at)
      select gen_random_uuid(), 'badges.mail', jsonb_build_object('ids', jsonb_agg(id)), ${ctx.now}::timestamptz, ${ctx.now}::timestamptz from written
      having ${of.isMany ? sql`false` : sql`count(*) > 0`}
    )
    select (select count(*)::int from written) as awards, ${of.isMany ? sql`'{}'::text[]` : sql`array(select id::text from written)`} as ids`.execute(
    tx,
  )
  return rows[0] ?? { awards: 0, ids: [] }
}
