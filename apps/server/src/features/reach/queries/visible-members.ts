import type { MemberFilter } from '@learnt/contract/members'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isAdmin, isManager } from '../../../platform/actor.ts'
import { matchesWords } from '../../../platform/db/search.ts'
import { isOpened, type LookedAfter } from '../../assignments/queries.ts'
import { fieldConditions, indexedConditions } from './field-conditions.ts'
import { isMadeWithin, isReached, type LooksAs, reachOf, standsFor } from './look-after.ts'

/** Memberships that an administrator sees: the own team's, or all of the tenant from the tenant's own team. */
export function visibleMembers(actor: Pick<Actor, 'wholeTenant' | 'teamId'>, alias = 'm'): RawBuilder<boolean> {
  return actor.wholeTenant ? sql<boolean>`true` : sql<boolean>`${sql.ref(`${alias}.teamId`)} = ${actor.teamId}`
}

/** One membership `m` for each person in lists: the primary one, or that in the administrator's own team. */
export function shownMembership(actor: Actor): RawBuilder<boolean> {
  return actor.wholeTenant ? sql`m.is_primary` : sql`m.team_id = ${actor.teamId}`
}

/** What a filter of the people list selects of memberships `m`; the same words as members.list. */
export function memberCondition(filter: z.output<typeof MemberFilter>): RawBuilder<boolean> {
  const conditions = [
    ...(filter.search ? [searchCondition(filter.search)] : []),
    ...indexedConditions(filter),
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
  return inEitherRole(
    actor,
    (of) => sql<boolean>`(${isReached(of, sql`a.user_id`)} and ${isOpened(of, sql`a.id`, sql`a.user_id`)})`,
  )
}

/** Of the person of a row `a`: the caller looks after one of their memberships. Opens nothing that they have. */
export function isPersonOf(actor: Actor): RawBuilder<boolean> {
  return inEitherRole(actor, (of) => isReached(of, sql`a.user_id`))
}

/** Of what a person made or was given through a membership, likewise; see isMadeWithin(). */
export function isMadeFor(
  actor: Actor,
  made: { membershipId: RawBuilder<unknown>; userId: RawBuilder<unknown> },
): RawBuilder<boolean> {
  return inEitherRole(actor, (of) => isMadeWithin(of, made))
}

/** The address of a person as the caller may read it: that of a membership that they look after; of their own the first. */
export function addressFor(actor: Actor, userId: RawBuilder<unknown>): RawBuilder<string> {
  const of = (as: LooksAs) =>
    sql`(select m.email from memberships m where m.user_id = ${userId} and ${standsFor(reachOf(actor, as))})`
  return sql<string>`coalesce(
    ${isAdmin(actor) ? of('administrator') : sql`null`}, ${isManager(actor) ? of('manager') : sql`null`},
    (select m.email from memberships m where m.user_id = ${userId} and m.user_id = ${actor.userId} and m.is_primary), '')`
}

/** A condition that holds where it does for the caller as an administrator, or as a manager. */
export function inEitherRole(actor: Actor, condition: (of: LookedAfter) => RawBuilder<boolean>): RawBuilder<boolean> {
  const held: LooksAs[] = [
    ...(isAdmin(actor) ? ['administrator' as const] : []),
    ...(isManager(actor) ? ['manager' as const] : []),
  ]
  if (held.length === 0) return sql<boolean>`false`
  const ways = held.map((as) => condition(reachOf(actor, as)))
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}
