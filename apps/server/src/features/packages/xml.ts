import { cutText } from '@learnt/contract/cut-text'
import { packageLimits } from '@learnt/contract/packages'
import { collectTree, unicodeOf, XmlRefused, xmlReader } from '../../platform/xml.ts'

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

  let parts = 0
  const root: XmlElement = { name: '', prefix: '', attributes: noAttributes, children: [], text: '' }
  const tree = collectTree<XmlElement>(root, (name, attributes, prefix) => {
    parts++
    const read = Object.entries(attributes).map(
      ([key, value]) => [key.startsWith('xmlns') ? key : localName(key), value] as const,
    )
    return {
      name: name.toLowerCase(),
      prefix: prefix.toLowerCase(),
      attributes: read.length === 0 ? noAttributes : new Map(read),
      children: [],
      text: '',
    }
  })
  const reader = xmlReader(
    { ...tree, attribute: () => parts++ },
    { depth: packageLimits.manifestDepth, overlooksTypes: true },
  )
  try {
    for (let at = 0; at < text.length; at += 65_536) {
      reader.write(text.slice(at, at + 65_536))
      // So short are its parts that this much of it is all that can be read.
      if (parts > mostParts)
        return {
          code: 'manifest-too-large',
          bytes: bytes.length,
          limit: Math.floor((bytes.length * at) / text.length),
        }
    }
    reader.close()
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error
    const { line, column, message } = error
    return error.reason === 'tooDeep'
      ? { code: 'manifest-too-deep', limit: packageLimits.manifestDepth }
      : { code: 'manifest-broken', line, column, detail: cutText(message, 200) }
  }
  return root.children[0] ?? { code: 'manifest-no-root' }
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
  const unicode = unicodeOf(bytes)
  if (unicode !== null) return unicode
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

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase()
}
