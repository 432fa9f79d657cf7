import { cutText } from '@learnt/contract/cut-text'
import { packageLimits } from '@learnt/contract/packages'
import { SaxesParser } from 'saxes'

/** An element without its prefix: packages name the same thing `adlcp:scormtype`, `adlcp:scormType` and `scormtype`. */
export interface XmlElement {
  /** Local name, lower case. */
  name: string
  prefix: string
  /** By local name in lower case; namespace declarations under their whole name. */
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  text: string
}

export type XmlFault =
  | { code: 'manifest-encoding' }
  | { code: 'manifest-broken'; line: number; column: number; detail: string }
  | { code: 'manifest-entities' }
  | { code: 'manifest-too-deep'; limit: number }
  | { code: 'manifest-too-large'; bytes: number; limit: number }
  | { code: 'manifest-no-root' }

/** Elements and attributes: the shortest take forty times their bytes in memory. */
const mostParts = 150_000
const noAttributes: ReadonlyMap<string, string> = new Map()

/** Reads a document without document types: no entity is ever expanded and nothing is fetched. */
export function readXml(bytes: Uint8Array): XmlElement | XmlFault {
  const text = decodeXml(bytes)
  if (text === null) return { code: 'manifest-encoding' }
  if (/<!ENTITY/i.test(text)) return { code: 'manifest-entities' }

  let fault: XmlFault | null = null
  let root: XmlElement | null = null
  let parts = 0
  const open: XmlElement[] = []
  // xmlns false: an undeclared prefix is a mistake that every other player overlooks.
  const parser = new SaxesParser({ xmlns: false, position: true })
  parser.on('error', (error) => {
    fault ??= {
      code: 'manifest-broken',
      line: parser.line,
      column: parser.column,
      detail: cutText(error.message.replace(/^\d+:\d+: /, ''), 200),
    }
  })
  parser.on('attribute', () => {
    parts++
  })
  parser.on('opentag', (tag) => {
    parts++
    if (fault !== null) return
    if (open.length >= packageLimits.manifestDepth) {
      fault = { code: 'manifest-too-deep', limit: packageLimits.manifestDepth }
      return
    }
    const [prefix, name] = splitName(tag.name)
    const attributes = Object.entries(tag.attributes as Record<string, string>).map(
      ([key, value]) => [key.startsWith('xmlns') ? key : splitName(key)[1], value] as const,
    )
    const element: XmlElement = {
      name,
      prefix,
      attributes: attributes.length === 0 ? noAttributes : new Map(attributes),
      children: [],
      text: '',
    }
    const parent = open.at(-1)
    if (parent) parent.children.push(element)
    else root ??= element
    open.push(element)
  })
  parser.on('closetag', () => {
    if (fault === null) open.pop()
  })
  const addText = (piece: string) => {
    const element = open.at(-1)
    if (fault === null && element) element.text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  for (let at = 0; at < text.length && fault === null; at += 65_536) {
    parser.write(text.slice(at, at + 65_536))
    // So short are its parts that this much of it is all that can be read.
    if (parts > mostParts)
      fault ??= {
        code: 'manifest-too-large',
        bytes: bytes.length,
        limit: Math.floor((bytes.length * at) / text.length),
      }
  }
  if (fault === null) parser.close()
  return fault ?? root ?? { code: 'manifest-no-root' }
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

export function textOf(element: XmlElement | undefined): string {
  return element?.text.replace(/\s+/g, ' ').trim() ?? ''
}

export function attribute(element: XmlElement | undefined, name: string): string | undefined {
  return element?.attributes.get(name)?.trim()
}

/** Byte order mark, then what the declaration says, then UTF-8, then the code page of old Windows tools. */
function decodeXml(bytes: Uint8Array): string | null {
  const label = encodingOf(bytes)
  let text: string
  try {
    text = new TextDecoder(label, { fatal: label.startsWith('utf') }).decode(bytes)
  } catch {
    if (label !== 'utf-8') return null
    text = new TextDecoder('windows-1252').decode(bytes)
  }
  return text.replace(/^[\ufeff\s]+/, '')
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a === 0x3c && b === 0 && d === 0) return 'utf-16le'
  if (a === 0 && b === 0x3c && c === 0) return 'utf-16be'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]?.toLowerCase() ?? 'utf-8'
  // A document that can be read byte by byte is not UTF-16, even if it says so.
  if (declared.startsWith('utf-16') || declared.startsWith('ucs-2') || declared === 'unicode') return 'utf-8'
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return 'utf-8'
  }
}

function splitName(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(':')
  return colon < 0
    ? ['', name.toLowerCase()]
    : [name.slice(0, colon).toLowerCase(), name.slice(colon + 1).toLowerCase()]
}
