import { expect, test } from 'vitest'
import { cleanHtml, countPicturesWithoutWords, imagesOf, isBlankHtml, videoHostsOf } from './html.ts'

const id = '0193a7c0-0000-7000-8000-000000000001'

test('keeps what a page may consist of', () => {
  const page =
    '<h2 dir="rtl">مرحبا</h2><p lang="en">a <strong>b</strong> <em>c</em> <u>d</u> <s>e</s></p><ul><li>f</li></ul><ol start="3"><li>g</li></ol>' +
    '<blockquote>h</blockquote><pre><code class="language-ts">i</code></pre><hr /><p>j<br />k</p>' +
    '<table><caption>l</caption><thead><tr><th colspan="2" scope="col">m</th></tr></thead><tbody><tr><td rowspan="2">n</td></tr></tbody></table>' +
    `<figure><img data-file-id="${id}" alt="o" width="300" /><figcaption>p</figcaption></figure><a href="mailto:a@b.test">q</a>`
  expect(cleanHtml(page)).toBe(page)
})

test('keeps the blocks of a page', () => {
  const page =
    '<aside data-callout="warning" dir="rtl"><p>a</p><table><tbody><tr><td>b</td></tr></tbody></table></aside>' +
    '<div data-columns="2"><div data-column="true"><p>c</p></div><div data-column="true"><pre><code>d</code></pre></div></div>' +
    '<figure data-video="https://video.example/embed/1?a=b&amp;c=d"><figcaption>e</figcaption></figure>' +
    `<p>H<sub>2</sub>O m<sup>2</sup></p><img data-file-id="${id}" alt="" data-decoration="true" />`
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
  ['<aside data-callout="evil"><p>x</p></aside>', '<p>x</p>'],
  [
    '<aside data-callout="info" onclick="x" style="x"><script>alert(1)</script>y</aside>',
    '<aside data-callout="info">y</aside>',
  ],
  ['<div data-columns="9"><div data-column="x" class="y">z</div></div>', '<div data-column="true">z</div>'],
  ['<div onmouseover="alert(1)"><script>alert(1)</script>x</div>', 'x'],
  ['<td colspan="500000" rowspan="2" onclick="x"><script>y</script>z</td>', '<td rowspan="2">z</td>'],
  ['<pre><code class="x"><script>y</script>&lt;script&gt;</code></pre>', '<pre><code>&lt;script&gt;</code></pre>'],
  ['<figure data-video="javascript:alert(1)"><figcaption>x</figcaption></figure>', '<figcaption>x</figcaption>'],
  ['<figure data-video="http://video.example/1"><figcaption>x</figcaption></figure>', '<figcaption>x</figcaption>'],
  ['<figure data-video="//video.example/1">x</figure>', 'x'],
  ['<figure data-video="https://a:b@video.example/1">x</figure>', 'x'],
  [
    '<figure data-video="https://v.example/&quot;&gt;&lt;script&gt;">x</figure>',
    '<figure data-video="https://v.example/%22%3E%3Cscript%3E">x</figure>',
  ],
  [
    '<figure data-video="https://v.example/1"><iframe srcdoc="<script>alert(1)</script>"></iframe></figure>',
    '<figure data-video="https://v.example/1"></figure>',
  ],
  [
    '<aside data-callout="tip"><iframe srcdoc="<p onload=alert(1)>x</p>">y</iframe>z</aside>',
    '<aside data-callout="tip">z</aside>',
  ],
  [`<img data-file-id="${id}" alt="x" data-decoration="true">`, `<img data-file-id="${id}" alt="x" />`],
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

test('names the hosts of videos and counts pictures without words', () => {
  const page = cleanHtml(
    `<figure data-video="https://B.example:8443/1"></figure><img data-file-id="${id}" title="a"><img data-file-id="${id}" alt=" " data-decoration="true"><img data-file-id="${id}" alt="b"><img data-file-id="${id}" alt=" ">`,
  )
  expect(videoHostsOf(page)).toEqual(['b.example'])
  expect(countPicturesWithoutWords(page)).toBe(2)
})

test('knows an empty page', () => {
  for (const blank of [
    '',
    '<p></p>',
    '<p> <br> </p>',
    '<p>&nbsp;</p>',
    '<ul><li></li></ul>',
    '<aside data-callout="tip"></aside>',
  ])
    expect(isBlankHtml(cleanHtml(blank)), blank).toBe(true)
  for (const full of [
    'x',
    `<p><img data-file-id="${id}"></p>`,
    '<table><tr><td></td></tr></table>',
    '<figure data-video="https://v.example/1"></figure>',
  ])
    expect(isBlankHtml(cleanHtml(full)), full).toBe(false)
})
