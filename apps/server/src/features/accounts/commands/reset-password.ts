import { sql } from 'kysely'
import { makeActor } from '../../../platform/actor.ts'
import { audit } from '../../../platform/audit.ts'
import { type Ctx, createContext } from '../../../platform/context.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/ids.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notify } from '../../../platform/notify.ts'
import { hashPassword } from '../../../platform/session/password.ts'
import { refuseWeakPassword, strictest } from '../../../platform/session/password-rules.ts'
import { hashToken } from '../../../platform/session/token.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { mintTenantId } from '../../../platform/tenant-id.ts'
import { clearedCookie } from '../../sessions/commands/open-session.ts'
import { listMembershipsOnceProved } from '../../sessions/queries.ts'
import { stateOfLink } from '../policy.ts'
import { type AccountLink, findAccountLink, findResettable } from '../queries.ts'
import { closedLink } from './refuse.ts'
import { type EndedSession, tellEnded } from './tell-ended.ts'

/** Sets a new password by a mailed link, ends every session of the person, and tells them by mail. */
export async function resetPassword(call: PublicCall, code: string, password: string): Promise<{ email: string }> {
  const { services, now } = call
  const { db } = services
  const codeHash = hashToken(code)
  const link = await findAccountLink(db, codeHash)
  const state = link?.kind === 'resetPassword' ? stateOfLink(link, now) : 'unknown'
  if (state !== 'open' || link === null) throw closedLink(state === 'open' ? 'unknown' : state)
  const ctx = contextOfLink(call, link)
  const { userId } = ctx.actor
  // Suspended since the mail went out: the link is no way back in.
  if ((await findResettable(db, link.email, link.tenantId, link.teamId))?.userId !== userId) throw closedLink('unknown')

  const [memberships, here] = await Promise.all([
    listMembershipsOnceProved(db, userId),
    ctx.read((tx) =>
      Promise.all([
        tx
          .selectFrom('memberships')
          .select(['firstName', 'lastName', 'username'])
          .where('id', '=', ctx.actor.membershipId)
          .executeTakeFirst(),
        sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx),
      ]),
    ),
  ])
  const [person, tenant] = here
  const own = readTenantConfig(tenant.rows[0]?.settings).passwordRules
  const rules = [own, ...memberships.map((one) => readTenantConfig(one.tenantSettings).passwordRules)]
  const about = [link.email, person?.firstName ?? '', person?.lastName ?? '', person?.username ?? '']
  refuseWeakPassword(strictest(rules, own), password, about, 'body.password', call.t)

  const passwordHash = await hashPassword(password)
  const ended = await ctx.write(async (tx) => {
    const { rows } = await sql<{ used: boolean }>`select control.use_account_link(${codeHash}, ${now}) as used`.execute(
      tx,
    )
    if (!rows[0]?.used) throw closedLink('used')
    await sql`select control.take_over_unproved(${userId}, ${link.email})`.execute(tx)
    const [closed] = await Promise.all([
      sql<EndedSession>`select * from control.change_password(${userId}, ${passwordHash}, ${now}, null)`.execute(tx),
      sql`select control.prove_address(${userId}, ${link.email}, ${now})`.execute(tx),
      audit(ctx, tx, { action: 'accounts.resetPassword', subjectType: 'user', subjectId: userId }),
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
      to: link.email,
      userId,
      teamId: link.teamId,
      values: { name: person?.firstName ?? '' },
      path: '/resetpassword',
      locale: call.locale,
    })
    return closed.rows
  })
  await tellEnded(ctx, userId, ended)
  if (call.ctx?.actor.userId === userId) call.reply.header('set-cookie', clearedCookie(call))
  return { email: link.email }
}

/** The holder of the link acts for the person who received it, in the tenant that mailed it. */
export function contextOfLink(call: PublicCall, link: AccountLink, userId: string = link.userId ?? ''): Ctx {
  return createContext({
    actor: makeActor({
      userId,
      teamId: link.teamId,
      tenantId: mintTenantId(link.tenantId),
      roles: ['learner'],
      sessionId: null,
    }),
    services: call.services,
    requestId: call.request.id,
    address: call.request.ip,
    locale: call.locale,
    t: call.t,
  })
}
