import { X509Certificate } from 'node:crypto'
import type { Ctx } from '../../../platform/context.ts'
import type { StoredProvider } from '../queries.ts'
import { testFacebook } from './facebook.ts'
import { discover } from './oidc.ts'
import { peerOf, usOf } from './peers.ts'
import { ProviderRefusal } from './refusal.ts'
import { samlAddress } from './saml.ts'

export interface TestResult {
  readonly isFine: boolean
  readonly message: string
  readonly issuer: string
}

/** Asks the provider who it is, as a sign-in would; what does not fit is said in the caller's words. */
export async function testProvider(ctx: Ctx, provider: StoredProvider): Promise<TestResult> {
  const { services, t } = ctx
  const bad = (message: string, values: Record<string, unknown> = {}): TestResult => ({
    isFine: false,
    message: t(`providers.test.${message}`, values),
    issuer: '',
  })
  const peer = peerOf(services, provider)
  if (peer === null) return bad('sealed')
  try {
    if (provider.kind === 'facebook') {
      await testFacebook(peer)
      return { isFine: true, message: t('providers.test.appFound'), issuer: provider.config.clientId }
    }
    if (provider.kind === 'saml') {
      const expired = provider.config.certificates
        .map((pem) => new X509Certificate(pem))
        .find((one) => one.validToDate < ctx.now)
      if (expired) return bad('certificateExpired', { date: expired.validToDate.toISOString().slice(0, 10) })
      if (provider.config.entryPoint !== '') await samlAddress(peer, usOf(services, peer), 'test')
      return { isFine: true, message: t('providers.test.saml'), issuer: provider.config.issuer }
    }
    const { issuer } = await discover(peer, { afresh: true })
    return { isFine: true, message: t('providers.test.found'), issuer }
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    const { code, description } = error
    const words = ['address', 'private', 'plain', 'tooLarge', 'tooSlow', 'unreachable', 'discovery', 'issuer', 'app']
    return bad(words.includes(code) ? code : 'failed', { detail: description })
  }
}
