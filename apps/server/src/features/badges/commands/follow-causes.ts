import { type RawBuilder, sql } from 'kysely'
import type { Cause, CauseCtx, Consequence } from '../../../platform/causes.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { type Awarding, dueOf, type People } from '../queries/due-awards.ts'
import { awardingColumns, awardingOf, type RuleRow } from '../queries/find-rules.ts'
import { insertAwards, missingAwards } from './insert-awards.ts'
import { tellAwarded, tellRevoked } from './tell.ts'

/** Whether a rule `r` looks at causes of this kind of document. */
const looksAt = (cause: string) => sql`(
  r.is_active and r.kind not in ('points', 'outside') and (r.subject in ('any', ${sql.ref(`${cause}.documentType`)}) or (r.subject = 'bundle' and ${sql.ref(`${cause}.documentType`)} = 'course'))
  and (r.document_ids = '{}' or ${sql.ref(`${cause}.documentId`)} = any(r.document_ids)))`

/**
 * Rules award badges for what people finish, for the points that they collect and for certificates that they earned elsewhere,
 * and take them back with it. A confirmed certificate stays confirmed.
 */
export const badgeConsequence: Consequence = {
  name: 'badges',
  // Rules may ask for points. And it locks the counter of status lists, which nobody does before balances.
  reads: ['assignments', 'certificates', 'points'],
  writes: ['badges', 'notices'],
  ofHistory: 'awarded',
  follows: sql<boolean>`(case causes.kind
    when 'finished' then exists (select from badge_rules r where ${looksAt('causes')})
    when 'voided' then exists (select from badge_awards g where g.user_id = causes.user_id and g.rule_id is not null and g.kind not in ('points', 'outside') and g.revoked_at is null)
    else exists (select from badge_rules r where r.kind = causes.kind) end)`,
  run: followCauses,
}

type Touched = RuleRow & { readonly isArchived: boolean; readonly gains: string[]; readonly loses: string[] }

/**
 * Three statements for what was finished, however many rules there are: which of them look at it, the awards, and the
 * notices. The people are locked first, so that of two last steps at once the second sees both, and so that nobody who holds
 * the counter of status lists waits for a person.
 */
async function followCauses(ctx: CauseCtx, tx: WriteTx, causes: readonly Cause[]): Promise<void> {
  const ids = causes.map((cause) => cause.id)
  const { rows } = await sql<Touched>`
    with happened as materialized (select * from causes where id = any(${ids}::uuid[])),
    locked as materialized (
      select from memberships where user_id in (select user_id from happened) order by id for no key update
    )
    select ${awardingColumns}, r.is_active and b.archived_at is null as is_active, touched.gains, touched.loses
    from badge_rules r join badges b on b.id = r.badge_id cross join lateral (
      select array(select distinct c.user_id::text from happened c where case c.kind when 'finished' then ${looksAt('c')} else r.kind = c.kind end) as gains,
        array(select distinct c.user_id::text from happened c where r.revokes
          and case c.kind when 'voided' then r.kind not in ('points', 'outside') when 'points' then r.kind = 'points' end
          and exists (select from badge_awards g where g.rule_id = r.id and g.user_id = c.user_id and g.revoked_at is null
            and (r.kind <> 'finished' or g.assignment_id = c.assignment_id))) as loses
    ) touched
    where (select count(*) from locked) >= 0 and (touched.gains <> '{}' or touched.loses <> '{}') order by r.id`.execute(
    tx,
  )
  const losing = rows.filter((row) => row.loses.length > 0)
  if (losing.length > 0) await takeBack(ctx, tx, losing)
  const gaining = rows.filter((row) => row.isActive && row.gains.length > 0)
  if (gaining.length === 0) return
  const { awards, ids: written } = await insertAwards(ctx, tx, {
    from: missingAwards(gaining.map((row) => ({ rule: awardingOf(row), people: among(row.gains) }))),
  })
  if (awards > 0) await tellAwarded(ctx, tx, { which: sql`g.id = any(${written}::uuid[])`, atMost: awards })
}

/** Revokes what is not earned any more. What a rule gave before it asked for something else stays. */
async function takeBack(ctx: CauseCtx, tx: WriteTx, rules: readonly Touched[]): Promise<void> {
  const over = rules.map((row) => {
    const rule: Awarding = awardingOf(row)
    return sql`
      select g.id from badge_awards g
      where g.rule_id = ${row.id}::uuid and ${among(row.loses)(sql`g.user_id`)} and g.revoked_at is null and g.awarded_at >= ${row.triggerChangedAt}
        and not exists (select from (${dueOf(rule, among(row.loses))}) due where due.user_id = g.user_id and due.cause_key = g.cause_key)`
  })
  const { rows } = await sql<{ id: string }>`
    update badge_awards set revoked_at = ${ctx.now} where id in (${sql.join(over, sql` union all `)}) and revoked_at is null returning id`.execute(
    tx,
  )
  if (rows.length === 0) return
  await tellRevoked(ctx, tx, {
    which: sql`g.id = any(${rows.map((row) => row.id)}::uuid[])`,
    atMost: rows.length,
  })
}

function among(userIds: readonly string[]): People {
  return (userId: RawBuilder<unknown>) => sql<boolean>`${userId} = any(${userIds}::uuid[])`
}
