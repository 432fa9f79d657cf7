import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  closestCorners,
  DndContext,
  type DragEndEvent,
  type DragOverEvent,
  DragOverlay,
  KeyboardSensor,
  MeasuringStrategy,
  PointerSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type DragKind, readDragId } from './drag-ids.ts'

export interface OutlineFrameProps<Content, Place extends { index: number }> {
  content: Content
  groupIds: readonly string[]
  placeOf: (content: Content, item: string) => Place | null
  /** Where an item lands that is dropped on a list and not on one of its items. */
  placeIn: (content: Content, list: string, item: string) => Place | null
  moved: (content: Content, item: string, to: Place) => Content
  onMoveGroup: (from: number, to: number) => void
  onMoveItem: (item: string, to: Place) => void
  /** Something new was dropped. */
  onAdd?: (what: string, to: Place) => void
  nameOf: (id: string, kind: DragKind) => string
  /** An icon before the name of what is under the pointer. */
  iconOf?: (id: string, kind: DragKind) => ReactNode
  pickedText: (name: string) => string
  placeText: (name: string, to: Place) => string
  /** Gets the content as it would be if the item were dropped now, and whether groups are being put in order. */
  children: (shown: Content, arrangesGroups: boolean) => ReactNode
}

/**
 * Groups of items, put in order by dragging or by keyboard: each row takes its handle from `useOutlineRow`, and its menu
 * offers the same moves to click on (`moveActions`).
 */
export function OutlineFrame<Content, Place extends { index: number }>(props: OutlineFrameProps<Content, Place>) {
  const { content, groupIds, placeOf, placeIn, moved, nameOf, placeText } = props
  const { t } = useTranslation()
  const [arranged, setArranged] = useState<Content | null>(null)
  const [dragged, setDragged] = useState<{ kind: DragKind; id: string } | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const shown = arranged ?? content
  const targetOf = (over: string | number, item: string, among: Content) => {
    const { kind, id } = readDragId(over)
    return kind === 'item' ? placeOf(among, id) : placeIn(among, id, item)
  }
  const reset = () => {
    setArranged(null)
    setDragged(null)
  }
  const onDragOver = ({ active, over }: DragOverEvent) => {
    const { kind, id } = readDragId(active.id)
    if (!over || kind !== 'item') return
    setArranged((before) => {
      const now = before ?? content
      const from = placeOf(now, id)
      const to = targetOf(over.id, id, now)
      // within a list the rows make room by themselves
      return from && to && !isSame({ ...from, index: 0 }, { ...to, index: 0 }) ? moved(now, id, to) : before
    })
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const { kind, id } = readDragId(active.id)
    if (over && kind === 'group') {
      props.onMoveGroup(groupIds.indexOf(id), groupIds.indexOf(readDragId(over.id).id))
    } else if (over && kind === 'new') {
      const to = targetOf(over.id, id, content)
      if (to) props.onAdd?.(id, to)
    } else if (over) {
      const to = targetOf(over.id, id, shown)
      const place = placeOf(to ? moved(shown, id, to) : shown, id)
      if (place && !isSame(place, placeOf(content, id))) props.onMoveItem(id, place)
    }
    reset()
  }
  const collide: CollisionDetection = (args) => {
    const { kind } = readDragId(args.active.id)
    const targets: DragKind[] = kind === 'group' ? ['group'] : ['item', 'list']
    const droppableContainers = args.droppableContainers.filter((one) => targets.includes(readDragId(one.id).kind))
    if (kind === 'group') return closestCenter({ ...args, droppableContainers })
    if (kind === 'item') return closestCorners({ ...args, droppableContainers })
    // what is new is dropped only where the pointer is: beside the outline it is put back
    const within = pointerWithin({ ...args, droppableContainers })
    const item = within.find((one) => readDragId(one.id).kind === 'item')
    return item ? [item] : within
  }
  const said = (active: string | number, over: string | number | undefined) => {
    const { kind, id } = readDragId(active)
    const name = nameOf(id, kind)
    if (kind === 'group') {
      const position = groupIds.indexOf(readDragId(over ?? active).id) + 1
      return t('sortable.over', { name, position, count: groupIds.length })
    }
    const to = targetOf(over ?? active, id, shown)
    return to ? placeText(name, to) : name
  }
  const nameOfDragged = (active: string | number) => {
    const { kind, id } = readDragId(active)
    return nameOf(id, kind)
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => props.pickedText(nameOfDragged(active.id)),
    onDragOver: ({ active, over }) => said(active.id, over?.id),
    onDragEnd: ({ active, over }) => said(active.id, over?.id),
    onDragCancel: ({ active }) => t('sortable.cancelled', { name: nameOfDragged(active.id) }),
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collide}
      measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
      onDragStart={({ active }) => setDragged(readDragId(active.id))}
      onDragOver={onDragOver}
      onDragEnd={onDragEnd}
      onDragCancel={reset}
      accessibility={{ screenReaderInstructions: { draggable: t('sortable.instructions') }, announcements }}
    >
      {props.children(shown, dragged?.kind === 'group')}
      {createPortal(
        <DragOverlay dropAnimation={null} zIndex={1300}>
          {dragged && (
            <Paper
              elevation={8}
              sx={{
                display: 'flex',
                gap: 1.25,
                alignItems: 'center',
                p: 1.5,
                borderRadius: '12px',
                cursor: 'grabbing',
              }}
            >
              {props.iconOf?.(dragged.id, dragged.kind)}
              <Typography variant="body2" noWrap sx={{ fontWeight: 700 }}>
                {nameOf(dragged.id, dragged.kind)}
              </Typography>
            </Paper>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
