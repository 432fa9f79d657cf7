import { useDraggable } from '@dnd-kit/core'
import type { PointerEventHandler } from 'react'
import { dragId } from './drag-ids.ts'

/** `grip` belongs to a button of which a new item can be dragged into the outline. */
export function useNewItem(id: string) {
  const { listeners, setNodeRef, isDragging } = useDraggable({ id: dragId('new', id) })
  // NOTE without the attributes of the library: the keyboard adds by pressing the button
  return { isDragging, grip: { ref: setNodeRef, onPointerDown: listeners?.onPointerDown as PointerEventHandler } }
}
