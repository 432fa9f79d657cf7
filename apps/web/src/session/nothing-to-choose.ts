import type { TeamChoice } from '@learnt/contract/session'

/** With one team, or right after signing in with a default one, the chooser of teams goes on to the homepage. */
export function hasNothingToChoose(teams: readonly TeamChoice[], justSignedIn: boolean): boolean {
  return (
    teams.some((team) => team.isCurrent) &&
    (teams.length === 1 || (justSignedIn && teams.some((team) => team.isDefault)))
  )
}
