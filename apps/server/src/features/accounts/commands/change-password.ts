import type { accounts } from '@learnt/contract/accounts'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notify } from '../../../platform/notify.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { findOnlyTenant } from '../../../platform/session/fresh-proof.ts'
import { type Attempt, returnAttempt, takeAttempt } from '../../../platform/session/lock-out.ts'
import { hashPassword, verifyPassword } from '../../../platform/session/password.ts'
import { refuseWeakPassword, strictest } from '../../../platform/session/password-rules.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { endFeeds } from '../../calendar/commands/feeds.ts'
import { listOwnMemberships } from '../../sessions/queries.ts'
import { findOwnAccount } from '../queries.ts'
import { refuseBlocked } from './refuse.ts'
import { type EndedSession, tellEnded } from './tell-ended.ts'

type Body = HandlerInput<typeof accounts.changePassword>['body']

/** Needs the present password. Ends the user's other sessions, as far as this one may, and tells them by mail. */
export async function changePassword(ctx: Ctx, body: Body): Promise<number> {
  const { actor, services, now } = ctx
  const { userId, sessionId } = actor
  const account = await findOwnAccount(services.db, userId)
  if (account.passwordHash === null) throw new ProblemError('wrong-state', { detail: 'reason.noPassword' })
  // Counted for this session alone: strangers who try to sign in do not keep its owner from changing the password.
  const attempt: Attempt = {
    userId,
    typed: '',
    tenantId: actor.tenantId,
    address: ctx.address,
    knownDevice: `session:${sessionId}`,
  }
  refuseBlocked(await takeAttempt(services.db, attempt, now), now, 'body.currentPassword', 'signIn.blocked')
  if (!(await verifyPassword(body.currentPassword, account.passwordHash)))
    throw invalid({ 'body.currentPassword': 'wrongPassword' })

  const [only, memberships, person] = await Promise.all([
    findOnlyTenant(ctx),
    listOwnMemberships(services.db, userId, actor.tenantId),
    ctx.read((tx) =>
      tx
        .selectFrom('memberships')
        .select(['shownFirstName as firstName', 'lastName', 'username', 'email'])
        .where('id', '=', actor.membershipId)
        .executeTakeFirst(),
    ),
  ])
  const rules = memberships.map((one) => readTenantConfig(one.tenantSettings).passwordRules)
  const about = [account.email ?? '', person?.firstName ?? '', person?.lastName ?? '', person?.username ?? '']
  refuseWeakPassword(
    strictest(rules, readTenantConfig({}).passwordRules),
    body.newPassword,
    about,
    'body.newPassword',
    ctx.t,
  )
  if (body.newPassword.normalize('NFKC') === body.currentPassword.normalize('NFKC'))
    throw invalid({ 'body.newPassword': 'samePassword' })

  const passwordHash = await hashPassword(body.newPassword)
  const ended = await ctx.write(async (tx) => {
    const [closed] = await Promise.all([
      sql<EndedSession>`select * from control.change_password(${userId}, ${passwordHash}, ${now}, ${sessionId}, ${only})`.execute(
        tx,
      ),
      returnAttempt(tx, attempt),
      audit(ctx, tx, { action: 'accounts.changePassword', subjectType: 'user', subjectId: userId }),
    ])
    await notify(ctx, tx, {
      kind: 'passwordChanged',
      userId,
      key: `passwordChanged:${newId()}`,
      params: {},
      link: '/pages/profile',
    })
    await queueMail(ctx, tx, {
      kind: 'passwordChanged',
      to: account.email || (person?.email ?? ''),
      userId,
      teamId: actor.teamId,
      values: { name: person?.firstName ?? '' },
      path: '/resetpassword',
    })
    return closed.rows
  })
  await tellEnded(ctx, userId, ended)
  if (body.endsCalendarFeed) {
    const entered = only === null ? memberships.map((one) => one.tenantId) : [only]
    await endFeeds(ctx, userId, [actor.tenantId, ...entered])
  }
  return ended.length
}
