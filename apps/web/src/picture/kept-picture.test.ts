import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sealPicture } from './keep-picture.ts'

// The scripts in the head of index.html, which no bundler sees: one shows what keep-picture.ts keeps, and to nobody else,
// one fetches what the page is made of.

const html = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')
const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)]
  .map(([, text]) => text ?? '')
  .filter((text) => /learnt\.picture|meta\[name="files"\]/.test(text))
const place = 'learnt.picture'
const key = Buffer.alloc(32, 7).toString('base64url')
const home = '/apps/homepage/myhomepage'

const usual = {
  at: Date.now(),
  build: '/assets/index-1.js',
  language: 'en',
  scheme: 'light',
  width: innerWidth,
  height: innerHeight,
  goesOn: true,
  fonts: [],
}
const tree = [['h1', { class: 'a' }, 'Hello']]

async function keep(head: object = {}, of: object = {}, sealedWith = key): Promise<void> {
  const text = JSON.stringify({ ...usual, ...head })
  const sealed = await sealPicture(JSON.stringify({ css: '', frame: '', tree, ...of }), sealedWith, text)
  localStorage.setItem(place, `${text}\n${sealed}`)
}

const holder = globalThis as { picture?: { drawn?: Promise<unknown>; goesOn: boolean | null; end: () => void } }

/** Opens a page as the server sends it; resolves when the picture is there, or will not be. */
async function open(path = home, sign = key): Promise<void> {
  document.head.innerHTML = `<meta name="picture" content="${sign}"><meta name="files" content="/assets/a.js /assets/b.js,/assets/c.js"><script type="module" src="/assets/index-1.js"></script>`
  document.body.innerHTML = '<div id="root"></div><div id="splash"></div>'
  document.documentElement.lang = 'en'
  document.documentElement.dataset.scheme = 'light'
  history.replaceState(null, '', path)
  for (const script of scripts) new Function(script)()
  await holder.picture?.drawn
}
const shown = () => document.getElementById('picture') !== null
const isKept = () => localStorage.getItem(place) !== null

let inside: ShadowRoot | null
beforeEach(() => {
  inside = null
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then))
  const attach = Element.prototype.attachShadow
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, how) {
    inside = attach.call(this, how)
    return inside
  })
})
afterEach(() => {
  holder.picture?.end()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  document.body.innerHTML = document.head.innerHTML = ''
  delete holder.picture
})

test('the session that it was taken in sees it, on all ways to the homepage', async () => {
  for (const path of [home, '/', '/teams']) {
    await keep()
    await open(path)
    expect(shown(), path).toBe(true)
    expect(document.getElementById('picture')?.getAttribute('aria-hidden')).toBe('true')
    expect(inside?.querySelector('h1.a')?.textContent).toBe('Hello')
    expect(isKept()).toBe(true)
  }
})

test('what the application is made of is fetched when the picture is there, and at once where there is none', async () => {
  const fetched = () =>
    [...document.querySelectorAll('link[rel="modulepreload"]')].map((link) => link.getAttribute('href'))
  const all = ['/assets/a.js', '/assets/b.js']
  await keep()
  const opened = open()
  expect(fetched()).toEqual([])
  await opened
  expect(shown()).toBe(true)
  expect(fetched()).toEqual(all)
  holder.picture?.end()
  localStorage.clear()
  void open()
  expect(fetched()).toEqual(all)
  await keep({ build: '/assets/index-2.js' })
  await open()
  expect(fetched()).toEqual(all)
  // the homepage's own when the last of them is on its way
  document.querySelector('link[href="/assets/b.js"]')?.dispatchEvent(new Event('load'))
  expect(fetched()).toEqual([...all, '/assets/c.js'])
  document.querySelector('link[href="/assets/a.js"]')?.dispatchEvent(new Event('load'))
  expect(fetched()).toEqual([...all, '/assets/c.js'])
})

test('the splash is not laid out in front of it, and stands where none comes', async () => {
  const { dataset } = document.documentElement
  for (const build of [usual.build, '/assets/index-2.js']) {
    await keep({ build })
    const opened = open()
    expect(dataset.splash, build).toBe('later')
    await opened
    expect(dataset.splash, build).toBeUndefined()
  }
})

