import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { listen } from './listen.ts'

/** What may be wrong with a token. */
export interface Forgery {
  readonly claims?: JWTPayload
  readonly expiresIn?: string
  readonly issuedAt?: number
  /** Signed with a key that the peer does not publish. */
  readonly withOtherKey?: boolean
  /** Changed after signing. */
  readonly tampered?: boolean
  readonly unsigned?: boolean
}

export interface ForgingPeer {
  readonly origin: string
  readonly clientId: string
  readonly clientSecret: string
  person: Record<string, unknown>
  forgery: Forgery
  /** Parameters of the last visit to the sign-in page. */
  readonly lastVisit: () => URLSearchParams | null
  /** Codes for which a token was requested, valid or not. */
  readonly codesBrought: string[]
  /** Tells a service's server that the person has signed out here: `sid` alone, `sub` alone, or what `of` says. */
  logoutToken(claims: JWTPayload, of?: Forgery & { readonly typ?: string }): Promise<string>
  /** As a sign-in widget gets it: without a nonce from us. */
  widgetToken(of?: Forgery): Promise<string>
  close(): Promise<void>
}

/**
 * A small OpenID provider that answers as told, right or wrong, with Okta's check of names and passwords, and
 * Facebook's Graph profile and token.
 */
export async function forgingPeer(of: { port?: number } = {}): Promise<ForgingPeer> {
  const server = await listen(of.port)
  const { origin } = server
  const [own, other] = await Promise.all([generateKeyPair('RS256', { extractable: true }), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, URLSearchParams>()
  let last: URLSearchParams | null = null

  async function tokenFor(
    visit: URLSearchParams | null,
    forgery: Forgery & { readonly typ?: string },
  ): Promise<string> {
    const nonce = visit?.get('nonce')
    const claims: JWTPayload = {
      iss: origin,
      aud: peer.clientId,
      ...(nonce ? { nonce } : {}),
      ...(peer.person as JWTPayload),
      ...forgery.claims,
    }
    if (forgery.unsigned) {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const now = Math.floor(Date.now() / 1000)
      return `${part({ alg: 'none' })}.${part({ ...claims, iat: now, exp: now + 300 })}.`
    }
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...(forgery.typ ? { typ: forgery.typ } : {}) })
      .setIssuedAt(forgery.issuedAt)
      .setExpirationTime(forgery.expiresIn ?? '5 minutes')
      .sign(forgery.withOtherKey ? other.privateKey : own.privateKey)
    if (!forgery.tampered) return token
    const [head = '', body = '', signature = ''] = token.split('.')
    const changed = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: 'somebody-else' }
    return `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`
  }

  const peer: ForgingPeer = {
    origin,
    clientId: 'learnt',
    clientSecret: 'the-secret-of-learnt-at-the-peer',
    person: { sub: 'person-1', email: 'person@example.test', email_verified: true },
    forgery: {},
    lastVisit: () => last,
    codesBrought: [],
    widgetToken: (forgery = {}) => tokenFor(null, forgery),
    logoutToken: (claims, forgery = {}) =>
      tokenFor(null, {
        ...forgery,
        claims: {
          sub: undefined,
          sid: undefined,
          email: undefined,
          email_verified: undefined,
          jti: crypto.randomUUID(),
          events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
          ...claims,
        } as JWTPayload,
      }),
    close: () => server.close(),
  }

  server.serve((request, response) => {
    const url = new URL(request.url ?? '/', origin)
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const visit = (address: URL) => {
      last = address.searchParams
      const code = `code-${Math.random()}`
      codes.set(code, address.searchParams)
      const back = new URL(address.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', address.searchParams.get('state') ?? '')
      response.writeHead(302, { location: back.href }).end()
    }
    const read = async () => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      return Buffer.concat(parts).toString()
    }
    const grant = async () => {
      const form = new URLSearchParams(await read())
      if (form.get('grant_type') === 'client_credentials')
        return form.get('client_secret') === peer.clientSecret ? json(200, { access_token: 'a' }) : json(400, {})
      peer.codesBrought.push(form.get('code') ?? '')
      const seen = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      if (!seen) return json(400, { error: 'invalid_grant' })
      const challenge = seen.get('code_challenge')
      const verifier = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (challenge !== null && challenge !== verifier) return json(400, { error: 'invalid_grant' })
      const tokens = { access_token: 'a-token-of-the-peer', token_type: 'bearer', expires_in: 300 }
      return json(200, challenge === null ? tokens : { ...tokens, id_token: await tokenFor(seen, peer.forgery) })
    }
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(200, {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/keys`,
          end_session_endpoint: `${origin}/logout`,
        })
      case '/keys':
        return json(200, { keys: [jwk] })
      case '/authorize': {
        // With the session token of the embedded form, Okta redirects at once.
        if (url.searchParams.has('sessionToken') && url.searchParams.get('sessionToken') !== 'a-session-there')
          return json(400, { error: 'login_required' })
        return visit(url)
      }
      case '/v23.0/dialog/oauth':
        return visit(url)
      case '/token':
      case '/v23.0/oauth/access_token':
        return void grant()
      case '/v23.0/me': {
        const { sub, email, given_name: first, family_name: lastName } = peer.person
        const isAsked =
          url.searchParams.get('fields') === 'id,first_name,last_name,email' && url.searchParams.has('appsecret_proof')
        if (!isAsked || request.headers.authorization !== 'Bearer a-token-of-the-peer') return json(400, {})
        return json(200, { id: sub, first_name: first, last_name: lastName, ...(email ? { email } : {}) })
      }
      case '/api/v1/authn':
        return void read().then((text) => {
          const { username, password } = JSON.parse(text) as { username: string; password: string }
          if (password === 'Further-step-1') return json(200, { status: 'MFA_REQUIRED' })
          if (username !== peer.person.email || password !== 'Right-at-okta-1')
            return json(401, { errorCode: 'E0000004', errorSummary: 'Authentication failed' })
          return json(200, { status: 'SUCCESS', sessionToken: 'a-session-there' })
        })
      default:
        return json(404, {})
    }
  })
  return peer
}
