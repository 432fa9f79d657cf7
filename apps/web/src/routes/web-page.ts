import { readWebAddress } from '@learnt/contract/web-address'

/** An address that the server named, to be gone to: http or https, whatever a provider has said of itself. */
export function webPage(address: string): string {
  const read = readWebAddress(address)
  if (read === null) throw new TypeError(`Refused an address that is not of the web: ${address.slice(0, 100)}`)
  return read
}
