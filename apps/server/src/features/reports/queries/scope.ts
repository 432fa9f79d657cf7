import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'

/** Whose figures: everybody's in the tenant, a team's people, or one manager's own people. */
export type ReportScope = { kind: 'tenant' } | { kind: 'team'; teamId: string } | { kind: 'manager'; userId: string }

export function adminScope(actor: Actor): ReportScope {
  return actor.wholeTenant ? { kind: 'tenant' } : { kind: 'team', teamId: actor.teamId }
}

export function managerScope(actor: Actor): ReportScope {
  return { kind: 'manager', userId: actor.userId }
}

/** Condition on the user id of a row; empty scopes find nobody. */
export function isInScope(scope: ReportScope, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'tenant':
      return sql<boolean>`true`
    case 'team':
      return sql<boolean>`${userId} in (select user_id from memberships where team_id = ${scope.teamId})`
    case 'manager':
      return sql<boolean>`${userId} in (select user_id from manager_relations where manager_id = ${scope.userId})`
  }
}

/** The membership that stands for a person in lists: the team's own one for a team, else the person's first. */
export function isShownMembership(scope: ReportScope): RawBuilder<boolean> {
  return scope.kind === 'team' ? sql<boolean>`m.team_id = ${scope.teamId}` : sql<boolean>`m.is_primary`
}

/** Today in the tenant's time zone; open required work whose last day lies before it is overdue. */
export function today(now: Date): RawBuilder<string> {
  return sql<string>`(select (${now}::timestamptz at time zone control.zone_of_tenant())::date)`
}

/** A condition for each thing asked for; `true` without any. */
export function allOf(conditions: (RawBuilder<unknown> | null | false | '' | undefined)[]): RawBuilder<boolean> {
  const real = conditions.filter((one): one is RawBuilder<unknown> => Boolean(one))
  return real.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(real, sql` and `)}`
}

export interface Keyset {
  /** Sort expression of the row and its values in the last row seen. */
  sort: RawBuilder<unknown>
  id: RawBuilder<unknown>
  direction: 'asc' | 'desc'
  after: readonly [sort: string | number | null, id: string] | null
  /** Type that the cursor's value is cast to. */
  type: 'text' | 'numeric' | 'timestamptz'
}

/** The rows after the last one seen, in the order that `inOrder` gives. Sort expressions are never null. */
export function isAfter(keyset: Keyset): RawBuilder<boolean> | null {
  if (keyset.after === null) return null
  const [value, id] = keyset.after
  const sign = sql.raw(keyset.direction === 'asc' ? '>' : '<')
  const first = sql`${value}::${sql.raw(keyset.type)}`
  // The first condition says no more than the second; an index can begin at it, though the two columns are of two tables.
  return sql<boolean>`(${keyset.sort} ${sign}= ${first} and (${keyset.sort}, ${keyset.id}) ${sign} (${first}, ${id}::uuid))`
}

export function inOrder(keyset: Keyset): RawBuilder<unknown> {
  const direction = sql.raw(keyset.direction)
  return sql`${keyset.sort} ${direction}, ${keyset.id} ${direction}`
}
