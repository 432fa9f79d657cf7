import type { HandlerInput } from '@learnt/contract/endpoint'
import { flowMinutes } from '@learnt/contract/provider-kinds'
import type { providers } from '@learnt/contract/providers'
import type { Ctx } from '../../../platform/context.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { invalid, notFound, ProblemError } from '../../../platform/problem.ts'
import { hashToken, makeToken } from '../../../platform/session/token.ts'
import { isOwnAddress } from '../../accounts/policy.ts'
import { acceptsMethod } from '../../sessions/policy.ts'
import { findTeam, findTeamOfPage, type TeamView } from '../../teams/queries.ts'
import { methodOf } from '../policy.ts'
import { type FlowDetails, findProvider, type StoredProvider, startFlow } from '../queries.ts'
import { originOfPage, returnAddress } from './addresses.ts'
import { markBrowser } from './browser.ts'
import { facebookAddress } from './facebook.ts'
import { askingAgain, type Peer, signInAddress } from './oidc.ts'
import { checksOf, peerOf, usOf } from './peers.ts'
import { findWaysToProve } from './prove.ts'
import { asking, complaint, notOffered } from './refuse.ts'
import { samlAddress } from './saml.ts'
import { askingForMetadata, hasMetadata } from './user-metadata.ts'

type Body = HandlerInput<typeof providers.start>['body']

/** Remembers that this browser sets out for the provider, and answers where to. */
export async function startSignIn(call: PublicCall, providerId: string, body: Body): Promise<{ url: string }> {
  const { team, provider, peer } = await offered(call, providerId, body)
  const returnUrl = ownPath(body.returnUrl, await originOfPage(call))
  return setOut(call, provider, peer, {
    returnUrl,
    persists: body.persistUserSession,
    asksForMetadata: hasMetadata(peer, team),
  })
}

/** The same for somebody who is signed in and links what is found there: what comes back is good in this session alone. */
export async function startLinking(call: PublicCall, ctx: Ctx, providerId: string): Promise<{ url: string }> {
  const { provider, peer } = await ofOwnTeam(ctx, providerId)
  return setOut(call, provider, peer, { returnUrl: '', persists: false, linksFor: sessionOf(ctx) })
}

/** The same to prove afresh whose the session is: the provider must ask again, even if it just did. */
export async function startProof(call: PublicCall, ctx: Ctx, providerId: string): Promise<{ url: string }> {
  const [{ provider, peer }, ways] = await Promise.all([ofOwnTeam(ctx, providerId), findWaysToProve(ctx)])
  if (!ways.providers.some((one) => one.id === provider.id))
    throw new ProblemError('wrong-state', { detail: 'providers.noProof' })
  return setOut(call, provider, peer, { returnUrl: '', persists: false, provesFor: sessionOf(ctx) })
}

async function ofOwnTeam(ctx: Ctx, providerId: string): Promise<{ provider: StoredProvider; peer: Peer }> {
  const { actor, services } = ctx
  const [team, provider] = await Promise.all([
    ctx.read((tx) => findTeam(tx, actor.teamId)),
    findProvider(services.db, providerId),
  ])
  if (team === null || provider?.teamId !== team.id) throw notFound()
  const peer = isOffered(team, provider) ? peerOf(services, provider) : null
  if (peer === null) throw new ProblemError('wrong-state', { detail: 'providers.notOffered' })
  return { provider, peer }
}

function sessionOf({ actor }: Ctx): { userId: string; sessionId: string } {
  return { userId: actor.userId, sessionId: actor.sessionId ?? '' }
}

async function setOut(
  call: PublicCall,
  provider: StoredProvider,
  peer: Peer,
  {
    asksForMetadata = false,
    ...of
  }: Pick<FlowDetails, 'returnUrl' | 'persists' | 'linksFor' | 'provesFor'> & { readonly asksForMetadata?: boolean },
): Promise<{ url: string }> {
  const { services, now } = call
  const state = makeToken()
  const details: FlowDetails = {
    ...of,
    redirectUri: returnAddress(await originOfPage(call), provider.id),
    method: methodOf(provider.kind),
  }
  const { url, requestId } = await asking(call, provider, () =>
    addressOf(call, peer, {
      state,
      redirectUri: details.redirectUri,
      afresh: of.provesFor !== undefined,
      more: asksForMetadata ? askingForMetadata(peer) : {},
    }),
  )
  await startFlow(
    services.db,
    {
      tokenHash: hashToken(state),
      providerId: provider.id,
      browserHash: markBrowser(call),
      details: { ...details, ...(requestId === undefined ? {} : { requestId }) },
      expiresAt: new Date(now.getTime() + flowMinutes * 60_000),
    },
    now,
  )
  return { url }
}

async function addressOf(
  { services }: PublicCall,
  peer: Peer,
  of: { state: string; redirectUri: string; afresh: boolean; more: Record<string, string> },
): Promise<{ url: string; requestId?: string }> {
  const { state, redirectUri, afresh } = of
  if (peer.kind === 'saml') return samlAddress(peer, usOf(services, peer), state, afresh)
  const checks = checksOf(services, state, redirectUri)
  if (peer.kind === 'facebook') return { url: (await facebookAddress(peer, checks, afresh)).href }
  return { url: (await signInAddress(peer, checks, { ...of.more, ...(afresh ? askingAgain(peer) : {}) })).href }
}

/** A provider that the team of this page offers, open to be spoken with. Another team's does not exist here. */
export async function offered(
  call: PublicCall,
  providerId: string,
  body: Pick<Body, 'team' | 'tenant' | 'personalTermsAndCondition'>,
  { embedded = false } = {},
): Promise<{ team: TeamView; provider: StoredProvider; peer: Peer }> {
  const { services, request } = call
  const { db, settings } = services
  const team = await findTeamOfPage(db, settings, { host: request.hostname, team: body.team, tenant: body.tenant })
  const provider = await findProvider(db, providerId)
  if (provider?.teamId !== team.id) throw notFound()
  if (embedded && provider.kind !== 'okta') throw notFound()
  if (!isOffered(team, provider, embedded)) throw notOffered()
  if (team.config.showPersonalTermsConditions && !body.personalTermsAndCondition)
    throw invalid({ 'body.personalTermsAndCondition': 'acceptTerms' })
  const peer = peerOf(services, provider)
  if (peer === null) throw complaint('username', 'invalid-api-key', 'providers.misconfigured')
  return { team, provider, peer }
}

export function isOffered(team: TeamView, provider: StoredProvider, embedded = false): boolean {
  return team.tenantStatus === 'active' && provider.isEnabled && acceptsMethod(team, methodOf(provider.kind, embedded))
}

/** Where to go on: a page of ours, never another site's. */
export function ownPath(asked: string | undefined, origin: string): string {
  if (asked === undefined || asked === '') return ''
  // Tabs, line breaks and backslashes mean one thing to us and another to a browser.
  const isPlain = /^[\x21-\x5b\x5d-\x7e\u00a1-\uffff]+$/.test(asked)
  if (!isPlain || !isOwnAddress(asked, [new URL(origin).hostname]))
    throw invalid({ 'body.returnUrl': 'foreignAddress' })
  const url = new URL(asked, origin)
  // Dots before it make a path that begins as another site's address.
  if (url.origin !== origin || url.pathname.startsWith('//')) throw invalid({ 'body.returnUrl': 'foreignAddress' })
  return `${url.pathname}${url.search}${url.hash}`
}
