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
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { PathwaySection } from '@learnt/contract/pathways'
import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { findPlace, moveStep, type Place, stepsOf } from './content.ts'
import { usePathwayEditing } from './editing.ts'
import { SectionCard } from './SectionCard.tsx'

/** Sections and steps, put in order by dragging, by keyboard, or by the menus of the rows. */
export function SectionList() {
  const { t } = useTranslation(['pathwayEditor', 'common'])
  const { content, locked, edit, outline } = usePathwayEditing()
  const [arranged, setArranged] = useState<PathwaySection[] | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const sections = arranged ?? content.sections
  const nameOf = (id: string | number) => {
    const plain = String(id).slice(2)
    const at = content.sections.findIndex((section) => section.id === plain)
    const step = stepsOf(content).find((one) => one.id === plain)
    return at >= 0 ? outline.sectionName(at) : step ? outline.nameOf(step) : ''
  }
  /** Where a step would land that is over this: another step, or an empty section. */
  const targetOf = (over: string, stepId: string, among: readonly PathwaySection[]): Place | null => {
    if (over.startsWith('a:')) return findPlace(among, over.slice(2))
    const section = among.findIndex((one) => one.id === over.slice(2))
    const own = findPlace(among, stepId)
    if (section < 0) return null
    return own?.section === section ? own : { section, index: among[section]?.steps.length ?? 0 }
  }
  const reset = () => {
    setArranged(null)
    setDragged(null)
  }
  const onDragOver = ({ active, over }: DragOverEvent) => {
    const id = String(active.id)
    if (!over || !id.startsWith('a:')) return
    setArranged((before) => {
      const now = before ?? content.sections
      const from = findPlace(now, id.slice(2))
      const to = targetOf(String(over.id), id.slice(2), now)
      // within a section the rows make room by themselves
      return from && to && from.section !== to.section ? moveStep(now, id.slice(2), to) : before
    })
  }
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const id = String(active.id)
    if (over && id.startsWith('s:')) {
      const index = (one: string) => content.sections.findIndex((section) => section.id === one.slice(2))
      outline.moveSection(index(id), index(String(over.id)))
    } else if (over) {
      const now = arranged ?? content.sections
      const to = targetOf(String(over.id), id.slice(2), now)
      const end = to ? moveStep(now, id.slice(2), to) : now
      const place = findPlace(end, id.slice(2))
      if (place && JSON.stringify(place) !== JSON.stringify(findPlace(content.sections, id.slice(2))))
        edit((draft) => ({ ...draft, sections: moveStep(draft.sections, id.slice(2), place) }))
    }
    reset()
  }
  const collide: CollisionDetection = (args) => {
    const kinds = String(args.active.id).startsWith('s:') ? ['s:'] : ['a:', 'd:']
    const droppableContainers = args.droppableContainers.filter((one) =>
      kinds.some((prefix) => String(one.id).startsWith(prefix)),
    )
    return (kinds.length === 1 ? closestCenter : closestCorners)({ ...args, droppableContainers })
  }
  const said = (active: string | number, over: string | number | undefined) => {
    const id = String(active)
    if (id.startsWith('s:')) {
      const at = content.sections.findIndex((section) => section.id === String(over ?? active).slice(2))
      return t('common:sortable.over', { name: nameOf(active), position: at + 1, count: content.sections.length })
    }
    const to = targetOf(String(over ?? active), id.slice(2), sections)
    return to ? outline.placeText(nameOf(active), to) : ''
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('sections.picked', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) => said(active.id, over?.id),
    onDragEnd: ({ active, over }) => said(active.id, over?.id),
    onDragCancel: ({ active }) => t('common:sortable.cancelled', { name: nameOf(active.id) }),
  }
  return (
    <Box component="section" aria-label={t('sections.heading')} data-field="sections">
      <DndContext
        sensors={sensors}
        collisionDetection={collide}
        measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
        onDragStart={({ active }) => {
          setDragged(String(active.id))
          if (String(active.id).startsWith('a:')) setArranged(content.sections)
        }}
        onDragOver={onDragOver}
        onDragEnd={onDragEnd}
        onDragCancel={reset}
        accessibility={{ screenReaderInstructions: { draggable: t('common:sortable.instructions') }, announcements }}
      >
        <SortableContext
          items={sections.map((section) => `s:${section.id}`)}
          strategy={verticalListSortingStrategy}
          disabled={locked}
        >
          <Box
            component="ol"
            aria-label={t('sections.heading')}
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}
          >
            {sections.map((section, at) => (
              <SectionCard key={section.id} section={section} at={at} folded={dragged?.startsWith('s:') ?? false} />
            ))}
          </Box>
        </SortableContext>
        {createPortal(
          <DragOverlay dropAnimation={null} zIndex={1300}>
            {dragged && (
              <Paper elevation={8} sx={{ p: 1.5, borderRadius: '12px', cursor: 'grabbing' }}>
                <Typography variant="body2" noWrap sx={{ fontWeight: 700 }}>
                  {nameOf(dragged)}
                </Typography>
              </Paper>
            )}
          </DragOverlay>,
          document.body,
        )}
      </DndContext>
      {!locked && (
        <Button
          fullWidth
          variant="outlined"
          color="inherit"
          startIcon={<AddIcon />}
          onClick={outline.addSection}
          sx={{ mt: sections.length > 0 ? 2 : 0, borderStyle: 'dashed' }}
        >
          {t('sections.add')}
        </Button>
      )}
      <span aria-live="assertive" style={visuallyHidden}>
        {outline.said}
      </span>
    </Box>
  )
}
