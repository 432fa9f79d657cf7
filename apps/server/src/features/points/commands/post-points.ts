import type { PointKind } from '@learnt/contract/points'
import { sql } from 'kysely'
import { type Cause, type CauseCtx, deliverCauses, followersOf } from '../../../platform/causes.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { keepBalances } from '../../members/commands/keep-balances.ts'

/** An entry that is to be written. */
export interface Posting {
  readonly membershipId: string
  readonly kind: PointKind
  /** Not 0; below zero where the balance falls. */
  readonly amount: number
  /** What causes it. A second posting of the same cause does nothing. */
  readonly key: string
  readonly document?: { readonly id: string; readonly type: string; readonly title: string }
  readonly assignmentId?: string
  /** The step of the document that it is about. */
  readonly activityId?: string | null
  /** The entry that it takes back, and how many points of that were spent already. */
  readonly reverses?: string
  readonly missing?: number
  readonly reason?: string
  readonly byUserId?: string
}

/** Locks balances in one order, so that two postings to one of them follow each other. */
export async function lockBalances(tx: WriteTx, membershipIds: readonly string[]): Promise<void> {
  await sql`
    select count(*) from (
      select from memberships where id = any(${membershipIds}::text[]) order by id for no key update
    ) locked`.execute(tx)
}

/**
 * Writes entries and changes the balances by them, in the caller's transaction. The balances are locked first. Nothing is
 * written for a membership whose balance would fall below zero at any of its postings. Answers the ids that were written.
 */
export async function postPoints(ctx: CauseCtx, tx: WriteTx, postings: readonly Posting[]): Promise<string[]> {
  const [, ids] = await Promise.all([
    lockBalances(
      tx,
      postings.map((posting) => posting.membershipId),
    ),
    // A statement of its own, so that it sees what the one before waited for.
    writeEntries(ctx, tx, postings),
  ])
  return ids
}

/** The same where the caller holds the locks already. */
export async function writeEntries(ctx: CauseCtx, tx: WriteTx, postings: readonly Posting[]): Promise<string[]> {
  if (postings.length === 0) return []
  const rows = postings.map((posting, place) => ({
    id: newId(),
    place,
    membership_id: posting.membershipId,
    kind: posting.kind,
    amount: posting.amount,
    key: posting.key,
    document_id: posting.document?.id ?? null,
    document_type: posting.document?.type ?? null,
    document_title: posting.document?.title ?? '',
    assignment_id: posting.assignmentId ?? null,
    activity_id: posting.activityId ?? null,
    reverses: posting.reverses ?? null,
    missing: posting.missing ?? 0,
    reason: posting.reason ?? '',
    by_user_id: posting.byUserId ?? null,
  }))
  const written = await sql<{ ids: string[]; causes: Cause[] }>`
      with given as materialized (
        select g.*, m.user_id, m.team_id, m.reward_points_count as held,
          m.reward_points_count + sum(g.amount) over (partition by g.membership_id order by g.place) as balance
        from jsonb_to_recordset(${json(rows)}::jsonb) as g(id uuid, place integer, membership_id text, kind text, amount integer, key text,
            document_id uuid, document_type text, document_title text, assignment_id uuid, activity_id uuid, reverses uuid, missing integer, reason text, by_user_id uuid)
          join memberships m on m.id = g.membership_id
        where not exists (select from point_entries e where e.key = g.key)
      ),
      fine as materialized (
        select * from given g where not exists (select from given b where b.membership_id = g.membership_id and b.balance < 0)
      ),
      moved as (
        ${keepBalances(sql`select membership_id, min(held) + sum(amount) as balance from fine group by membership_id`)}
      ),
      announced as (
        insert into live_events (id, topic, user_id, kind, subject_id, at)
        select gen_random_uuid(), 'me', f.user_id, 'points', min(f.membership_id), ${ctx.now}::timestamptz from fine f group by f.user_id
      ),
      caused as (
        insert into causes (id, kind, user_id, state, at)
        select gen_random_uuid(), kind, user_id, '', ${ctx.now}::timestamptz from (
          select distinct 'points' as kind, user_id, null::uuid as assignment_id, null::text as document_type, null::uuid as document_id from fine) causes
        where cardinality(${followersOf()}) > 0
        returning id, ${followersOf()} as followed_by
      ),
      entries as (
      insert into point_entries (id, place, membership_id, user_id, team_id, kind, amount, balance, document_id, document_type, document_title,
        assignment_id, activity_id, key, reverses, missing, reason, by_user_id, created_at)
      select id, coalesce((select max(e.place) from point_entries e where e.membership_id = fine.membership_id), 0)
        + (row_number() over (partition by membership_id order by place))::integer,
      membership_id, user_id, team_id, kind, amount, balance, document_id, document_type, document_title,
        assignment_id, activity_id, key, reverses, missing, reason, by_user_id, ${ctx.now}::timestamptz
      from fine order by place
      returning id)
      select array(select id::text from entries) as ids,
        coalesce((select jsonb_agg(jsonb_build_object('id', id, 'assignmentId', null, 'by', followed_by)) from caused), '[]') as causes`.execute(
    tx,
  )
  const { ids = [], causes = [] } = written.rows[0] ?? {}
  await deliverCauses(ctx, tx, causes)
  return ids
}
