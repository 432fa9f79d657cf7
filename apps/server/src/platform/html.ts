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
 * - images, only files of the tenant: `<img data-file-id="…" alt="…">`. No address is stored: reading puts a signed one in
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
    ],
    ...['strong', 'em', 'u', 's', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption'],
  ],
  allowedAttributes: {
    '*': ['dir', 'lang'],
    a: ['href', 'title', 'rel', 'target'],
    img: ['data-file-id', 'alt', 'title', 'width', 'height'],
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
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && frame.attribs['data-file-id'] === undefined,
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const ownAddress = new RegExp(`^/files/(${uuid})/`, 'i')
const wholeUuid = new RegExp(`^${uuid}$`, 'i')
const storedImage = new RegExp(`<img data-file-id="(${uuid})"`, 'g')

export function cleanHtml(html: string): string {
  return sanitizeHtml(html, allowed).trim()
}

/** Files that a cleaned page shows. */
export function imagesOf(html: string): string[] {
  return [...html.matchAll(storedImage)].map((match) => match[1] as string)
}

/** True for a cleaned page on which there is nothing to see. */
export function isBlankHtml(html: string): boolean {
  if (/<(?:img|hr|table)\b/.test(html)) return false
  // Cleaned, a page has no other `<` and `>` than those of its tags.
  return html.replace(/<[^>]*>/g, '').replace(/[\s\u00a0]|&nbsp;/g, '') === ''
}

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
  return { 'data-file-id': named.toLowerCase(), alt, ...present({ title, dir, lang, ...figures }) }
}

function wholeNumber(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{1,5}$/.test(text) ? text : undefined
}

function present(attribs: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attribs).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
