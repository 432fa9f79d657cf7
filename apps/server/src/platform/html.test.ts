import { expect, test } from 'vitest'
import { cleanHtml, imagesOf, isBlankHtml } from './html.ts'

const id = '0193a7c0-0000-7000-8000-000000000001'

test('keeps what a page may consist of', () => {
  const page =
    '<h2 dir="rtl">مرحبا</h2><p lang="en">a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s></p><ul><li>f</li></ul><ol start="3"><li>g</li></ol>' +
    '<blockquote>h</blockquote><pre><code class="language-ts">i</code></pre><hr /><p>j<br />k</p>' +
    '<table><caption>l</caption><thead><tr><th colspan="2" scope="col">m</th></tr></thead><tbody><tr><td rowspan="2">n</td></tr></tbody></table>' +
    `<figure><img data-file-id="${id}" alt="o" width="300" /><figcaption>p</figcaption></figure><a href="mailto:a@b.test">q</a>`
  expect(cleanHtml(page)).toBe(page)
})

test.each([
  ['<script>alert(1)</script><p>x</p>', '<p>x</p>'],
  ['<style>p{}</style>x', 'x'],
  ['<p onclick="alert(1)" style="color:red" class="y" id="z">x</p>', '<p>x</p>'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" JaVaScRiPt:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="data:text/html,x">x</a>', '<a>x</a>'],
  ['<a href="//evil.test">x</a>', '<a>x</a>'],
  ['<iframe src="https://evil.test"></iframe>x', 'x'],
  ['<svg><script>alert(1)</script></svg>x', 'x'],
  ['<math><mtext></mtext></math>x', 'x'],
  ['<form action="/x"><input name="a"><button>x</button></form>', 'x'],
  ['<img src="https://evil.test/x.png">', ''],
  ['<img src="data:image/svg+xml,<svg onload=alert(1)>">', ''],
  ['<img data-file-id="1 onerror=alert(1)" src="x">', ''],
  ['<object data="x"></object><embed src="x"><video src="x"></video>y', 'y'],
  ['<h1>x</h1><h6>y</h6><b>b</b><i>i</i>', '<h2>x</h2><h4>y</h4><strong>b</strong><em>i</em>'],
  ['<code class="language-js evil">x</code>', '<code class="language-js">x</code>'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', ''],
  ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
  ['<!-- comment --><p>x</p>', '<p>x</p>'],
  ['<p>unclosed <strong>x', '<p>unclosed <strong>x</strong></p>'],
])('cleans %s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean)
})

test('links leave in a window of their own, without a way back', () => {
  expect(cleanHtml('<a href="https://a.test/?x=1&amp;y=2" target="_top" rel="opener">x</a>')).toBe(
    '<a href="https://a.test/?x=1&amp;y=2" target="_blank" rel="noopener noreferrer">x</a>',
  )
})

test('images are named by their file, also when only our own address is there', () => {
  const clean = cleanHtml(
    `<p><img alt="a" src="/files/${id}/1.x/image.webp" data-file-id="${id.toUpperCase()}"><img src="/files/${id}/1.x/y.webp"></p>`,
  )
  expect(clean).toBe(`<p><img data-file-id="${id}" alt="a" /><img data-file-id="${id}" alt="" /></p>`)
  expect(imagesOf(clean)).toEqual([id, id])
})

test('cleaning what is clean changes nothing', () => {
  const once = cleanHtml(
    `<h2>a</h2><p>1 &lt; 2 &nbsp; “q” <a href="https://x.test">l</a></p><p><img data-file-id="${id}" title="t" alt="&quot;"></p>`,
  )
  expect(cleanHtml(once)).toBe(once)
})

test('knows an empty page', () => {
  for (const blank of ['', '<p></p>', '<p> <br> </p>', '<p>&nbsp;</p>', '<ul><li></li></ul>'])
    expect(isBlankHtml(cleanHtml(blank)), blank).toBe(true)
  for (const full of ['x', `<p><img data-file-id="${id}"></p>`, '<table><tr><td></td></tr></table>'])
    expect(isBlankHtml(cleanHtml(full)), full).toBe(false)
})
