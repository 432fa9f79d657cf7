import { type Role, sessionRole } from '@learnt/contract/roles'
import type { TenantId } from './tenant-id.ts'

/** Who acts, as the session or the launch token says; never taken from a body. */
export interface Actor {
  readonly userId: string
  /** `userId:teamId` */
  readonly membershipId: string
  /** Only of somebody who has no membership to be named by. */
  readonly name?: string
  readonly teamId: string
  readonly tenantId: TenantId
  readonly roles: readonly string[]
  /** The highest role held. */
  readonly role: Role
  /** Null for jobs and launch tokens. */
  readonly sessionId: string | null
  /** A provisioning token of the tenant, by its id and name: nobody's, so it has no membership. */
  readonly byToken?: true
  /** Set while an administrator acts as this person. */
  readonly impersonator: Impersonator | null
  /** An administrator of the team whose id is the tenant's sees the whole tenant (readings, "What a team separates"). */
  readonly wholeTenant: boolean
}

/** Who acts as the actor, and how far. */
export interface Impersonator {
  readonly userId: string
  readonly teamId: string
  /** `userId:teamId` */
  readonly membershipId: string
  /** Which impersonation this is. */
  readonly actingId: string
  /** False: only to look. */
  readonly writes: boolean
}

export function makeActor(of: {
  userId: string
  teamId: string
  tenantId: TenantId
  roles: readonly string[]
  sessionId: string | null
  name?: string
  byToken?: true
  impersonator?: Omit<Impersonator, 'membershipId'> | null | undefined
}): Actor {
  return {
    userId: of.userId,
    membershipId: `${of.userId}:${of.teamId}`,
    ...(of.name ? { name: of.name } : {}),
    ...(of.byToken ? { byToken: true } : {}),
    teamId: of.teamId,
    tenantId: of.tenantId,
    roles: of.roles,
    role: sessionRole(of.roles),
    sessionId: of.sessionId,
    impersonator: of.impersonator
      ? { ...of.impersonator, membershipId: `${of.impersonator.userId}:${of.impersonator.teamId}` }
      : null,
    wholeTenant: of.teamId === of.tenantId || of.roles.includes('superadmin'),
  }
}

export function isAdmin(actor: Actor): boolean {
  return actor.roles.includes('admin') || actor.roles.includes('superadmin')
}

export function isManager(actor: Actor): boolean {
  return actor.roles.includes('manager')
}

/** Stands in audit rows for what the installation does by itself. */
export const systemUserId = '00000000-0000-8000-8000-000000000000'
