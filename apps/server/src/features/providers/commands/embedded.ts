import type { HandlerInput, Presented } from '@learnt/contract/endpoint'
import { flowMinutes } from '@learnt/contract/provider-kinds'
import type { providers, Return } from '@learnt/contract/providers'
import type { PublicCall } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { type Attempt, takeAttempt } from '../../../platform/session/lock-out.ts'
import { hashToken, makeToken } from '../../../platform/session/token.ts'
import { refuseBlocked } from '../../accounts/commands/refuse.ts'
import { findTeam } from '../../teams/queries.ts'
import { listOktaProviders, startFlow, takeAssertion } from '../queries.ts'
import { originOfPage, returnAddress } from './addresses.ts'
import { admit } from './admit.ts'
import { markBrowser } from './browser.ts'
import { readWidgetToken } from './oidc.ts'
import { signInAtOkta } from './okta.ts'
import { checksOf, peerOf } from './peers.ts'
import { ProviderRefusal } from './refusal.ts'
import { asking } from './refuse.ts'
import { isOffered, offered, ownPath } from './start.ts'

type Body = HandlerInput<typeof providers.embedded>['body']

/** Signs in by name and password of an Okta organisation, without leaving the page. */
export async function signInEmbedded(
  call: PublicCall,
  providerId: string,
  body: Body,
): Promise<Presented<typeof Return>> {
  const { services, request, now } = call
  const { team, provider, peer } = await offered(call, providerId, body, { embedded: true })
  const attempt: Attempt = {
    userId: null,
    typed: `${provider.id} ${body.username}`,
    tenantId: team.tenantId,
    address: request.ip,
    knownDevice: null,
  }
  refuseBlocked(await takeAttempt(services.db, attempt, now), now, 'body.username', 'signIn.blocked')
  const origin = await originOfPage(call)
  const returnUrl = ownPath(body.returnUrl, origin)
  const checks = checksOf(services, makeToken(), returnAddress(origin, provider.id))
  const { username, password } = body
  const asserted = await asking(call, provider, () => signInAtOkta(peer, { username, password }, checks))
  return admit(call, {
    team,
    provider,
    asserted,
    method: 'widget',
    persists: body.persistUserSession,
    returnUrl,
    attempt,
  })
}

/**
 * The exchange of the specification's section 7: a token of Okta's own sign-in widget for a code that this browser finishes
 * with. Only what the token says counts; each is taken once.
 */
export async function exchangeWidgetToken(
  call: PublicCall,
  of: { token: string; orgUrl: string; tenantId: string; teamId: string },
): Promise<string> {
  const { services, now } = call
  const { db } = services
  const team = await db.control((tx) => findTeam(tx, of.teamId))
  if (team?.tenantId !== of.tenantId) throw invalidToken()
  const provider = (await listOktaProviders(db, team.id)).find(
    (one) => originOf(one.config.baseUrl) === originOf(of.orgUrl) && isOffered(team, one, true),
  )
  const peer = provider && peerOf(services, provider)
  if (!provider || !peer) throw invalidToken()
  const { asserted, expiresAt } = await readWidgetToken(peer, of.token).catch((error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error
    services.log.warn(
      { requestId: call.request.id, tenant: team.tenantId, provider: provider.id, code: error.code, err: error.cause },
      'provider refused',
    )
    throw invalidToken()
  })
  if (!(await takeAssertion(db, provider.id, hashToken(of.token), new Date(expiresAt.getTime() + 60_000))))
    throw invalidToken()
  const code = makeToken()
  const origin = await originOfPage(call)
  await startFlow(
    db,
    {
      tokenHash: hashToken(code),
      providerId: provider.id,
      browserHash: markBrowser(call),
      details: { redirectUri: returnAddress(origin, provider.id), returnUrl: '', persists: false, method: 'widget' },
      profile: asserted,
      expiresAt: new Date(now.getTime() + flowMinutes * 60_000),
    },
    now,
  )
  return code
}

function invalidToken(): ProblemError {
  return new ProblemError('invalid-input', {
    errors: [{ path: 'body.oktaOrgUrl', message: 'providers.invalidToken', code: 'invalid-custom-token' }],
    detail: 'providers.invalidToken',
  })
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}
