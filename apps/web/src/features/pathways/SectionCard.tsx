import { useDroppable } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { PathwaySection } from '@learnt/contract/pathways'
import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import InputBase from '@mui/material/InputBase'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionItem, ActionMenu } from '../../ui/ActionMenu.tsx'
import { fieldText } from '../../ui/problem-text.ts'
import { DocumentPicker } from '../documents/DocumentPicker.tsx'
import { errorAt } from '../documents/field-errors.ts'
import { changeSection, sectionField, stepKinds, stepsOf } from './content.ts'
import { DragHandle } from './DragHandle.tsx'
import { usePathwayEditing } from './editing.ts'
import { RuleSentence } from './RuleSentence.tsx'
import { SectionAudience } from './SectionAudience.tsx'
import { StepRow } from './StepRow.tsx'

/** A section: its title, how much of it is needed, its steps. Folded to its head while outline are put in order. */
export function SectionCard({ section, at, folded }: { section: PathwaySection; at: number; folded: boolean }) {
  const { t } = useTranslation('pathwayEditor')
  const { t: problems } = useTranslation('problems')
  const { pathwayId, content, edit, errors, locked, outline, remember } = usePathwayEditing()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: `s:${section.id}`,
    disabled: locked,
  })
  const name = outline.sectionName(at)
  const problem = fieldText(problems, errorAt(errors, sectionField(section.id, 'steps')))
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) }}
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
        {!locked && (
          <DragHandle ref={setActivatorNodeRef} name={name} isDragging={isDragging} {...attributes} {...listeners} />
        )}
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
          <SortableContext
            items={section.steps.map((step) => `a:${step.id}`)}
            strategy={verticalListSortingStrategy}
            disabled={locked}
          >
            <Steps sectionId={section.id} label={name} empty={section.steps.length === 0}>
              {section.steps.map((step) => (
                <StepRow key={step.id} step={step} section={section} />
              ))}
            </Steps>
          </SortableContext>
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
  const up: ActionItem = {
    id: 'up',
    label: t('sections.up'),
    icon: <UpIcon fontSize="small" />,
    run: () => outline.moveSection(at, at - 1),
  }
  const down: ActionItem = {
    id: 'down',
    label: t('sections.down'),
    icon: <DownIcon fontSize="small" />,
    run: () => outline.moveSection(at, at + 1),
  }
  const remove: ActionItem = {
    id: 'remove',
    label: t('sections.remove'),
    icon: <DeleteIcon fontSize="small" />,
    danger: true,
    run: () => void outline.removeSection(at),
  }
  return (
    <ActionMenu
      label={t('sections.actions', { name })}
      items={[...(at > 0 ? [up] : []), ...(at < content.sections.length - 1 ? [down] : []), remove]}
    />
  )
}

/** The list of a section's steps; a step can be dropped on an empty one. */
function Steps({
  sectionId,
  label,
  empty,
  children,
}: {
  sectionId: string
  label: string
  empty: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('pathwayEditor')
  const { setNodeRef, isOver } = useDroppable({ id: `d:${sectionId}`, disabled: !empty })
  return (
    <Box
      component="ol"
      ref={setNodeRef}
      aria-label={label}
      sx={{
        listStyle: 'none',
        m: 0,
        mt: 1,
        p: 0,
        display: 'grid',
        gap: 1,
        borderRadius: '10px',
        bgcolor: isOver ? 'action.hover' : 'transparent',
      }}
    >
      {children}
      {empty && (
        <Typography component="li" variant="body2" color="textSecondary" sx={{ px: 1, py: 1 }}>
          {t('sections.noSteps')}
        </Typography>
      )}
    </Box>
  )
}
