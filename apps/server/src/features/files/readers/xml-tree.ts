import type { Readable } from 'node:stream'
import { DocumentUnreadable } from './unreadable.ts'
import { type Attributes, readXml } from './xml.ts'

/** An element by its name without prefix. */
export interface XmlNode {
  readonly name: string
  readonly attributes: Attributes
  readonly children: XmlNode[]
  text: string
}

/** A slide of a presentation has some hundred. */
const mostNodes = 200_000

/** Reads a small part whole. */
export async function readXmlTree(stream: Readable): Promise<XmlNode> {
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  let count = 0
  await readXml(stream, {
    open(name, attributes) {
      if (++count > mostNodes) throw new DocumentUnreadable('tooLarge')
      const node: XmlNode = { name, attributes, children: [], text: '' }
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    text(piece) {
      const node = open.at(-1)
      // Texts of slides stand in `t`, figures in `v`; all else is space between elements.
      if (node && (node.name === 't' || node.name === 'v')) node.text += piece
    },
    close() {
      open.pop()
    },
  })
  return root
}

export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return node?.children.find((child) => child.name === name)
}

export function childrenOf(node: XmlNode | undefined, name: string): XmlNode[] {
  return node?.children.filter((child) => child.name === name) ?? []
}

/** Follows names downwards, each time to the first child of that name. */
export function findBelow(node: XmlNode | undefined, ...names: string[]): XmlNode | undefined {
  return names.reduce(childOf, node)
}

/** All elements of that name, however deep, in order. */
export function* allBelow(node: XmlNode | undefined, name: string): Generator<XmlNode> {
  for (const child of node?.children ?? []) {
    if (child.name === name) yield child
    else yield* allBelow(child, name)
  }
}
