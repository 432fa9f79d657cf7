import { isDone, type ProgressState } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { CauseCtx, Consequence } from '../../../platform/causes.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { earnedNow, reversedNow } from '../policy.ts'
import { hasRewards } from '../queries/find-rule.ts'
import { type Posting, writeEntries } from './post-points.ts'

/** What can earn: an assignment's document, or one step of it. */
interface Target {
  readonly assignmentId: string
  readonly activityId: string | null
}

interface Candidate {
  assignmentId: string
  activityId: string | null
  documentId: string
  documentType: string
  title: string
  state: ProgressState
  membershipId: string
  balance: number
  /** What the cause has moved so far, how often, and the last entry that gave points. */
  net: number
  entries: number
  lastKind: 'earn' | 'reverse' | null
  lastEarn: string | null
  amount: number | null
  monthlyBudget: number | null
  givenThisMonth: number
  dailyCap: number | null
  earnedToday: number
  coolDownMinutes: number
  lastEarnedAt: Date | null
}

/** Earns and takes back points with what was finished, or is finished no longer. */
export const pointConsequence: Consequence = {
  name: 'points',
  reads: ['assignments'],
  writes: ['points'],
  ofHistory: 'awarded',
  follows: sql<boolean>`(exists (select from point_rules r where r.document_id = causes.document_id)
    or exists (select from point_entries e where e.assignment_id = causes.assignment_id))`,
  run: (ctx, tx, causes) => {
    const ids = new Set(causes.flatMap((cause) => cause.assignmentId ?? []))
    return settlePoints(ctx, tx, [...ids])
  },
  step: {
    follows: ({ assignmentId, documentId, activityId }) => sql<boolean>`(
      exists (select from step_point_rules r where r.document_id = ${documentId} and r.activity_id = ${activityId})
      or exists (select from point_entries e where e.assignment_id = ${assignmentId} and e.activity_id = ${activityId}))`,
    run: (ctx, tx, step) => settle(ctx, tx, [step]),
  },
}

/**
 * Gives the points of what people have finished, and takes those back of what does not count as finished any more. It may
 * run as often as one likes: what was given is not given again. Nothing happens while the tenant has no rewards.
 */
export function settlePoints(ctx: CauseCtx, tx: WriteTx, assignmentIds: readonly string[]): Promise<void> {
  return settle(
    ctx,
    tx,
    assignmentIds.map((assignmentId) => ({ assignmentId, activityId: null })),
  )
}

