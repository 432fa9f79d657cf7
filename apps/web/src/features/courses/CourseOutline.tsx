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
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { ActivityKind, Section } from '@learnt/contract/courses'
import AddIcon from '@mui/icons-material/Add'
import SettingsIcon from '@mui/icons-material/TuneOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { AddStepButton } from './AddStepButton.tsx'
import { activitiesOf, findPlace, minutesOf, moveActivity } from './content.ts'
import { useEditing } from './editing.ts'
import { hasErrors } from './field-errors.ts'
import { KindIcon } from './KindIcon.tsx'
import { OutlineSection } from './OutlineSection.tsx'
import { OutlineStep } from './OutlineStep.tsx'
import type { Outline } from './useOutline.ts'
import { useStepComments } from './useStepComments.ts'

export interface CourseOutlineProps {
  selected: string | null
  onSelect: (item: string | null) => void
  outline: Outline
}

/** Sections and steps of a course, put in order by dragging, by keyboard, or by the menus of the rows. */
export function CourseOutline({ selected, onSelect, outline }: CourseOutlineProps) {
  const { t } = useTranslation(['courses', 'common'])
  const { document: course, content, errors, locked, edit } = useEditing()
  const threads = useStepComments(course.id)
  const commentsOf = (activityId: string) => {
    const thread = threads.data?.items.find((one) => one.activityId === activityId)
    return thread && !thread.resolved ? thread.comments.length : 0
  }
  const [arranged, setArranged] = useState<Section[] | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const sections = arranged ?? content.sections
  const draggingSection = dragged?.startsWith('s:') ?? false
  const minutes = minutesOf(content)
  const steps = content.sections.reduce((sum, section) => sum + section.activities.length, 0)

  const nameOf = (id: string | number) => {
    const plain = String(id).slice(2)
    const at = content.sections.findIndex((section) => section.id === plain)
    if (at >= 0) return outline.sectionName(at)
    return (
      content.sections.flatMap((section) => section.activities).find((activity) => activity.id === plain)?.title ?? ''
    )
  }
  const kindOf = (id: string) => activitiesOf(content).find((activity) => activity.id === id.slice(2))?.kind ?? null
  /** Where a step would stand if it were dropped on `over`. */
  const targetOf = (over: string, activityId: string, among: readonly Section[]) => {
    const plain = over.slice(2)
    if (over.startsWith('a:')) return findPlace(among, plain)
    const section = among.findIndex((one) => one.id === plain)
    if (section < 0) return null
    const own = findPlace(among, activityId)
    return own?.section === section ? own : { section, index: among[section]?.activities.length ?? 0 }
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
      return from && to && from.section !== to.section ? moveActivity(now, id.slice(2), to) : before
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
      const end = to ? moveActivity(now, id.slice(2), to) : now
      if (JSON.stringify(end.map(orderOf)) !== JSON.stringify(content.sections.map(orderOf))) {
        const place = findPlace(end, id.slice(2))
        if (place) edit((draft) => ({ ...draft, sections: moveActivity(draft.sections, id.slice(2), place) }))
      }
    }
    reset()
  }
  const collide: CollisionDetection = (args) => {
    const kind = String(args.active.id).startsWith('s:') ? ['s:'] : ['a:', 'd:']
    const droppableContainers = args.droppableContainers.filter((one) =>
      kind.some((prefix) => String(one.id).startsWith(prefix)),
    )
    return (kind.length === 1 ? closestCenter : closestCorners)({ ...args, droppableContainers })
  }
  const said = (active: string | number, over: string | number | undefined) => {
    const id = String(active)
    if (id.startsWith('s:')) {
      const at = content.sections.findIndex((section) => section.id === String(over ?? active).slice(2))
      return t('common:sortable.over', { name: nameOf(active), position: at + 1, count: content.sections.length })
    }
    const to = targetOf(String(over ?? active), id.slice(2), sections)
    return to
      ? t('outline.moved', { name: nameOf(active), section: outline.sectionName(to.section), position: to.index + 1 })
      : ''
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('outline.picked', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) => said(active.id, over?.id),
    onDragEnd: ({ active, over }) => said(active.id, over?.id),
    onDragCancel: ({ active }) => t('common:sortable.cancelled', { name: nameOf(active.id) }),
  }

  return (
    <Box component="nav" aria-label={t('outline.label')}>
      <ButtonBase
        onClick={() => onSelect('details')}
        aria-current={selected === 'details' ? 'true' : undefined}
        sx={(theme) => ({
          width: '100%',
          justifyContent: 'flex-start',
          textAlign: 'start',
          gap: 1.25,
          p: 1.25,
          mb: 1.5,
          borderRadius: '12px',
          border: 1,
          borderColor: selected === 'details' ? 'primary.main' : 'divider',
          bgcolor: selected === 'details' ? theme.palette.primary.soft : 'background.paper',
          color: selected === 'details' ? theme.palette.primary.onSoft : 'text.primary',
        })}
      >
        <SettingsIcon fontSize="small" />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography variant="body2" sx={{ fontWeight: 700 }}>
            {t('outline.details')}
          </Typography>
          <Typography
            variant="caption"
            component="p"
            sx={{ color: selected === 'details' ? 'inherit' : 'text.secondary' }}
          >
            {[
              t('outline.steps', { count: steps }),
              ...(minutes > 0 ? [t('common:duration.minutes', { count: minutes })] : []),
            ].join(' · ')}
          </Typography>
        </Box>
        {hasErrors(errors, 'details') && (
          <Typography variant="caption" color="error" sx={{ fontWeight: 700 }}>
            {t('outline.wrongShort')}
          </Typography>
        )}
      </ButtonBase>
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
            aria-label={t('outline.sections')}
            sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
          >
            {sections.map((section, at) => (
              <OutlineSection
                key={section.id}
                section={section}
                at={at}
                count={sections.length}
                locked={locked}
                outline={outline}
                folded={draggingSection}
              >
                <SortableContext
                  items={section.activities.map((activity) => `a:${activity.id}`)}
                  strategy={verticalListSortingStrategy}
                  disabled={locked}
                >
                  <Steps sectionId={section.id} empty={section.activities.length === 0}>
                    {section.activities.map((activity) => (
                      <OutlineStep
                        key={activity.id}
                        activity={activity}
                        sections={content.sections}
                        selected={selected === activity.id}
                        wrong={hasErrors(errors, activity.id)}
                        locked={locked}
                        comments={commentsOf(activity.id)}
                        outline={outline}
                        onOpen={() => onSelect(activity.id)}
                      />
                    ))}
                  </Steps>
                </SortableContext>
                {!locked && (
                  <AddStepButton
                    label={t('outline.addStep')}
                    aria-label={t('outline.addStepTo', { section: outline.sectionName(at) })}
                    onAdd={(kind) => outline.add(kind, section.id)}
                    onCopy={(steps, from) => outline.addCopies(steps, from, section.id)}
                    sx={{ mt: 0.5, color: 'text.secondary' }}
                  />
                )}
              </OutlineSection>
            ))}
          </Box>
        </SortableContext>
        {createPortal(
          <DragOverlay dropAnimation={null} zIndex={1300}>
            {dragged && <Dragged name={nameOf(dragged)} kind={kindOf(dragged)} />}
          </DragOverlay>,
          document.body,
        )}
      </DndContext>
      {!locked && content.sections.length > 0 && (
        <Button
          fullWidth
          variant="outlined"
          color="inherit"
          startIcon={<AddIcon />}
          onClick={outline.addSection}
          sx={{ mt: 1.5, borderStyle: 'dashed' }}
        >
          {t('outline.addSection')}
        </Button>
      )}
      <span aria-live="assertive" style={visuallyHidden}>
        {outline.said}
      </span>
    </Box>
  )
}

