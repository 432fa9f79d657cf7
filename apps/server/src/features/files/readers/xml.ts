import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { limits } from './limits.ts'
import { blameDocument, DocumentUnreadable } from './unreadable.ts'

export type Attributes = Readonly<Record<string, string>>

/** Elements by their names without prefix: programs choose prefixes freely. Attributes keep theirs. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
  /** After each piece of the stream; false ends the reading. */
  pause?(): Promise<boolean>
}

/** Reads XML as it comes. A document type is refused, so no entity is expanded and nothing is fetched. */
export async function readXml(stream: Readable, handler: XmlHandler): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  const local = new Map<string, string>()
  const nameOf = (name: string): string => {
    let short = local.get(name)
    if (short === undefined) {
      short = name.slice(name.indexOf(':') + 1)
      if (local.size < 1000) local.set(name, short)
    }
    return short
  }
  parser.on('error', (error) => {
    throw new DocumentUnreadable('broken', { cause: error })
  })
  parser.on('doctype', () => {
    throw new DocumentUnreadable('broken', { cause: new Error('document type') })
  })
  parser.on('opentag', (tag) => {
    if (++depth > limits.xmlDepth) throw new DocumentUnreadable('broken', { cause: new Error('too deep') })
    handler.open?.(nameOf(tag.name), tag.attributes)
  })
  parser.on('closetag', (tag) => {
    depth--
    handler.close?.(nameOf(tag.name))
  })
  const text = handler.text
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  try {
    let decoder: TextDecoder | undefined
    for await (const chunk of stream) {
      decoder ??= new TextDecoder(encodingOf(chunk as Buffer))
      parser.write(decoder.decode(chunk as Buffer, { stream: true }))
      if (handler.pause && !(await handler.pause())) return
    }
    parser.write(decoder?.decode() ?? '')
    parser.close()
  } catch (error) {
    throw blameDocument(error)
  } finally {
    stream.destroy()
  }
}

/** The attribute with a prefix, such as r:id beside id. */
export function prefixed(attributes: Attributes, name: string): string | undefined {
  for (const key in attributes) if (key.endsWith(`:${name}`)) return attributes[key]
  return undefined
}

/** The formats know UTF-8 and UTF-16. */
function encodingOf([a, b]: Uint8Array): string {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be'
  return 'utf-8'
}
