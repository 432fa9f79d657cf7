import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { OutlineFrame } from '../../ui/outline/OutlineFrame.tsx'
import { OutlineGroups } from '../../ui/outline/OutlineGroups.tsx'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { findPlace, moveStep, placeInSection, stepsOf } from './content.ts'
import { usePathwayEditing } from './editing.ts'
import { SectionCard } from './SectionCard.tsx'

/** Sections and steps, put in order by dragging, by keyboard, or by the menus of the rows. */
export function SectionList() {
  const { t } = useTranslation('pathwayEditor')
  const { content, locked, edit, outline } = usePathwayEditing()
  const nameOf = (id: string) => {
    const at = content.sections.findIndex((section) => section.id === id)
    const step = stepsOf(content).find((one) => one.id === id)
    return at >= 0 ? outline.sectionName(at) : step ? outline.nameOf(step) : ''
  }
  return (
    <Box component="section" aria-label={t('sections.heading')} data-field="sections">
      <OutlineFrame
        content={content.sections}
        groupIds={content.sections.map((section) => section.id)}
        placeOf={findPlace}
        placeIn={placeInSection}
        moved={moveStep}
        onMoveGroup={outline.moveSection}
        onMoveItem={(step, to) => edit((draft) => ({ ...draft, sections: moveStep(draft.sections, step, to) }))}
        nameOf={nameOf}
        pickedText={(name) => t('sections.picked', { name })}
        placeText={outline.placeText}
      >
        {(sections, arrangesSections) => (
          <OutlineGroups
            ids={sections.map((section) => section.id)}
            label={t('sections.heading')}
            gap={2}
            locked={locked}
          >
            {sections.map((section, at) => (
              <SectionCard key={section.id} section={section} at={at} folded={arrangesSections} />
            ))}
          </OutlineGroups>
        )}
      </OutlineFrame>
      {!locked && (
        <Button
          fullWidth
          variant="outlined"
          color="inherit"
          startIcon={<AddIcon />}
          onClick={outline.addSection}
          sx={{ mt: content.sections.length > 0 ? 2 : 0, borderStyle: 'dashed' }}
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
