import { createHash } from 'node:crypto'
import { cutText } from '@learnt/contract/cut-text'
import type { ProviderKind } from '@learnt/contract/provider-kinds'
import type { ProviderConfig } from '@learnt/contract/providers'
import { tidyAddress } from '@learnt/contract/text'
import { webAddress } from '@learnt/contract/values'
import type { JSONWebKeySet, JWTPayload } from 'jose'
import type * as client from 'openid-client'
import { z } from 'zod'
import { ask, type Outgoing, OutgoingRefused } from '../../../platform/outgoing.ts'
import type { Asserted } from '../queries.ts'
import { ProviderRefusal } from './refusal.ts'

/** A provider as its protocol is spoken: with the secret, and with how far the server may reach. */
export interface Peer {
  readonly id: string
  readonly revision: number
  readonly kind: ProviderKind
  readonly config: ProviderConfig
  readonly secret: string
  readonly mayBePrivate: boolean
}

/** What a sign-in is bound to; the same again when it comes back. */
export interface Checks {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

// Browsers are sent there, and we go there ourselves.
const address = webAddress().min(1)

const Metadata = z.looseObject({
  issuer: z.string().min(1),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: address.optional(),
  // An address that makes no sense is ignored.
  end_session_endpoint: address.optional().catch(undefined),
})
type Metadata = z.infer<typeof Metadata>

/** How long what a provider says of itself is believed. */
const METADATA_MS = 10 * 60_000
const known = new Map<string, { metadata: Metadata; until: number }>()

/** Where the provider is, by its kind: the address under which its discovery document stands. */
export function issuerAddress({ kind, config }: Pick<Peer, 'kind' | 'config'>): string {
  const base = config.baseUrl.replace(/\/\.well-known\/openid-configuration$/, '').replace(/\/+$/, '')
  if (kind === 'google') return base || 'https://accounts.google.com'
  if (kind === 'microsoft')
    return `${base || 'https://login.microsoftonline.com'}/${config.tenantId || 'organizations'}/v2.0`
  return base
}

/** The provider's own description of itself; kept for ten minutes unless `afresh`. */
export async function discover(peer: Peer, { afresh = false } = {}): Promise<Metadata> {
  const key = `${peer.id}:${peer.revision}`
  const kept = known.get(key)
  if (!afresh && kept && kept.until > Date.now()) return kept.metadata
  const address = issuerAddress(peer)
  const answer = await reach(peer, new URL(`${address}/.well-known/openid-configuration`), {
    headers: { accept: 'application/json' },
  })
  if (answer.status !== 200)
    throw new ProviderRefusal('unreachable', { code: 'discovery', description: `HTTP ${answer.status}` })
  const metadata = Metadata.safeParse(await answer.json().catch(() => null))
  if (!metadata.success) throw new ProviderRefusal('refused', { code: 'discovery' })
  if (!isIssuerOf(peer, metadata.data.issuer))
    throw new ProviderRefusal('refused', { code: 'issuer', description: cutText(metadata.data.issuer, 200) })
  if (known.size >= 1000) known.clear()
  known.set(key, { metadata: metadata.data, until: Date.now() + METADATA_MS })
  return metadata.data
}

const directoryMark = '{tenantid}'
const directoryId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The issuer has to be where the document stands. Microsoft answers with the directory's id in place of its name, and for
 * directories that are shared with `{tenantid}`, which each token fills in.
 */
function isIssuerOf(peer: Peer, issuer: string): boolean {
  const address = issuerAddress(peer)
  const plain = issuer.replace(/\/+$/, '')
  if (plain === address) return true
  if (peer.kind !== 'microsoft') return false
  const wanted = peer.config.tenantId || 'organizations'
  if (directoryId.test(wanted)) return false
  const [before = '', after = ''] = address.split(`/${wanted}/`)
  const directory = plain.slice(before.length + 1, plain.length - after.length - 1)
  return plain === `${before}/${directory}/${after}` && (directory === directoryMark || directoryId.test(directory))
}

async function configurationOf(peer: Peer, metadata: Metadata, fetch = fetchFor(peer)): Promise<client.Configuration> {
  const client = await import('openid-client')
  const configuration = new client.Configuration(
    metadata as unknown as client.ServerMetadata,
    peer.config.clientId,
    peer.secret === '' ? undefined : { client_secret: peer.secret },
    peer.secret === ''
      ? client.None()
      : (takesPost(metadata) ? client.ClientSecretPost : client.ClientSecretBasic)(peer.secret),
  )
  if (peer.mayBePrivate) client.allowInsecureRequests(configuration)
  // Tokens that come straight from the provider are looked at like any other: where plain http is allowed too.
  client.enableNonRepudiationChecks(configuration)
  configuration[client.customFetch] = fetch
  configuration.timeout = 10
  return configuration
}

/** The secret in the body; Basic is what a server that says nothing takes (OpenID Connect Discovery, section 3). */
function takesPost({ token_endpoint_auth_methods_supported: ways }: Metadata): boolean {
  return Array.isArray(ways) && ways.includes('client_secret_post')
}

/** Where to send the browser. */
export async function signInAddress(peer: Peer, checks: Checks, more: Record<string, string> = {}): Promise<URL> {
  const metadata = await discover(peer)
  const { buildAuthorizationUrl } = await import('openid-client')
  return buildAuthorizationUrl(await configurationOf(peer, metadata), {
    redirect_uri: checks.redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: createHash('sha256').update(checks.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(peer.kind === 'microsoft' ? { prompt: 'consent' } : {}),
    ...more,
  })
}

/** Makes it ask who is there although it knows already. Google takes no `login`: it has the account chosen anew. */
export function askingAgain({ kind }: Peer): Record<string, string> {
  return { prompt: kind === 'google' ? 'select_account' : 'login', max_age: '0' }
}

/** Reads what the provider put into the address of the way back; throws a ProviderRefusal for whatever does not hold. */
export async function readReturn(peer: Peer, query: string, checks: Checks): Promise<Asserted> {
  const metadata = await discover(peer)
  const client = await import('openid-client')
  const address = new URL(checks.redirectUri)
  address.search = query
  const grant: Grant = (configuration, at = address) =>
    client.authorizationCodeGrant(configuration, at, {
      expectedState: checks.state,
      expectedNonce: checks.nonce,
      pkceCodeVerifier: checks.verifier,
      idTokenExpected: true,
    })
  return translated(async () => {
    const { configuration, tokens } = metadata.issuer.includes(directoryMark)
      ? await grantOfDirectory(peer, metadata, address, grant)
      : await grantOf(await configurationOf(peer, metadata), grant)
    const claims = tokens.claims()
    if (!claims) throw new ProviderRefusal('refused', { code: 'id_token' })
    const there = {
      ...(typeof claims.sid === 'string' && claims.sid !== '' ? { sid: cutText(claims.sid, 1000) } : {}),
      ...(tokens.id_token ? { hint: tokens.id_token } : {}),
      ...(typeof claims.auth_time === 'number' ? { shownAt: claims.auth_time * 1000 } : {}),
      ...(peer.kind === 'auth0' ? { token: tokens.access_token } : {}),
    }
    if (typeof claims.email === 'string' || metadata.userinfo_endpoint === undefined)
      return { ...assertedBy(peer, claims), ...there }
    // Some keep the address out of the token.
    const info = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return { ...assertedBy(peer, { ...info, ...claims }), ...there }
  })
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>
type Grant = (configuration: client.Configuration, at?: URL) => Promise<Tokens>

async function grantOf(configuration: client.Configuration, grant: Grant) {
  return { configuration, tokens: await grant(configuration) }
}

/**
 * For a directory that many tenants share: only the token's `tid` says which issuer it must name, so the answer is
 * fetched once and read by the library under that issuer.
 */
async function grantOfDirectory(peer: Peer, metadata: Metadata, address: URL, grant: Grant) {
  let text = ''
  const held = fetchFor(peer)
  const first = await configurationOf(peer, metadata, async (address, options) => {
    const answer = await held(address, options)
    if (address !== metadata.token_endpoint) return answer
    text = await answer.text()
    return new Response(text, { status: answer.status, headers: answer.headers })
  })
  // Refused in any case: no token names a directory `{tenantid}`. What it was for is the answer.
  const unnamed = new URL(address)
  unnamed.searchParams.delete('iss')
  const failure = await grant(first, unnamed).then(
    () => new ProviderRefusal('refused', { code: 'issuer' }),
    (error: unknown) => error,
  )
  const directory = await directoryOf(text)
  if (directory === null) throw failure
  const configuration = await configurationOf(
    peer,
    { ...metadata, issuer: metadata.issuer.replace(directoryMark, directory) },
    async (address, options) =>
      address === metadata.token_endpoint
        ? new Response(text, { headers: { 'content-type': 'application/json' } })
        : held(address, options),
  )
  return { configuration, tokens: await grant(configuration) }
}

async function directoryOf(answer: string): Promise<string | null> {
  const { decodeJwt } = await import('jose')
  try {
    const { id_token: token } = JSON.parse(answer) as { id_token?: unknown }
    const { tid } = decodeJwt(String(token))
    return typeof tid === 'string' && directoryId.test(tid) ? tid : null
  } catch {
    return null
  }
}

/** Signatures that providers use; never one without a key. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** An ID token that a sign-in widget of the provider has got: made for us, just now. */
export async function readWidgetToken(peer: Peer, token: string): Promise<{ asserted: Asserted; expiresAt: Date }> {
  const metadata = await discover(peer)
  const answer = await reach(peer, new URL(metadata.jwks_uri), { headers: { accept: 'application/json' } })
  return translated(async () => {
    const { createLocalJWKSet, jwtVerify } = await import('jose')
    const keys = createLocalJWKSet((await answer.json()) as JSONWebKeySet)
    const { payload } = await jwtVerify(token, keys, {
      issuer: metadata.issuer,
      audience: peer.config.clientId,
      algorithms,
      maxTokenAge: '5 minutes',
      clockTolerance: 30,
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    // Made for somebody else who may hand it on (OpenID Connect Core, 3.1.3.7).
    if (payload.azp !== undefined && payload.azp !== peer.config.clientId)
      throw new ProviderRefusal('refused', { code: 'azp' })
    return { asserted: assertedBy(peer, payload), expiresAt: new Date((payload.exp ?? 0) * 1000) }
  })
}

/** Where to send the browser to sign out there as well; null: the provider has no such address. */
export async function signOutAddress(peer: Peer, of: { hint: string; backTo: string }): Promise<URL | null> {
  const { end_session_endpoint: endpoint } = await discover(peer)
  if (endpoint === undefined || (new URL(endpoint).protocol === 'http:' && !peer.mayBePrivate)) return null
  const address = new URL(endpoint)
  address.searchParams.set('client_id', peer.config.clientId)
  address.searchParams.set('post_logout_redirect_uri', of.backTo)
  if (of.hint !== '') address.searchParams.set('id_token_hint', of.hint)
  return address
}

const backChannelEvent = 'http://schemas.openid.net/event/backchannel-logout'
const text = z.string().min(1).max(1000)
const LogoutClaims = z
  .looseObject({
    iss: text,
    exp: z.number(),
    jti: text,
    sub: text.optional(),
    sid: text.optional(),
    events: z.looseObject({ [backChannelEvent]: z.record(z.string(), z.unknown()) }),
    // With one it would be an ID token, which somebody else may have got hold of.
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

/** Who has signed out at the provider, and by which token: OpenID Connect Back-Channel Logout 1.0, section 2.6. */
export async function readLogoutToken(
  peer: Peer,
  token: string,
): Promise<{ subject: string; sid: string; jti: string; expiresAt: Date }> {
  const metadata = await discover(peer)
  const answer = await reach(peer, new URL(metadata.jwks_uri), { headers: { accept: 'application/json' } })
  return translated(async () => {
    const { createLocalJWKSet, jwtVerify } = await import('jose')
    const keys = createLocalJWKSet((await answer.json()) as JSONWebKeySet)
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      ...(metadata.issuer.includes(directoryMark) ? {} : { issuer: metadata.issuer }),
      audience: peer.config.clientId,
      algorithms,
      maxTokenAge: '5 minutes',
      clockTolerance: 30,
      requiredClaims: ['iss', 'aud', 'iat', 'exp', 'jti', 'events'],
    })
    const { typ } = protectedHeader
    if (typ !== undefined && !['logout+jwt', 'application/logout+jwt', 'jwt'].includes(typ.toLowerCase()))
      throw new ProviderRefusal('refused', { code: 'typ' })
    const claims = LogoutClaims.safeParse(payload)
    if (!claims.success) throw new ProviderRefusal('refused', { code: 'logout_token' })
    const { iss, sub, sid, jti, exp } = claims.data
    if (!isIssuerOf(peer, iss) && iss !== metadata.issuer) throw new ProviderRefusal('refused', { code: 'issuer' })
    return { subject: sub ?? '', sid: sid ?? '', jti, expiresAt: new Date(exp * 1000) }
  })
}

/**
 * An address counts as proved if the provider says so. A directory's administrator writes Microsoft's claim, so it
 * counts for the one named directory, and else only where Microsoft says that the domain is theirs.
 */
export function assertedBy(
  peer: Pick<Peer, 'kind' | 'config'>,
  claims: JWTPayload | client.UserInfoResponse,
): Asserted {
  const text = (name: string) => {
    const value = (claims as Record<string, unknown>)[name]
    return typeof value === 'string' ? cutText(value.trim(), 254) : ''
  }
  const flag = (name: string) => {
    const value = (claims as Record<string, unknown>)[name]
    return value === true || value === 'true' || value === 1 || value === '1'
  }
  const { kind, config } = peer
  const isOwnDirectory =
    kind === 'microsoft' && !['', 'common', 'organizations', 'consumers'].includes(config.tenantId.toLowerCase())
  const [firstOfName = '', ...restOfName] = text('name').split(/\s+/)
  if (typeof claims.sub !== 'string' || claims.sub === '' || claims.sub.length > 255)
    throw new ProviderRefusal('refused', { code: 'sub' })
  return {
    subject: claims.sub,
    email: tidyAddress(text('email')),
    isEmailProved:
      kind === 'microsoft'
        ? isOwnDirectory || flag('xms_edov')
        : flag('email_verified') ||
          (config.trustsEmail && (claims as Record<string, unknown>).email_verified === undefined),
    firstName: text('given_name') || firstOfName,
    lastName: text('family_name') || restOfName.join(' '),
  }
}

/** The library's requests, by the guarded way out. */
export function fetchFor(peer: Pick<Peer, 'mayBePrivate'>): client.CustomFetch {
  return (address, { method, headers, body }) =>
    reach(peer, new URL(address), {
      method,
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
    })
}

export async function reach(peer: Pick<Peer, 'mayBePrivate'>, address: URL, options: Outgoing): Promise<Response> {
  try {
    return await ask(address, { ...options, headers: { 'user-agent': 'Learnt', ...withLength(options) } }, peer)
  } catch (error) {
    if (error instanceof OutgoingRefused) throw new ProviderRefusal('unreachable', { code: error.reason, cause: error })
    throw error
  }
}

function withLength({ headers, body }: Outgoing): Record<string, string> {
  return body === undefined ? { ...headers } : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
}

/** The libraries' errors as one. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw await refusalOf(error)
  }
}

async function refusalOf(error: unknown): Promise<unknown> {
  if (error instanceof ProviderRefusal) return error
  const client = await import('openid-client')
  if (error instanceof client.AuthorizationResponseError)
    return new ProviderRefusal('said', { code: error.error, description: error.error_description ?? '', cause: error })
  if (error instanceof client.ResponseBodyError)
    return new ProviderRefusal('refused', {
      code: error.error,
      description: error.error_description ?? '',
      cause: error,
    })
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderRefusal) return cause
  const code = (error as { code?: unknown }).code
  return error instanceof Error
    ? new ProviderRefusal('refused', { code: typeof code === 'string' ? code : '', cause: error })
    : error
}
