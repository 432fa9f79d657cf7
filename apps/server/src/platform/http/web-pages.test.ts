import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { sessionCookieName } from '../session/token.ts'
import { serveWebPages } from './web-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'learnt-pages-'))
const page = (entry: string) => `<!doctype html><html><head>
<meta name="signed-in" content="__SIGNED_IN__"><script nonce="__CSP_NONCE__">1</script>
<script type="module" crossorigin src="/assets/${entry}.js" nonce="__CSP_NONCE__"></script></head><body></body></html>`
const build = (entry: string, application: string) => {
  mkdirSync(join(folder, '.vite'), { recursive: true })
  writeFileSync(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({
      'index.html': { file: `assets/${entry}.js` },
      _shared: { file: 'assets/shared.js', imports: ['index.html', '_runtime'] },
      _runtime: { file: 'assets/runtime.js', imports: ['_shared'] },
      'src/Application.tsx': { file: `assets/${application}.js`, imports: ['index.html', '_shared'] },
    }),
  )
  writeFileSync(join(folder, 'index.html'), page(entry))
}
build('entry-1', 'application-1')

const { services } = await testApp()
const app = Fastify()
serveWebPages(app, services, folder)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const session = { cookie: `other=1; ${sessionCookieName(services.settings)}=abc` }
const open = async (url: string, headers: Record<string, string> = {}) => (await app.inject({ url, headers })).body
const links = (html: string) =>
  [...html.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)].map(([, to]) => to)

test('a guest gets nothing ahead, and the page says so', async () => {
  const html = await open('/')
  expect(html).toContain('content="no"')
  expect(links(html)).toEqual([])
})

test('whoever sends a session gets the application beside the entry, each file once', async () => {
  for (const path of ['/', '/?a=1', '/teams', '/teams?x', '/apps/course/1', '/pages/profile']) {
    const html = await open(path, session)
    expect(html, path).toContain('content="yes"')
    expect(links(html).sort(), path).toEqual(['/assets/application-1.js', '/assets/runtime.js', '/assets/shared.js'])
  }
})

test('guests’ pages and whoever saves data get no file ahead, also with a session', async () => {
  for (const path of ['/login', '/login?ended', '/callback?code=1', '/action', '/appsy', '/teamsters']) {
    const html = await open(path, session)
    expect(html, path).toContain('content="yes"')
    expect(links(html), path).toEqual([])
  }
  const html = await open('/', { ...session, 'save-data': 'on' })
  expect(html).toContain('content="yes"')
  expect(links(html)).toEqual([])
})

test('every page has a nonce of its own, at each of its places', async () => {
  const [one, other] = [await open('/', session), await open('/', session)]
  const nonces = [...one.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce)
  expect(nonces).toHaveLength(2)
  expect(new Set(nonces).size).toBe(1)
  expect(other).not.toContain(nonces[0])
})

test('a newer build is named from the next page on', async () => {
  build('entry-2', 'application-2')
  utimesSync(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5000))
  expect(links(await open('/', session))).toContain('/assets/application-2.js')
})

test('a build that is being written is read again when it is whole', async () => {
  const later = new Date(Date.now() + 10_000)
  writeFileSync(join(folder, 'index.html'), page('entry-3'))
  writeFileSync(join(folder, '.vite/manifest.json'), '{"index.html": {"fi')
  utimesSync(join(folder, 'index.html'), later, later)
  expect(await open('/', session)).toContain('/assets/entry-3.js')
  build('entry-3', 'application-3')
  utimesSync(join(folder, 'index.html'), later, later)
  utimesSync(join(folder, '.vite/manifest.json'), later, new Date(Date.now() + 11_000))
  expect(links(await open('/', session))).toContain('/assets/application-3.js')
})
