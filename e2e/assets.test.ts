import { expect, test } from 'vitest'
import { learntUrl } from './given/learnt-url.ts'

test('sends scripts and styles compressed to browsers that accept it, to be cached for good', async () => {
  const url = learntUrl()
  const page = await (await fetch(`${url}/login`)).text()
  const found = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1] as string)
  let packable = 0
  for (const path of found) {
    const plain = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } })
    const bytes = (await plain.arrayBuffer()).byteLength
    expect(plain.headers.get('content-encoding')).toBeNull()
    // The build compresses files if that saves at least about a packet.
    if (bytes < 1000) continue
    packable++
    for (const encoding of ['br', 'gzip']) {
      const packed = await fetch(url + path, { headers: { 'accept-encoding': encoding } })
      expect(packed.headers.get('content-encoding')).toBe(encoding)
      expect(packed.headers.get('vary')).toMatch(/accept-encoding/i)
      expect(packed.headers.get('cache-control')).toContain('immutable')
      // The smallest have two kilobytes and shrink to half.
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(bytes * 0.6)
      expect((await packed.arrayBuffer()).byteLength).toBe(bytes)
    }
  }
  expect(packable).toBeGreaterThan(1)
})
