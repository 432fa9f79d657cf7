import type { HandlerInput } from '@learnt/contract/endpoint'
import type { members } from '@learnt/contract/members'
import { memberDateFields } from '@learnt/contract/members'
import { leaveStatuses, type MembershipStatus } from '@learnt/contract/states'
import { sql } from 'kysely'
import { audit, findLastChange } from '../../../platform/audit.ts'
import { authorize, forbidden, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notify } from '../../../platform/notify.ts'
import { announce } from '../../../platform/outbox.ts'
import { stale } from '../../../platform/problem.ts'
import { checkFieldValues } from '../../custom-fields/commands/check-values.ts'
import type { Onlooker } from '../../custom-fields/policy.ts'
import { reevaluateMembers } from '../../permissions/commands/reevaluate-members.ts'
import { isAdministering, memberPolicy, personFields, refusePerson, refuseRoles } from '../policy.ts'
import { listMembershipsOf, type MemberRecord, type MemberSurroundings, readSurroundings } from '../queries.ts'
import {
  checkManagers,
  checkSuperadmin,
  leavesAnAdministrator,
  lockAdministrators,
  refuseAt,
  refuseCeased,
} from './check-member.ts'
import { checkPersonal, todayOf } from './check-personal.ts'
import { nameOf } from './create-member.ts'
import { searchTextOf } from './insert-membership.ts'
import { asComplaint, keepManagers, keepPrimary } from './keep-in-step.ts'
import { type LockedMember, lockMember } from './lock-member.ts'
import { putDirectory } from './put-directory.ts'
import { type Given, type Tidied, tidy } from './tidy-fields.ts'

type Body = HandlerInput<typeof members.update>['body'] & Pick<Given, 'avatar'>
type Field = keyof Tidied

/** By what right somebody changes the tenant's own fields, and where complaints about them stand. */
interface Right {
  readonly as: readonly Onlooker[]
  readonly at: string
}

interface Updated {
  readonly member: MemberRecord
  /** What a page shows beside it: it is read together with the last changes. */
  readonly around: MemberSurroundings
}

/**
 * Changes fields of a membership that `lockMember` returned; everything that stands for it elsewhere follows in the same
 * transaction.
 */
export function updateMember(
  ctx: Ctx,
  tx: WriteTx,
  locked: LockedMember,
  body: Body,
  by: Right = { as: ['administrator'], at: 'body' },
): Promise<Updated> {
  return changeLocked(ctx, tx, locked, body, by).catch((error: unknown) => {
    throw asComplaint(error)
  })
}

/** What several memberships become, whole or not at all; answers in the order of `changes`. */
export function updateMembers(
  ctx: Ctx,
  changes: readonly { readonly member: MemberRecord; readonly change: Pick<Body, 'roles' | 'status'> }[],
): Promise<MemberRecord[]> {
  const byId = [...changes].sort((a, b) => (a.member.id < b.member.id ? -1 : 1))
  return ctx.write(async (tx) => {
    // Before the first of them, see lockMember().
    if (byId.some(({ member }) => isAdministering(member))) {
      await lockAdministrators(tx)
      await refuseCeased(ctx, tx)
    }
    const after = new Map<string, MemberRecord>()
    for (const { member, change } of byId) {
      const { row, isNamedByRule } = await lockMember(ctx, tx, member, change)
      authorize(ctx.actor, memberPolicy.update, row)
      after.set(member.id, (await updateMember(ctx, tx, { row, isNamedByRule }, change)).member)
    }
    return changes.map(({ member }) => after.get(member.id) ?? member)
  })
}

