import type { HandlerInput, Presented } from '@learnt/contract/endpoint'
import type { providers, Return } from '@learnt/contract/providers'
import { authMethods } from '@learnt/contract/session'
import type { Ctx } from '../../../platform/context.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { hashToken } from '../../../platform/session/token.ts'
import { findTeam } from '../../teams/queries.ts'
import {
  type Asserted,
  type FlowDetails,
  findProvider,
  type StoredProvider,
  type TakenFlow,
  takeFlow,
} from '../queries.ts'
import { admit } from './admit.ts'
import { readBrowser } from './browser.ts'
import { readFacebookReturn } from './facebook.ts'
import { linkAsserted } from './link.ts'
import { readReturn } from './oidc.ts'
import { checksOf, peerOf } from './peers.ts'
import { proveAsserted } from './prove.ts'
import { asking, complaint, flowOver, notOffered } from './refuse.ts'
import { isOffered } from './start.ts'
import { keepMetadata } from './user-metadata.ts'

type Body = HandlerInput<typeof providers.finish>['body']

/**
 * Comes back from a provider: by the state that this browser set out with, or by the code under which an answer waits that
 * the server took in itself.
 */
export async function finishSignIn(call: PublicCall, { query, providerId }: Body): Promise<Presented<typeof Return>> {
  const { services, now } = call
  const said = new URLSearchParams(query)
  const result = said.get('result')
  const state = said.get('state')
  const token = result ?? state
  if (token === null || !/^[\w-]{43}$/.test(token)) throw flowOver()
  const flow = await takeFlow(services.db, hashToken(token), readBrowser(call), now)
  // NOTE: a flow begun to link is never a sign-in, and opens nothing to a person who took the browser over.
  const linking = flow?.details.linksFor
  const own = linking ?? flow?.details.provesFor
  if (own && !isSession(call.ctx, own)) throw flowOver()
  // A person who owes a second factor may show who they are, and change nothing.
  if (linking && call.request.session?.owesFactor) throw new ProblemError('second-factor-required')
  // An answer that waits is fetched by its code alone, and a state by the address that the provider made.
  if (flow === null || (flow.profile === null) !== (result === null)) throw flowOver()
  // NOTE: else a provider could lead the browser on to an honest one, and would be handed the code that came of it.
  if (result === null && providerId !== flow.providerId) throw flowOver()
  const provider = await findProvider(services.db, flow.providerId)
  if (provider === null) throw notOffered()
  // The session may have moved to another tenant meanwhile: the link would be audited there.
  if (own && provider.tenantId !== call.ctx?.actor.tenantId) throw flowOver()
  const team = await services.db.control((tx) => findTeam(tx, provider.teamId))
  const method = authMethods.find((one) => one === flow.details.method)
  if (team === null || method === undefined || !isOffered(team, provider, method === 'widget')) throw notOffered()
  const asserted = flow.profile ?? (await asking(call, provider, () => readAnswer(call, provider, flow, query, token)))
  const { persists, returnUrl } = flow.details
  if (linking && call.ctx) return linkAsserted(call.ctx, provider, asserted)
  if (own && call.ctx) return proveAsserted(call.ctx, provider, asserted)
  const answer = await admit(call, { team, provider, asserted, method, persists, returnUrl })
  if (answer.me && asserted.token !== undefined) {
    const { userId, teamId } = answer.me
    await keepMetadata(call, { team, provider, asserted, token: asserted.token, userId, teamId })
  }
  return answer
}

function isSession(ctx: Ctx | null, { userId, sessionId }: NonNullable<FlowDetails['linksFor']>): boolean {
  return (
    ctx !== null && ctx.actor.impersonator === null && ctx.actor.userId === userId && ctx.actor.sessionId === sessionId
  )
}

async function readAnswer(
  { services }: PublicCall,
  provider: StoredProvider,
  { details }: TakenFlow,
  query: string,
  state: string,
): Promise<Asserted> {
  const peer = peerOf(services, provider)
  if (peer === null) throw complaint('username', 'invalid-api-key', 'providers.misconfigured')
  // A SAML answer comes to an address of its own, and is fetched by its code.
  if (peer.kind === 'saml') throw flowOver()
  const checks = checksOf(services, state, details.redirectUri)
  return peer.kind === 'facebook' ? readFacebookReturn(peer, query, checks) : readReturn(peer, query, checks)
}
