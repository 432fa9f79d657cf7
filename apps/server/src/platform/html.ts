import { createRequire } from 'node:module'
import type sanitizeHtmlType from 'sanitize-html'

// Loaded when the first text is saved: it brings parsers for HTML and CSS that no page needs.
let loaded: typeof sanitizeHtmlType | undefined
const sanitizeHtml = (html: string, options: sanitizeHtmlType.IOptions): string => {
  loaded ??= createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtmlType
  return loaded(html, options)
}

/**
 * What a page may consist of. Everything else is taken away when a draft is saved, with its content where the content is
 * code; so that what is stored can be shown as it is.
 *
 * - headings h2 to h4 (h1 is the page's own title), paragraphs, lists, quotations, code, rules, figures, tables
 * - bold, italic, underlined, struck through
 * - links to http, https and mailto addresses, which open in a window of their own
 * - images, only files of the tenant: `<img data-file-id="…" alt="…">`. No address is stored: reading puts a signed one in.
 *   `data-decoration` marks a picture that says nothing, so that its missing words are not asked for
 * - call-outs `<aside data-callout="info|tip|warning">`, and columns `<div data-columns="2|3">` of `<div data-column="true">`
 * - videos from elsewhere, as a name and an address: `<figure data-video="https://…"><figcaption>…`. The player shows them
 *   in a frame after a click; whether the host is one of the tenant's is asked where a draft is saved and where it is shown
 */
