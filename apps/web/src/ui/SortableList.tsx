import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import DragIcon from '@mui/icons-material/DragIndicator'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visuallyHidden } from './visually-hidden.ts'

export interface SortableListProps<Item> {
  items: readonly Item[]
  itemId: (item: Item) => string
  itemName: (item: Item) => string
  onMove: (from: number, to: number) => void
  /** `controls` are the handle and the move buttons: put them where they belong in the row. */
  children: (item: Item, controls: ReactNode, index: number) => ReactNode
  label: string
  disabled?: boolean
}

/** A list put in order by dragging, by keyboard on the handle, or by plain up and down buttons; every move is said aloud. */
export function SortableList<Item>({
  items,
  itemId,
  itemName,
  onMove,
  children,
  label,
  disabled = false,
}: SortableListProps<Item>) {
  const { t } = useTranslation()
  const [said, setSaid] = useState('')
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = items.map(itemId)
  const nameOf = (id: string | number) => {
    const item = items[ids.indexOf(String(id))]
    return item === undefined ? '' : itemName(item)
  }
  const place = (id: string | number, over: string | number | undefined) => ({
    name: nameOf(id),
    position: ids.indexOf(String(over ?? id)) + 1,
    count: items.length,
  })
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item === undefined || to < 0 || to >= items.length) return
    onMove(from, to)
    setSaid(t('sortable.dropped', { name: itemName(item), position: to + 1, count: items.length }))
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        screenReaderInstructions: { draggable: t('sortable.instructions') },
        announcements: {
          onDragStart: ({ active }) => t('sortable.picked', place(active.id, undefined)),
          onDragOver: ({ active, over }) => t('sortable.over', place(active.id, over?.id)),
          onDragEnd: ({ active, over }) => t('sortable.dropped', place(active.id, over?.id)),
          onDragCancel: ({ active }) => t('sortable.cancelled', { name: nameOf(active.id) }),
        },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy} disabled={disabled}>
        <Box component="ol" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map((item, index) => (
            <SortableRow
              key={itemId(item)}
              id={itemId(item)}
              name={itemName(item)}
              first={index === 0}
              last={index === items.length - 1}
              disabled={disabled}
              onUp={() => move(index, index - 1)}
              onDown={() => move(index, index + 1)}
            >
              {(controls) => children(item, controls, index)}
            </SortableRow>
          ))}
        </Box>
      </SortableContext>
      <span aria-live="assertive" style={visuallyHidden}>
        {said}
      </span>
    </DndContext>
  )
}

function SortableRow(props: {
  id: string
  name: string
  first: boolean
  last: boolean
  disabled: boolean
  onUp: () => void
  onDown: () => void
  children: (controls: ReactNode) => ReactNode
}) {
  const { id, name, first, last, disabled, onUp, onDown, children } = props
  const { t } = useTranslation()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  })
  const controls = disabled ? null : (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center' }}>
      <IconButton
        size="small"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={t('sortable.drag', { name })}
        sx={{ cursor: isDragging ? 'grabbing' : 'grab', touchAction: 'none' }}
      >
        <DragIcon fontSize="small" />
      </IconButton>
      <IconButton size="small" disabled={first} onClick={onUp} aria-label={t('sortable.up', { name })}>
        <UpIcon fontSize="small" />
      </IconButton>
      <IconButton size="small" disabled={last} onClick={onDown} aria-label={t('sortable.down', { name })}>
        <DownIcon fontSize="small" />
      </IconButton>
    </Box>
  )
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) }}
      sx={{ position: 'relative', zIndex: isDragging ? 2 : 'auto', opacity: isDragging ? 0.9 : 1 }}
    >
      {children(controls)}
    </Box>
  )
}
