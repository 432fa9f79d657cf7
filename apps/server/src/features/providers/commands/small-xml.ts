import { SaxesParser } from 'saxes'

/** An element of a message, by its name without the prefix. */
export interface SmallElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: SmallElement[]
  text: string
}

/**
 * What a message of SAML may have. Anybody may send one, and the libraries that check signatures take the square of the
 * number of its elements, of the attributes of one, and of the names that hold at a depth.
 */
const most = { bytes: 512 * 1024, elements: 500, depth: 40, attributes: 3000, attributesOfOne: 50, asides: 100 }

/**
 * Reads a message in one pass, in a time that grows with its length alone. Null when it is broken, larger than a message
 * of SAML is, or declares types and entities: SAML needs none, and they reach for files and fill memory. Asked before any
 * other parser sees the message.
 */
export function readSmallXml(xml: string, { bytes = most.bytes, elements = most.elements } = {}): SmallElement | null {
  if (xml.length > bytes) return null
  const count = { elements: 0, attributes: 0, attributesOfOne: 0, asides: 0 }
  const root: SmallElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser({ xmlns: false, position: false })
  const stop = (): never => {
    throw new TooLarge()
  }
  const aside = () => {
    if (++count.asides > most.asides) stop()
  }
  const addText = (piece: string) => {
    const element = open.at(-1)
    if (element) element.text += piece
  }
  parser.on('error', stop)
  parser.on('doctype', stop)
  parser.on('comment', aside)
  parser.on('processinginstruction', aside)
  parser.on('opentagstart', () => {
    count.attributesOfOne = 0
    if (++count.elements > elements || open.length > most.depth) stop()
  })
  parser.on('attribute', () => {
    if (++count.attributes > most.attributes || ++count.attributesOfOne > most.attributesOfOne) stop()
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = {
      name: name.replace(/^.*:/, ''),
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
    }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.on('text', addText)
  parser.on('cdata', (piece) => {
    aside()
    addText(piece)
  })
  try {
    parser.write(xml).close()
  } catch (error) {
    if (error instanceof TooLarge) return null
    throw error
  }
  return root.children[0] ?? null
}

class TooLarge extends Error {}

/** Every element below, from the beginning to the end of the message. */
export function* elementsOf(element: SmallElement): Generator<SmallElement> {
  for (const child of element.children) {
    yield child
    yield* elementsOf(child)
  }
}
