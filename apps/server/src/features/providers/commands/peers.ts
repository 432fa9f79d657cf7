import type { Services } from '../../../platform/context.ts'
import type { StoredProvider } from '../queries.ts'
import { samlAddresses } from './addresses.ts'
import type { Checks, Peer } from './oidc.ts'
import type { Us } from './saml.ts'

type Opening = Pick<Services, 'secrets' | 'settings'>

export function sealSecret({ secrets }: Pick<Services, 'secrets'>, providerId: string, secret: string): string {
  return secret === '' ? '' : secrets.seal(secret, 'provider', providerId)
}

/** A provider with its secret open; null where that was sealed with another key. */
export function peerOf({ secrets, settings }: Opening, provider: StoredProvider): Peer | null {
  const secret = provider.secret === '' ? '' : secrets.unseal(provider.secret, 'provider', provider.id)
  if (secret === null) return null
  const { id, revision, kind, config } = provider
  return { id, revision, kind, config, secret, mayBePrivate: settings.privateProviders }
}

/** Our side of a SAML provider: its secret is our own key. */
export function usOf({ settings }: Pick<Services, 'settings'>, peer: Peer): Us {
  const { key, certificate } = JSON.parse(peer.secret) as { key: string; certificate: string }
  return { key, certificate, ...samlAddresses(settings, peer.id) }
}

/** Nonce and PKCE follow from the state with a key of the server: they lie nowhere. */
export function checksOf({ secrets }: Pick<Services, 'secrets'>, state: string, redirectUri: string): Checks {
  return {
    redirectUri,
    state,
    nonce: secrets.sign('providers', 'nonce', state),
    verifier: secrets.sign('providers', 'verifier', state),
  }
}
