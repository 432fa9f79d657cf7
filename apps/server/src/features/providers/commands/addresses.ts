import type { Services } from '../../../platform/context.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { isKnownHost } from '../../../platform/tenant/known-host.ts'

/** Origin of the page that asks, if it is one of ours; else the installation's own. */
export async function originOfPage({ request, services }: Pick<PublicCall, 'request' | 'services'>): Promise<string> {
  const home = new URL(services.settings.publicUrl)
  if (request.host === home.host || !(await isKnownHost(services, request.hostname))) return home.origin
  return `${home.protocol}//${request.host}`
}

/** Where a provider sends the browser back to: an address of its own, so that answers cannot be mixed up. */
export const returnAddress = (origin: string, providerId: string): string => `${origin}/callback/${providerId}`

/** SAML answers and metadata have one address each, whatever host the page had; the metadata's is also our name. */
export function samlAddresses({ publicUrl }: Pick<Services['settings'], 'publicUrl'>, providerId: string) {
  const base = `${publicUrl}/api/saml/${providerId}`
  return { acs: `${base}/acs`, slo: `${base}/slo`, metadata: `${base}/metadata` }
}

/** Where a provider's own server tells us that somebody has signed out there. */
export function backChannelAddress({ publicUrl }: Pick<Services['settings'], 'publicUrl'>, providerId: string): string {
  return `${publicUrl}/api/providers/${providerId}/backchannel-logout`
}
