import type { Role } from '@learnt/contract/roles'
import { leaveStatuses } from '@learnt/contract/states'
import { searchForm } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { NewRow, WriteTx } from '../../../platform/db/database.ts'
import { reevaluateMembers } from '../../permissions/commands/reevaluate-members.ts'
import { keepManagers } from './keep-in-step.ts'
import { putDirectory } from './put-directory.ts'

/** What is written of a new membership; all else has its default. */
export type NewMembership = Partial<
  Omit<
    NewRow<'memberships'>,
    'tenantId' | 'id' | 'userId' | 'teamId' | 'searchText' | 'isPrimary' | 'awaySince' | 'roles' | 'managers'
  >
> &
  Pick<NewRow<'memberships'>, 'firstName' | 'lastName'> & {
    readonly roles?: readonly Role[]
    readonly managers?: readonly string[]
  }

/** Writes a membership with all that stands for it elsewhere: the directory, the manager relation, what rules give. */
export async function insertMembership(
  ctx: Ctx,
  tx: WriteTx,
  of: { userId: string; teamId: string; fields: NewMembership },
): Promise<void> {
  const { userId, teamId } = of
  const { roles: given, managers: givenManagers, ...fields } = of.fields
  const roles = [...(given ?? (['learner'] as const))]
  const managers = [...(givenManagers ?? [])]
  const status = fields.status ?? 'active'
  // What a person is called and looks like is the same in all teams of the tenant.
  const alike = (column: 'preferredName' | 'avatar', otherwise: string) =>
    sql<string>`coalesce((select ${sql.ref(`known.${column}`)} from memberships known where known.user_id = ${userId} order by known.is_primary desc limit 1), ${otherwise})`
  const preferredName = alike('preferredName', fields.preferredName ?? '')
  const membership = tx
    .insertInto('memberships')
    .values({
      ...fields,
      preferredName,
      avatar: alike('avatar', ''),
      id: `${userId}:${teamId}`,
      userId,
      teamId,
      roles,
      managers,
      awaySince: leaveStatuses.includes(status) ? ctx.now : null,
      isPrimary: sql<boolean>`not exists (select from memberships other where other.user_id = ${userId} and other.is_primary)`,
      searchText: sql<string>`rtrim(concat(${searchTextOf({ ...fields, preferredName: '' })}::text, ' ', search_form(${preferredName})))`,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .execute()
  // In one round trip, one after the other.
  await Promise.all([
    membership,
    putDirectory(ctx, tx, { userId, teamId, status, roles, username: fields.username ?? '' }),
    managers.length > 0 ? keepManagers(tx, [userId]) : null,
    // A new membership asks all rules, which `status` stands for.
    reevaluateMembers(ctx, tx, [`${userId}:${teamId}`], ['status']),
  ])
}

/** Words that the lists search in. */
export function searchTextOf(of: {
  firstName: string
  lastName: string
  email?: string | undefined
  username?: string | undefined
  employeeId?: string | undefined
  preferredName?: string | undefined
}): string {
  const words = [of.firstName, of.lastName, of.email, of.username, of.employeeId, of.preferredName]
  return searchForm(words.filter(Boolean).join(' '))
}
