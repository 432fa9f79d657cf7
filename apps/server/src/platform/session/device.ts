import { BlockList, isIP, isIPv4 } from 'node:net'
import Bowser from 'bowser'

export const deviceKinds = ['phone', 'tablet', 'computer', 'program'] as const

export interface Device {
  readonly browser: string | null
  readonly system: string | null
  readonly kind: (typeof deviceKinds)[number]
}

/** Browser and system in words, as far as what a browser says of itself tells. */
export function describeDevice(userAgent: string): Device {
  if (userAgent.trim() === '') return { browser: null, system: null, kind: 'computer' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const isBrowser = /^(Mozilla|Opera)\//.test(userAgent)
  // Programs say "curl/8.5.0".
  const name = browser.name || /^([A-Za-z][\w.-]{0,30})(?:[/ ]|$)/.exec(userAgent)?.[1]
  return {
    browser: name || null,
    system: os.name || null,
    kind:
      platform.type === 'mobile' ? 'phone' : platform.type === 'tablet' ? 'tablet' : isBrowser ? 'computer' : 'program',
  }
}

const privateNetworks = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

const ownMachine = new BlockList()
ownMachine.addSubnet('127.0.0.0', 8, 'ipv4')
ownMachine.addAddress('::1', 'ipv6')

export const networkKinds = ['loopback', 'private', 'public'] as const

/** Where an address is, as far as it says so itself; no service is asked. */
export function networkKind(address: string): (typeof networkKinds)[number] {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] ?? ''
  if (isIP(plain) === 0) return 'public'
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6'
  if (ownMachine.check(plain, family)) return 'loopback'
  return privateNetworks.check(plain, family) ? 'private' : 'public'
}
