import { api } from '@learnt/contract'
import { authorize, canOf } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { type PublicCall, publicRoute, type Route, rawRoute, route } from '../../platform/http/route.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import { requireFreshProof } from '../../platform/session/fresh-proof.ts'
import { teamAddress } from '../../platform/tenant/team-address.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'
import { findTeam } from '../teams/queries.ts'
import { exchangeWidgetToken, signInEmbedded } from './commands/embedded.ts'
import { finishSignIn } from './commands/finish.ts'
import { linkWaiting, unlink } from './commands/link.ts'
import { peerOf, usOf } from './commands/peers.ts'
import { findWaysToProve } from './commands/prove.ts'
import { readForm } from './commands/read-form.ts'
import { samlMetadata } from './commands/saml.ts'
import type { LogoutMessage } from './commands/saml-logout.ts'
import { acceptMethods, changeProvider, createProvider, removeProvider } from './commands/save-provider.ts'
import { addressToSignOut, takeLogoutToken, takeSamlLogout } from './commands/sign-out.ts'
import { startLinking, startProof, startSignIn } from './commands/start.ts'
import { takeSamlAnswer } from './commands/take-saml-answer.ts'
import { testProvider } from './commands/test-provider.ts'
import { providerPolicy } from './policy.ts'
import { presentIdentity, presentMethods, presentProvider } from './present.ts'
import { findProvider, listIdentities, listProviders, listTeamMethods, type StoredProvider } from './queries.ts'

export const providerRoutes: Route[] = [
  route(api.providers.list, async ({ ctx, query }) => {
    const tenantId = manageable(ctx, query.tenantId)
    const { items, teams } = await readAll(ctx, tenantId)
    return { items, teams: teams.map(presentMethods), can: canOf(ctx.actor, providerPolicy, { tenantId }) }
  }),

  route(api.providers.create, async ({ ctx, body }) => {
    const tenantId = manageable(ctx, body.tenantId)
    return presentSaved(ctx, tenantId, await createProvider(ctx, tenantId, body))
  }),

  route(api.providers.change, async ({ ctx, params, body }) => {
    const provider = await findManaged(ctx, params.providerId)
    await changeProvider(ctx, provider, body)
    return presentSaved(ctx, provider.tenantId, provider.id)
  }),

  route(api.providers.remove, async ({ ctx, params }) => {
    await removeProvider(ctx, await findManaged(ctx, params.providerId))
    return undefined
  }),

  route(api.providers.test, async ({ ctx, params }) => testProvider(ctx, await findManaged(ctx, params.providerId))),

  route(api.providers.acceptMethods, async ({ ctx, body }) => {
    const tenantId = manageable(ctx, body.tenantId)
    await acceptMethods(ctx, tenantId, body)
    const teams = await reading(ctx, tenantId)(listTeamMethods)
    const team = teams.find((one) => one.id === body.teamId)
    if (!team) throw notFound()
    return presentMethods(team)
  }),

  publicRoute(api.providers.start, (call) => startSignIn(call, call.params.providerId, call.body)),

  publicRoute(api.providers.finish, (call) => finishSignIn(call, call.body)),

  publicRoute(api.providers.embedded, (call) => signInEmbedded(call, call.params.providerId, call.body)),

  publicRoute(api.providers.oktaToken, async (call) => {
    const { authorization = '' } = call.request.headers
    const token = await exchangeWidgetToken(call, {
      token: /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1] ?? '',
      orgUrl: call.body.oktaOrgUrl,
      tenantId: headerOf(call, 'tenant'),
      teamId: headerOf(call, 'team'),
    })
    return { data: { token } }
  }),

  route(api.providers.identities, async ({ ctx }) => ({
    items: (await ctx.read((tx) => listIdentities(tx, ctx.actor.userId))).map(presentIdentity),
  })),

  route(api.providers.linkWaiting, async ({ ctx, request }) => ({ linked: await linkWaiting(ctx, request) })),

  // Not kept with its key: the address is one browser's way, once.
  publicRoute(api.providers.startLinking, async (call) => {
    if (call.ctx === null) throw new ProblemError('not-signed-in')
    await requireFreshProof(call.ctx)
    return startLinking(call, call.ctx, call.params.providerId)
  }),

  route(api.providers.waysToProve, ({ ctx }) => findWaysToProve(ctx)),

  publicRoute(api.providers.startProof, async (call) => {
    if (call.ctx === null) throw new ProblemError('not-signed-in')
    return startProof(call, call.ctx, call.params.providerId)
  }),

  publicRoute(api.providers.beginSignOut, async (call) => {
    if (call.ctx === null) throw new ProblemError('not-signed-in')
    return { url: await addressToSignOut(call, call.ctx) }
  }),

  rawRoute(api.providers.backChannelLogout, async (call) => {
    const provider = await findNamed(call)
    const isTaken = provider !== null && (await takeLogoutToken(call, provider))
    call.reply.header('cache-control', 'no-store').code(isTaken ? 200 : 400)
    return call.reply.send(isTaken ? {} : { error: 'invalid_request' })
  }),

  rawRoute(api.providers.samlSignedOut, (call) => {
    const [, query = ''] = (call.request.raw.url ?? '').split(/\?(.*)/s)
    const isRequest = new URLSearchParams(query).has('SAMLRequest')
    return signOutBySaml(call, isRequest ? { binding: 'redirect', query } : null)
  }),
  rawRoute(api.providers.samlSignedOutPost, async (call) => {
    const form = await readForm(call.request.raw)
    const [request, relayState] = [form.get('SAMLRequest'), form.get('RelayState') ?? '']
    return signOutBySaml(call, request === null ? null : { binding: 'post', request, relayState })
  }),

  route(api.providers.unlink, async ({ ctx, params }) => {
    await requireFreshProof(ctx)
    await unlink(ctx, params.identityId)
    return undefined
  }),

  rawRoute(api.providers.samlMetadata, async (call) => {
    const provider = await findSaml(call)
    const peer = peerOf(call.services, provider)
    if (peer === null) throw new ProblemError('wrong-state', { detail: 'providers.misconfigured' })
    return call.reply
      .type('application/samlmetadata+xml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="learnt-metadata.xml"')
      .send(await samlMetadata(peer, usOf(call.services, peer)))
  }),

  rawRoute(api.providers.samlAnswer, async (call) =>
    // 303: what was posted here is not posted on.
    call.reply.redirect(await takeSamlAnswer(call, await findSaml(call)), 303),
  ),
]