async function settle(ctx: CauseCtx, tx: WriteTx, targets: readonly Target[]): Promise<void> {
  if (targets.length === 0) return
  const assignmentIds = targets.map((one) => one.assignmentId)
  const [isOn, , { rows }] = await Promise.all([
    hasRewards(tx),
    // Rules before balances, so that what a month has given and what a person has follow each other.
    sql`
      with rules as (
        select from point_rules where document_id in (select document_id from assignments where id = any(${assignmentIds}::uuid[]))
          and monthly_budget is not null order by document_id for no key update
      ),
      balances as (
        select from memberships where user_id in (select user_id from assignments where id = any(${assignmentIds}::uuid[]))
          and (select count(*) from rules) >= 0 order by id for no key update
      )
      select (select count(*) from balances)`.execute(tx),
    sql<Candidate>`
      with zone as (select control.zone_of_tenant() as name)
      select a.id as assignment_id, t.activity_id, a.document_id, a.document_type, m.id as membership_id, m.reward_points_count as balance,
        case when t.activity_id is null then d.title else d.title || coalesce(': ' || step.title, '') end as title,
        case when t.activity_id is null then a.state else coalesce(step.state, 'notstarted') end as state,
        coalesce(e.net, 0)::int as net, coalesce(e.entries, 0)::int as entries, e.last_kind, e.last_earn, rule.amount, r.monthly_budget,
        (case when r.monthly_budget is null then 0 else (
          select coalesce(sum(g.amount), 0) from point_entries g where g.document_id = a.document_id and g.kind in ('earn', 'reverse')
            and g.created_at >= date_trunc('month', ${ctx.now}::timestamptz at time zone zone.name) at time zone zone.name) end)::int as given_this_month,
        s.daily_cap,
        (case when s.daily_cap is null then 0 else (
          select coalesce(sum(g.amount), 0) from point_entries g where g.membership_id = m.id and g.kind = 'earn'
            and g.created_at >= date_trunc('day', ${ctx.now}::timestamptz at time zone zone.name) at time zone zone.name) end)::int as earned_today,
        coalesce(s.cool_down_minutes, 0) as cool_down_minutes,
        case when s.cool_down_minutes > 0 then (
          select max(g.created_at) from point_entries g where g.membership_id = m.id and g.kind = 'earn' and g.document_id is distinct from a.document_id) end as last_earned_at
      from unnest(${assignmentIds}::uuid[], ${targets.map((one) => one.activityId)}::uuid[]) t(assignment_id, activity_id)
        join assignments a on a.id = t.assignment_id join documents d on d.id = a.document_id cross join zone
        -- Points are those of the membership that is at work, if it is the person's own; else of the person's first one.
        join lateral (
          select id, reward_points_count from memberships m where m.user_id = a.user_id
          order by m.id = ${ctx.actor?.membershipId ?? ''} desc, m.is_primary desc, m.id limit 1) m on true
        left join point_rules r on r.document_id = a.document_id
        left join step_point_rules sr on sr.document_id = a.document_id and sr.activity_id = t.activity_id
        cross join lateral (
          select case when t.activity_id is null then r.amount else sr.amount end as amount,
            case when t.activity_id is null then r.repeats else sr.repeats end as repeats
        ) rule
        left join lateral (
          select p.state, (
            select v.title from course_activities v where v.document_id = a.document_id and v.activity_id = t.activity_id
            order by v.version_id = coalesce(a.version_id, d.published_version_id) desc, v.version_id desc limit 1) as title
          from activity_progress p where p.assignment_id = a.id and p.activity_id = t.activity_id
        ) step on true
        left join point_settings s on true
        left join lateral (
          select sum(x.amount) as net, count(*) as entries,
            (array_agg(x.kind order by x.place desc))[1] as last_kind,
            (array_agg(x.id order by x.place desc) filter (where x.kind = 'earn'))[1] as last_earn
          from point_entries x
          where x.kind in ('earn', 'reverse') and x.activity_id is not distinct from t.activity_id
            and (x.assignment_id = a.id or (rule.repeats = 'once' and x.user_id = a.user_id and x.document_id = a.document_id))
        ) e on true
      where rule.amount is not null or e.net > 0
      order by a.id`.execute(tx),
  ])
  if (isOn) await writeEntries(ctx, tx, postingsOf(rows, ctx.now))
}

/** One after the other: what a cap or a budget has left for the next follows from those before. */
function postingsOf(rows: readonly Candidate[], now: Date): Posting[] {
  const postings: Posting[] = []
  const given = new Map<string, number>()
  const today = new Map<string, number>()
  const lost = new Map<string, number>()
  const settled = new Set<string>()
  for (const row of rows) {
    const document = { id: row.documentId, type: row.documentType, title: row.title }
    const common = {
      membershipId: row.membershipId,
      document,
      assignmentId: row.assignmentId,
      activityId: row.activityId,
    }
    const place = row.activityId === null ? row.assignmentId : `${row.assignmentId}:${row.activityId}`
    // Two cycles of one document in one call share what is earned once.
    const cause = `${row.membershipId} ${row.documentId}`
    if (settled.has(cause)) continue
    if (isDone(row.state)) {
      const amount = earnedNow({
        ...row,
        givenThisMonth: row.givenThisMonth + (given.get(row.documentId) ?? 0),
        earnedToday: row.earnedToday + (today.get(row.membershipId) ?? 0),
        isCoolingDown:
          row.coolDownMinutes > 0 &&
          (today.has(row.membershipId) ||
            (row.lastEarnedAt !== null && now.getTime() - row.lastEarnedAt.getTime() < row.coolDownMinutes * 60_000)),
      })
      if (amount === 0) continue
      given.set(row.documentId, (given.get(row.documentId) ?? 0) + amount)
      today.set(row.membershipId, (today.get(row.membershipId) ?? 0) + amount)
      settled.add(cause)
      postings.push({ ...common, kind: 'earn', amount, key: `earn:${place}:${row.entries}` })
    } else if (row.lastKind === 'earn' && row.lastEarn !== null) {
      const amount = reversedNow(row.net, row.balance - (lost.get(row.membershipId) ?? 0))
      if (amount === 0) continue
      lost.set(row.membershipId, (lost.get(row.membershipId) ?? 0) + amount)
      settled.add(cause)
      postings.push({
        ...common,
        kind: 'reverse',
        amount: -amount,
        key: `reverse:${place}:${row.entries}`,
        reverses: row.lastEarn,
        missing: row.net - amount,
      })
    }
  }
  return postings
}
