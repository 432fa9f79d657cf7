import type { MembershipStatus } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { doneJobRows, type JobRow, recordJobRows } from '../../../platform/jobs/job-rows.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { isAdministering, memberPolicy } from '../policy.ts'
import { changeMemberships } from './change-memberships.ts'
import { leavesAnAdministrator, lockAdministrators, refuseCeased } from './check-member.ts'
import { todayOf } from './check-personal.ts'
import { nameOf } from './create-member.ts'

const rowColumns = ['id', 'userId', 'teamId', 'roles', 'status', 'firstName', 'lastName', 'erasedAt'] as const
type StatusRow = Awaited<ReturnType<typeof lockRows>>[number]

/** Sets the status of some memberships for a job, and keeps what became of each. Safe to call again for the same ones. */
export async function setStatusForJob(
  ctx: Ctx,
  jobId: string,
  membershipIds: readonly string[],
  status: MembershipStatus,
): Promise<void> {
  await ctx.write(async (tx) => {
    const done = await doneJobRows(tx, jobId, membershipIds)
    const open = membershipIds.filter((id) => !done.has(id))
    if (open.length === 0) return
    await recordJobRows(tx, jobId, await changeStatus(ctx, tx, open, status))
  })
}

/** The same in the caller's transaction; answers what became of each. */
async function changeStatus(
  ctx: Ctx,
  tx: WriteTx,
  membershipIds: readonly string[],
  status: MembershipStatus,
): Promise<JobRow[]> {
  const rows = await lockRows(tx, membershipIds)
  const judged = membershipIds.map((id) =>
    judge(
      ctx,
      rows.find((row) => row.id === id),
      id,
      status,
    ),
  )
  const changing = rows.filter((row) => judged.find((one) => one.subjectId === row.id)?.outcome === 'done')
  await changeStatusOf(ctx, tx, changing, status)
  return judged
}

/** The same of rows that the caller has locked and may change. */
export async function changeStatusOf(
  ctx: Ctx,
  tx: WriteTx,
  changing: readonly StatusRow[],
  status: MembershipStatus,
): Promise<void> {
  const leaving = changing.filter((row) => isAdministering(row) && status !== 'active').map((row) => row.id)
  // Nobody can choose themself, so one is left: unless the author is being taken away at this very moment.
  if (leaving.length > 0) {
    if (!(await leavesAnAdministrator(tx, leaving)))
      throw new ProblemError('wrong-state', { detail: 'reason.lastAdministrator' })
    await refuseCeased(ctx, tx)
  }
  await applyStatus(ctx, tx, changing, status)
}

/**
 * Ends the memberships whose last day has come, a batch at a time; answers how many had. Where no administrator would be
 * left, one is passed over, now and until there is another: two may have been given the same day.
 */
export async function terminateDue(ctx: Ctx, limit: number): Promise<number> {
  const { count, kept } = await ctx.write(async (tx) => {
    const due = await tx
      .selectFrom('memberships')
      .select(rowColumns)
      .where('terminationDate', 'is not', null)
      .where(sql<boolean>`termination_date <= (${ctx.now}::timestamptz at time zone control.zone_of_tenant())::date`)
      .where('status', 'not in', ['terminated', 'archived'])
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .execute()
    const kept = due.some(isAdministering) ? await findLastAdministrator(ctx, tx) : null
    const leaving = due.filter((row) => row.id !== kept)
    await applyStatus(ctx, tx, leaving, 'terminated')
    return { count: due.length, kept }
  })
  if (kept !== null) sayOnce(ctx, kept)
  return count
}

/** Of administrators whose last day has come for all of them the one whose day came last; null while another is left. */
async function findLastAdministrator(ctx: Ctx, tx: WriteTx): Promise<string | null> {
  const [administrators, today] = await Promise.all([lockAdministrators(tx), todayOf(ctx, tx)])
  if (administrators.some(({ terminationDate: day }) => day === null || day > today)) return null
  const latestFirst = administrators.sort((a, b) => (b.terminationDate ?? '').localeCompare(a.terminationDate ?? ''))
  return latestFirst[0]?.id ?? null
}

const said = new Set<string>()

/** The round comes by every few minutes, for as long as it takes. */
function sayOnce(ctx: Ctx, membershipId: string): void {
  if (said.has(membershipId)) return
  said.add(membershipId)
  ctx.log.warn({ membershipId }, 'the last administrator is not terminated, though the day has come')
}

function lockRows(tx: WriteTx, ids: readonly string[]) {
  return tx.selectFrom('memberships').select(rowColumns).where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

function judge(ctx: Ctx, row: StatusRow | undefined, id: string, status: MembershipStatus): JobRow {
  if (!row) return { subjectId: id, title: '', outcome: 'failed', reason: 'notFound' }
  const refusal = memberPolicy.setStatus(ctx.actor, row)
  if (refusal)
    return {
      subjectId: id,
      title: refusal.kind === 'hidden' ? '' : nameOf(row),
      outcome: 'failed',
      reason: refusal.reason,
    }
  if (row.status === status) return { subjectId: id, title: nameOf(row), outcome: 'skipped', reason: 'unchanged' }
  return { subjectId: id, title: nameOf(row), outcome: 'done' }
}

/** The same of rows that may lose their status however many administrators are left. */
export async function applyStatus(
  ctx: Ctx,
  tx: WriteTx,
  rows: readonly Pick<StatusRow, 'id'>[],
  status: MembershipStatus,
): Promise<void> {
  if (rows.length === 0) return
  await changeMemberships(ctx, tx, {
    ...{ fields: ['status'], isJudged: true, action: 'members.setStatus' },
    wanted: sql`
      select 0 as place, id as membership_id, jsonb_build_object('status', ${status}::text) as target
      from unnest(${rows.map((row) => row.id)}::text[]) as id`,
  })
}
