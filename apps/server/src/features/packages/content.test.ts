import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifest12, noise } from '../../../test/given/archives.ts'
import { makeZip } from '../../../test/given/zip.ts'
import { testClock } from '../../platform/clock.ts'
import { packIndex } from '../../platform/content/archive-files.ts'
import { makeCapability } from '../../platform/content/capability.ts'
import { createContentServer } from '../../platform/content/content-server.ts'
import { createDiskStore } from '../../platform/files/disk-store.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { mintTenantId } from '../../platform/tenant-id.ts'
import { inspectPackage } from './inspect-package.ts'

const learnt = mintTenantId('learnt')
const munro = mintTenantId('munro')
const appOrigin = 'http://localhost:20400'
const video = noise(300_000, 'video')
const text = 'plain text that shrinks, shrinks, shrinks, shrinks, shrinks'

const secrets: Secrets = {
  sign: (purpose, ...parts) =>
    createHmac('sha256', 'test')
      .update(JSON.stringify([purpose, ...parts]))
      .digest('base64url'),
  verify(signature, purpose, ...parts) {
    const given = Buffer.from(signature, 'base64url')
    const right = Buffer.from(this.sign(purpose, ...parts), 'base64url')
    return given.length === right.length && timingSafeEqual(given, right)
  },
  seal: (text) => text,
  unseal: (sealed) => sealed,
  auditKey: { publicKey: '', sign: () => '', isSigned: () => false },
}
const clock = testClock('2026-11-20T23:50:00Z')

let folder: string
let server: Server
let port: number
let base: string
let resolved = 0
const errors: unknown[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'learnt-content-'))
  const player = join(folder, 'player')
  await mkdir(join(player, 'assets'), { recursive: true })
  await writeFile(
    join(player, 'scorm12.html'),
    '<meta name="app" content="__APP_ORIGIN__"><script src="/player/assets/a.js"></script>',
  )
  await writeFile(join(player, 'assets', 'a.js'), 'started()')
  const store = createDiskStore(join(folder, 'files'))
  const archive = join(folder, 'package.zip')
  await writeFile(
    archive,
    makeZip([
      { name: 'imsmanifest.xml', data: manifest12(), method: 8 },
      { name: 'index.html', data: '<p>Gr\u00fc\u00dfe</p>'.repeat(1000), method: 8 },
      { name: 'Shared/Style Sheet #1.css', data: 'p{}' },
      { name: 'film.mp4', data: video, method: 8 },
      { name: 'sound.mp3', data: video, method: 0 },
      { name: 'notes.txt', data: text, method: 8 },
      { name: 'tool.exe', data: 'MZ' },
      { name: 'empty.js', data: '' },
      { name: '100% done.html', data: 'done' },
      { name: 'pages/a.html', data: 'a' },
    ]),
  )
  const { inspected } = await inspectPackage(archive)
  if (inspected === null) throw new Error('refused')
  const film = await store.put(learnt, Readable.from([video]))
  const files = packIndex(
    inspected.files.map((file) => (file.path === 'film.mp4' ? { ...file, blob: film.sha256 } : file)),
  )
  const { sha256 } = await store.put(learnt, archive)
  server = createContentServer({
    async resolve(tenantId, packageId) {
      resolved++
      if (packageId === 'broken') throw new Error('The database is away')
      return tenantId === learnt && packageId === 'one' ? { sha256, files } : null
    },
    files: store,
    secrets,
    clock,
    playerFolder: player,
    originOf: () => `http://127.0.0.1:${port}`,
    onError: (error) => errors.push(error),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  base = `/c/${segment()}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true, force: true })
})

function segment(of: Partial<{ tenantId: typeof learnt; packageId: string; appOrigin: string }> = {}): string {
  return makeCapability(
    secrets,
    { tenantId: learnt, packageId: 'one', attemptId: 'attempt', appOrigin, ...of },
    clock.now(),
  )
}

function get(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    // node:http sends a path as it stands; fetch would tidy it up.
    request({ host: '127.0.0.1', port, path, method, headers }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(chunks) }),
      )
      reply.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}

describe('files of a package', () => {
  test('come deflated as they are in the archive', async () => {
    const reply = await get(`${base}/index.html`, { 'accept-encoding': 'gzip, br' })
    expect(reply.status).toBe(200)
    expect(reply.headers['content-encoding']).toBe('gzip')
    expect(Number(reply.headers['content-length'])).toBe(reply.body.length)
    expect(gunzipSync(reply.body).toString()).toBe('<p>Gr\u00fc\u00dfe</p>'.repeat(1000))
    expect(reply.headers['content-type']).toBe('text/html')
  })

  test.each([undefined, 'identity', 'gzip;q=0', 'br'])(
    'come unpacked to clients that cannot unpack (%s)',
    async (encoding) => {
      const reply = await get(`${base}/notes.txt`, encoding === undefined ? {} : { 'accept-encoding': encoding })
      expect(reply.headers['content-encoding']).toBeUndefined()
      expect(reply.body.toString()).toBe(text)
      expect(reply.headers.vary).toBe('accept-encoding')
    },
  )

  test('carry the headers that keep them in their place', async () => {
    const { headers } = await get(`${base}/index.html`)
    expect(headers['content-security-policy']).toBe(
      `frame-ancestors 'self' ${appOrigin}; sandbox allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads; default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; connect-src 'self'; form-action 'self'; base-uri 'self'`,
    )
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'cache-control': 'private, max-age=86400, immutable',
    })
    expect(headers['permissions-policy']).toContain('unload=(self)')
    expect(headers['x-frame-options']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  test('of unknown type are inert', async () => {
    const { headers, body } = await get(`${base}/tool.exe`)
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    )
    expect(headers['content-disposition']).toBe('attachment')
    expect(body.toString()).toBe('MZ')
  })

  test('are found whatever their case, with signs in their names, with a query', async () => {
    expect((await get(`${base}/shared/style%20sheet%20%231.CSS?v=1`)).body.toString()).toBe('p{}')
    expect((await get(`${base}/INDEX.HTML`)).status).toBe(200)
  })

  // As browsers ask for `100% done.html`, `pages//a.html` and `pages\\a.html` in a page of the package.
  test.each(['100%%20done.html', '100%25%20done.html', 'pages//a.html', 'pages%5Ca.html', './/pages/a.html'])(
    'are found as pages write their addresses: %s',
    async (path) => {
      expect((await get(`${base}/${path}`)).status).toBe(200)
    },
  )

  test('that are empty are sent empty', async () => {
    const reply = await get(`${base}/empty.js`)
    expect([reply.status, reply.headers['content-length'], reply.body.length]).toEqual([200, '0', 0])
  })

  test('are not sent again when they are known', async () => {
    const first = await get(`${base}/index.html`, { 'accept-encoding': 'gzip' })
    const again = await get(`${base}/index.html`, {
      'accept-encoding': 'gzip',
      'if-none-match': String(first.headers.etag),
    })
    expect([again.status, again.body.length]).toEqual([304, 0])
    const unpacked = await get(`${base}/index.html`, { 'if-none-match': String(first.headers.etag) })
    expect(unpacked.status).toBe(200)
  })

  test('HEAD answers like GET, without the body', async () => {
    const head = await get(`${base}/film.mp4`, {}, 'HEAD')
    expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, String(video.length), 0])
  })
})

