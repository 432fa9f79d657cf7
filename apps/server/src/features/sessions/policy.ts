import { forbidden, type Rule } from '../../platform/authorize.ts'

/** What the choice of a membership looks at. */
export interface Choosable {
  readonly userId: string
  readonly teamId: string
  readonly tenantId: string
  readonly authMethods: readonly string[]
  readonly isDefault: boolean
  readonly lastUsedAt: Date | null
  readonly createdAt: Date
}

/** A team that names no methods takes passwords (readings, "authMethods"). */
export function acceptsMethod(team: { readonly authMethods: readonly string[] }, method: string): boolean {
  return team.authMethods.length === 0 ? method === 'password' : team.authMethods.includes(method)
}

/**
 * The membership that a sign-in enters: the only one; else that of the page's team and tenant; else the one of the
 * tenant's own team (its id is the tenant's); else the default, the last used, the oldest, the first by id
 * (specification, section 4; readings, "Choice of membership"). Null when there is none.
 */
export function chooseMembership<T extends Choosable>(
  memberships: readonly T[],
  page: { teamId: string; tenantId: string },
): T | null {
  const here = memberships.filter((one) => one.tenantId === page.tenantId)
  return (
    here.find((one) => one.teamId === page.teamId) ??
    here.find((one) => one.teamId === one.tenantId) ??
    [...memberships].sort(byPreference)[0] ??
    null
  )
}

function byPreference(a: Choosable, b: Choosable): number {
  return (
    Number(b.isDefault) - Number(a.isDefault) ||
    (b.lastUsedAt?.getTime() ?? 0) - (a.lastUsedAt?.getTime() ?? 0) ||
    a.createdAt.getTime() - b.createdAt.getTime() ||
    (`${a.userId}:${a.teamId}` < `${b.userId}:${b.teamId}` ? -1 : 1)
  )
}

/** Another team is entered only by a method that it accepts: a person who came by another signs in there again. */
export const mayEnterTeam: Rule<{ readonly authMethods: readonly string[]; readonly provenBy: string }> = (
  _actor,
  team,
) => (acceptsMethod(team, team.provenBy) ? null : forbidden('otherSignIn'))
