import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { asOwner, statementsOf } from '../../../test/db.ts'
import { givenActing } from '../../../test/given/acting.ts'
import { givenPerson, givenSession, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { sessionCookieName } from '../session/token.ts'
import { serveWebPages } from './web-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'learnt-pages-'))
const page = (entry: string) => `<!doctype html><html><head>
<meta name="service-worker" content="__SERVICE_WORKER__"><meta name="signed-in" content="__SIGNED_IN__"><meta name="picture" content="__PICTURE__"><meta name="files" content="__FILES__"><link rel="icon" href="/favicon.svg"><script nonce="__CSP_NONCE__">1</script>
<script type="module" crossorigin src="/assets/${entry}.js" nonce="__CSP_NONCE__"></script></head><body></body></html>`
const build = (entry: string, application: string) => {
  mkdirSync(join(folder, '.vite'), { recursive: true })
  writeFileSync(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({
      'index.html': { file: `assets/${entry}.js` },
      _shared: { file: 'assets/shared.js', imports: ['index.html', '_runtime'] },
      _runtime: { file: 'assets/runtime.js', imports: ['_shared'] },
      'src/main.tsx': { file: 'assets/main.js', imports: ['_runtime'] },
      'src/Application.tsx': { file: `assets/${application}.js`, imports: ['index.html', '_shared'] },
      '../../node_modules/@a/mulish/files/mulish-latin-wght-normal.woff2': { file: 'assets/latin.woff2' },
      '../../node_modules/@a/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2': {
        file: 'assets/arabic.woff2',
      },
      'src/frame.ts': { file: 'assets/frame.js', imports: ['_shared'] },
      'src/guest/GuestApp.tsx': { file: 'assets/guest.js', imports: ['_shared'] },
      'src/features/learning/HomePage.tsx': { file: 'assets/home.js', imports: ['_shared'] },
      ...Object.fromEntries(
        ['en', 'de', 'ar'].map((locale) => [`_words-${locale}-x1.js`, { file: `assets/words-${locale}.js` }]),
      ),
      ...Object.fromEntries(
        ['en', 'de', 'ar'].flatMap((locale) =>
          ['common', 'session', 'learning'].map((name) => [
            `src/locales/${locale}/${name}.ts`,
            { file: `assets/${name}-${locale}.js` },
          ]),
        ),
      ),
    }),
  )
  writeFileSync(join(folder, 'index.html'), page(entry))
}
build('entry-1', 'application-1')

const everything = await testApp()
const { services } = everything
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

const fonts = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="font" type="font\/woff2" crossorigin href="([^"]+)">/g)].map(
    ([, to]) => to,
  )

const ofMain = ['/assets/main.js', '/assets/runtime.js', '/assets/shared.js']

test('a guest gets what guests’ pages are made of, in the browser’s language, and the page says so', async () => {
  for (const path of ['/', '/?a=1', '/login', '/login?ended', '/register', '/apps/homepage/myhomepage', '/teams'])
    for (const [asked, locale] of [
      ['de-AT, en;q=0.5', 'de'],
      ['ar', 'ar'],
      ['fi', 'en'],
    ] as const) {
      const html = await open(path, { 'accept-language': asked })
      expect(html, path).toContain('name="signed-in" content="no"')
      const words = ['common', 'session'].map((name) => `/assets/${name}-${locale}.js`)
      expect(links(html).sort(), path).toEqual([...ofMain, '/assets/guest.js', ...words].sort())
    }
  for (const [path, headers] of [
    ['/pages/errors/error-404', {}],
    ['/login', { 'save-data': 'on' }],
  ] as const)
    expect(links(await open(path, headers)).sort(), path).toEqual(ofMain)
})

test('whoever sends a session gets the application beside the entry, each file once', async () => {
  for (const path of ['/', '/?a=1', '/teams', '/teams?x', '/apps/course/1', '/pages/profile']) {
    const html = await open(path, session)
    expect(html, path).toContain('name="signed-in" content="yes"')
    expect(links(html).sort(), path).toEqual(['/assets/application-1.js', '/assets/frame.js', ...ofMain])
  }
})

