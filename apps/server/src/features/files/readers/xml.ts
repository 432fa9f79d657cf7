import type { Readable } from 'node:stream'
import { type Attributes, unicodeOf, type XmlHandler, xmlReader } from '../../../platform/xml.ts'
import { limits } from './limits.ts'
import { blameDocument } from './unreadable.ts'

/** Reads a part of a document as it comes. `pause`: after each piece of the stream; false ends the reading. */
export async function readXml(stream: Readable, handler: XmlHandler & { pause?(): Promise<boolean> }): Promise<void> {
  const reader = xmlReader(handler, { depth: limits.xmlDepth })
  try {
    let decoder: TextDecoder | undefined
    for await (const chunk of stream) {
      // The formats know UTF-8 and UTF-16.
      decoder ??= new TextDecoder(unicodeOf(chunk as Buffer) ?? 'utf-8')
      reader.write(decoder.decode(chunk as Buffer, { stream: true }))
      if (handler.pause && !(await handler.pause())) return
    }
    reader.write(decoder?.decode() ?? '')
    reader.close()
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
