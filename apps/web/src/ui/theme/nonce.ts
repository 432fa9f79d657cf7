/** The nonce of this page's content security policy. The attribute reads as empty by design; the property does not. */
export function findNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce || undefined
}
