import { type Role, roleRank, sessionRole } from '@learnt/contract/roles'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Refusal, type Rule, wrongState } from '../../platform/authorize.ts'

/** What the rules look at; its tenant is the actor's, which row security has seen to. */
export interface MemberSubject {
  readonly userId: string
  readonly teamId: string
  readonly roles: readonly string[]
  /** Set: the person was erased, and the row only stands for them in counts. */
  readonly erasedAt?: Date | null
}

/** An administrator sees the people of the team; one of the tenant's own team the whole tenant. */
function isSeen(actor: Actor, member: MemberSubject): boolean {
  return isAdmin(actor) && (actor.wholeTenant || member.teamId === actor.teamId)
}

/** Somebody of a higher role is not theirs to change: a new address would be a way into that account. */
function isAbove(actor: Actor, member: MemberSubject): boolean {
  return roleRank[sessionRole(member.roles)] > roleRank[actor.role]
}

/** Roles of people who are not the actor's to change, see isAbove(). */
export function rolesAbove(actor: Actor): Role[] {
  return (Object.keys(roleRank) as Role[]).filter((role) => roleRank[role] > roleRank[actor.role])
}

const update: Rule<MemberSubject> = (actor, member) => {
  if (!isSeen(actor, member)) return hidden
  if (member.erasedAt) return wrongState('erased')
  return isAbove(actor, member) ? forbidden('higherRole') : null
}

/** Nobody takes themself away: a second administrator does. */
const setStatus: Rule<MemberSubject> = (actor, member) =>
  update(actor, member) ?? (member.userId === actor.userId ? forbidden('yourself') : null)

/** Who may be changed may be acted for, if active and not oneself. Acting never chains. */
const actAs: Rule<MemberSubject & { readonly status: string }> = (actor, member) => {
  if (actor.impersonator !== null) return forbidden('actingAlready')
  const refusal = update(actor, member)
  if (refusal) return refusal
  if (member.userId === actor.userId) return forbidden('actAsYourself')
  return member.status === 'active' ? null : wrongState('notActive')
}

/**
 * What is the person's and no single membership's goes by `all` that they are in the tenant, not by the one that is looked
 * at: whoever adds people to a team could add anybody.
 */
export function refuseHigher(actor: Actor, all: readonly MemberSubject[]): Refusal | null {
  return all.some((one) => isAbove(actor, one)) ? forbidden('higherRole') : null
}

/** The same for what would change their standing in every team. */
export function refusePerson(actor: Actor, all: readonly MemberSubject[]): Refusal | null {
  return refuseHigher(actor, all) ?? (all.every((one) => isSeen(actor, one)) ? null : forbidden('otherTeams'))
}

/** Fields of a membership that are the same in all teams of the tenant: they show the person, not the membership. */
export const personFields = ['preferredName', 'avatar'] as const

export const memberPolicy = {
  read: ((actor, member) => (isSeen(actor, member) ? null : hidden)) satisfies Rule<MemberSubject>,
  update,
  /** What people say of themselves. */
  describe: ((actor, member) => (member.userId === actor.userId ? null : hidden)) satisfies Rule<MemberSubject>,
  setStatus,
  actAs,
}

/** Nobody gives or takes a role above their own highest; superadmin is given and taken by superadmins alone. */
export function refuseRoles(actor: Actor, before: readonly string[], after: readonly string[]): Refusal | null {
  const changed = [...before.filter((role) => !after.includes(role)), ...after.filter((role) => !before.includes(role))]
  return changed.some((role) => (roleRank[role as Role] ?? 0) > roleRank[actor.role]) ? forbidden('higherRole') : null
}

/** Whether somebody with these roles and this status looks after people. */
export function isAdministering(of: { readonly roles: readonly string[]; readonly status: string }): boolean {
  return of.status === 'active' && of.roles.some((role) => role === 'admin' || role === 'superadmin')
}

/** Where new people may be put. */
export function mayAddTo(actor: Actor, teamId: string): boolean {
  return isAdmin(actor) && (actor.wholeTenant || teamId === actor.teamId)
}
