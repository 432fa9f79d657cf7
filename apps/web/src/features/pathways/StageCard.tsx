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
import { StageRule } from './StageRule.tsx'
import { StepRow } from './StepRow.tsx'

/** A stage: its title, how much of it is needed, its steps. Folded to its head while stages are put in order. */
export function StageCard({ section, at, folded }: { section: PathwaySection; at: number; folded: boolean }) {
  const { t } = useTranslation('pathwayEditor')
  const { t: problems } = useTranslation('problems')
  const { pathwayId, content, edit, errors, locked, stages, remember } = usePathwayEditing()
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: `s:${section.id}`,
    disabled: locked,
  })
  const name = stages.stageName(at)
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
          placeholder={t('stages.number', { number: at + 1 })}
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
            'aria-label': t('stages.title', { number: at + 1 }),
            maxLength: 200,
            dir: 'auto',
            readOnly: locked,
          }}
        />
        {!locked && <StageMenu at={at} name={name} />}
      </Box>
      {!folded && (
        <>
          <StageRule section={section} name={name} />
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
                label={t('step.addTo', { stage: name })}
                size="small"
                kinds={stepKinds}
                without={[pathwayId, ...stepsOf(content).map((step) => step.documentId)]}
                onPick={(document) => {
                  remember(document)
                  stages.add(document, section.id)
                }}
              />
            </Box>
          )}
        </>
      )}
    </Box>
  )
}

function StageMenu({ at, name }: { at: number; name: string }) {
  const { t } = useTranslation('pathwayEditor')
  const { content, stages } = usePathwayEditing()
  const up: ActionItem = {
    id: 'up',
    label: t('stages.up'),
    icon: <UpIcon fontSize="small" />,
    run: () => stages.moveStage(at, at - 1),
  }
  const down: ActionItem = {
    id: 'down',
    label: t('stages.down'),
    icon: <DownIcon fontSize="small" />,
    run: () => stages.moveStage(at, at + 1),
  }
  const remove: ActionItem = {
    id: 'remove',
    label: t('stages.remove'),
    icon: <DeleteIcon fontSize="small" />,
    danger: true,
    run: () => void stages.removeStage(at),
  }
  return (
    <ActionMenu
      label={t('stages.actions', { name })}
      items={[...(at > 0 ? [up] : []), ...(at < content.sections.length - 1 ? [down] : []), remove]}
    />
  )
}

/** The list of a stage's steps; a step can be dropped on an empty one. */
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
          {t('stages.noSteps')}
        </Typography>
      )}
    </Box>
  )
}
