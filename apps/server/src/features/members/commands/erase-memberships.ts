import { organisationFields } from '@learnt/contract/team-values'
import pg from 'pg'

/**
 * What becomes of the memberships of a person who is erased: nobody reads a name from then on, and they manage nobody.
 * Statements as text, since the owner of the database runs them.
 */
export function eraseMemberships(of: { userId: string; pseudonym: string }, now: Date): string[] {
  const text = (value: string) => pg.escapeLiteral(value)
  const empty = (columns: readonly string[], value: string) => columns.map((column) => `${column} = ${value}`)
  const sets = [
    `status = 'archived', roles = '{}', first_name = ${text(of.pseudonym)}`,
    ...empty(
      ['last_name', 'preferred_name', 'email', 'username', 'employee_id', 'avatar', 'phone', 'search_text'],
      `''`,
    ),
    ...empty(['dob', 'termination_date', 'away_since'], 'null'),
    ...empty(['managers', 'rule_managers', 'tags', 'position', ...organisationFields], `'{}'`),
    `preferences = '{}', stays_off_leaderboard = true, revision = revision + 1`,
    `erased_at = coalesce(erased_at, ${text(now.toISOString())}::timestamptz)`,
  ]
  const id = text(of.userId)
  return [
    `update memberships set ${sets.join(', ')} where user_id = ${id}::uuid`,
    `update memberships set managers = array_remove(managers, ${id}), rule_managers = array_remove(rule_managers, ${id})
     where ${id} = any (all_managers)`,
  ]
}
