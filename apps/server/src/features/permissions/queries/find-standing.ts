import { hereStatuses, leaveStatuses } from '@learnt/contract/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ReadTx, Row } from '../../../platform/db/database.ts'
import type { RuleSubject, SavedAudience } from '../../reach/policy.ts'
import { subjectObject } from '../../reach/queries/match-people.ts'
import { audiencesOfPermission } from './read-rule.ts'

/** Which rules are asked: all, those that name a changed field or an audience, or those whose rows are still being written. */
export type Question =
  | { readonly ask: 'all' }
  | { readonly ask: 'fields'; readonly fields: readonly string[] }
  | { readonly ask: 'audience'; readonly audienceId: string }
  | { readonly ask: 'applying' }

type Permission = Pick<Row<'permissions'>, 'id' | 'documentType' | 'documentId' | 'status' | 'rule' | 'due'>

/** Pathways under way of which a section is required of some people only. */
export interface Divided {
  readonly documentId: string
  readonly userIds: string[]
  readonly assignmentIds: string[]
}

/** Some people, the rules that are asked about them, and what they have by these. */
export interface Standing {
  readonly members: readonly (RuleSubject & { id: string; userId: string })[]
  /** `listed`: who of the people is on a list that the rule names. */
  readonly permissions: readonly (Permission & { audiences: SavedAudience[]; listed: string[] })[]
  readonly sources: readonly {
    permissionId: string
    assignmentId: string
    userId: string
    membershipId: string | null
  }[]
  readonly divided: readonly Divided[]
  /** Assignments whose person has left, went on leave or came back, where all rules are asked. */
  readonly turned: readonly { id: string; isThawing: boolean }[]
  readonly hasManagerRules: boolean
}

/** One statement for all of it: most tenants have few rules, and most changes concern none of them. */
export async function findStanding(tx: ReadTx, userIds: readonly string[], question: Question): Promise<Standing> {
  const people = sql`any(${[...userIds]}::uuid[])`
  const rules = askedRules(question)
  const { rows } = await sql<Standing>`
    select
      (select coalesce(json_agg(${subjectObject('m')} order by m.id), '[]') from memberships m where m.user_id = ${people}) as members,
      (select coalesce(json_agg(json_build_object('id', permissions.id, 'documentType', document_type, 'documentId', document_id, 'status', status,
          'rule', rule, 'due', due, 'audiences', ${audiencesOfPermission}, 'listed', case when audience_ids = '{}' then '{}' else array(
            select listed.user_id from audience_people listed where listed.audience_id = any(audience_ids) and listed.user_id = ${people}) end)), '[]')
        from permissions where ${rules}) as permissions,
      (select coalesce(json_agg(json_build_object('permissionId', s.source_id, 'assignmentId', s.assignment_id, 'userId', s.user_id, 'membershipId', s.membership_id)), '[]')
        from assignment_sources s where s.kind = 'rule' and s.user_id = ${people} and s.source_id in (select id from permissions where ${rules})) as sources,
      (select coalesce(json_agg(json_build_object('documentId', document_id, 'userIds', user_ids, 'assignmentIds', ids) order by document_id), '[]')
        from (
          select p.document_id, array_agg(p.user_id) as user_ids, array_agg(p.id) as ids
          from assignments p join documents d on d.id = p.document_id
          where p.user_id = ${people} and p.document_type = 'pathway' and p.is_active and p.state not in ('completed', 'passed')
            and exists (
              select from document_sections x join audiences a on a.id = x.audience_id
              where x.version_id = coalesce(p.version_id, d.published_version_id) and ${askedAudiences(question)})
          group by p.document_id) divided) as divided,
      ${question.ask === 'all' ? turned(people) : sql`'[]'::json`} as turned,
      exists (select from manager_rules where status = 'active' and ${askedManagerRules(question)}) as has_manager_rules`.execute(
    tx,
  )
  return rows[0] as Standing
}

/** Active assignments are those of people who are here by a source; frozen are those of people on leave. */
function turned(people: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(json_build_object('id', a.id, 'isThawing', a.is_active and a.frozen_at is not null and not person.is_away)), '[]')
    from assignments a cross join lateral (
      select coalesce(bool_or(m.status = any(${hereStatuses}::text[])), false) as is_here,
        coalesce(bool_or(m.status = any(${leaveStatuses}::text[])) and not bool_or(m.status = 'active'), false) as is_away
      from memberships m where m.user_id = a.user_id
    ) person
    where a.user_id = ${people} and (
      a.is_active <> (person.is_here and exists (select from assignment_sources s where s.assignment_id = a.id))
      or a.is_active and (a.frozen_at is not null) <> person.is_away))`
}

export function askedRules(question: Question): RawBuilder<SqlBool> {
  switch (question.ask) {
    case 'all':
      return sql<SqlBool>`true`
    case 'fields':
      return sql<SqlBool>`(
        fields && ${[...question.fields]}::text[]
        or audience_ids && array(select a.id from audiences a where a.fields && ${[...question.fields]}::text[]))`
    case 'audience':
      return sql<SqlBool>`${question.audienceId}::uuid = any(audience_ids)`
    case 'applying':
      return sql<SqlBool>`is_applying`
  }
}

/** Saved audiences `a` to which somebody may have come, or left, by the same change. */
export function askedAudiences(question: Question): RawBuilder<boolean> {
  switch (question.ask) {
    case 'all':
      return sql<boolean>`true`
    case 'fields':
      return sql<boolean>`a.fields && ${[...question.fields]}::text[]`
    case 'audience':
      return sql<boolean>`a.id = ${question.audienceId}`
    case 'applying':
      // Steps of pathways that wait for the background are given beside the rules.
      return sql<boolean>`false`
  }
}

/** Manager rules by which other people may manage, or be managed, after the same change. */
function askedManagerRules(question: Question): RawBuilder<boolean> {
  switch (question.ask) {
    case 'all':
      return sql<boolean>`true`
    case 'fields':
      return sql<boolean>`fields && ${[...question.fields]}::text[]`
    case 'audience':
      return sql<boolean>`${question.audienceId}::uuid = any(audience_ids)`
    case 'applying':
      return sql<boolean>`false`
  }
}
