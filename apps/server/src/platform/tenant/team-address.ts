import { defaultTeamId } from '@learnt/contract/measures'
import type { Settings } from '../env.ts'

/** Origin under which a team's pages open; a team without a host name of its own lives at the installation's. */
export function teamAddress(settings: Pick<Settings, 'publicUrl'>, mainDomain: string): string {
  const home = new URL(settings.publicUrl)
  if (mainDomain === '' || mainDomain === home.hostname) return home.origin
  return `${home.protocol}//${mainDomain}${home.port === '' ? '' : `:${home.port}`}`
}

/**
 * Where somebody signs in to a team. A team without a host name of its own shares the installation's with others, whose
 * sign-in page it would open: there the address names the team (index.html reads it).
 */
export function signInAddress(
  settings: Pick<Settings, 'publicUrl'>,
  team: { readonly id: string; readonly mainDomain: string },
): string {
  const login = `${teamAddress(settings, team.mainDomain)}/login`
  return team.mainDomain !== '' || team.id === defaultTeamId ? login : `${login}?team=${encodeURIComponent(team.id)}`
}
