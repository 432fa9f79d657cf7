import type { Me } from '@learnt/contract/session'

export const teamKey = 'learnt.team'
const tenantKey = 'learnt.tenant'

/** Team and tenant that this browser remembers: hints for the look of the sign-in page, never an authorisation. */
export function readTeamHint(): { team?: string; tenant?: string } {
  const team = read(teamKey)
  const tenant = read(tenantKey)
  return { ...(team ? { team } : {}), ...(tenant ? { tenant } : {}) }
}

export function rememberTeam({ teamId, tenantId }: Pick<Me, 'teamId' | 'tenantId'>): void {
  write(teamKey, teamId)
  write(tenantKey, tenantId)
}

export function forgetTeam(): void {
  write(teamKey, null)
  write(tenantKey, null)
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // NOTE a browser may forbid storage; everything works without
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // see above
  }
}
