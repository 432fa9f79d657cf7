import { type RawBuilder, sql } from 'kysely'
import { type Actor, isAdmin, isManager } from '../../../platform/actor.ts'
import { isWhollyLookedAfter, type LookedAfter } from '../../assignments/queries.ts'

// Reach (docs/decisions/0062-reach.md): an administrator looks after the memberships of a team, a manager those that name
// them. Such a relation opens the membership that it comes from and what was given or made through it, nothing else of the
// person. Every feature asks here; a check by person alone ("is their manager") opens what came from other teams.

/** As whom somebody looks at people who are not themselves. */
export type LooksAs = 'administrator' | 'manager'

/** Memberships `o` that the actor looks after in a role that they hold; nobody's without the role. */
export function reachOf(actor: Actor, as: LooksAs): LookedAfter {
  if (as === 'manager') return isManager(actor) ? managedBy([actor.userId]) : sql<boolean>`false`
  if (!isAdmin(actor)) return sql<boolean>`false`
  return actor.wholeTenant ? null : sql<boolean>`o.team_id = ${actor.teamId}`
}

/**
 * Memberships `o` of which one of these is a manager, whether named or by a rule: people by the ids of users, or by that of
 * a membership, which counts for its team alone (see managersBelow()).
 */
export function managedBy(managerIds: readonly string[]): RawBuilder<boolean> {
  const everywhere = managerIds.filter((id) => !id.includes(':'))
  const inTeam = managerIds.filter((id) => id.includes(':'))
  const isNamed = sql<boolean>`o.all_managers && ${everywhere}::text[]`
  if (inTeam.length === 0) return isNamed
  return sql<boolean>`(${isNamed} or exists (
    select from unnest(o.all_managers) named where named || ':' || o.team_id = any (${inTeam}::text[])))`
}

/**
 * A recursive table `chain` (user_id, team_id) of a manager and the managers below them, however deep: who is somebody's
 * by all of their memberships brings all of their people along, and by one of several those of that team alone. A circle
 * ends where it closes. `among`: of the people of memberships `o` who can be part of it.
 */
export function managersBelow(managerId: string, among: RawBuilder<boolean> = sql<boolean>`true`): RawBuilder<unknown> {
  return sql`
    chain (user_id, team_id) as (
      select ${managerId}::uuid, null::text
      union
      select o.user_id, case when exists (
          select from memberships x where x.user_id = o.user_id
            and (c.user_id::text <> all (x.all_managers) or x.team_id <> coalesce(c.team_id, x.team_id))
        ) then o.team_id end
      from chain c join manager_relations r on r.manager_id = c.user_id join memberships o on o.user_id = r.user_id
      where c.user_id::text = any (o.all_managers) and o.team_id = coalesce(c.team_id, o.team_id) and ${among}
    )`
}

/** A row of `chain` as managedBy() takes it. */
export const idInChain: RawBuilder<string> = sql<string>`concat_ws(':', c.user_id, c.team_id)`

/** The people of such ids. */
export function usersOf(managerIds: readonly string[]): string[] {
  return [...new Set(managerIds.map((id) => id.split(':')[0] ?? id))]
}

/** Whether the reader looks after any membership of a person. Opens nothing yet. */
export function isReached(of: LookedAfter, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (of === null) return sql<boolean>`true`
  return sql<boolean>`exists (select from memberships o where o.user_id = ${userId} and ${of})`
}

/** Whether the reader looks after all that a person is in the tenant, for what belongs to no single membership. */
export function isWhollyReached(of: LookedAfter, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (of === null) return sql<boolean>`true`
  return sql<boolean>`(${isReached(of, userId)} and ${isWhollyLookedAfter(of, userId)})`
}

/**
 * Whether something that a person made or was given through a membership (a request, a submission, a certificate from
 * elsewhere, an order) is the reader's to see: of a membership that they look after, or of somebody who is wholly theirs.
 */
export function isMadeWithin(
  of: LookedAfter,
  made: { membershipId: RawBuilder<unknown>; userId: RawBuilder<unknown> },
): RawBuilder<boolean> {
  if (of === null) return sql<boolean>`true`
  return sql<boolean>`(
    exists (select from memberships o where o.id = ${made.membershipId} and o.user_id = ${made.userId} and ${of})
    or ${isWhollyReached(of, made.userId)})`
}

/**
 * The membership `m` that stands for a person before a reader: the first of those that they look after, of which their
 * name, address, position, status and the tenant's own fields are. One for each person.
 */
export function standsFor(of: LookedAfter): RawBuilder<boolean> {
  if (of === null) return sql<boolean>`m.is_primary`
  return sql<boolean>`(m.id = (
    select o.id from memberships o where o.user_id = m.user_id and ${of} order by o.is_primary desc, o.created_at, o.id limit 1))`
}
