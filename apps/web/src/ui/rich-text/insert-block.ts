import { NodeSelection, Selection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'

/** Puts a block where the cursor is, and the cursor into its first line. */
export function insertBlock(editor: Editor, json: object): void {
  const { state, view } = editor
  const node = state.schema.nodeFromJSON(json)
  const tr = state.tr.replaceSelectionWith(node, false)
  const from = tr.mapping.map(state.selection.from, -1)
  let at: number | null = null
  tr.doc.nodesBetween(
    Math.max(0, from - 1),
    Math.min(tr.doc.content.size, from + node.nodeSize + 2),
    (found, place) => {
      if (at === null && found.type === node.type) at = place
      return at === null
    },
  )
  if (at !== null)
    tr.setSelection(node.isAtom ? NodeSelection.create(tr.doc, at) : Selection.near(tr.doc.resolve(at + 1), 1))
  view.dispatch(tr.scrollIntoView())
  view.focus()
}
