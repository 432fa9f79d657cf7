import type { HandlerInput } from '@learnt/contract/endpoint'
import type { members } from '@learnt/contract/members'
import { memberDateFields } from '@learnt/contract/members'
import { sql } from 'kysely'
import { findLastChange } from '../../../platform/audit.ts'
import { authorize, forbidden, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { stale } from '../../../platform/problem.ts'
import { checkFieldValues } from '../../custom-fields/commands/check-values.ts'
import type { Onlooker } from '../../custom-fields/policy.ts'
import { isAdministering, memberPolicy, personFields, refusePerson, refuseRoles } from '../policy.ts'
import { listMembershipsOf, type MemberRecord, type MemberSurroundings, readSurroundings } from '../queries.ts'
import { changeMemberships } from './change-memberships.ts'
import {
  checkManagers,
  checkSuperadmin,
  leavesAnAdministrator,
  lockAdministrators,
  refuseAt,
  refuseCeased,
} from './check-member.ts'
import { checkPersonal, todayOf } from './check-personal.ts'
import { asComplaint } from './keep-in-step.ts'
import { type LockedMember, lockMember } from './lock-member.ts'
import type { Field } from './member-columns.ts'
import { type Given, type Tidied, tidy } from './tidy-fields.ts'

type Body = HandlerInput<typeof members.update>['body'] & Pick<Given, 'avatar'>

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
  const [[done], around] = await Promise.all([
    changeMemberships(ctx, tx, {
      ...{ fields: changed, isJudged: true },
      asksRules: isNamedByRule || changed.some((field) => followed.includes(field)),
      wanted: sql`select 0 as place, ${before.id}::text as membership_id, ${json(fields)}::jsonb as target`,
    }),
    readSurroundings(tx, { ...before, ...fields }),
  ])
  return { member: done?.row ?? before, around }
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
