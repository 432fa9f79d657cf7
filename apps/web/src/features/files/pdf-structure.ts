/** A tagged document's structure, as pdf.js reads it: nodes with a role, and pieces of content with an id. */
interface StructureNode {
  role?: string
  id?: string
  type?: string
  children?: StructureNode[]
}

interface Page {
  getStructTree(): Promise<StructureNode>
}

interface Pages {
  getPage(number: number): Promise<Page>
}

const mended = new WeakSet<object>()
const parts = ['TR', 'THead', 'TBody', 'TFoot', 'Caption']

/**
 * Makes every page tell its structure without what is no part of a table: word processors tag the drawn lines between
 * rows too, and a table with anything but rows in it is no table to a screen reader.
 */
export function mendStructure(document: object): void {
  const pages = document as Pages
  const getPage = pages.getPage.bind(pages)
  pages.getPage = async (number) => {
    const page = await getPage(number)
    if (!mended.has(page)) {
      mended.add(page)
      const getTree = page.getStructTree.bind(page)
      page.getStructTree = async () => mendTables(await getTree())
    }
    return page
  }
}

export function mendTables<Node extends StructureNode | null>(node: Node): Node {
  if (!node?.children) return node
  const children =
    node.role === 'Table' ? node.children.filter(({ role }) => parts.includes(role ?? '')) : node.children
  return { ...node, children: children.map(mendTables) }
}
