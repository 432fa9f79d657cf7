import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import { isOpened, isWhollyLookedAfter, type LookedAfter } from '../../assignments/queries.ts'
import { managedBy, standsFor, usersOf } from './look-after.ts'

/**
 * Whose figures: everybody's in the tenant, a team's people, or one manager's own people. More managers than the reader are
 * those below them, where the reader looks at one of their people (`looksOnly`: who is not the reader's own); `userIds` as
 * managedBy() takes them.
 */
export type ReportScope =
  | { kind: 'tenant' }
  | { kind: 'team'; teamId: string }
  | { kind: 'manager'; userIds: readonly string[]; looksOnly?: true }

export function adminScope(actor: Actor): ReportScope {
  return actor.wholeTenant ? { kind: 'tenant' } : { kind: 'team', teamId: actor.teamId }
}

export function managerScope(actor: Actor): ReportScope {
  return { kind: 'manager', userIds: [actor.userId] }
}

/** Condition on the user id of a row; empty scopes find nobody. */
export function isInScope(scope: ReportScope, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'tenant':
      return sql<boolean>`true`
    case 'team':
      return sql<boolean>`${userId} in (select user_id from memberships where team_id = ${scope.teamId})`
    case 'manager':
      return sql<boolean>`${userId} in (select user_id from manager_relations where manager_id = any (${usersOf(scope.userIds)}::uuid[]))`
  }
}

/** The same memberships as rows `o`, as what opens the learning of their people. */
function lookedAfter(scope: ReportScope): LookedAfter {
  switch (scope.kind) {
    case 'tenant':
      return null
    case 'team':
      return sql<boolean>`o.team_id = ${scope.teamId}`
    case 'manager':
      return managedBy(scope.userIds)
  }
}

/** Condition on an assignment `a`: of somebody in scope, and opened by what puts them there. */
export function isAssignmentInScope(scope: ReportScope): RawBuilder<boolean> {
  if (scope.kind === 'tenant') return sql<boolean>`true`
  return sql<boolean>`(${isInScope(scope, sql`a.user_id`)} and ${isOpened(lookedAfter(scope), sql`a.id`, sql`a.user_id`)})`
}

/** Whether all that a person does is in scope: then figures that are kept for the whole person say no more. */
export function isWhollyInScope(scope: ReportScope, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return isWhollyLookedAfter(lookedAfter(scope), userId)
}

/** The membership `m` that stands for a person in lists: that of the team, or the first that names the manager. */
export function isShownMembership(scope: ReportScope): RawBuilder<boolean> {
  if (scope.kind === 'team') return sql<boolean>`m.team_id = ${scope.teamId}`
  const shown = standsFor(lookedAfter(scope))
  // The first condition says no more than the second; it is cheap to ask of everybody.
  return scope.kind === 'tenant' ? shown : sql<boolean>`(${isInScope(scope, sql`m.user_id`)} and ${shown})`
}
