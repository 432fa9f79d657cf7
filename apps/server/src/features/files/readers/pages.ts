import sanitizeHtml from 'sanitize-html'
import { limits } from './limits.ts'

/**
 * What a page of a Word document may consist of: as in a page of a course (platform/html.ts), with raised and lowered
 * letters and without links into the document, which is shown in parts. Pictures are files of the tenant.
 */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'hr', 'br', 'img'],
    ...['strong', 'em', 'u', 's', 'sup', 'sub', 'a', 'span'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    img: ['data-file-id', 'alt', 'width', 'height'],
    ol: ['start'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 100,
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    a: (tagName, { href = '' }) =>
      /^(?:https?|mailto):/i.test(href)
        ? { tagName, attribs: { href, target: '_blank', rel: 'noopener noreferrer' } }
        : { tagName: 'span', attribs: {} },
    // The file's id comes first: `signImages` finds it there.
    img: (tagName, { 'data-file-id': id = '', alt = '', width = '', height = '' }) => ({
      tagName,
      attribs: { 'data-file-id': id, alt: alt.slice(0, 1000), width, height },
    }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && frame.attribs['data-file-id'] === '',
}

export function cleanPages(html: string): string {
  // Links that lead nowhere leave a bare tag: the library loses track of tags that it is told to remove.
  return sanitizeHtml(html, allowed).replace(/<\/?span>/g, '')
}

const isVoid = /^(?:br|hr|img)$/

/**
 * Cuts cleaned HTML into pages: at headings where there are some, else between paragraphs. A table or list that is longer
 * than a page goes on, as one of its own, on the next.
 */
export function splitPages(html: string): string[] {
  const pages: string[] = []
  /** Opening tags of what is open at the place looked at. */
  const open: { name: string; tag: string }[] = []
  let begin = 0
  let reopened = ''
  const end = (at: number) => {
    const closing = open
      .map(({ name }) => `</${name}>`)
      .reverse()
      .join('')
    const page = reopened + html.slice(begin, at) + closing
    if (page.trim() !== '') pages.push(page)
    reopened = open.map(({ tag }) => tag).join('')
    begin = at
  }
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    const after = index + tag.length
    if (slash) {
      open.pop()
      const isBetweenItems = (name === 'tr' || name === 'li') && html.slice(after, after + 2) !== '</'
      if (after - begin > limits.longestPageLetters && (open.length === 0 || isBetweenItems)) end(after)
    } else if (!isVoid.test(name)) {
      if (open.length === 0 && /^h[1-4]$/.test(name) && index - begin > limits.pageLetters) end(index)
      open.push({ name, tag })
    }
  }
  end(html.length)
  return pages
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** The words of cleaned HTML, a paragraph a line. */
export function textOfPages(html: string): string {
  return html
    .replace(/<\/(?:p|h[1-4]|li|tr|blockquote|pre)>|<br \/>/g, '\n')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_, name: string) => entities[name] ?? ' ')
    .replace(/\n\s*\n/g, '\n')
    .trim()
}
