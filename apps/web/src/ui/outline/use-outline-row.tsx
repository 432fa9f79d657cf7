import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { DragHandle } from './DragHandle.tsx'
import { type DragKind, dragId } from './drag-ids.ts'

/** `row` belongs to the element of the row; `handle` stands in it, and is null while nothing may be moved. */
export function useOutlineRow(kind: DragKind, id: string, name: string, locked: boolean) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: dragId(kind, id),
    disabled: locked,
  })
  return {
    isDragging,
    row: {
      ref: setNodeRef,
      style: { transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) },
    },
    handle: locked ? null : (
      <DragHandle ref={setActivatorNodeRef} name={name} isDragging={isDragging} {...attributes} {...listeners} />
    ),
  }
}
