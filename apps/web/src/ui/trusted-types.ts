import { sanitize } from './sanitize.ts'

interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string; createScriptURL: (url: string) => string },
  ): unknown
  defaultPolicy: unknown
}

/**
 * The page's default Trusted Types policy: markup that any library hands to the parser is cleaned first, scripts and
 * workers come from our own origin only. A net under the libraries; our own markup goes through SafeHtml.
 */
export function installTrustedTypes(): void {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
  if (!factory || factory.defaultPolicy) return
  factory.createPolicy('default', {
    createHTML: (html) => sanitize(html),
    createScriptURL: (address) => {
      const url = new URL(address, location.href)
      if (url.origin === location.origin || url.protocol === 'blob:') return address
      throw new TypeError(`Refused a script from ${url.origin}`)
    },
  })
}