test('images that are in it are fetched by their addresses, too, when it is there: the page shows them by those', async () => {
  const asked: string[] = []
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        asked.push(address)
      }
    },
  )
  const image = (from: string) => ['img', { src: 'data:image/webp;base64,AAAA', 'data-from': from }]
  await keep({}, { tree: [image('/files/a.webp'), image('//elsewhere.example/b.webp'), ['img', { src: '/c.webp' }]] })
  const opened = open()
  expect(asked).toEqual([])
  await opened
  expect(asked).toEqual(['/files/a.webp'])
})

test('it goes when the page has its heading and waits for nothing more', async () => {
  await keep()
  await open()
  const root = document.getElementById('root') as Element
  root.innerHTML = '<h1>Hello</h1><div aria-busy="true"></div>'
  await Promise.resolve()
  expect(shown()).toBe(true)
  root.lastElementChild?.remove()
  await Promise.resolve()
  expect(shown()).toBe(false)
})

test('a page that ends it before it has come never shows it', async () => {
  await keep()
  const opened = open()
  holder.picture?.end()
  await opened
  expect(shown()).toBe(false)
})

test('without a session that holds, it is deleted on every page; where nobody knows, it waits', async () => {
  for (const path of [home, '/', '/login', '/pages/errors/error-404']) {
    await keep()
    await open(path, 'none')
    expect(shown(), path).toBe(false)
    expect(isKept(), path).toBe(false)
  }
  for (const sign of ['', '__PICTURE__']) {
    await keep()
    await open(home, sign)
    expect(shown()).toBe(false)
    expect(isKept()).toBe(true)
  }
})

test('of another session, build, language or scheme, old, changed or nonsense: deleted', async () => {
  const refusals: [string, () => Promise<void> | void][] = [
    ['session', () => keep({}, {}, Buffer.alloc(32, 8).toString('base64url'))],
    ['build', () => keep({ build: '/assets/index-2.js' })],
    ['language', () => keep({ language: 'ar' })],
    ['scheme', () => keep({ scheme: 'dark' })],
    ['age', () => keep({ at: Date.now() - 8 * 86_400_000 })],
    ['future', () => keep({ at: Date.now() + 60_000 })],
    [
      'head',
      async () => {
        await keep({ language: 'ar' })
        localStorage.setItem(place, (localStorage.getItem(place) ?? '').replace('"ar"', '"en"'))
      },
    ],
    ['nonsense', () => localStorage.setItem(place, 'nonsense')],
    ['empty', () => localStorage.setItem(place, '')],
    ['no body', () => localStorage.setItem(place, `${JSON.stringify(usual)}\n`)],
  ]
  for (const [why, given] of refusals) {
    await given()
    await open()
    expect(shown(), why).toBe(false)
    expect(isKept(), why).toBe(false)
  }
})

test('another size of the window, or another way than the one that led there, shows none and keeps it', async () => {
  for (const head of [{ width: innerWidth + 1 }, { height: innerHeight - 1 }]) {
    await keep(head)
    await open()
    expect(shown()).toBe(false)
    expect(isKept()).toBe(true)
  }
  await keep({ goesOn: false })
  await open('/')
  expect(shown()).toBe(false)
  await open(home)
  expect(shown()).toBe(true)
})

test('what no picture holds is not made, whoever sealed it', async () => {
  for (const tag of ['script', 'iframe', 'object', 'embed', 'link', 'meta', 'base', 'form', 'SCRIPT', 'x y']) {
    await keep({}, { tree: [[tag, {}]] })
    await open()
    expect(shown(), tag).toBe(false)
    expect(isKept(), tag).toBe(false)
  }
  const names = { onclick: 'x', ONCLICK: 'x', href: 'javascript:x', src: '//elsewhere.example/x', 'xlink:href': '/x' }
  await keep({}, { tree: [['a', names, 'x']] })
  await open()
  expect(inside?.querySelector('a')?.attributes).toHaveLength(0)
  const images = ['data:image/webp;base64,AAAA', 'data:image/svg+xml;base64,AAAA', 'data:text/html,x', '/x']
  await keep({}, { tree: [...images.map((src) => ['img', { src }]), ['a', { href: images[0] }]] })
  await open()
  const made = [...(inside?.querySelectorAll('img, a') ?? [])]
  expect(made.map((one) => one.getAttribute('src') ?? one.getAttribute('href'))).toEqual([
    images[0],
    null,
    null,
    '/x',
    null,
  ])
})
