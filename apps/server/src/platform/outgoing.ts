import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { http, https } from './node-http.ts'

/** Why an address that somebody named was not asked; `reason` is a key below `outgoing`. */
export class OutgoingRefused extends Error {
  override readonly name = 'OutgoingRefused'
  readonly reason: 'address' | 'private' | 'plain' | 'tooLarge' | 'tooSlow' | 'unreachable'
  constructor(reason: OutgoingRefused['reason'], cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

export interface Outgoing {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface OutgoingLimits {
  /** Private addresses and plain http too: the operator's word, never a tenant's. */
  readonly mayBePrivate: boolean
  readonly milliseconds?: number
  readonly bytes?: number
}

/**
 * Asks an address that an administrator of a tenant named. Never one of this machine or of a private network, whatever its
 * name says: the address that is connected to is the one that was looked at. Redirects are answered, not followed.
 */
export async function ask(
  address: URL,
  { method = 'GET', headers = {}, body }: Outgoing,
  { mayBePrivate, milliseconds = 8000, bytes = 1024 * 1024 }: OutgoingLimits,
): Promise<Response> {
  const isTls = address.protocol === 'https:'
  if (!isTls && address.protocol !== 'http:') throw new OutgoingRefused('address')
  if (!isTls && !mayBePrivate) throw new OutgoingRefused('plain')
  const host = address.hostname.replace(/^\[|\]$/g, '')
  // An address in figures is connected to without being looked up.
  if (!mayBePrivate && isIP(host) !== 0 && isPrivate(host)) throw new OutgoingRefused('private')
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) =>
      reject(error instanceof OutgoingRefused ? error : new OutgoingRefused('unreachable', error))
    const request = (isTls ? https : http).request(
      address,
      { method, headers, agent: false, ...(mayBePrivate ? {} : { lookup: publicOnly }) },
      (answer) => {
        const parts: Buffer[] = []
        let size = 0
        answer.on('data', (part: Buffer) => {
          size += part.length
          if (size > bytes) request.destroy(new OutgoingRefused('tooLarge'))
          else parts.push(part)
        })
        answer.on('error', fail)
        answer.on('end', () => {
          clearTimeout(timer)
          const status = answer.statusCode ?? 502
          const empty = status === 204 || status === 205 || status === 304
          const named = Object.entries(answer.headers).filter(
            (entry): entry is [string, string] => typeof entry[1] === 'string',
          )
          resolve(new Response(empty ? null : Buffer.concat(parts), { status, headers: named }))
        })
      },
    )
    // The whole time, not the quiet one: an answer that drips is over as well.
    const timer = setTimeout(() => request.destroy(new OutgoingRefused('tooSlow')), milliseconds)
    request.on('error', fail)
    request.on('close', () => clearTimeout(timer))
    request.end(body)
  })
}

const publicOnly: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 4)
    const [first] = found
    if (!first || found.some(({ address }) => isPrivate(address))) return done(new OutgoingRefused('private'), '', 4)
    if (options.all) return done(null, found)
    done(null, first.address, first.family)
  })
}

const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(network, bits, 'ipv4')
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  closed.addSubnet(network, bits, 'ipv6')

/** Whatever is not an address of the public internet. IPv6 that carries an IPv4 address is read as that. */
export function isPrivate(address: string): boolean {
  const plain = address.split('%')[0] ?? ''
  const mapped = /^(?:::ffff:|64:ff9b::)(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped) return isPrivate(mapped)
  if (isIP(plain) === 4) return closed.check(plain, 'ipv4')
  return isIP(plain) !== 6 || !open6.check(plain, 'ipv6') || closed.check(plain, 'ipv6')
}
