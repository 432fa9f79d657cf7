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
import { samlSignOutAddress } from './saml.ts'

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
 * A provider's server says that somebody has signed out there. Answers whether that was its word, for us, and new; then
 * their sessions here have ended, and their browsers hear of it.
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
  const ctx = systemContext(services, provider.tenantId, { requestId: request.id, name: provider.name })
  await ctx.write(async (tx) => {
    const { rows } = await sql<{ sessionId: string; userId: string }>`
      select * from control.end_sessions_of_subject(${provider.id}, ${said.subject}, ${said.sid}, ${now})`.execute(tx)
    await Promise.all(
      rows.flatMap(({ sessionId, userId }) => [
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
  return true
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
