import type { CustomField } from '@learnt/contract/custom-fields'
import type { Presented } from '@learnt/contract/endpoint'
import type { Member, MemberRow, OwnProfile } from '@learnt/contract/members'
import { ruleFields } from '@learnt/contract/members'
import { Role } from '@learnt/contract/roles'
import { organisationFields } from '@learnt/contract/team-values'
import { placeholderAddress } from '@learnt/contract/text'
import type { Actor } from '../../platform/actor.ts'
import { canOf } from '../../platform/authorize.ts'
import { memberPolicy, refusePerson } from './policy.ts'
import { type ListedMember, type MemberRecord, type MemberSurroundings, teamsInScope } from './queries.ts'

export function presentMemberRow(
  row: ListedMember,
  fields: readonly CustomField[],
  names: Readonly<Record<string, string>>,
): Presented<typeof MemberRow> {
  const people = new Set<string>(fields.flatMap((field) => (field.kind === 'person' ? field.field : [])))
  const held = organisationFields.flatMap((field) => {
    const values = people.has(field) ? row[field].map((value) => names[value] ?? value) : row[field]
    return values.length > 0 ? [[field, values]] : []
  })
  return {
    ...row,
    managerNames: row.managers.flatMap((userId) => names[userId] ?? []),
    fields: Object.fromEntries(held),
  }
}

export function presentMember(actor: Actor, row: MemberRecord, around: MemberSurroundings): Presented<typeof Member> {
  const seen = new Set(teamsInScope(actor, around.teams).map((team) => team.id))
  const can = canOf(actor, memberPolicy, row)
  const nameOf = (teamId: string) => around.teams.find((team) => team.id === teamId)?.displayName ?? teamId
  return {
    ...(Object.fromEntries(listFields.map((field) => [field, row[field]])) as Record<ListField, string[]>),
    id: row.id,
    userId: row.userId,
    teamId: row.teamId,
    tenantId: row.tenantId,
    firstName: row.firstName,
    lastName: row.lastName,
    preferredName: row.preferredName,
    email: row.email,
    systemCreatedEmail: row.email === '' ? placeholderAddress(row.userId) : '',
    username: row.username,
    employeeId: row.employeeId,
    avatar: row.avatar,
    phone: row.phone,
    dob: row.dob,
    terminationDate: row.terminationDate,
    status: row.status,
    roles: row.roles.filter((role) => Role.safeParse(role).success) as Role[],
    managers: row.managers,
    rewardPointsCount: row.rewardPointsCount,
    hasLoggedIn: row.hasLoggedIn,
    isDefault: around.isDefault,
    managerNames: row.managers.flatMap((userId) => around.managers.find((one) => one.userId === userId) ?? []),
    namedPeople: around.managers.filter((one) => !row.managers.includes(one.userId)),
    otherTeams: around.otherTeams
      .filter((one) => seen.has(one.teamId))
      .map(({ id, teamId }) => ({ id, teamId, teamName: nameOf(teamId) })),
    revision: row.revision,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    can: {
      ...can,
      actAs: can.actAs ?? refusePerson(actor, around.otherTeams)?.reason ?? null,
      describe: can.update ?? refusePerson(actor, [row, ...around.otherTeams])?.reason ?? null,
      // This also depends on other tenants, which the answer does not name.
      moveAccount: refusePerson(actor, [row, ...around.otherTeams])?.reason ?? null,
    },
  }
}

/** What a person sees and changes of themselves. */
export function presentOwnProfile(row: MemberRecord): OwnProfile {
  const { id, firstName, lastName, preferredName, phone, dob, avatar } = row
  return { membershipId: id, firstName, lastName, preferredName, phone, dob, avatar }
}

/** Attributes that are lists of words. */
export const listFields = ruleFields.filter(
  (field) => field === 'position' || field === 'tags' || /^(loc|div|custom)\d$/.test(field),
) as ListField[]
export type ListField = Exclude<(typeof ruleFields)[number], 'roles' | 'managers' | 'employeeId' | 'teamId' | 'status'>
