import type { PathwaySection } from '@learnt/contract/pathways'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import InputBase from '@mui/material/InputBase'
import { useTranslation } from 'react-i18next'
import { type ActionItem, ActionMenu } from '../../ui/ActionMenu.tsx'
import { moveActions } from '../../ui/outline/move-actions.tsx'
import { OutlineItems } from '../../ui/outline/OutlineItems.tsx'
import { useOutlineRow } from '../../ui/outline/use-outline-row.tsx'
import { fieldText } from '../../ui/problem-text.ts'
import { DocumentPicker } from '../documents/DocumentPicker.tsx'
import { errorAt } from '../documents/field-errors.ts'
import { changeSection, sectionField, stepKinds, stepsOf } from './content.ts'
import { usePathwayEditing } from './editing.ts'
import { RuleSentence } from './RuleSentence.tsx'
import { SectionAudience } from './SectionAudience.tsx'
import { StepRow } from './StepRow.tsx'

/** A section: its title, how much of it is needed, its steps. Folded to its head while outline are put in order. */
export function SectionCard({ section, at, folded }: { section: PathwaySection; at: number; folded: boolean }) {
  const { t } = useTranslation('pathwayEditor')
  const { t: problems } = useTranslation('problems')
  const { pathwayId, content, edit, errors, locked, outline, remember } = usePathwayEditing()
  const name = outline.sectionName(at)
  const { row, handle, isDragging } = useOutlineRow('group', section.id, name, locked)
  const problem = fieldText(problems, errorAt(errors, sectionField(section.id, 'steps')))
  return (
    <Box
      component="li"
      {...row}
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: '14px',
        bgcolor: 'background.paper',
        p: { xs: 1, sm: 1.5 },
        position: 'relative',
        opacity: isDragging ? 0.35 : 1,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {handle}
        <InputBase
          data-field={sectionField(section.id, 'title')}
          value={section.title}
          placeholder={t('sections.number', { number: at + 1 })}
          onChange={(event) => edit((draft) => changeSection(draft, section.id, { title: event.target.value }))}
          sx={{
            flex: 1,
            px: 0.75,
            borderRadius: '8px',
            fontWeight: 800,
            '&:hover': { bgcolor: locked ? 'transparent' : 'action.hover' },
            '&.Mui-focused': { outline: '2px solid', outlineColor: 'primary.main' },
          }}
          inputProps={{
            'aria-label': t('sections.title', { number: at + 1 }),
            maxLength: 200,
            dir: 'auto',
            readOnly: locked,
          }}
        />
        {!locked && <SectionMenu at={at} name={name} />}
      </Box>
      {!folded && (
        <>
          <RuleSentence section={section} name={name} />
          <SectionAudience section={section} name={name} />
          {problem && (
            <Alert severity="error" sx={{ mt: 1 }} data-field={sectionField(section.id, 'steps')}>
              {problem}
            </Alert>
          )}
          <OutlineItems
            id={section.id}
            items={section.steps.map((step) => step.id)}
            label={name}
            locked={locked}
            emptyText={t('sections.noSteps')}
            sx={{ mt: 1, gap: 1 }}
          >
            {section.steps.map((step) => (
              <StepRow key={step.id} step={step} section={section} />
            ))}
          </OutlineItems>
          {!locked && (
            <Box sx={{ mt: 2 }}>
              <DocumentPicker
                label={t('step.addTo', { section: name })}
                size="small"
                kinds={stepKinds}
                without={[pathwayId, ...stepsOf(content).map((step) => step.documentId)]}
                onPick={(document) => {
                  remember(document)
                  outline.add(document, section.id)
                }}
              />
            </Box>
          )}
        </>
      )}
    </Box>
  )
}

function SectionMenu({ at, name }: { at: number; name: string }) {
  const { t } = useTranslation('pathwayEditor')
  const { content, outline } = usePathwayEditing()
  const move = moveActions(
    (way) => t(`sections.${way}`),
    (way) => (way === 'up' ? at > 0 : at < content.sections.length - 1),
    (way) => outline.moveSection(at, way === 'up' ? at - 1 : at + 1),
  )
  const remove: ActionItem = {
    id: 'remove',
    label: t('sections.remove'),
    icon: <DeleteIcon fontSize="small" />,
    danger: true,
    run: () => void outline.removeSection(at),
  }
  return <ActionMenu label={t('sections.actions', { name })} items={[...move, remove]} />
}
