import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { authorize, wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/problem.ts'
import { leavesAnAdministrator } from '../../members/commands/check-member.ts'
import { isAdministering } from '../../members/policy.ts'
import { erasurePolicy } from '../policy.ts'
import { findPerson, type PersonToErase } from '../queries/find-erasures.ts'

interface Of {
  readonly userId: string
  readonly teamId?: string | undefined
}

/** Puts a person on the list who did not ask by themselves. An open request stays as it is. */
export async function beginErasure(ctx: Ctx, of: Of, reason: string): Promise<void> {
  await ctx.write(async (tx) => {
    const person = await lockPerson(ctx, tx, of)
    authorize(ctx.actor, erasurePolicy.begin, person)
    if (person.request?.state === 'open' || person.request?.state === 'held') return
    await putRequest(ctx, tx, person, reason)
    await record(ctx, tx, person, 'erasures.begin', { reason })
  })
}

/**
 * Confirms an erasure by the person's name or address as shown; the next run erases them. Puts a person on the list who
 * is on none.
 */
export async function confirmErasure(ctx: Ctx, of: Of, confirmation: string): Promise<void> {
  await ctx.write(async (tx) => {
    const person = await lockPerson(ctx, tx, of)
    authorize(ctx.actor, erasurePolicy.confirm, person)
    const { member, request } = person
    const name = `${member.firstName} ${member.lastName}`.trim()
    if (confirmation !== name && (member.email === '' || confirmation !== member.email))
      throw invalid({ 'body.confirmation': 'erasureConfirmation' })
    const rows = await tx
      .selectFrom('memberships')
      .select(['id', 'roles', 'status'])
      .where('userId', '=', member.userId)
      .execute()
    const administering = rows.filter(isAdministering).map((row) => row.id)
    if (administering.length > 0 && !(await leavesAnAdministrator(tx, administering)))
      authorize(ctx.actor, () => wrongState('lastAdministrator'), person)
    // A request that is on hold was refused above.
    if (request?.state !== 'open') await putRequest(ctx, tx, person, '')
    await tx
      .updateTable('eraseRequests')
      .set({ confirmedAt: ctx.now, confirmedBy: ctx.actor.userId, finishedAt: null, search: null, outcome: null })
      .where('userId', '=', member.userId)
      .execute()
    await confirmMerged(ctx, tx, member.userId)
    await record(ctx, tx, person, 'erasures.confirm')
  })
}

/** Records that were merged into the person's are the same person: they go too. */
async function confirmMerged(ctx: Ctx, tx: WriteTx, userId: string): Promise<void> {
  await sql`
    with recursive merged (user_id) as (
      select gone_user_id from person_merges where stay_user_id = ${userId} and undone_at is null
      union select b.gone_user_id from person_merges b join merged a on b.stay_user_id = a.user_id where b.undone_at is null)
    insert into erase_requests (user_id, team_id, reason, asked_at, begun_by, confirmed_at, confirmed_by)
    select m.user_id, m.team_id, '', ${ctx.now}, ${ctx.actor.userId}, ${ctx.now}, ${ctx.actor.userId}
    from memberships m join merged using (user_id)
    where m.is_primary and m.erased_at is null and m.user_id not in (select h.user_id from legal_holds h)
    on conflict (tenant_id, user_id) do update set confirmed_at = excluded.confirmed_at, confirmed_by = excluded.confirmed_by,
      withdrawn_at = null, dismissed_at = null, finished_at = null, search = null, outcome = null`.execute(tx)
}

export async function holdPerson(ctx: Ctx, of: Of, reason: string): Promise<void> {
  await ctx.write(async (tx) => {
    const person = await lockPerson(ctx, tx, of)
    authorize(ctx.actor, erasurePolicy.hold, person)
    if (person.hold?.reason === reason) return
    const fields = { reason, heldBy: ctx.actor.userId, heldAt: ctx.now }
    await tx
      .insertInto('legalHolds')
      .values({ userId: person.member.userId, ...fields })
      .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doUpdateSet(fields))
      .execute()
    await record(ctx, tx, person, 'erasures.hold', { reason })
  })
}

export async function releasePerson(ctx: Ctx, of: Of): Promise<void> {
  await ctx.write(async (tx) => {
    const person = await lockPerson(ctx, tx, of)
    authorize(ctx.actor, erasurePolicy.hold, person)
    if (!person.hold) return
    await tx.deleteFrom('legalHolds').where('userId', '=', person.member.userId).execute()
    await record(ctx, tx, person, 'erasures.release')
  })
}

/** Locks the memberships first: of two who decide at once the second one sees what the first one decided. */
async function lockPerson(ctx: Ctx, tx: WriteTx, of: Of): Promise<PersonToErase | null> {
  await sql`select id from memberships where user_id = ${of.userId} order by id for update`.execute(tx)
  return findPerson(ctx, tx, of)
}

async function putRequest(ctx: Ctx, tx: WriteTx, { member }: PersonToErase, reason: string): Promise<void> {
  const fields = {
    teamId: member.teamId,
    reason,
    askedAt: ctx.now,
    begunBy: ctx.actor.userId,
    withdrawnAt: null,
    dismissedAt: null,
    confirmedAt: null,
    finishedAt: null,
  }
  await tx
    .insertInto('eraseRequests')
    .values({ userId: member.userId, ...fields })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doUpdateSet(fields))
    .execute()
}

async function record(
  ctx: Ctx,
  tx: WriteTx,
  { member }: PersonToErase,
  action: 'erasures.begin' | 'erasures.confirm' | 'erasures.hold' | 'erasures.release',
  after?: { reason: string },
): Promise<void> {
  await audit(ctx, tx, {
    action,
    subjectType: 'membership',
    subjectId: member.id,
    ...(after ? { after } : {}),
  })
}
