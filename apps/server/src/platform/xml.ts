import { SaxesParser } from 'saxes'

export type Attributes = Readonly<Record<string, string>>

/** Names come without their prefix, which programs choose freely; attributes keep theirs. */
export interface XmlHandler {
  /** An element begins whose attributes follow, and one of them. */
  begin?(): void
  attribute?(): void
  open?(name: string, attributes: Attributes, prefix: string): void
  close?(name: string): void
  text?(text: string): void
  /** A comment, a processing instruction or a section of CDATA. */
  aside?(): void
}

/** The document is broken at a place, deeper than allowed, or declares a type. */
export class XmlRefused extends Error {
  override readonly name = 'XmlRefused'
  readonly reason: 'broken' | 'documentType' | 'tooDeep'
  readonly line: number
  readonly column: number

  constructor(reason: XmlRefused['reason'], message: string, { line, column }: { line: number; column: number }) {
    super(message)
    this.reason = reason
    this.line = line
    this.column = column
  }
}

/**
 * The one set-up of the XML reader, for text that comes piece by piece. No entity of a document is ever expanded and nothing
 * is fetched. A document type is refused unless it may be overlooked. Throws `XmlRefused`, and what the handler throws.
 */
export function xmlReader(
  handler: XmlHandler,
  { depth: deepest, overlooksTypes = false }: { depth: number; overlooksTypes?: boolean },
): { write(text: string): void; close(): void } {
  // xmlns false: an undeclared prefix is a mistake that other programs overlook.
  const parser = new SaxesParser({ xmlns: false, position: true })
  const refuse = (reason: XmlRefused['reason'], message: string = reason) => {
    throw new XmlRefused(reason, message, parser)
  }
  let depth = 0
  const local = new Map<string, [name: string, prefix: string]>()
  const splitName = (whole: string) => {
    let split = local.get(whole)
    if (!split) {
      const colon = whole.lastIndexOf(':')
      split = [whole.slice(colon + 1), whole.slice(0, Math.max(0, colon))]
      if (local.size < 1000) local.set(whole, split)
    }
    return split
  }
  const { begin, attribute, text, aside } = handler
  parser.on('error', (error) => refuse('broken', error.message.replace(/^\d+:\d+: /, '')))
  if (!overlooksTypes) parser.on('doctype', () => refuse('documentType'))
  if (begin) parser.on('opentagstart', begin)
  if (attribute) parser.on('attribute', attribute)
  parser.on('opentag', ({ name: whole, attributes }) => {
    if (++depth > deepest) refuse('tooDeep')
    const [name, prefix] = splitName(whole)
    handler.open?.(name, attributes, prefix)
  })
  parser.on('closetag', ({ name }) => {
    depth--
    handler.close?.(splitName(name)[0])
  })
  if (text) parser.on('text', text)
  parser.on('cdata', (piece) => {
    aside?.()
    text?.(piece)
  })
  if (aside) {
    parser.on('comment', aside)
    parser.on('processinginstruction', aside)
  }
  return { write: (piece) => void parser.write(piece), close: () => void parser.close() }
}

interface Node<Self> {
  readonly children: Self[]
  text: string
}

/** Collects elements below `root` as `make` makes them. */
export function collectTree<Element extends Node<Element>>(
  root: Element,
  make: (name: string, attributes: Attributes, prefix: string) => Element,
): Required<Pick<XmlHandler, 'open' | 'close' | 'text'>> {
  const open = [root]
  return {
    open(...of) {
      const element = make(...of)
      open.at(-1)?.children.push(element)
      open.push(element)
    },
    close() {
      open.pop()
    },
    text(piece) {
      const element = open.at(-1)
      if (element) element.text += piece
    },
  }
}

/** UTF-16 or UTF-8 by the first bytes of a document; null: they do not say it. */
export function unicodeOf([a, b, c, d]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && d === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0)) return 'utf-16be'
  return null
}
