import type { BadgeSubject, BadgeTrigger } from '@learnt/contract/badges'
import { type RawBuilder, sql } from 'kysely'
import { hasWords } from '../../../platform/db/search.ts'
import type { WholeRule } from '../../reach/policy.ts'
import { ruleCondition } from '../../reach/queries/match-people.ts'

/** A row of `badge_rules` as far as it says what is asked for. */
export interface StoredTrigger {
  readonly kind: BadgeTrigger['kind']
  readonly subject: BadgeSubject
  readonly documentIds: string[]
  readonly passed: boolean
  readonly amount: number
  readonly days: number | null
  readonly titleWords: string
  readonly issuerWords: string
}

/** A rule as far as it says who gets which badge. */
export interface Awarding extends StoredTrigger {
  readonly id: string
  readonly badgeId: string
  readonly versionId: string
  readonly validMonths: number | null
  readonly title: string
  /** Null: everybody. */
  readonly audience: WholeRule | null
  readonly repeats: 'once' | 'each'
  readonly countsFrom: string | null
}

/** Some of the people, as a condition on the id of one. */
export type People = (userId: RawBuilder<unknown>) => RawBuilder<boolean>

export const allPeople: People = () => sql<boolean>`true`

/**
 * What a rule asks for, and how often each person has done it, worked out anew from what is recorded: user_id, cause_key,
 * assignment_id, document_type, document_id, document_title. The key is the same whenever it is asked, so that one cause
 * gives one award. Whom the rule is for, and what was given already, is not looked at here.
 */
export function dueOf(rule: Awarding, people: People): RawBuilder<unknown> {
  switch (rule.kind) {
    case 'finished':
      return withTitles(finishedDue(rule, people))
    case 'count':
      return withTitles(countDue(rule, people))
    case 'streak':
      return withTitles(streakDue(rule, people))
    case 'points':
      return pointsDue(rule, people)
    case 'outside':
      return outsideDue(rule, people)
  }
}

/** Those that the rule is for and that have no award for it yet; `due` as above. */
export function missingOf(rule: Awarding, people: People): RawBuilder<unknown> {
  const isFor =
    rule.audience === null
      ? sql`exists (select from memberships m where m.user_id = due.user_id and m.status = 'active')`
      : sql`exists (select from memberships m where m.user_id = due.user_id and m.status = 'active' and ${ruleCondition(rule.audience)})`
  // What was taken back may be earned again; what an administrator revoked may not.
  const given = sql`g.rule_id = ${rule.id}::uuid and g.user_id = due.user_id and (g.revoked_at is null or g.revoked_by is not null)`
  const isGiven =
    rule.repeats === 'once'
      ? sql`exists (select from badge_awards g where ${given})`
      : sql`exists (select from badge_awards g where ${given} and (g.cause_key = due.cause_key or g.assignment_id = due.assignment_id))`
  return sql`select due.* from (${dueOf(rule, people)}) due where ${isFor} and not ${isGiven}`
}