/** What is under the pointer while something is moved. */
function Dragged({ name, kind }: { name: string; kind: ActivityKind | null }) {
  return (
    <Paper
      elevation={8}
      sx={{ display: 'flex', gap: 1.25, alignItems: 'center', p: 1, borderRadius: '12px', cursor: 'grabbing' }}
    >
      {kind && <KindIcon kind={kind} size={30} />}
      <Typography variant="body2" noWrap sx={{ fontWeight: 700 }}>
        {name}
      </Typography>
    </Paper>
  )
}

/** The list of a section's steps; a step can be dropped on an empty one. */
function Steps({ sectionId, empty, children }: { sectionId: string; empty: boolean; children: ReactNode }) {
  const { t } = useTranslation('courses')
  const { setNodeRef, isOver } = useDroppable({ id: `d:${sectionId}`, disabled: !empty })
  return (
    <Box
      component="ol"
      ref={setNodeRef}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'grid',
        gap: 0.25,
        borderRadius: '10px',
        bgcolor: isOver ? 'action.hover' : 'transparent',
      }}
    >
      {children}
      {empty && (
        <Typography component="li" variant="caption" color="textSecondary" sx={{ px: 1, py: 1 }}>
          {t('outline.emptySection')}
        </Typography>
      )}
    </Box>
  )
}

const orderOf = (section: Section) => [section.id, ...section.activities.map((activity) => activity.id)]
