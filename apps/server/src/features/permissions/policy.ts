import { leaveStatuses, type MembershipStatus } from '@learnt/contract/states'
import { isAdmin } from '../../platform/actor.ts'
import { forbidden, type Policy } from '../../platform/authorize.ts'

/** Permissions belong to the tenant, whatever the administrator's team (readings, "What a team separates"). */
export const permissionPolicy = {
  read: (actor) => (isAdmin(actor) ? null : forbidden()),
  update: (actor) => (isAdmin(actor) ? null : forbidden()),
  assign: (actor) => (isAdmin(actor) ? null : forbidden()),
} satisfies Policy<object>

export function isOnLeave(status: string): boolean {
  return leaveStatuses.includes(status as MembershipStatus)
}
