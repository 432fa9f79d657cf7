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
import type { FormContent } from '@learnt/contract/forms/content'
import type { FieldKind } from '@learnt/contract/forms/field-kinds'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { findPart, moveField, type Place, placeOf } from './content.ts'
import { useFormEditing } from './editing.ts'

/**
 * Dragging over palette and canvas. Ids: `k:` a kind of the palette, `p:` a page, `f:` a field, `s:` the fields of a section.
 * `children` gets the form as it would be if the field were dropped now, and whether pages are being put in order.
 */
export function FormDnd({ children }: { children: (shown: FormContent, arrangesPages: boolean) => ReactNode }) {
  const { t } = useTranslation(['formEditor', 'common'])
  const { form, edit, actions, nameOf } = useFormEditing()
  const [arranged, setArranged] = useState<FormContent | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const shown = arranged ?? form
  const nameOfId = (id: string) => {
    const plain = id.slice(2)
    if (id.startsWith('k:')) return t(`kinds.${plain as FieldKind}`)
    const part = findPart(form, plain)
    if (part?.is === 'page') return actions.pageName(part.at)
    return part?.is === 'field' ? nameOf(part.field) : ''
  }
  /** Where a field would land that is over this: another field, or the end of a section. */
  const targetOf = (over: string, among: FormContent): Place | null => {
    if (over.startsWith('f:')) return placeOf(among, over.slice(2))
    const part = findPart(among, over.slice(2))
    if (part?.is !== 'section') return null
    return { page: part.page, section: part.at, index: part.section.fields.length }
  }
  const reset = () => {
    setArranged(null)
    setDragged(null)
  }
  const onDragOver = ({ active, over }: DragOverEvent) => {
    const id = String(active.id)
    if (!over || !id.startsWith('f:')) return
    setArranged((before) => {
      const now = before ?? form
      const from = placeOf(now, id.slice(2))
      const to = targetOf(String(over.id), now)
      // within a section the rows make room by themselves
      const leaves = from && to && (from.page !== to.page || from.section !== to.section)
      return leaves ? moveField(now, id.slice(2), to) : before
    })
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const id = String(active.id)
    const plain = id.slice(2)
    if (over && id.startsWith('p:')) {
      const index = (one: string) => form.pages.findIndex((page) => page.key === one.slice(2))
      actions.movePage(index(id), index(String(over.id)))
    } else if (over && id.startsWith('k:')) {
      const to = targetOf(String(over.id), form)
      if (to) actions.add(plain as FieldKind, null, to)
    } else if (over) {
      const now = arranged ?? form
      const to = targetOf(String(over.id), now)
      const place = placeOf(to ? moveField(now, plain, to) : now, plain)
      if (place && JSON.stringify(place) !== JSON.stringify(placeOf(form, plain)))
        edit((content) => moveField(content, plain, place))
    }
    reset()
  }
  const collide: CollisionDetection = (args) => {
    const id = String(args.active.id)
    const targets = id.startsWith('p:') ? ['p:'] : ['f:', 's:']
    const droppableContainers = args.droppableContainers.filter((one) =>
      targets.some((prefix) => String(one.id).startsWith(prefix)),
    )
    if (id.startsWith('p:')) return closestCenter({ ...args, droppableContainers })
    // a new field is dropped only where the pointer is: beside the canvas it is put back
    if (id.startsWith('k:')) {
      const within = pointerWithin({ ...args, droppableContainers })
      const field = within.find((one) => String(one.id).startsWith('f:'))
      return field ? [field] : within
    }
    return closestCorners({ ...args, droppableContainers })
  }
  const said = (active: string | number, over: string | number | undefined) => {
    const id = String(active)
    const name = nameOfId(id)
    if (over === undefined) return name
    if (id.startsWith('p:')) {
      const position = form.pages.findIndex((page) => page.key === String(over).slice(2)) + 1
      return t('common:sortable.over', { name, position, count: form.pages.length })
    }
    const to = targetOf(String(over), shown)
    return to ? actions.placeText(name, to) : name
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('canvas.picked', { name: nameOfId(String(active.id)) }),
    onDragOver: ({ active, over }) => said(active.id, over?.id),
    onDragEnd: ({ active, over }) => said(active.id, over?.id),
    onDragCancel: ({ active }) => t('common:sortable.cancelled', { name: nameOfId(String(active.id)) }),
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={collide}
      measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
      onDragStart={({ active }) => setDragged(String(active.id))}
      onDragOver={onDragOver}
      onDragEnd={onDragEnd}
      onDragCancel={reset}
      accessibility={{ screenReaderInstructions: { draggable: t('common:sortable.instructions') }, announcements }}
    >
      {children(shown, dragged?.startsWith('p:') ?? false)}
      {createPortal(
        <DragOverlay dropAnimation={null} zIndex={1300}>
          {dragged && (
            <Paper elevation={8} sx={{ p: 1.5, borderRadius: '12px', cursor: 'grabbing' }}>
              <Typography variant="body2" noWrap sx={{ fontWeight: 700 }}>
                {nameOfId(dragged)}
              </Typography>
            </Paper>
          )}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}
