import { type Role, roleRank } from '@learnt/contract/roles'
import type { Actor } from '../../platform/actor.ts'

/** Roles whose people the actor's feed may not touch. */
export function rolesAbove(actor: Actor): Role[] {
  return (Object.keys(roleRank) as Role[]).filter((role) => roleRank[role] > roleRank[actor.role])
}

/** A run that would deactivate more than the share of the active people stops and asks. */
export function asksFirst(of: { leaving: number; active: number; mostLeaving: number }): boolean {
  return of.leaving * 100 > of.mostLeaving * of.active
}