describe('ranges', () => {
  test.each([
    ['bytes=0-', 0, 299_999],
    ['bytes=0-0', 0, 0],
    ['bytes=100000-200000', 100_000, 200_000],
    ['bytes=299999-', 299_999, 299_999],
    ['bytes=200000-999999', 200_000, 299_999],
    ['bytes=-100', 299_900, 299_999],
  ])('%s', async (range, start, last) => {
    for (const name of ['film.mp4', 'sound.mp3']) {
      const reply = await get(`${base}/${name}`, { range })
      expect(reply.status).toBe(206)
      expect(reply.headers['content-range']).toBe(`bytes ${start}-${last}/300000`)
      expect(reply.body.equals(video.subarray(start, last + 1))).toBe(true)
    }
  })

  test.each(['bytes=300000-', 'bytes=5-1', 'bytes=-0'])('%s cannot be read', async (range) => {
    const reply = await get(`${base}/sound.mp3`, { range })
    expect([reply.status, reply.headers['content-range']]).toEqual([416, 'bytes */300000'])
  })

  test.each(['bytes=0-1,5-6', 'lines=0-1', 'bytes=x'])('%s gets the whole', async (range) => {
    expect((await get(`${base}/sound.mp3`, { range })).status).toBe(200)
  })

  test('of a file that has changed get the whole', async () => {
    expect((await get(`${base}/sound.mp3`, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
  })

  test('of a deflated text get the whole', async () => {
    expect((await get(`${base}/notes.txt`, { range: 'bytes=0-3' })).body.toString()).toBe(text)
  })
})

describe('refused', () => {
  test.each([
    ['no file', () => `${base}/nothing.html`],
    ['a path upwards', () => `${base}/../../../etc/passwd`],
    ['an encoded path upwards', () => `${base}/%2e%2e/%2e%2e/package.json`],
    ['a broken escape', () => `${base}/%zz`],
    ['the archive itself', () => `${base}/`],
    ['no capability', () => '/c/one/index.html'],
    ['a forged capability', () => `/c/${segment().slice(0, -4)}AAAA/index.html`],
    [
      'a capability of other words',
      () =>
        `/c/${Buffer.from('[20412,"learnt","one","x","http://evil"]').toString('base64url')}.${segment().split('.')[1]}/index.html`,
    ],
    ['an application at no address', () => `/c/${segment({ appOrigin: 'http://a;sandbox.localhost' })}/index.html`],
    ['a page of it', () => `/player/${segment({ appOrigin: 'http://x"><img src=x>.localhost' })}/scorm12.html`],
    ['another tenant', () => `/c/${segment({ tenantId: munro })}/index.html`],
    ['another package', () => `/c/${segment({ packageId: 'two' })}/index.html`],
    ['another area', () => '/api/start'],
    ['the root', () => '/'],
    ['a player page that is none', () => `/player/${segment()}/other.html`],
    ['a player page above', () => `/player/${segment()}/../assets/a.js`],
    ['an asset that is none', () => '/player/assets/b.js'],
  ])('%s', async (_, path) => {
    const reply = await get(path())
    expect([reply.status, reply.body.length]).toEqual([404, 0])
  })

  test('another host name', async () => {
    expect((await get(`${base}/index.html`, { host: `localhost:${port}` })).status).toBe(404)
    expect((await get(`${base}/index.html`, { host: `127.0.0.1:${port}` })).status).toBe(200)
  })

  test('service workers', async () => {
    expect((await get(`${base}/empty.js`, { 'service-worker': 'script' })).status).toBe(403)
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s', async (method) => {
    const reply = await get(`${base}/index.html`, {}, method)
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('OPTIONS says what there is, and no other origin may', async () => {
    const reply = await get(
      `${base}/index.html`,
      { origin: 'http://evil.example', 'access-control-request-method': 'GET' },
      'OPTIONS',
    )
    expect([reply.status, reply.headers.allow, reply.headers['access-control-allow-origin']]).toEqual([
      204,
      'GET, HEAD, OPTIONS',
      undefined,
    ])
  })

  test('addresses of the day before yesterday', async () => {
    const old = `/c/${segment()}/index.html`
    clock.set('2026-11-21T10:00:00Z')
    expect((await get(old)).status).toBe(200)
    clock.set('2026-11-22T00:01:00Z')
    expect((await get(old)).status).toBe(404)
    clock.set('2026-11-20T23:50:00Z')
  })

  test('a failure of ours is a 503 and is reported', async () => {
    expect((await get(`/c/${segment({ packageId: 'broken' })}/index.html`)).status).toBe(503)
    expect(String(errors.pop())).toContain('The database is away')
  })
})

describe('the player', () => {
  test('page knows the one application that may frame it', async () => {
    const { headers, body } = await get(`/player/${segment()}/scorm12.html`)
    expect(body.toString()).toBe(`<meta name="app" content="${appOrigin}"><script src="/player/assets/a.js"></script>`)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`connect-src ${appOrigin}/api/runtime/`)
    expect(policy).toContain(`frame-ancestors ${appOrigin}`)
    expect(policy).toContain(`script-src http://127.0.0.1:${port}/player/assets/`)
    expect(policy).not.toContain('unsafe')
  })

  test('scripts are cached for good', async () => {
    const { headers, body } = await get('/player/assets/a.js')
    expect(body.toString()).toBe('started()')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['cache-control']).toContain('immutable')
  })
})

test('readers that go away in the middle do not harm the others', async () => {
  const want = createHash('md5').update(video).digest('hex')
  for (let round = 0; round < 20; round++) {
    await new Promise<void>((resolve) => {
      const leaving = request(
        { host: '127.0.0.1', port, path: `${base}/${round % 2 === 0 ? 'sound.mp3' : 'film.mp4'}` },
        (reply) => {
          reply.once('data', () => {
            leaving.destroy()
            resolve()
          })
        },
      )
      leaving.on('error', () => undefined)
      leaving.end()
    })
    const reply = await get(`${base}/sound.mp3`)
    expect(createHash('md5').update(reply.body).digest('hex')).toBe(want)
  }
  expect(errors).toEqual([])
  expect(resolved).toBeLessThan(10)
})
