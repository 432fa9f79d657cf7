import Image from '@tiptap/extension-image'
import { Extension, Mark, Node } from '@tiptap/react'

// What a page may consist of beside text, as the server's courses/html.ts keeps it.

export const calloutKinds = ['info', 'tip', 'warning'] as const
export type CalloutKind = (typeof calloutKinds)[number]

const readKind = (element: HTMLElement): CalloutKind =>
  calloutKinds.find((kind) => kind === element.dataset.callout) ?? 'info'

export interface BlockWords {
  callout: (kind: CalloutKind) => string
  video: string
}

/** A box that stands out of the text; its first line names what it is, also for those who hear it. */
const Callout = Node.create<{ words: BlockWords }>({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: 'info',
      parseHTML: readKind,
      renderHTML: ({ kind }) => ({ 'data-callout': kind as string }),
    },
  }),
  parseHTML: () => [{ tag: 'aside[data-callout]' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', HTMLAttributes, 0],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('aside')
      const name = document.createElement('p')
      name.className = 'block-name'
      name.contentEditable = 'false'
      const contentDOM = document.createElement('div')
      dom.append(name, contentDOM)
      const show = (kind: CalloutKind) => {
        dom.dataset.callout = kind
        name.textContent = this.options.words.callout(kind)
      }
      show(node.attrs.kind as CalloutKind)
      return {
        dom,
        contentDOM,
        update: (next) => {
          if (next.type !== node.type) return false
          show(next.attrs.kind as CalloutKind)
          return true
        },
        // the name is ours: the editor must not read it as typed
        ignoreMutation: (change) => change.type !== 'selection' && !contentDOM.contains(change.target),
      }
    }
  },
})

const Column = Node.create({
  name: 'column',
  content: 'block+',
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-column]' }],
  renderHTML: () => ['div', { 'data-column': 'true' }, 0],
})

/** Two or three columns; below each other where the page is narrow. */
const Columns = Node.create({
  name: 'columns',
  group: 'block',
  content: 'column{2,3}',
  isolating: true,
  parseHTML: () => [{ tag: 'div[data-columns]' }],
  renderHTML: ({ node }) => ['div', { 'data-columns': String(node.childCount) }, 0],
})

/** A video from elsewhere: its name and address. The editor loads nothing of it. */
const Video = Node.create<{ words: BlockWords }>({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ address: { default: '' }, title: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'figure[data-video]',
      getAttrs: (element) => ({ address: element.dataset.video ?? '', title: element.textContent.trim() }),
    },
  ],
  renderHTML: ({ node }) => [
    'figure',
    { 'data-video': node.attrs.address as string },
    ['figcaption', node.attrs.title as string],
  ],
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('figure')
      dom.dataset.video = node.attrs.address as string
      const name = document.createElement('p')
      name.className = 'block-name'
      name.textContent = this.options.words.video
      const title = document.createElement('figcaption')
      title.textContent = node.attrs.title as string
      const address = document.createElement('small')
      address.dir = 'ltr'
      address.textContent = node.attrs.address as string
      dom.append(name, title, address)
      return { dom }
    }
  },
})

/** A picture with words for those who do not see it, or marked as decoration, which has none. */
const Picture = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      alt: { default: '' },
      decoration: {
        default: false,
        parseHTML: (element: HTMLElement) => element.dataset.decoration === 'true',
        renderHTML: ({ decoration }: Record<string, unknown>) => (decoration ? { 'data-decoration': 'true' } : {}),
      },
    }
  },
})

const raised = (name: string, tag: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

export function pageBlocks(words: BlockWords) {
  return Extension.create({
    name: 'pageBlocks',
    addExtensions: () => [
      Callout.configure({ words }),
      Column,
      Columns,
      Video.configure({ words }),
      Picture,
      raised('superscript', 'sup'),
      raised('subscript', 'sub'),
    ],
  })
}

export function newColumns(count: 2 | 3) {
  const column = { type: 'column', content: [{ type: 'paragraph' }] }
  return { type: 'columns', content: Array.from({ length: count }, () => column) }
}
