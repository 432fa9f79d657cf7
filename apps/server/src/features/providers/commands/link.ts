import type { Return } from '@learnt/contract/providers'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/ids.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'
import { findCredentials } from '../../factors/queries.ts'
import type { Asserted, OwnIdentity, StoredProvider } from '../queries.ts'
import { readBrowser } from './browser.ts'

/** Links the identity that waits in this browser, if it is the signed-in person's; null when there is none. */
export async function linkWaiting(ctx: Ctx, request: PublicCall['request']) {
  const browser = readBrowser({ request, services: ctx.services })
  if (browser === null) return null
  return ctx.write(async (tx) => {
    const { rows } = await sql<Pick<OwnIdentity, 'providerId' | 'name' | 'kind'>>`
      select * from control.link_pending_identity(${browser}, ${newId()}, ${ctx.actor.userId}, ${ctx.now})`.execute(tx)
    const linked = rows[0]
    if (!linked) return null
    await audit(ctx, tx, {
      action: 'providers.link',
      subjectType: 'user',
      subjectId: ctx.actor.userId,
      after: { provider: linked.name, by: 'password' },
    })
    return { id: linked.providerId, name: linked.name, kind: linked.kind }
  })
}

/** Links what the signed-in person has just shown at a provider; never takes an identity from another person. */
export async function linkAsserted(ctx: Ctx, provider: StoredProvider, asserted: Asserted): Promise<Return> {
  const { userId } = ctx.actor
  const { email } = await findCredentials(ctx.services.db, userId)
  await ctx.write(async (tx) => {
    const { rows } = await sql<{ linked: boolean }>`
      select control.link_identity(${newId()}, ${provider.id}, ${asserted.subject}, ${userId}, ${asserted.email}, ${ctx.now}) as linked`.execute(
      tx,
    )
    if (!rows[0]?.linked) throw new ProblemError('conflict', { detail: 'providers.linkedElsewhere' })
    await audit(ctx, tx, {
      action: 'providers.link',
      subjectType: 'user',
      subjectId: userId,
      after: { provider: provider.name, email: asserted.email, by: 'profile' },
    })
    await mailAboutIdentity(ctx, tx, 'identityLinked', { provider: provider.name, to: email })
  })
  return {
    outcome: 'linked',
    provider: { id: provider.id, name: provider.name, kind: provider.kind },
    me: null,
    returnUrl: '',
    known: null,
  }
}

/** Takes an identity off the signed-in person's own account; the last way in stays. */
export async function unlink(ctx: Ctx, identityId: string): Promise<void> {
  const { userId } = ctx.actor
  const { email } = await findCredentials(ctx.services.db, userId)
  await ctx.write(async (tx) => {
    const { rows } = await sql<{ name: string; isOnlyWay: boolean }>`
      select * from control.unlink_identity(${identityId}, ${userId})`.execute(tx)
    const [found] = rows
    if (!found) throw notFound()
    if (found.isOnlyWay) throw new ProblemError('wrong-state', { detail: 'reason.providers.onlyWay' })
    await audit(ctx, tx, {
      action: 'providers.unlink',
      subjectType: 'user',
      subjectId: userId,
      before: { provider: found.name },
    })
    await mailAboutIdentity(ctx, tx, 'identityUnlinked', { provider: found.name, to: email })
  })
}

/** Tells the owner, at the address by which they sign in, that somebody changed how the account is entered. */
async function mailAboutIdentity(
  ctx: Ctx,
  tx: WriteTx,
  kind: 'identityLinked' | 'identityUnlinked',
  of: { provider: string; to: string },
): Promise<void> {
  const { userId, teamId, membershipId } = ctx.actor
  const person = await tx
    .selectFrom('memberships')
    .select(['shownFirstName as firstName', 'email'])
    .where('id', '=', membershipId)
    .executeTakeFirst()
  await queueMail(ctx, tx, {
    kind,
    to: of.to || (person?.email ?? ''),
    userId,
    teamId,
    values: { provider: of.provider, name: person?.firstName ?? '' },
    path: '/pages/profile',
  })
}
