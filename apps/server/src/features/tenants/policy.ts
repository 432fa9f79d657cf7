import { type Policy, wrongState } from '../../platform/authorize.ts'
import type { StoredTeam } from '../teams/queries.ts'
import type { StoredTenant } from './queries.ts'

type Closable = Pick<StoredTenant, 'id' | 'status'>

/** What may be done with a tenant, by a superadministrator: the access of the operations holds them to that. */
export const tenantPolicy: Policy<Closable, 'change' | 'suspend' | 'delete'> = {
  change: (_actor, tenant) => (isDeleted(tenant) ? wrongState('tenants.deleted') : null),
  // A superadministrator cannot suspend the tenant they work in; they can from another tenant or the command line.
  suspend: (actor, tenant) =>
    actor.sessionId !== null && actor.tenantId === tenant.id
      ? wrongState('tenants.own')
      : tenant.status === 'active'
        ? null
        : wrongState('tenants.notOpen'),
  delete: (actor, tenant) =>
    actor.sessionId !== null && actor.tenantId === tenant.id
      ? wrongState('tenants.own')
      : isDeleted(tenant)
        ? wrongState('tenants.deletedAlready')
        : null,
}

export function isDeleted({ status }: Pick<StoredTenant, 'status'>): boolean {
  return status === 'deleted' || status === 'removing'
}

/** A team with the tenant that it is of. */
export interface TeamOf extends Pick<StoredTeam, 'id' | 'isDefault'> {
  readonly tenantId: string
}

/** What may not be done with a team, by a superadministrator: the access of the operations holds them to that. */
export const teamPolicy: Policy<TeamOf, 'delete' | 'deactivate'> = {
  // The administrators of the whole tenant are those of the team whose id is the tenant's.
  delete: (actor, team) =>
    team.id === team.tenantId
      ? wrongState('teams.ofTenant')
      : team.isDefault
        ? wrongState('teams.default')
        : actor.sessionId !== null && actor.teamId === team.id
          ? wrongState('teams.own')
          : null,
  deactivate: (actor, team) => teamPolicy.delete(actor, team),
}
