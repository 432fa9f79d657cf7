/** `group`: what has lists of items (a section, a page). `list`: such a list. `new`: what is dragged in from beside the outline. */
export type DragKind = 'group' | 'item' | 'list' | 'new'

export const dragId = (kind: DragKind, id: string) => `${kind}:${id}`

export function readDragId(dragged: string | number): { kind: DragKind; id: string } {
  const [kind = '', ...rest] = String(dragged).split(':')
  return { kind: kind as DragKind, id: rest.join(':') }
}
