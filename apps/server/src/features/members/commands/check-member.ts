import { roleRank, sessionRole } from '@learnt/contract/roles'
import { sql } from 'kysely'
import { type Refusal, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'

/** 403 with the reason at the field that asked for too much. */
export function refuseAt(path: string, refusal: Refusal | null): void {
  if (refusal === null) return
  const message = `reason.${refusal.reason}`
  throw new ProblemError(refusal.kind === 'state' ? 'wrong-state' : 'not-allowed', {
    detail: message,
    errors: [{ path, message, code: refusal.reason }],
  })
}

/**
 * A superadministrator needs a password that they chose themselves, or none: an administrator who chose it still knows
 * it, and may not be a superadministrator.
 */
export async function checkSuperadmin(
  tx: WriteTx,
  userId: string,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  if (!becomesSuperadmin(before, after)) return
  const { rows } = await sql<{ isChosen: boolean }>`
    select control.has_chosen_password(${userId}) as is_chosen`.execute(tx)
  if (rows[0]?.isChosen) refuseAt('body.roles', wrongState('chosenPassword'))
  await checkEntersAsSuperadmin(tx, userId, before, after)
}

/** And they sign in as one: a method that the tenant set up itself lets no superadministrator in. */
export async function checkEntersAsSuperadmin(
  tx: WriteTx,
  userId: string,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  if (!becomesSuperadmin(before, after)) return
  const { rows } = await sql<{ enters: boolean }>`select control.enters_as_superadmin(${userId}) as enters`.execute(tx)
  if (rows[0]?.enters === false) refuseAt('body.roles', wrongState('noOwnMeans'))
}

function becomesSuperadmin(before: readonly string[], after: readonly string[]): boolean {
  return after.includes('superadmin') && !before.includes('superadmin')
}

/** Managers are people of the tenant, and nobody is their own. */
export async function checkManagers(tx: WriteTx, userId: string, managers: readonly string[]): Promise<void> {
  const own = managers.indexOf(userId)
  if (own >= 0) throw invalid({ [`body.managers.${own}`]: 'ownManager' })
  if (managers.length === 0) return
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id::text as user_id from memberships where user_id = any (${[...managers]}::uuid[])`.execute(
    tx,
  )
  const known = new Set(rows.map((row) => row.userId))
  const unknown = managers.findIndex((manager) => !known.has(manager))
  if (unknown >= 0) throw invalid({ [`body.managers.${unknown}`]: 'unknownPerson' })
}

/**
 * Somebody must be left who looks after the tenant: now, or behind the end of a day. Locks all administrators; see
 * lockAdministrators().
 */
export async function leavesAnAdministrator(
  tx: WriteTx,
  membershipIds: readonly string[],
  behind?: string,
): Promise<boolean> {
  const administrators = await lockAdministrators(tx)
  return administrators.some(
    ({ id, terminationDate: last }) =>
      !membershipIds.includes(id) && (behind === undefined || last === null || last > behind),
  )
}

/** Called behind that lock: somebody may have removed this administrator while they waited for it. */
export async function refuseCeased({ actor }: Pick<Ctx, 'actor'>, tx: WriteTx): Promise<void> {
  // A provisioning token was checked when it came, and is no membership that could cease.
  if (actor.byToken) return
  const own = await tx
    .selectFrom('memberships')
    .select(['roles', 'status'])
    .where('id', '=', actor.membershipId)
    .executeTakeFirst()
  const isStill = own?.status === 'active' && roleRank[sessionRole(own.roles)] >= roleRank[actor.role]
  if (!isStill) throw new ProblemError('not-allowed')
}

/** Until the transaction ends, in one order: two of them who take each other away at the same moment only wait. */
export function lockAdministrators(tx: WriteTx): Promise<{ id: string; terminationDate: string | null }[]> {
  return tx
    .selectFrom('memberships')
    .select(['id', 'terminationDate'])
    .where('status', '=', 'active')
    .where(sql<boolean>`roles && array['admin', 'superadmin']`)
    .orderBy('id')
    .forUpdate()
    .execute()
}
