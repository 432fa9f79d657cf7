import { leaveStatuses, type MembershipStatus } from '@learnt/contract/states'
import { sql } from 'kysely'
import { auditMany } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { doneJobRows, type JobRow, recordJobRows } from '../../../platform/jobs/job-rows.ts'
import { nameOf as nameOfActor, notifyMany } from '../../../platform/notify.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { reevaluateMembers } from '../../permissions/commands/reevaluate-members.ts'
import { isAdministering, memberPolicy } from '../policy.ts'
import { leavesAnAdministrator, lockAdministrators, refuseCeased } from './check-member.ts'
import { todayOf } from './check-personal.ts'
import { nameOf } from './create-member.ts'
import { announceEnded, keepPrimary } from './keep-in-step.ts'
import { type DirectoryEntry, putDirectoryMany } from './put-directory.ts'

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

/** In sets, with all that follows from it: directory and sessions, the row that stands for the person, rules, audit. */
export async function applyStatus(
  ctx: Ctx,
  tx: WriteTx,
  rows: readonly StatusRow[],
  status: MembershipStatus,
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  const leaves = sql.join(leaveStatuses.map((leave) => sql.lit(leave)))
  const isLeave = leaveStatuses.includes(status)
  const { rows: entries } = await sql<DirectoryEntry & { isOnly: boolean }>`
    update memberships set
      status = ${status}, updated_at = ${ctx.now}, revision = revision + 1,
      away_since = case when not ${isLeave} then null when status in (${leaves}) then coalesce(away_since, ${ctx.now}) else ${ctx.now} end,
      -- Somebody who comes back is not sent away again the same night.
      termination_date = case
        when ${status === 'active'} and termination_date <= (${ctx.now}::timestamptz at time zone control.zone_of_tenant())::date then null
        else termination_date end
    where id = any (${ids}::text[])
    returning user_id, team_id, status, roles, username,
      not exists (select from memberships other where other.user_id = memberships.user_id and other.id <> memberships.id) as is_only`.execute(
    tx,
  )
  await Promise.all([
    putDirectoryMany(tx, entries, ctx.now).then((ended) => announceEnded(ctx, tx, ended)),
    keepPrimary(tx, [...new Set(entries.filter((entry) => !entry.isOnly).map((entry) => entry.userId))]),
    auditMany(
      ctx,
      tx,
      rows.map((row) => ({
        action: 'members.setStatus',
        subjectType: 'membership',
        subjectId: row.id,
        subjectTitle: nameOf(row),
        before: { status: row.status },
        after: { status },
      })),
    ),
  ])
  // Whoever may not sign in any more is not told.
  if (status === 'active')
    await notifyMany(ctx, tx, {
      kind: 'statusChanged',
      atMost: rows.length,
      from: sql`
        select user_id, team_id, 'statusChanged:' || id || ':' || revision as key, '/pages/profile' as link,
          jsonb_build_object('name', ${nameOfActor(ctx.actor)}, 'status', status) as params
        from memberships m where id = any (${ids}::text[]) and user_id <> ${ctx.actor.userId}`,
    })
  await reevaluateMembers(ctx, tx, ids, ['status'])
}
