import { type Attributes, collectTree, XmlRefused, xmlReader } from '../../../platform/xml.ts'

/** An element of a message, by its name without the prefix. */
export interface SmallElement {
  readonly name: string
  readonly attributes: Attributes
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
  const tree = collectTree<SmallElement>(root, (name, attributes) => ({ name, attributes, children: [], text: '' }))
  const stopAt = (isTooMuch: boolean) => {
    if (isTooMuch) throw new TooLarge()
  }
  const reader = xmlReader(
    {
      ...tree,
      begin() {
        count.attributesOfOne = 0
        stopAt(++count.elements > elements)
      },
      attribute: () => stopAt(++count.attributes > most.attributes || ++count.attributesOfOne > most.attributesOfOne),
      aside: () => stopAt(++count.asides > most.asides),
    },
    { depth: most.depth },
  )
  try {
    reader.write(xml)
    reader.close()
  } catch (error) {
    if (error instanceof TooLarge || error instanceof XmlRefused) return null
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