/** Titles come last, so that a million completions are read in the order of their index and not sorted. */
function withTitles(due: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select due.*, d.title as document_title from (${due}) due join documents d on d.id = due.document_id`
}

function finishedDue(rule: Awarding, people: People): RawBuilder<unknown> {
  return rule.repeats === 'once'
    ? sql`select distinct on (done.user_id) done.user_id, 'once' as cause_key, ${causeColumns} from (${done(rule, people)}) done order by done.user_id, done.at, done.assignment_id`
    : sql`select done.user_id, done.assignment_id::text as cause_key, ${causeColumns} from (${done(rule, people)}) done`
}

const causeColumns = sql`done.assignment_id, done.document_type, done.document_id`

/** Each document counts once, the first time that it was finished. */
function countDue(rule: Awarding, people: People): RawBuilder<unknown> {
  const within =
    rule.days === null
      ? sql`true`
      : sql`at - lag(at, ${sql.lit(rule.amount - 1)}) over (partition by user_id order by at, assignment_id) <= ${sql.lit(rule.days)} * interval '1 day'`
  const ranked = sql`
    select *, row_number() over (partition by user_id order by at, assignment_id) as place, ${within} as is_within from (
      select distinct on (user_id, document_id) * from (${done(rule, people)}) done order by user_id, document_id, at, assignment_id) firsts`
  if (rule.repeats === 'each' && rule.days === null)
    return sql`
      select done.user_id, (done.place / ${sql.lit(rule.amount)})::text as cause_key, ${causeColumns} from (${ranked}) done
      where done.place % ${sql.lit(rule.amount)} = 0`
  const first = sql`
    select distinct on (user_id) * from hits order by user_id, place`
  if (rule.repeats === 'once')
    return sql`
      select done.user_id, '1' as cause_key, ${causeColumns} from (
        with hits as (select * from (${ranked}) ranked where place >= ${sql.lit(rule.amount)} and is_within) ${first}) done`
  // One after the other: what counted for one award does not count for the next.
  return sql`
    select done.user_id, done.nth::text as cause_key, ${causeColumns} from (
      with recursive hits as materialized (
        select *, min(place) over (partition by user_id order by place range between ${sql.lit(rule.amount)} following and unbounded following) as next
        from (${ranked}) ranked where place >= ${sql.lit(rule.amount)} and is_within
      ),
      picked as (
        select first.*, 1 as nth from (${first}) first
        union all
        select later.*, picked.nth + 1 from picked join hits later on later.user_id = picked.user_id and later.place = picked.next
      )
      select * from picked) done`
}

/** Weeks from Monday on, where the tenant is. */
function streakDue(rule: Awarding, people: People): RawBuilder<unknown> {
  const isDue = rule.repeats === 'once' ? sql`done.nth = 1` : sql`true`
  return sql`
    select done.user_id, done.nth::text as cause_key, ${causeColumns} from (
      select *, row_number() over (partition by user_id order by week) as nth from (
        select *, row_number() over (partition by user_id, streak order by week) as place from (
          select *, week - (row_number() over (partition by user_id order by week))::int * 7 as streak from (
            select distinct on (user_id, week) * from (
              select d.*, date_trunc('week', d.at at time zone control.zone_of_tenant())::date as week from (${done(rule, people)}) d) weeks
            order by user_id, week, at, assignment_id) firsts) runs) placed
      where place % ${sql.lit(rule.amount)} = 0) done where ${isDue}`
}

/** Points that were collected: earned, given and taken by hand or back, whatever was spent of them or expired. */
function pointsDue(rule: Awarding, people: People): RawBuilder<unknown> {
  const times = rule.repeats === 'once' ? sql`1` : sql`(collected.points / ${sql.lit(rule.amount)})::int`
  return sql`
    select collected.user_id, nth::text as cause_key, null::uuid as assignment_id, null::text as document_type, null::uuid as document_id, '' as document_title
    from (
      select e.user_id, sum(e.amount) as points from point_entries e
      where e.kind in ('earn', 'adjust', 'reverse') and ${people(sql`e.user_id`)} and ${since(rule, sql`e.created_at`)} group by e.user_id
      having sum(e.amount) >= ${sql.lit(rule.amount)}
    ) collected cross join lateral generate_series(1, ${times}) nth`
}

/** Certificates that were earned elsewhere and were still valid on the day on which somebody confirmed them. */
function outsideDue(rule: Awarding, people: People): RawBuilder<unknown> {
  const confirmed = sql`
    select o.user_id, o.id, o.title, o.decided_at from outside_certificates o
    where o.state = 'confirmed' and coalesce(o.valid_until >= (o.decided_at at time zone control.zone_of_tenant())::date, true)
      and ${hasWords(sql`o.title`, rule.titleWords)} and ${hasWords(sql`o.issuer`, rule.issuerWords)}
      and ${people(sql`o.user_id`)} and ${since(rule, sql`o.decided_at`)}`
  const columns = sql`null::uuid as assignment_id, null::text as document_type, null::uuid as document_id, done.title as document_title`
  return rule.repeats === 'once'
    ? sql`select distinct on (done.user_id) done.user_id, 'once' as cause_key, ${columns} from (${confirmed}) done order by done.user_id, done.decided_at, done.id`
    : sql`select done.user_id, done.id::text as cause_key, ${columns} from (${confirmed}) done`
}

/** Finished documents that the rule looks at. */
function done(rule: Awarding, people: People): RawBuilder<unknown> {
  // Compared with a boolean, the bundles are looked up for each row and not joined, which would lose the order.
  const isBundle = sql`(a.document_id in (select b.id from documents b where b.is_bundle))`
  const subject =
    rule.subject === 'any'
      ? sql`true`
      : rule.subject === 'bundle' || rule.subject === 'course'
        ? sql`a.document_type = 'course' and ${isBundle} = ${rule.subject === 'bundle' ? sql`true` : sql`false`}`
        : sql`a.document_type = ${rule.subject}`
  return sql`
    select a.user_id, a.id as assignment_id, a.document_type, a.document_id, a.completed_at as at
    from assignments a
    where ${rule.passed ? sql`a.state = 'passed'` : sql`a.state in ('completed', 'passed')`} and a.completed_at is not null
      and ${subject} and ${rule.documentIds.length === 0 ? sql`true` : sql`a.document_id = any(${rule.documentIds}::uuid[])`}
      and ${people(sql`a.user_id`)} and ${since(rule, sql`a.completed_at`)}`
}

function since(rule: Awarding, at: RawBuilder<unknown>): RawBuilder<unknown> {
  return rule.countsFrom === null
    ? sql`true`
    : sql`${at} >= (select ${rule.countsFrom}::date::timestamp at time zone control.zone_of_tenant())`
}
