import type { Readable } from 'node:stream'
import { type Attributes, collectTree } from '../../../platform/xml.ts'
import { DocumentUnreadable } from './unreadable.ts'
import { readXml } from './xml.ts'

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
  let count = 0
  const tree = collectTree<XmlNode>(root, (name, attributes) => {
    if (++count > mostNodes) throw new DocumentUnreadable('tooLarge')
    return { name, attributes, children: [], text: '' }
  })
  await readXml(stream, tree)
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