const allowed: sanitizeHtmlType.IOptions = {
  allowedTags: [
    ...[
      'h2',
      'h3',
      'h4',
      'p',
      'ul',
      'ol',
      'li',
      'blockquote',
      'code',
      'pre',
      'hr',
      'br',
      'figure',
      'figcaption',
      'img',
      'aside',
      'div',
    ],
    ...['strong', 'em', 'u', 's', 'sub', 'sup', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption'],
  ],
  allowedAttributes: {
    '*': ['dir', 'lang'],
    a: ['href', 'title', 'rel', 'target'],
    img: ['data-file-id', 'alt', 'title', 'width', 'height', 'data-decoration'],
    figure: ['data-video'],
    aside: ['data-callout'],
    div: ['data-columns', 'data-column'],
    ol: ['start'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    code: ['class'],
  },
  allowedClasses: { code: [/^language-[a-z0-9+#-]{1,20}$/] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'iframe',
    'object',
    'embed',
    'template',
    'svg',
    'math',
    'xmp',
  ],
  nestingLimit: 100,
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    a: (tagName, attribs) => ({ tagName, attribs: anchor(attribs) }),
    img: (tagName, attribs) => ({ tagName, attribs: image(attribs) }),
    figure: (tagName, attribs) =>
      'data-video' in attribs
        ? block(tagName, 'data-video', videoAddress(attribs['data-video']), attribs)
        : { tagName, attribs },
    aside: (tagName, attribs) =>
      block(tagName, 'data-callout', oneOf(['info', 'tip', 'warning'], attribs['data-callout']), attribs),
    div: (tagName, attribs) =>
      'data-column' in attribs
        ? block(tagName, 'data-column', 'true', attribs)
        : block(tagName, 'data-columns', oneOf(['2', '3'], attribs['data-columns']), attribs),
    th: (tagName, attribs) => ({ tagName, attribs: cell(attribs) }),
    td: (tagName, attribs) => ({ tagName, attribs: cell(attribs) }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && frame.attribs['data-file-id'] === undefined,
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const ownAddress = new RegExp(`^/files/(${uuid})/`, 'i')
const wholeUuid = new RegExp(`^${uuid}$`, 'i')
const storedVideo = /<figure data-video="([^"]*)"/g
const storedImage = new RegExp(`<img data-file-id="(${uuid})"`, 'g')

export function cleanHtml(html: string): string {
  return sanitizeHtml(html, allowed).trim()
}

/** Files that a cleaned page shows. */
export function imagesOf(html: string): string[] {
  return [...html.matchAll(storedImage)].map((match) => match[1] as string)
}

/** Hosts of the videos on a cleaned page. */
export function videoHostsOf(html: string): string[] {
  return [...html.matchAll(storedVideo)].map((match) => new URL(match[1] as string).hostname)
}

/** How many pictures of a cleaned page have no words for those who do not see them, and are no decoration either. */
export function countPicturesWithoutWords(html: string): number {
  return [...html.matchAll(/<img data-file-id="[^>]*>/g)].filter(
    ([tag]) => / alt="\s*"/.test(tag) && !tag.includes(' data-decoration="true"'),
  ).length
}

/** True for a cleaned page on which there is nothing to see. */
export function isBlankHtml(html: string): boolean {
  if (/<(?:img|hr|table|figure data-video)\b/.test(html)) return false
  // Cleaned, a page has no other `<` and `>` than those of its tags.
  return html.replace(/<[^>]*>/g, '').replace(/[\s\u00a0]|&nbsp;/g, '') === ''
}

/** The words of a cleaned page, block by block, for where there is no markup. Pictures are their words. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<img\b[^>]* alt="([^"]*)"[^>]*>/g, (_, words: string) => (words ? `[${words}]` : ''))
    .replace(/<li\b[^>]*>/g, '\n• ')
    .replace(/<\/(?:td|th)>/g, ' ')
    .replace(/<(?:br|\/?(?:p|h[2-4]|div|ul|ol|blockquote|pre|figure|figcaption|aside|table|tr|hr))\b[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|([a-z]{2,4}));/g, (whole, number: string | undefined, name: string | undefined) =>
      number ? letterOf(Number(number)) : (entities[name ?? ''] ?? whole),
    )
    .replace(/[ \u00a0]*\n\s*/g, '\n')
    .trim()
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const letterOf = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

function anchor(attribs: Record<string, string>): Record<string, string> {
  const { href = '', title, dir, lang } = attribs
  const leavesThePage = /^https?:/i.test(href.trim())
  return {
    ...present({ href, title, dir, lang }),
    ...(leavesThePage ? { target: '_blank', rel: 'noopener noreferrer' } : {}),
  }
}

/** The file's id first: `signImages` finds it there. An address of ours names the file too. */
function image(attribs: Record<string, string>): Record<string, string> {
  const named = attribs['data-file-id'] ?? ownAddress.exec(attribs.src ?? '')?.[1] ?? ''
  const { alt = '', title, width, height, dir, lang } = attribs
  if (!wholeUuid.test(named)) return {}
  const figures = { width: wholeNumber(width), height: wholeNumber(height) }
  const decoration = alt.trim() === '' && attribs['data-decoration'] === 'true' ? 'true' : undefined
  return {
    'data-file-id': named.toLowerCase(),
    alt,
    ...present({ title, dir, lang, ...figures, 'data-decoration': decoration }),
  }
}

/** An element that is there for its mark; without a good one it is taken away, and what stands in it stays. */
function block(tagName: string, mark: string, value: string | null, { dir, lang }: Record<string, string>) {
  if (value === null) return { tagName: 'unmarked', attribs: {} }
  return { tagName, attribs: { [mark]: value, ...present({ dir, lang }) } }
}

function oneOf(values: readonly string[], given: string | undefined): string | null {
  return given !== undefined && values.includes(given) ? given : null
}

/** As URL writes it, so that nothing in it ends the attribute or names another host to another reader. */
function videoAddress(given = ''): string | null {
  const url = given.length > 2000 ? null : URL.parse(given.trim())
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}

/** A cell that spans half a million columns would keep a browser busy for long. */
function cell({ colspan, rowspan, ...attribs }: Record<string, string>): Record<string, string> {
  return { ...present({ colspan: smallNumber(colspan), rowspan: smallNumber(rowspan) }), ...attribs }
}

function smallNumber(text: string | undefined): string | undefined {
  return text !== undefined && /^[1-9]\d{0,2}$/.test(text) ? text : undefined
}

function wholeNumber(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{1,5}$/.test(text) ? text : undefined
}

function present(attribs: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attribs).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
