import type { PublicCall } from '../../../platform/http/route.ts'
import { hashToken, makeToken } from '../../../platform/session/token.ts'
import { teamAddress } from '../../../platform/tenant/team-address.ts'
import { isOwnAddress } from '../../accounts/policy.ts'
import { findTeam } from '../../teams/queries.ts'
import { methodOf } from '../policy.ts'
import { type FlowDetails, findFlow, type StoredProvider, startFlow, takeAssertion, takeFlow } from '../queries.ts'
import { returnAddress } from './addresses.ts'
import { peerOf, usOf } from './peers.ts'
import { readForm } from './read-form.ts'
import { ProviderRefusal } from './refusal.ts'
import { answerInThread } from './saml-thread.ts'
import { ownPath } from './start.ts'

/** A redirect away. */
const FETCH_MS = 2 * 60_000

/**
 * Takes the answer that an identity provider's page posts. It brings no cookies, so the answer waits under a code for
 * the browser that set out. Answers the address of the page that fetches it, or reports the fault (`failed`, a word of
 * ours).
 */
export async function takeSamlAnswer(call: PublicCall, provider: StoredProvider): Promise<string> {
  const { services, request, now } = call
  const { db, settings } = services
  const form = await readForm(request.raw)
  const relay = form.get('RelayState') ?? ''
  const state = /^[\w-]{43}$/.test(relay) ? hashToken(relay) : null
  const flow = state && (await findFlow(db, state, provider.id, now))
  const home = teamAddress(settings, (await db.control((tx) => findTeam(tx, provider.teamId)))?.mainDomain ?? '')
  const back = flow?.details.redirectUri ?? returnAddress(home, provider.id)
  const failed = (why: 'over' | 'refused' | 'said') => `${back}?failed=${why}`
  if (!flow && !provider.config.allowsUnasked) return failed('over')
  const peer = peerOf(services, provider)
  if (peer === null) return failed('refused')

  const answer = await answerInThread(
    peer,
    usOf(services, peer),
    form.get('SAMLResponse') ?? '',
    flow?.details.requestId ?? null,
  ).catch((error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error
    services.log.warn(
      {
        requestId: request.id,
        tenant: provider.tenantId,
        provider: provider.id,
        why: error.why,
        code: error.code,
        err: error.cause,
      },
      'provider refused',
    )
    return error
  })
  if (answer instanceof ProviderRefusal) return failed(answer.why === 'said' ? 'said' : 'refused')
  // In this order: a replay finds the flow used up, and a flow still open needs an assertion of its own.
  if (flow && state && (await takeFlow(db, state, flow.browserHash, now)) === null) return failed('over')
  if (!(await takeAssertion(db, provider.id, answer.assertion, answer.expiresAt))) return failed('over')

  const code = makeToken()
  const details: FlowDetails = flow?.details ?? {
    redirectUri: back,
    returnUrl: pathIn(relay, new URL(back).origin),
    persists: false,
    method: methodOf('saml'),
  }
  await startFlow(
    db,
    {
      tokenHash: hashToken(code),
      providerId: provider.id,
      browserHash: flow?.browserHash ?? null,
      details,
      profile: answer.asserted,
      expiresAt: new Date(now.getTime() + FETCH_MS),
    },
    now,
  )
  return `${back}?result=${code}`
}

/** Many providers let their administrators write a page of ours there. */
function pathIn(relay: string, origin: string): string {
  try {
    return isOwnAddress(relay, []) ? ownPath(relay, origin) : ''
  } catch {
    return ''
  }
}
