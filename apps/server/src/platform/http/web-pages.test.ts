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
<meta name="service-worker" content="__SERVICE_WORKER__"><meta name="signed-in" content="__SIGNED_IN__"><script nonce="__CSP_NONCE__">1</script>
<script type="module" crossorigin src="/assets/${entry}.js" nonce="__CSP_NONCE__"></script></head><body></body></html>`
const build = (entry: string, application: string) => {
  mkdirSync(join(folder, '.vite'), { recursive: true })
  writeFileSync(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({
      'index.html': { file: `assets/${entry}.js` },
      _shared: { file: 'assets/shared.js', imports: ['index.html', '_runtime'] },
      _runtime: { file: 'assets/runtime.js', imports: ['_shared'] },
      'src/start/Application.tsx': { file: `assets/${application}.js`, imports: ['index.html', '_shared'] },
      'src/guest/GuestApp.tsx': { file: 'assets/guest.js', imports: ['_shared'] },
      'src/features/learning/HomePage.tsx': { file: 'assets/home.js', imports: ['_shared'] },
      ...Object.fromEntries(
        ['en', 'de', 'ar'].flatMap((locale) =>
          ['common', 'session', 'shell', 'navigation', 'problems', 'learning'].map((name) => [
            `src/words/${name}.${locale}.ts`,
            { file: `assets/${name}-${locale}.js` },
          ]),
        ),
      ),
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

const shared = ['/assets/runtime.js', '/assets/shared.js']
const home = '/apps/homepage/myhomepage'

test('a guest gets what guests’ pages are made of, in the browser’s language, and the page says so', async () => {
  for (const path of ['/', '/?a=1', '/login', '/login?ended', '/register', home, '/teams'])
    for (const [asked, locale] of [
      ['de-AT, en;q=0.5', 'de'],
      ['ar', 'ar'],
      ['fi', 'en'],
    ] as const) {
      const html = await open(path, { 'accept-language': asked })
      expect(html, path).toContain('name="signed-in" content="no"')
      const words = ['common', 'session'].map((name) => `/assets/${name}-${locale}.js`)
      expect(links(html).sort(), path).toEqual([...shared, '/assets/guest.js', ...words].sort())
    }
  for (const [path, headers] of [
    ['/pages/errors/error-404', {}],
    ['/login', { 'save-data': 'on' }],
  ] as const)
    expect(links(await open(path, headers)), path).toEqual([])
})

test('a visitor with a session gets the application beside the entry, each file once', async () => {
  for (const path of ['/apps/course/1', '/apps/courses/mycourses?x', '/pages/profile']) {
    const html = await open(path, session)
    expect(html, path).toContain('name="signed-in" content="yes"')
    expect(links(html).sort(), path).toEqual(['/assets/application-1.js', ...shared])
  }
})

test('on the way to the homepage that and its words come, too, in the browser’s language', async () => {
  for (const path of [home, `${home}?y`, '/', '/?a=1', '/teams', '/teams?x'])
    for (const [asked, locale] of [
      ['de-AT, en;q=0.5', 'de'],
      ['fi', 'en'],
    ] as const) {
      const html = await open(path, { ...session, 'accept-language': asked })
      const words = ['common', 'learning', 'navigation', 'problems', 'shell']
      expect(links(html).sort(), path).toEqual(
        [
          '/assets/application-1.js',
          '/assets/home.js',
          ...shared,
          ...words.map((name) => `/assets/${name}-${locale}.js`),
        ].sort(),
      )
    }
})

test('guests’ pages and visitors who save data get only what every page begins with, also with a session', async () => {
  for (const path of ['/login', '/login?ended', '/callback?code=1', '/action', '/appsy', '/teamsters']) {
    const html = await open(path, session)
    expect(html, path).toContain('name="signed-in" content="yes"')
    expect(links(html), path).toEqual([])
  }
  const html = await open('/', { ...session, 'save-data': 'on' })
  expect(html).toContain('name="signed-in" content="yes"')
  expect(links(html)).toEqual([])
})

test('a person gets the page at any address, and a program gets it at none that is unknown', async () => {
  const ask = async (url: string, accept?: string) => {
    const { statusCode, headers } = await app.inject({ url, headers: accept === undefined ? {} : { accept } })
    return `${statusCode} ${String(headers['content-type']).split(';')[0]}`
  }
  const page = '200 text/html'
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  for (const url of ['/', '/no/such/page', '/apps/nothing?x=/api/', '/apiary', '/ltimate', '/imsomnia', '/scimitar'])
    for (const accept of [browser, undefined, '*/*', 'text/*', 'TEXT/HTML;q=0.1, application/json'])
      expect(await ask(url, accept), `${url} ${accept}`).toBe(page)
  for (const accept of ['application/json', 'image/*', 'text/html;q=0, */*', 'text/plain', '*/*;q=0'])
    for (const url of ['/', '/no/such/page', '/apps/nothing'])
      expect(await ask(url, accept), `${url} ${accept}`).toBe('404 application/json')
  for (const under of ['api', 'scim', 'xapi', 'xAPI', 'lti', 'ims', '.well-known', 'API', '%61pi', '/api'])
    for (const below of ['', '/', '?a=1', '/about', '/openid-configuration', '/v2/nothing/at/all?x'])
      expect(await ask(`/${under}${below}`, browser), `/${under}${below}`).toBe('404 application/json')
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

test('a service worker that is written after the page is in the next one, and one that is gone in none', async () => {
  const worker = join(folder, 'service-worker.js')
  expect(await open('/')).toContain('<meta name="service-worker" content="off">')
  writeFileSync(worker, '')
  expect(await open('/')).toContain('<meta name="service-worker" content="on">')
  rmSync(worker)
  expect(await open('/')).toContain('<meta name="service-worker" content="off">')
})
