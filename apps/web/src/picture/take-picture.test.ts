import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Part, takePicture } from './take-picture.ts'

const place = (top: number, left = 0, height = 20) => ({
  top,
  left,
  height,
  width: 100,
  bottom: top + height,
  right: left + 100,
})

/** jsdom lays nothing out: an element stands where its `data-at` says, else where its parent does. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [top = 0, left = 0] = (this.closest('[data-at]')?.getAttribute('data-at') ?? '0').split(' ').map(Number)
    return place(top, left) as DOMRect
  })
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([place(0)] as never)
  vi.stubGlobal('matchMedia', (text: string) => ({ matches: text.includes('min-width') }))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.head.innerHTML = document.body.innerHTML = ''
})

async function take(markup: string, style = '') {
  document.head.innerHTML = `<style>${style}</style>`
  document.body.innerHTML = `<div id="root">${markup}</div>`
  return takePicture(document.getElementById('root') as Element, async () => {})
}
const treeOf = async (markup: string, style?: string) => (await take(markup, style))?.tree

test('markup is kept as it is seen, links lead on, and nothing can be reached by the keyboard', async () => {
  expect(await treeOf('<main class="a"><h1>Hello</h1> <a href="/x?y=1">there</a><button>Go</button></main>')).toEqual([
    [
      'main',
      { class: 'a' },
      ['h1', {}, 'Hello'],
      ' ',
      ['a', { href: '/x?y=1', tabindex: '-1' }, 'there'],
      ['button', { tabindex: '-1' }, 'Go'],
    ],
  ] satisfies Part[])
})

test('nothing that runs, frames or sends, no names, and nothing that was typed', async () => {
  const tree = await treeOf(`
    <p id="p" name="n" onclick="go()" data-page="7" title="Ada" aria-label="Ada">text</p>
    <script>go()</script><style>p{}</style><iframe src="/x"></iframe><object data="/x"></object><embed src="/x">
    <form action="/x"><input value="typed"></form><textarea>typed</textarea><select><option>typed</option></select>
    <a href="javascript:go()">a</a><a href="https://elsewhere.example">b</a><a href="//elsewhere.example">c</a>
    <a href="/\\elsewhere.example">d</a><img src="https://elsewhere.example/x.png" srcset="/x 2x" onerror="go()" alt="">
    <svg viewBox="0 0 1 1"><use href="/x"></use><path d="M0 0"></path><foreignObject><p>typed</p></foreignObject></svg>
    <template><p>typed</p></template><video src="/x"></video>`)
  const text = JSON.stringify(tree)
  expect(text).not.toMatch(/go\(|typed|elsewhere|javascript|"id"|"name"|Ada|iframe|script|srcset|"use"|onerror|title/)
  expect(text).toContain('["path",{"d":"M0 0"}]')
  expect(text).toContain('["p",{},"text"]')
})

test('small images are in it themselves, others by their addresses', async () => {
  const images: Record<string, () => Promise<Response>> = {
    '/small': async () => new Response('abc', { headers: { 'content-type': 'image/webp' } }),
    '/large': async () => new Response('x'.repeat(24_001), { headers: { 'content-type': 'image/webp' } }),
    '/half': async () => new Response('x'.repeat(23_000), { headers: { 'content-type': 'image/png' } }),
    '/text': async () => new Response('abc', { headers: { 'content-type': 'image/svg+xml' } }),
    '/ended': async () => new Response('', { status: 401 }),
    '/offline': () => Promise.reject(new TypeError()),
  }
  vi.stubGlobal(
    'fetch',
    vi.fn((src: string) => images[src.replace(/\d$/, '')]?.()),
  )
  const sources = ['/small', '/large', '/text', '/ended', '/offline', '/half1', '/half2', '/half3']
  const tree = await treeOf(`<p>${sources.map((src) => `<img src="${src}">`).join('')}<img src="//elsewhere/x"></p>`)
  const kept = [...JSON.stringify(tree).matchAll(/\["img",\{(?:"src":"([^"]*)")?/g)].map(([, src]) => src?.slice(0, 26))
  expect(kept).toEqual([
    'data:image/webp;base64,YWJ',
    '/large',
    '/text',
    '/ended',
    '/offline',
    ...Array(2).fill('data:image/png;base64,eHh4'),
    '/half3',
    undefined,
  ])
  expect(tree?.[0]).toContainEqual(['img', { src: 'data:image/webp;base64,YWJj', 'data-from': '/small' }])
})

test('what is below the first screen, beside it or hidden leaves its place at most', async () => {
  const tree = await treeOf(`
    <p>seen</p><p class="b" data-at="9000">below <b>it</b></p><p data-at="-60">above</p><p data-at="0 9000">beside</p>
    <p style="visibility:hidden">invisible</p><p style="display:none">not there</p>`)
  const text = JSON.stringify(tree)
  expect(text).toContain('seen')
  expect(text).not.toMatch(/below|above|beside|invisible|not there/)
  expect(text).toMatch(/\["div",\{"class":"b","style":"[^"]*height:20px/)
})

test('only rules of what is in it, in their order, with the attributes that they ask for', async () => {
  const picture = await take(
    '<p class="a b" aria-current="page" data-kind="x" data-own="y">one</p>',
    `.a{color:red}.gone{color:blue}p.gone,.b{margin:0}.a:hover{color:green}.a::before{content:"x"}
    @media (min-width: 1px){.a{padding:1px}}@media print{.a{padding:2px}}
    [aria-current=page]{top:1px}.a[data-kind="x"]{top:2px}div .a.b{left:0}.gone .a{left:1px}`,
  )
  const css = picture?.css ?? ''
  expect(css).toMatch(/^\.a\{color: red;\}\.b\{margin: 0px;\}\.a::before\{content: "x";\}\.a\{padding: 1px;\}/)
  expect(css).not.toMatch(/gone|hover|2px;\}\[/)
  expect(css).toContain('div .a.b{')
  expect(picture?.tree).toEqual([['p', { class: 'a b', 'aria-current': 'page', 'data-kind': 'x' }, 'one']])
})

test('a page of very many parts is not kept', async () => {
  expect(await take('<i></i>'.repeat(1501))).toBeNull()
  expect(await take('<i></i>'.repeat(1499))).not.toBeNull()
})

test('it is written in faces of its own names, which the page’s style sheets know nothing of', async () => {
  const range = 'U+0-FF'
  const faces = [
    { family: '"Own Letters"', weight: '200 900', style: 'normal', unicodeRange: range, status: 'loaded' },
    { family: 'Plain', weight: 'normal', style: 'normal', unicodeRange: 'U+0-10FFFF', status: 'loaded' },
    { family: 'Late', weight: 'normal', style: 'normal', unicodeRange: 'U+0-10FFFF', status: 'unloaded' },
  ]
  Object.defineProperty(document, 'fonts', { configurable: true, value: faces })
  const picture = await take(
    '<p class="a"><b class="Plain">text</b></p>',
    `@font-face { font-family: "Own Letters"; font-weight: 200 900; src: url("/a.woff2"); unicode-range: ${range} }
    @font-face { font-family: Plain; src: url("/b.woff2") }
    @font-face { font-family: Late; src: url("/c.woff2") }
    body { font-family: "Own Letters", Late, sans-serif } .a { font-family: Plain, "Own Letters", Late }
    .Plain { font: italic 12px/1.5 'Own Letters', PlainText }`,
  )
  Reflect.deleteProperty(document, 'fonts')
  expect(picture?.fonts.map(([family, source, { display }]) => [family, source, display])).toEqual([
    ['Picture Own Letters', 'url("/a.woff2")', 'swap'],
    ['Picture Plain', 'url("/b.woff2")', 'swap'],
  ])
  expect(picture?.css).toContain('.a{font-family: "Picture Plain", "Picture Own Letters", Late;}')
  expect(picture?.css).toMatch(/\.Plain\{font: italic 12px ?\/ ?1\.5 "Picture Own Letters", PlainText;\}/)
  expect(picture?.frame).toContain('font-family:"Picture Own Letters", Late, sans-serif;')
})
