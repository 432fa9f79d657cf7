import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { announce } from '../../../platform/outbox.ts'
import { hashToken } from '../../../platform/session/token.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { findProvider, findProviderSession, type StoredProvider, takeAssertion } from '../queries.ts'
import { originOfPage } from './addresses.ts'
import { type Peer, readLogoutToken, signOutAddress } from './oidc.ts'
import { peerOf, usOf } from './peers.ts'
import { readForm } from './read-form.ts'
import { ProviderRefusal } from './refusal.ts'
import { samlSignedOutAddress, samlSignOutAddress } from './saml.ts'
import type { LogoutMessage } from './saml-logout.ts'
import { logoutInThread } from './saml-thread.ts'

/** Where the browser signs out at the provider of this session; null where it does not. Never keeps anybody from leaving. */
export async function addressToSignOut(call: PublicCall, { actor }: Ctx): Promise<string | null> {
  const { services } = call
  const there = await findProviderSession(services.db, actor.sessionId ?? '', actor.userId)
  if (there === null) return null
  const provider = await findProvider(services.db, there.providerId)
  if (!provider?.config.signsOutThere || !provider.isEnabled) return null
  const peer = peerOf(services, provider)
  const hint = there.hint === '' ? '' : services.secrets.unseal(there.hint, 'provider-session', provider.id)
  if (peer === null || hint === null) return null
  try {
    return await addressOf(call, peer, { hint, sid: there.sid })
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    log(call, provider, error, 'signing out at the provider')
    return null
  }
}

async function addressOf(call: PublicCall, peer: Peer, of: { hint: string; sid: string }): Promise<string | null> {
  if (peer.kind === 'facebook') return null
  if (peer.kind !== 'saml')
    return (await signOutAddress(peer, { hint: of.hint, backTo: `${await originOfPage(call)}/login` }))?.href ?? null
  return peer.config.logoutUrl === '' || of.hint === '' ? null : samlSignOutAddress(peer, usOf(call.services, peer), of)
}

/**
 * A provider's server says that somebody has signed out there. Answers whether the message was its own, for us, and
 * new; then ends their sessions here and tells their browsers.
 */
export async function takeLogoutToken(call: PublicCall, provider: StoredProvider): Promise<boolean> {
  const { services, request, now } = call
  const peer = provider.isEnabled ? peerOf(services, provider) : null
  if (peer === null || peer.kind === 'saml' || peer.kind === 'facebook') return false
  const token = (await readForm(request.raw)).get('logout_token') ?? ''
  const said = await readLogoutToken(peer, token).catch((error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error
    log(call, provider, error, 'logout token refused')
    return null
  })
  if (said === null) return false
  const until = new Date(Math.max(said.expiresAt.getTime(), now.getTime()) + 10 * 60_000)
  if (!(await takeAssertion(services.db, provider.id, hashToken(`logout\n${said.jti}`), until))) return false
  await endSessionsOf(call, provider, said.subject, [said.sid])
  return true
}

/**
 * A SAML identity provider sends the browser of somebody who has signed out there: their sessions here end. Answers where
 * to send it on to: back with our signed word that it is done, or `home`, where the request does not hold, was taken
 * before, or the provider takes no answer.
 */
export async function takeSamlLogout(
  call: PublicCall,
  provider: StoredProvider,
  message: LogoutMessage,
  home: string,
): Promise<string> {
  const { services } = call
  const peer = peerOf(services, provider)
  if (peer === null) return home
  const us = usOf(services, peer)
  const said = await logoutInThread(peer, us, message).catch((error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error
    log(call, provider, error, 'logout request refused')
    return null
  })
  if (said === null || !(await takeAssertion(services.db, provider.id, said.request, said.expiresAt))) return home
  await endSessionsOf(call, provider, said.subject, said.sessions.length === 0 ? [''] : said.sessions)
  return peer.config.logoutUrl === '' ? home : samlSignedOutAddress(peer, us, said)
}

/** `sids`: the provider's names of the sessions that end; an empty one: all of the subject's in the provider's tenant. */
async function endSessionsOf(
  { services, request, now }: PublicCall,
  provider: StoredProvider,
  subject: string,
  sids: readonly string[],
): Promise<void> {
  const ctx = systemContext(services, provider.tenantId, { requestId: request.id, name: provider.name })
  await ctx.write(async (tx) => {
    const ended = await Promise.all(
      sids.map((sid) =>
        sql<{ sessionId: string; userId: string }>`
          select * from control.end_sessions_of_subject(${provider.id}, ${subject}, ${sid}, ${now})`.execute(tx),
      ),
    )
    await Promise.all(
      ended
        .flatMap(({ rows }) => rows)
        .flatMap(({ sessionId, userId }) => [
          announce(ctx, tx, { topic: 'me', userId, kind: 'signedOut', id: sessionId }),
          audit(ctx, tx, {
            action: 'session.end',
            subjectType: 'session',
            subjectId: sessionId,
            subjectPerson: userId,
            after: { by: provider.name },
          }),
        ]),
    )
  })
}

function log({ services, request }: PublicCall, provider: StoredProvider, error: ProviderRefusal, what: string): void {
  services.log.warn(
    {
      requestId: request.id,
      tenant: provider.tenantId,
      provider: provider.id,
      why: error.why,
      code: error.code,
      err: error.cause,
    },
    what,
  )
}
