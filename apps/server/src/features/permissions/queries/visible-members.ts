import type { MemberFilter } from '@learnt/contract/members'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isAdmin, isManager } from '../../../platform/actor.ts'
import { matchesWords } from '../../../platform/db/search.ts'
import { isOpened, type LookedAfter } from '../../assignments/queries.ts'
import { fieldConditions } from './field-conditions.ts'

/** Memberships `m` that an administrator sees: the own team's, or all of the tenant from the tenant's own team. */
export function visibleMembers(actor: Actor): RawBuilder<boolean> {
  return actor.wholeTenant ? sql`true` : sql`m.team_id = ${actor.teamId}`
}

/** The same memberships, as what opens the learning of their people. */
export function lookedAfter(actor: Actor): LookedAfter {
  return actor.wholeTenant ? null : sql<boolean>`o.team_id = ${actor.teamId}`
}

/** One membership `m` for each person in lists: the primary one, or that in the administrator's own team. */
export function shownMembership(actor: Actor): RawBuilder<boolean> {
  return actor.wholeTenant ? sql`m.is_primary` : sql`m.team_id = ${actor.teamId}`
}

/** What a filter of the people list selects of memberships `m`; the same words as members.list. */
export function memberCondition(filter: z.output<typeof MemberFilter>): RawBuilder<boolean> {
  const conditions = [
    ...(filter.search ? [searchCondition(filter.search)] : []),
    ...(filter.status?.length ? [sql`m.status = any(${filter.status}::text[])`] : []),
    ...(filter.role?.length ? [sql`m.roles && ${filter.role}::text[]`] : []),
    ...(filter.teamId?.length ? [sql`m.team_id = any(${filter.teamId}::text[])`] : []),
    ...fieldConditions(filter),
  ]
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`
}

/** Every word is somewhere in the membership's search text. */
export function searchCondition(search: string): RawBuilder<boolean> {
  return matchesWords('members', sql`m.id`, search.split(/\s+/))
}

/** Of an assignment `a`: the caller is an administrator or a manager of its person, and what they look after opens it. */
export function isOpenTo(actor: Actor): RawBuilder<boolean> {
  const ways: RawBuilder<boolean>[] = []
  if (isAdmin(actor))
    ways.push(sql`(${isInTeamOf(actor)} and ${isOpened(lookedAfter(actor), sql`a.id`, sql`a.user_id`)})`)
  if (isManager(actor))
    ways.push(
      sql`(${isManagedBy(actor)} and ${isOpened(sql`${actor.userId} = any (o.all_managers)`, sql`a.id`, sql`a.user_id`)})`,
    )
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`
}

/** Of the person of a row `a`: the caller is an administrator of theirs, or their manager. */
export function isPersonOf(actor: Actor): RawBuilder<boolean> {
  const ways = [...(isAdmin(actor) ? [isInTeamOf(actor)] : []), ...(isManager(actor) ? [isManagedBy(actor)] : [])]
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` or `)})`
}

function isInTeamOf(actor: Actor): RawBuilder<boolean> {
  return actor.wholeTenant
    ? sql`true`
    : sql`a.user_id in (select user_id from memberships where team_id = ${actor.teamId})`
}

function isManagedBy(actor: Actor): RawBuilder<boolean> {
  return sql`a.user_id in (select user_id from manager_relations where manager_id = ${actor.userId})`
}
