import { createHmac } from 'node:crypto'
import { tidyAddress } from '@learnt/contract/text'
import type { Configuration } from 'openid-client'
import { z } from 'zod'
import type { Asserted } from '../queries.ts'
import { type Checks, fetchFor, type Peer, reach, translated } from './oidc.ts'
import { ProviderRefusal } from './refusal.ts'

const VERSION = 'v23.0'

/** OAuth 2 without an ID token: who somebody is stands in the Graph profile. */
async function configurationOf(peer: Peer): Promise<Configuration> {
  const client = await import('openid-client')
  const base = peer.config.baseUrl.replace(/\/+$/, '')
  const configuration = new client.Configuration(
    {
      issuer: base || 'https://www.facebook.com',
      authorization_endpoint: `${base || 'https://www.facebook.com'}/${VERSION}/dialog/oauth`,
      token_endpoint: `${graphOf(peer)}/oauth/access_token`,
    },
    peer.config.clientId,
    { client_secret: peer.secret },
    client.ClientSecretPost(peer.secret),
  )
  if (peer.mayBePrivate) client.allowInsecureRequests(configuration)
  configuration[client.customFetch] = fetchFor(peer)
  configuration.timeout = 10
  return configuration
}

function graphOf({ config }: Peer): string {
  return `${config.baseUrl.replace(/\/+$/, '') || 'https://graph.facebook.com'}/${VERSION}`
}

export async function facebookAddress(peer: Peer, checks: Checks, afresh = false): Promise<URL> {
  const { buildAuthorizationUrl } = await import('openid-client')
  return buildAuthorizationUrl(await configurationOf(peer), {
    redirect_uri: checks.redirectUri,
    response_type: 'code',
    scope: 'public_profile,email',
    state: checks.state,
    ...(afresh ? { auth_type: 'reauthenticate' } : {}),
  })
}

const Profile = z.object({
  id: z.string().regex(/^\d{1,40}$/),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  // Left out where the person did not allow it.
  email: z.string().max(254).optional(),
})

export async function readFacebookReturn(peer: Peer, query: string, checks: Checks): Promise<Asserted> {
  const address = new URL(checks.redirectUri)
  address.search = query
  return translated(async () => {
    const { authorizationCodeGrant } = await import('openid-client')
    const { access_token: token } = await authorizationCodeGrant(await configurationOf(peer), address, {
      expectedState: checks.state,
    })
    const profile = new URL(`${graphOf(peer)}/me`)
    profile.searchParams.set('fields', 'id,first_name,last_name,email')
    // Shows that the token is asked with by the application that it was made for.
    profile.searchParams.set('appsecret_proof', createHmac('sha256', peer.secret).update(token).digest('hex'))
    const answer = await reach(peer, profile, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    })
    const read = Profile.safeParse(await answer.json().catch(() => null))
    if (answer.status !== 200 || !read.success) throw new ProviderRefusal('refused', { code: 'profile' })
    const { id, first_name: firstName = '', last_name: lastName = '', email = '' } = read.data
    // Facebook does not say whether the address was ever proved: nobody is found by it without their password.
    return { subject: id, email: tidyAddress(email), isEmailProved: false, firstName, lastName }
  })
}

/** Whether Facebook knows the application by this id and secret. */
export async function testFacebook(peer: Peer): Promise<void> {
  const answer = await reach(peer, new URL(`${graphOf(peer)}/oauth/access_token`), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: peer.config.clientId,
      client_secret: peer.secret,
    }).toString(),
  })
  if (answer.status !== 200) throw new ProviderRefusal('refused', { code: 'app' })
}
