import { limits } from '@learnt/contract/measures'
import { call } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { showToast } from '../ui/toasts.ts'
import { i18n } from '../words/i18n.ts'
import type { Arrival } from './arrival.ts'

/** Links the provider's identity that waited for this sign-in. Where that fails the person is in all the same. */
export async function linkWaiting(): Promise<void> {
  const [answer] = await Promise.all([
    call(api.providers.linkWaiting).catch(() => null),
    i18n.loadNamespaces('providers'),
  ])
  if (answer?.linked) await tellLinked(answer.linked)
}

/** Long enough to be read by somebody who looks for what has changed. */
export async function tellLinked({ kind, name }: Arrival['provider']): Promise<void> {
  await i18n.loadNamespaces('providers')
  const provider = kind === 'facebook' || kind === 'microsoft' ? kind : name
  showToast({ variant: 'success', text: i18n.t('providers:linked', { provider }), duration: limits.socialInfoMs })
}

export async function greetArrival({ provider: { kind, name } }: Arrival): Promise<void> {
  await i18n.loadNamespaces('providers')
  const known = { facebook: 'Facebook', microsoft: 'Microsoft', okta: 'Okta' } as const
  const provider = kind in known ? known[kind as keyof typeof known] : name
  showToast({ variant: 'success', text: i18n.t('providers:signedIn', { provider }) })
}
