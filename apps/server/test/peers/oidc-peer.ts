/// <reference path="./oidc-provider.d.ts" />
import { Provider } from 'oidc-provider'
import { listen } from './listen.ts'

/** The person as the service describes them. */
export interface PeerPerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
  readonly name?: string
  readonly [claim: string]: unknown
}

export interface OidcPeer {
  readonly origin: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where it redirects people. One that ends with a slash also allows all addresses below it. */
  readonly redirectUris: string[]
  /** The person who signs in there next. */
  person: PeerPerson
  /** Metadata that it keeps about them for all applications, and the requests for it. */
  userMetadata: Record<string, unknown>
  readonly metadataCalls: { method: string; path: string; hasToken: boolean; body: string }[]
  close(): Promise<void>
}

/** The directory id of the simulated Microsoft. */
export const directory = '7b1c2d3e-4f50-4a6b-8c7d-9e0f1a2b3c4d'

/**
 * A real OpenID provider (the package oidc-provider) with a person already signed in. `quirk` microsoft: the
 * description is below the directory's name, and its issuer is a template that each token fills in.
 */
export async function oidcPeer(of: { redirectUris: string[]; quirk?: 'microsoft'; port?: number }): Promise<OidcPeer> {
  const server = await listen(of.port)
  const { origin } = server
  const issuer = of.quirk === 'microsoft' ? `${origin}/${directory}/v2.0` : origin
  const client = { clientId: 'learnt', clientSecret: 'the-secret-of-learnt-at-the-peer' }
  const peer = {
    origin,
    issuer,
    ...client,
    redirectUris: [...of.redirectUris],
    person: { sub: 'person-1', email: 'person@example.test', email_verified: true } as PeerPerson,
    userMetadata: {} as Record<string, unknown>,
    metadataCalls: [] as OidcPeer['metadataCalls'],
    close: () => server.close(),
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [origin],
        application_type: 'web',
      },
    ],
    cookies: { keys: ['a-key-of-the-peer'] },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'tid', 'xms_edov'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ ...peer.person, sub }),
    }),
    // Its sessions would keep the first person.
    ttl: { Session: 1, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  })
  // Tests make providers after the peer, as administrators do, so redirect addresses are looked up at each request.
  const { prototype } = provider.Client
  prototype.redirectUriAllowed = (address) =>
    peer.redirectUris.some((uri) => (uri.endsWith('/') ? address.startsWith(uri) : address === uri))
  prototype.postLogoutRedirectUriAllowed = (address) =>
    peer.redirectUris.some((uri) => address === new URL('/login', uri).href)
  provider.on('server_error', (_context, error) => console.error('oidc peer', error))
  const callback = provider.callback()
  server.serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin)
    if (pathname.startsWith('/interaction/')) {
      void finish(provider, peer.person.sub, request, response).catch((error: unknown) => {
        console.error('oidc peer', error)
        response.writeHead(500).end()
      })
      return
    }
    if (pathname.startsWith('/api/v2/users/')) {
      void keepMetadata(request, response, pathname)
      return
    }
    if (of.quirk === 'microsoft' && /^\/[^/]+\/v2\.0\/\.well-known\/openid-configuration$/.test(pathname)) {
      void describe(origin).then((text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text))
      return
    }
    callback(request, response)
  })

  /** Like Auth0: metadata are merged, level by level. */
  async function keepMetadata(...[request, response, path]: [...Interaction, string]): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const hasToken = /^Bearer .{20,}/.test(request.headers.authorization ?? '')
    peer.metadataCalls.push({ method: request.method ?? '', path, hasToken, body })
    if (request.method === 'PATCH') Object.assign(peer.userMetadata, JSON.parse(body).user_metadata)
    response
      .writeHead(hasToken ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ user_metadata: peer.userMetadata }))
  }

  /** As Microsoft describes its shared directories. */
  async function describe(at: string): Promise<string> {
    const plain = (await (await fetch(`${at}/.well-known/openid-configuration`)).json()) as Record<string, unknown>
    delete plain.authorization_response_iss_parameter_supported
    return JSON.stringify({ ...plain, issuer: `${at}/{tenantid}/v2.0` })
  }
  return peer
}

type Interaction = Parameters<Provider['interactionDetails']>

/** Signs the peer's person in and consents to everything, as a person would on its pages. */
async function finish(provider: Provider, accountId: string, ...[request, response]: Interaction): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (prompt.name === 'login') {
    await provider.interactionFinished(request, response, { login: { accountId, remember: false } })
    return
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? accountId, clientId: String(params.client_id) })
  grant.addOIDCScope('openid profile email')
  const grantId = await grant.save()
  await provider.interactionFinished(request, response, { consent: { grantId } }, { mergeWithLastSubmission: true })
}