async function changeLocked(
  ctx: Ctx,
  tx: WriteTx,
  { row: before, isNamedByRule }: LockedMember,
  { revision, ...given }: Body,
  by: Right,
): Promise<Updated> {
  if (revision !== undefined && revision !== before.revision)
    throw stale(await findLastChange(tx, { subjectId: before.id, verbs: 'members.' }))
  const fields = await checkFieldValues(tx, tidy(given), { ...by, before: { ...before } })
  await checkPersonal(ctx, tx, fields, { at: by.at, before })
  if (
    fields.status === 'active' &&
    fields.terminationDate === undefined &&
    before.terminationDate !== null &&
    before.terminationDate <= (await todayOf(ctx, tx))
  ) {
    // Somebody who comes back is not sent away again the same night.
    fields.terminationDate = null
  }
  const changed = (Object.keys(fields) as Field[]).filter(
    (field) => JSON.stringify(fields[field]) !== JSON.stringify(before[field]),
  )
  if (changed.length === 0) return { member: before, around: await readSurroundings(tx, before) }
  await checkChange(ctx, tx, before, fields)
  const ofPerson = personFields.find((field) => changed.includes(field))
  if (ofPerson && !by.as.includes('person'))
    refuseAt(`${by.at}.${ofPerson}`, refusePerson(ctx.actor, await listMembershipsOf(tx, before.userId)))
  const after = await tx
    .updateTable('memberships')
    .set((eb) => ({
      ...fields,
      searchText: searchTextOf({ ...before, ...fields }),
      awaySince: awaySince(before, fields.status ?? before.status, ctx.now),
      updatedAt: ctx.now,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (ofPerson) await keepAlike(ctx, tx, after)
  const isFollowed = isNamedByRule || changed.some((field) => followed.includes(field))
  const follow = isFollowed ? followChange : tellChange
  const [around] = await Promise.all([readSurroundings(tx, after), follow(ctx, tx, before, after, changed)])
  return { member: after, around }
}

/** What a person is called and looks like is the same in all teams of the tenant. */
async function keepAlike(ctx: Ctx, tx: WriteTx, { id, userId, preferredName, avatar }: MemberRecord): Promise<void> {
  const others = await tx
    .selectFrom('memberships')
    .select(['id', 'firstName', 'lastName', 'email', 'username', 'employeeId'])
    .where('userId', '=', userId)
    .where('id', '<>', id)
    .execute()
  for (const one of others)
    await tx
      .updateTable('memberships')
      .set((eb) => ({
        preferredName,
        avatar,
        searchText: searchTextOf({ ...one, preferredName }),
        updatedAt: ctx.now,
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', one.id)
      .execute()
}

/** Fields that something else follows, by what stands there. */
const followed: readonly Field[] = [
  'email',
  'status',
  'roles',
  'username',
  'managers',
  ...memberDateFields.filter((field) => field !== 'createdAt'),
]

/** When a leave began; null outside of leaves. From one leave into another it is one absence. */
export function awaySince(
  before: Pick<MemberRecord, 'status' | 'awaySince'>,
  status: MembershipStatus,
  now: Date,
): Date | null {
  if (!leaveStatuses.includes(status)) return null
  return leaveStatuses.includes(before.status) ? (before.awaySince ?? now) : now
}

async function checkChange(ctx: Ctx, tx: WriteTx, before: MemberRecord, fields: Tidied): Promise<void> {
  const { actor } = ctx
  const after = { roles: fields.roles ?? before.roles, status: fields.status ?? before.status }
  refuseAt('body.roles', refuseRoles(actor, before.roles, after.roles))
  await checkSuperadmin(tx, before.userId, before.roles, after.roles)
  const at = fields.status !== undefined && fields.status !== before.status ? 'body.status' : 'body.roles'
  if (isAdministering(before) && !isAdministering(after)) {
    if (before.userId === actor.userId) refuseAt(at, forbidden('yourself'))
    if (!(await leavesAnAdministrator(tx, [before.id]))) refuseAt(at, wrongState('lastAdministrator'))
  } else if (isAdministering(before)) {
    await checkLastDay(ctx, tx, before, fields.terminationDate ?? null)
  }
  if (after.status !== before.status) refuseAt('body.status', memberPolicy.setStatus(actor, before))
  if (fields.managers) await checkManagers(tx, before.userId, fields.managers)
}

/** A last day takes an administrator away as surely as a status does, only later. One that is put off takes nobody away. */
async function checkLastDay(ctx: Ctx, tx: WriteTx, before: MemberRecord, day: string | null): Promise<void> {
  if (day === null || (before.terminationDate !== null && before.terminationDate <= day)) return
  const at = 'body.terminationDate'
  if (before.userId === ctx.actor.userId) refuseAt(at, forbidden('yourself'))
  const today = await todayOf(ctx, tx)
  if (!(await leavesAnAdministrator(tx, [before.id], day > today ? day : today)))
    refuseAt(at, wrongState('lastAdministrator'))
}

async function followChange(
  ctx: Ctx,
  tx: WriteTx,
  before: MemberRecord,
  after: MemberRecord,
  changed: readonly Field[],
): Promise<void> {
  const has = (...fields: Field[]) => fields.some((field) => changed.includes(field))
  if (has('email')) await followAddress(ctx, tx, after)
  if (has('status', 'roles', 'username')) await putDirectory(ctx, tx, after)
  if (has('managers')) await keepManagers(tx, [after.userId])
  if (has('status')) await keepPrimary(tx, [after.userId])
  await Promise.all([
    tellChange(ctx, tx, before, after, changed),
    reevaluateMembers(ctx, tx, [after.id], [...changed]),
    tellPerson(ctx, tx, after, has),
  ])
}

/** What is said of every change, at once. */
async function tellChange(
  ctx: Ctx,
  tx: WriteTx,
  before: MemberRecord,
  after: MemberRecord,
  changed: readonly Field[],
): Promise<void> {
  const of = (row: MemberRecord) => Object.fromEntries(changed.map((field) => [field, row[field]]))
  await Promise.all([
    audit(ctx, tx, {
      action: 'members.update',
      subjectType: 'membership',
      subjectId: after.id,
      subjectTitle: nameOf(after),
      before: of(before),
      after: of(after),
    }),
    announce(ctx, tx, { topic: 'me', userId: after.userId, kind: 'membership', id: after.id }),
  ])
}

/** What somebody else made of them; whoever may not sign in any more is not told. */
async function tellPerson(
  ctx: Ctx,
  tx: WriteTx,
  after: MemberRecord,
  has: (...fields: Field[]) => boolean,
): Promise<void> {
  if (ctx.actor.userId === after.userId) return
  const about = { userId: after.userId, teamId: after.teamId, by: ctx.actor, link: '/pages/profile' }
  const change = `${after.id}:${after.revision}`
  await Promise.all([
    has('status')
      ? notify(ctx, tx, {
          ...about,
          kind: 'statusChanged',
          key: `statusChanged:${change}`,
          params: { status: after.status },
        })
      : null,
    has('roles')
      ? notify(ctx, tx, {
          ...about,
          kind: 'rolesChanged',
          key: `rolesChanged:${change}`,
          params: { roles: after.roles.join(' ') },
        })
      : null,
  ])
}

/**
 * The address to sign in with follows while the person belongs to this tenant alone, and while all that they are here is
 * this administrator's to change: else it would be a way into somebody else's account.
 */
async function followAddress(ctx: Ctx, tx: WriteTx, after: MemberRecord): Promise<void> {
  if (refusePerson(ctx.actor, await listMembershipsOf(tx, after.userId)) !== null) return
  const { rows } = await sql<{ former: string | null }>`
    select control.move_address(${after.userId}, ${after.email}, ${ctx.now}) as former`.execute(tx)
  const former = rows[0]?.former
  if (!former) return
  // To where its owner reads it, whoever it was.
  await queueMail(ctx, tx, {
    kind: 'addressMoved',
    to: former,
    userId: after.userId,
    teamId: after.teamId,
    values: { name: after.firstName, email: after.email },
    path: '/login',
  })
}
