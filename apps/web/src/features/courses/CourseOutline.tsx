import AddIcon from '@mui/icons-material/Add'
import SettingsIcon from '@mui/icons-material/TuneOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { OutlineFrame } from '../../ui/outline/OutlineFrame.tsx'
import { OutlineGroups } from '../../ui/outline/OutlineGroups.tsx'
import { OutlineItems } from '../../ui/outline/OutlineItems.tsx'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { AddStepButton } from './AddStepButton.tsx'
import { findActivity, findPlace, minutesOf, moveActivity, placeInSection } from './content.ts'
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
  const minutes = minutesOf(content)
  const steps = content.sections.reduce((sum, section) => sum + section.activities.length, 0)

  const nameOf = (id: string) => {
    const at = content.sections.findIndex((section) => section.id === id)
    return at >= 0 ? outline.sectionName(at) : (findActivity(content, id)?.title ?? '')
  }
  const iconOf = (id: string) => {
    const step = findActivity(content, id)
    return step && <KindIcon kind={step.kind} size={30} />
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
      <OutlineFrame
        content={content.sections}
        groupIds={content.sections.map((section) => section.id)}
        placeOf={findPlace}
        placeIn={placeInSection}
        moved={moveActivity}
        onMoveGroup={outline.moveSection}
        onMoveItem={(step, to) => edit((draft) => ({ ...draft, sections: moveActivity(draft.sections, step, to) }))}
        nameOf={nameOf}
        iconOf={iconOf}
        pickedText={(name) => t('outline.picked', { name })}
        placeText={outline.placeText}
      >
        {(sections, arrangesSections) => (
          <OutlineGroups
            ids={sections.map((section) => section.id)}
            label={t('outline.sections')}
            gap={1}
            locked={locked}
          >
            {sections.map((section, at) => (
              <OutlineSection
                key={section.id}
                section={section}
                at={at}
                count={sections.length}
                locked={locked}
                outline={outline}
                folded={arrangesSections}
              >
                <OutlineItems
                  id={section.id}
                  items={section.activities.map((activity) => activity.id)}
                  locked={locked}
                  emptyText={t('outline.emptySection')}
                  sx={{ gap: 0.25 }}
                >
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
                </OutlineItems>
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
          </OutlineGroups>
        )}
      </OutlineFrame>
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
