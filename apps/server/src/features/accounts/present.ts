import type { UserTeamRow } from './queries.ts'

/** A membership as the old client calls its fields. */
export function presentUserTeam({ id, ...row }: UserTeamRow) {
  return { _id: id, ...row, roles: [...row.roles] }
}