test('guests’ pages and whoever saves data get only what every page begins with, also with a session', async () => {
  for (const path of ['/login', '/login?ended', '/callback?code=1', '/action', '/appsy', '/teamsters']) {
    const html = await open(path, session)
    expect(html, path).toContain('name="signed-in" content="yes"')
    expect(links(html).sort(), path).toEqual(ofMain)
  }
  const html = await open('/', { ...session, 'save-data': 'on' })
  expect(html).toContain('name="signed-in" content="yes"')
  expect(links(html).sort()).toEqual(ofMain)
})

describe('the key to the picture of the homepage', () => {
  const home = '/apps/homepage/myhomepage'
  const keyOf = (html: string) => /<meta name="picture" content="([^"]*)">/.exec(html)?.[1]
  const cookieOf = ({ token }: { token: string | null }) => ({
    cookie: `${sessionCookieName(services.settings)}=${token}`,
  })
  const keyFor = async (person: { token: string | null }, path = home) => keyOf(await open(path, cookieOf(person)))

  test('is given to a session that holds, on the way to the homepage, by one statement; the application hears the same', async () => {
    const person = await givenPerson(everything, await givenTenant(everything))
    let key: string | undefined
    const events = await statementsOf(services.db, async () => {
      key = await keyFor(person)
    })
    expect(events).toHaveLength(1)
    expect(key).toMatch(/^[\w-]{43}$/)
    for (const path of ['/', '/teams', '/teams?x', `${home}?y`]) expect(await keyFor(person, path), path).toBe(key)
    expect((await everything.call(person, api.session.start)).body.pictureKey).toBe(key)
    // what opens the picture opens nothing else, and says nothing of the cookie
    expect(key).not.toContain(person.token)
    expect((await everything.call({ token: key ?? '' }, api.session.start)).body.me).toBeNull()
  })

  test('is another one for each session, person, team and set of roles', async () => {
    const tenant = await givenTenant(everything)
    const person = await givenPerson(everything, tenant)
    const again = { token: await givenSession(services, person) }
    const other = await givenPerson(everything, tenant)
    const before = await keyFor(person)
    const keys = [before, await keyFor(again), await keyFor(other)]
    await asOwner((client) =>
      client.query(`update control.directory set roles = '{learner,manager}' where user_id = $1`, [person.userId]),
    )
    keys.push(await keyFor(person))
    const team = await givenTeam(everything, tenant)
    await givenPerson(everything, tenant, { userId: other.userId, email: other.email, teamId: team })
    await asOwner((client) =>
      client.query('update control.sessions set team_id = $1 where token_hash = sha256($2)', [
        team,
        Buffer.from(other.token),
      ]),
    )
    keys.push(await keyFor(other))
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('is refused to whoever has no session that holds', async () => {
    const tenant = await givenTenant(everything)
    const change = async (sql: string) => {
      const person = await givenPerson(everything, tenant)
      await asOwner((client) => client.query(sql, [person.userId]))
      return keyFor(person)
    }
    expect(await change('update control.sessions set ended_at = now() where user_id = $1')).toBe('none')
    expect(await change(`update control.directory set status = 'inactive' where user_id = $1`)).toBe('none')
    expect(keyOf(await open(home))).toBe('none')
    for (const rubbish of ['x', 'a'.repeat(43), '"><script>', '%00'])
      expect(keyOf(await open(home, { cookie: `${sessionCookieName(services.settings)}=${rubbish}` })), rubbish).toBe(
        'none',
      )
    const asked = await givenPerson(everything, tenant)
    const acting = await givenActing(everything, tenant, asked)
    expect(await keyFor(acting)).toBe('none')
    expect((await everything.call(acting, api.session.start)).body.pictureKey).toBeUndefined()
    const owing = await givenTenant(everything, { settings: { secondFactor: { requiredFor: ['learner'] } } })
    const owes = await givenPerson(everything, owing)
    expect(await keyFor(owes)).toBe('none')
    expect((await everything.call(owes, api.session.start)).body).toMatchObject({ owesFactor: true })
    expect((await everything.call(owes, api.session.start)).body.pictureKey).toBeUndefined()
    await asOwner((client) =>
      client.query(`update control.tenants set status = 'suspended' where id = $1`, [tenant.tenantId]),
    )
    expect(await keyFor(asked)).toBe('none')
  })

  test('comes with the names of all that the homepage is made of, in the browser’s language, which the page fetches when the picture is there; other pages fetch at once', async () => {
    const person = await givenPerson(everything, await givenTenant(everything))
    const namesOf = (html: string) => /<meta name="files" content="([^"]*)">/.exec(html)?.[1]
    const ofHome = (locale: string) => [
      ['/assets/application-1.js', `/assets/common-${locale}.js`, ...ofMain],
      ['frame', 'home', `learning-${locale}`, `words-${locale}`].map((name) => `/assets/${name}.js`),
    ]
    for (const path of [home, '/', '/teams'])
      for (const [asked, locale] of [
        ['de-AT, en;q=0.5', 'de'],
        ['fi', 'en'],
      ] as const) {
        const html = await open(path, { ...cookieOf(person), 'accept-language': asked })
        const lists = namesOf(html)?.split(',')
        expect(
          lists?.map((names) => names.split(' ').sort()),
          path,
        ).toEqual(ofHome(locale))
        expect(links(html), path).toEqual([])
      }
    for (const [path, headers] of [
      [home, session],
      ['/apps/courses/mycourses', cookieOf(person)],
      ['/login', {}],
    ] as const)
      expect(namesOf(await open(path, headers)), path).toBe('')
    const saving = await open(home, { ...cookieOf(person), 'save-data': 'on' })
    expect(namesOf(saving)).toBe('')
    expect(links(saving).sort()).toEqual(ofMain)
  })

  test('comes with the letters that the page is written in, before its entry, and no other page names any', async () => {
    const person = await givenPerson(everything, await givenTenant(everything))
    const [latin, arabic] = ['/assets/latin.woff2', '/assets/arabic.woff2']
    for (const [asked, names] of [
      ['de', [latin]],
      ['fi', [latin]],
      ['ar', [arabic, latin]],
    ] as const) {
      const html = await open(home, { ...cookieOf(person), 'accept-language': asked })
      expect(fonts(html), asked).toEqual(names)
      expect(html.indexOf(latin)).toBeLessThan(html.indexOf('<script type="module"'))
    }
    for (const [path, headers] of [
      [home, session],
      [home, { ...cookieOf(person), 'save-data': 'on' }],
      ['/apps/courses/mycourses', cookieOf(person)],
      ['/login', {}],
    ] as const)
      expect(fonts(await open(path, headers)), path).toEqual([])
  })

  test('is not asked for on other pages, where nobody knows it', async () => {
    const person = await givenPerson(everything, await givenTenant(everything))
    const events = await statementsOf(services.db, async () => {
      for (const path of ['/apps/courses/mycourses', '/pages/profile', '/login'])
        expect(await keyFor(person, path)).toBe('')
    })
    expect(events).toEqual([])
    expect(keyOf(await open('/login'))).toBe('none')
  })

  test('holds up no page: without an answer in time there is none, and nothing is said about the session', async () => {
    const person = await givenPerson(everything, await givenTenant(everything))
    await asOwner(async (client) => {
      await client.query('begin')
      await client.query('lock table control.sessions in access exclusive mode')
      expect(await keyFor(person)).toBe('')
      await client.query('rollback')
    })
    expect(await keyFor(person)).toMatch(/^[\w-]{43}$/)
  })
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
