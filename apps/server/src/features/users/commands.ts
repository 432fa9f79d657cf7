import type { Invitation } from '@learnt/contract/users'
import { sql } from 'kysely'
import { audit, auditMany } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import type { WriteTx } from '../../platform/db/database.ts'
import { doneJobRows, type JobRow, recordJobRows } from '../../platform/jobs/job-rows.ts'
import { isPlaceholder } from '../../platform/mail/queue-mail.ts'
import { enqueue } from '../../platform/outbox.ts'
import { ProblemError } from '../../platform/problem.ts'
import { takeRequest } from '../../platform/session/lock-out.ts'
import { mailLink } from '../accounts/commands/mail-link.ts'
import { refuseBlocked } from '../accounts/commands/refuse.ts'
import { readOwnAccount } from '../accounts/queries.ts'
import { createMember, nameOf, welcome } from '../members/commands/create-member.ts'
import { memberPolicy } from '../members/policy.ts'
import { findMember, type MemberRecord } from '../members/queries.ts'
import { acceptsMethod } from '../sessions/policy.ts'
import { findTeam, type TeamView } from '../teams/queries.ts'

export type Mailed = 'link' | 'welcome'

/** Makes the membership and writes to the person, all or nothing. */
export async function invite(ctx: Ctx, invitation: Invitation): Promise<{ member: MemberRecord; mailed: Mailed }> {
  let mailed: Mailed = 'welcome'
  const member = await createMember(ctx, invitation, async (_, tx, made) => {
    mailed = await mailInvitation(ctx, tx, made)
  })
  return { member, mailed }
}

/**
 * The mail to a person added without a password: the worker's part. `onlyLink`: they already know where to sign in, and
 * get a mail only if they need a link.
 */
export async function mailAdded(
  ctx: Ctx,
  { userId, teamId, onlyLink = false }: { userId: string; teamId: string; onlyLink?: boolean },
): Promise<void> {
  await ctx.write(async (tx) => {
    const member = await findMember(tx, ctx.actor, userId, teamId)
    if (member?.status === 'active') await mailInvitation(ctx, tx, member, { onlyLink })
  })
}

/** The same mail again, for somebody whose link is used up or lost. */
export async function inviteAgain(ctx: Ctx, member: MemberRecord): Promise<Mailed> {
  if (member.status !== 'active') throw new ProblemError('wrong-state', { detail: 'reason.notActiveMember' })
  if (member.email === '') throw new ProblemError('wrong-state', { detail: 'reason.noAddressOfMember' })
  const { actor, services, now } = ctx
  const asked = { what: 'invitation', tenantId: actor.tenantId, account: member.userId, address: actor.userId }
  refuseBlocked(await takeRequest(services.db, asked, now), now, 'params.userId', 'accounts.tooManyLinks')
  return ctx.write(async (tx) => {
    const mailed = await mailInvitation(ctx, tx, member)
    await audit(ctx, tx, {
      action: 'users.inviteAgain',
      subjectType: 'membership',
      subjectId: member.id,
      subjectTitle: nameOf(member),
    })
    return mailed
  })
}

/**
 * Leaves each of some memberships' people a link to set a new password, for a job, as the page "Forgot/Change password"
 * does: to the account's own address. Safe to call again.
 */
export async function linkForJob(ctx: Ctx, jobId: string, membershipIds: readonly string[]): Promise<void> {
  await ctx.write(async (tx) => {
    const done = await doneJobRows(tx, jobId, membershipIds)
    const open = membershipIds.filter((id) => !done.has(id))
    if (open.length === 0) return
    const rows = await tx.selectFrom('memberships').selectAll().where('id', 'in', open).execute()
    const judged: JobRow[] = []
    const linked: (JobRow & { title: string })[] = []
    for (const id of open) {
      const row = rows.find((one) => one.id === id)
      const refusal = row ? memberPolicy.update(ctx.actor, row) : null
      if (!row || refusal) {
        const title = row && refusal?.kind !== 'hidden' ? nameOf(row) : ''
        judged.push({ subjectId: id, title, outcome: 'failed', reason: refusal?.reason ?? 'notFound' })
        continue
      }
      const [account, team] = await Promise.all([readOwnAccount(tx, row.userId), findTeam(tx, row.teamId)])
      const reason =
        row.status !== 'active'
          ? 'notActiveMember'
          : account.email === null || isPlaceholder(account.email)
            ? 'noAddressOfMember'
            : team !== null && acceptsMethod(team, 'password')
              ? null
              : 'noPasswordHere'
      const judgement: JobRow = {
        subjectId: id,
        title: nameOf(row),
        outcome: reason ? 'skipped' : 'done',
        reason: reason ?? '',
      }
      judged.push(judgement)
      if (reason) continue
      linked.push(judgement)
      await enqueue(ctx, tx, 'accounts.mailResetLink', { email: account.email, teamId: row.teamId })
    }
    await auditMany(
      ctx,
      tx,
      linked.map(({ subjectId, title }) => ({
        action: 'members.mailPasswordLink',
        subjectType: 'membership',
        subjectId,
        subjectTitle: title,
      })),
    )
    await recordJobRows(tx, jobId, judged)
  })
}

/** Tells people who can sign in where; people without a password, who could use one, get a link to set it. */
async function mailInvitation(
  ctx: Ctx,
  tx: WriteTx,
  member: MemberRecord,
  { onlyLink = false }: { onlyLink?: boolean } = {},
): Promise<Mailed> {
  const [account, team] = await Promise.all([readOwnAccount(tx, member.userId), findTeam(tx, member.teamId)])
  // NOTE: the link opens the account, so it goes to the account's own address, whatever a team has written for the person.
  const isForLink = team !== null && acceptsMethod(team, 'password') && account.email !== null
  if (!isForLink || (await hasWayIn(tx, member.userId, team))) {
    if (!onlyLink) await welcome(ctx, tx, member)
    return 'welcome'
  }
  await mailLink(ctx, tx, {
    kind: 'resetPassword',
    words: 'invitation',
    email: account.email,
    userId: member.userId,
    teamId: member.teamId,
    values: { name: member.firstName },
    days: team.config.invitationDays,
  })
  return 'link'
}

/** By a password that lets them in here, a provider of this tenant, or a passkey where the team takes it. */
async function hasWayIn(tx: WriteTx, userId: string, team: TeamView): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select control.has_way_in(${userId}, ${team.id}) as has`.execute(tx)
  return rows[0]?.has ?? false
}