/** The tenant asked for, or one's own; refused where the caller has no say about its providers. */
function manageable({ actor }: Ctx, asked: string | undefined): string {
  const tenantId = asked ?? actor.tenantId
  authorize(actor, providerPolicy.manage, { tenantId })
  return tenantId
}

async function findManaged(ctx: Ctx, id: string): Promise<StoredProvider> {
  const provider = await findProvider(ctx.services.db, id)
  authorize(ctx.actor, providerPolicy.manage, provider)
  return provider
}

function reading(ctx: Ctx, tenantId: string) {
  return <T>(fn: (tx: ReadTx) => Promise<T>) =>
    ctx.actor.tenantId === tenantId ? ctx.read(fn) : ctx.services.db.tenant(mintTenantId(tenantId)).read(fn)
}

async function readAll(ctx: Ctx, tenantId: string) {
  const [rows, teams] = await reading(ctx, tenantId)((tx) => Promise.all([listProviders(tx), listTeamMethods(tx)]))
  const teamOf = (id: string) => teams.find((team) => team.id === id)
  const items = rows.map((one) => presentProvider(ctx.actor, one, teamOf(one.teamId), ctx.services.settings))
  return { items, teams }
}

async function presentSaved(ctx: Ctx, tenantId: string, id: string) {
  const saved = (await readAll(ctx, tenantId)).items.find((one) => one.id === id)
  if (!saved) throw notFound()
  return saved
}

/** Somebody signs out there, or comes back from it: nothing hangs on that, they have signed out here already. */
async function signOutBySaml(call: PublicCall, message: LogoutMessage | null): Promise<unknown> {
  const provider = await findSaml(call)
  const team = await call.services.db.control((tx) => findTeam(tx, provider.teamId))
  const login = `${teamAddress(call.services.settings, team?.mainDomain ?? '')}/login`
  const target = message === null ? login : await takeSamlLogout(call, provider, message, login)
  return call.reply.header('cache-control', 'no-store').redirect(target, 303)
}

async function findSaml(call: PublicCall): Promise<StoredProvider> {
  const provider = await findNamed(call)
  if (provider?.kind !== 'saml' || !provider.isEnabled) throw notFound()
  return provider
}

async function findNamed({ services, request }: PublicCall): Promise<StoredProvider | null> {
  const { providerId = '' } = request.params as { providerId?: string }
  const isId = api.providers.remove.params.safeParse({ providerId }).success
  return isId ? findProvider(services.db, providerId) : null
}

/** `tenantid`, `tenant-id` or `x-tenant-id`: the specification names no spelling. */
function headerOf({ request }: PublicCall, what: 'tenant' | 'team'): string {
  const { headers } = request
  return String(headers[`${what}id`] ?? headers[`${what}-id`] ?? headers[`x-${what}-id`] ?? '')
}
