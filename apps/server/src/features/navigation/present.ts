import { rowsOf, type TeamNavigation, type TenantNavigation } from '@learnt/contract/navigation'
import { NavigationItem } from '@learnt/contract/session'
import { z } from 'zod'
import type { TeamLook } from '../themes/queries.ts'

const Stored = z.array(NavigationItem).nullable().catch(null)

/** As stored; null for the product's own navigation and for what makes no sense. */
export function readNavigation(stored: unknown): NavigationItem[] | null {
  return Stored.parse(stored ?? null)
}

export function presentTeamNavigation(look: TeamLook, all: readonly TeamLook[]): TeamNavigation {
  const stored = readNavigation(look.sideNavigation)
  return {
    teamId: look.id,
    displayName: look.displayName,
    rows: rowsOf(stored),
    isStandard: (stored?.[0]?.children ?? []).length === 0,
    revision: look.navigationRevision,
    teams: all.map(({ id, displayName }) => ({ id, displayName })),
  }
}

export function presentTenantNavigation(tenantId: string, looks: readonly TeamLook[]): TenantNavigation {
  return {
    tenantId,
    teams: looks.map((look) => ({
      id: look.id,
      displayName: look.displayName,
      rows: rowsOf(readNavigation(look.sideNavigation)),
    })),
  }
}
