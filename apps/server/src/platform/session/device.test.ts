import { describe, expect, it } from 'vitest'
import { describeDevice, networkKind } from './device.ts'

describe('a device in words', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36 Edg/149.0.0.0',
      { browser: 'Microsoft Edge', system: 'Windows', kind: 'computer' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      { browser: 'Safari', system: 'iOS', kind: 'phone' },
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      { browser: 'Firefox', system: 'Linux', kind: 'computer' },
    ],
    ['curl/8.5.0', { browser: 'curl', system: null, kind: 'program' }],
    ['node', { browser: 'node', system: null, kind: 'program' }],
    ['', { browser: null, system: null, kind: 'computer' }],
    ['\u0000<script>', { browser: null, system: null, kind: 'program' }],
  ])('%s', (userAgent, device) => {
    expect(describeDevice(userAgent)).toEqual(device)
  })
})

it('tells this machine, private networks and the public one apart', () => {
  const kinds = (addresses: string[]) => [...new Set(addresses.map(networkKind))]
  expect(kinds(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])).toEqual(['loopback'])
  expect(kinds(['10.1.2.3', '172.31.0.1', '192.168.1.9', '::ffff:10.0.0.1', 'fd00::1', 'fe80::1%eth0'])).toEqual([
    'private',
  ])
  expect(kinds(['172.32.0.1', '8.8.8.8', '2001:db8::1', '', 'nonsense'])).toEqual(['public'])
})
