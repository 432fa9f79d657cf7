import { z } from 'zod'
import type { Asserted } from '../queries.ts'
import { type Checks, type Peer, reach, readReturn, signInAddress } from './oidc.ts'
import { ProviderRefusal } from './refusal.ts'

const Answer = z.object({ status: z.string(), sessionToken: z.string().optional() })

/**
 * The embedded form: Okta's own check of name and password (Authentication API), whose session token then opens the same
 * code flow that the browser would go through. A further step that the organisation asks for needs Okta's own page.
 */
export async function signInAtOkta(
  peer: Peer,
  person: { username: string; password: string },
  checks: Checks,
): Promise<Asserted> {
  const answer = await reach(peer, new URL('/api/v1/authn', peer.config.baseUrl), {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      ...person,
      options: { multiOptionalFactorEnroll: false, warnBeforePasswordExpired: false },
    }),
  })
  if (answer.status === 401 || answer.status === 400) throw new ProviderRefusal('said', { code: 'wrong-password' })
  if (answer.status === 429) throw new ProviderRefusal('said', { code: 'too-many-attempts' })
  const said = Answer.safeParse(await answer.json().catch(() => null))
  if (answer.status !== 200 || !said.success) throw new ProviderRefusal('unreachable', { code: 'authn' })
  if (said.data.status === 'LOCKED_OUT') throw new ProviderRefusal('said', { code: 'user-disabled' })
  if (said.data.status !== 'SUCCESS' || !said.data.sessionToken)
    throw new ProviderRefusal('said', { code: 'further-step' })

  const address = await signInAddress(peer, checks, { sessionToken: said.data.sessionToken, response_mode: 'query' })
  const back = await reach(peer, address, {})
  const target = back.headers.get('location')
  if (target === null || !target.startsWith(`${checks.redirectUri}?`))
    throw new ProviderRefusal('said', { code: 'further-step' })
  return readReturn(peer, new URL(target).search, checks)
}
