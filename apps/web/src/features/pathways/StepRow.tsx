import type { PathwaySection, PathwayStep } from '@learnt/contract/pathways'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import ExpandIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Collapse from '@mui/material/Collapse'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ActionItem, ActionMenu } from '../../ui/ActionMenu.tsx'
import { moveActions, moveByKeys } from '../../ui/outline/move-actions.tsx'
import { useOutlineRow } from '../../ui/outline/use-outline-row.tsx'
import { fieldText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { DocumentLine } from '../documents/DocumentLine.tsx'
import { errorAt } from '../documents/field-errors.ts'
import { neighbourOf, stepField } from './content.ts'
import { usePathwayEditing } from './editing.ts'
import { StepFields } from './StepFields.tsx'

/** A step: what it is, what is said of it in short, its settings to unfold. Alt with the arrow keys moves it. */
export function StepRow({ step, section }: { step: PathwayStep; section: PathwaySection }) {
  const { t } = useTranslation('pathwayEditor')
  const { t: problems } = useTranslation('problems')
  const { errors, locked, outline, findDocument } = usePathwayEditing()
  const id = useId()
  const hasErrors = Object.keys(errors).some((key) => key.startsWith(stepField(step.id, '')))
  const [wanted, setWanted] = useState(false)
  const isOpen = wanted || hasErrors
  const document = findDocument(step.documentId)
  const name = outline.nameOf(step)
  const { row, handle, isDragging } = useOutlineRow('item', step.id, name, locked)
  const field = stepField(step.id, 'documentId')
  const problem = fieldText(problems, errorAt(errors, field))
  return (
    <Box
      component="li"
      {...row}
      data-field={field}
      sx={{
        border: 1,
        borderColor: hasErrors ? 'error.main' : 'divider',
        borderRadius: '10px',
        bgcolor: 'background.paper',
        position: 'relative',
        opacity: isDragging ? 0.35 : 1,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, p: 0.75, flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
        {handle}
        <Box sx={{ flex: '1 1 200px', minWidth: 0, display: 'flex', gap: 1.25, alignItems: 'center' }}>
          {document ? (
            <DocumentLine document={document}>
              <StepSummary step={step} section={section} />
            </DocumentLine>
          ) : (
            <Typography color="textSecondary">{name}</Typography>
          )}
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', marginInlineStart: 'auto' }}>
          {hasErrors && <ErrorIcon fontSize="small" color="error" titleAccess={t('step.wrong')} />}
          <IconButton
            size="small"
            id={`step-${step.id}`}
            aria-label={t('step.open', { name })}
            aria-expanded={isOpen}
            aria-controls={id}
            {...(locked ? {} : moveByKeys(`step-${step.id}`, (way) => outline.step(step, way)))}
            onClick={() => setWanted(!isOpen)}
          >
            <ExpandIcon sx={{ transform: isOpen ? 'rotate(180deg)' : 'none', transition: 'transform 150ms' }} />
          </IconButton>
          {!locked && <StepMenu step={step} name={name} />}
        </Box>
      </Box>
      {problem && (
        <Typography variant="body2" color="error" role="alert" sx={{ px: 1.5, pb: 1 }}>
          {problem}
        </Typography>
      )}
      <Collapse in={isOpen} unmountOnExit>
        <Box id={id} sx={{ px: { xs: 1.5, sm: 2 }, pb: 2, pt: 1, borderTop: 1, borderColor: 'divider' }}>
          <StepFields step={step} section={section} />
        </Box>
      </Collapse>
    </Box>
  )
}

/** The settings of a step in a line: what is as usual is not said. */
function StepSummary({ step, section }: { step: PathwayStep; section: PathwaySection }) {
  const { t, i18n } = useTranslation('pathwayEditor')
  const { due } = step
  const parts = [
    section.rule.rule === 'all'
      ? t(step.isRequired ? 'step.required' : 'step.optional')
      : step.isRequired
        ? ''
        : t('step.countsNot'),
    section.rule.rule === 'credits'
      ? t('step.creditsValue', { count: step.credits, formatted: formatNumber(step.credits, i18n.language) })
      : '',
    due.kind === 'days'
      ? t(due.from === 'start' ? 'step.dueStartShort' : 'step.duePreviousShort', { count: due.days })
      : '',
    step.equivalents.length > 0 ? t('step.equivalentsShort', { count: step.equivalents.length }) : '',
  ].filter(Boolean)
  return (
    <Typography variant="caption" component="p" sx={{ mt: 0.25 }}>
      {parts.join(' · ')}
    </Typography>
  )
}

function StepMenu({ step, name }: { step: PathwayStep; name: string }) {
  const { t } = useTranslation('pathwayEditor')
  const { content, outline } = usePathwayEditing()
  const elsewhere = content.sections.flatMap((section, at): ActionItem[] =>
    section.steps.includes(step)
      ? []
      : [
          {
            id: `to-${section.id}`,
            label: t('step.toSection', { section: outline.sectionName(at) }),
            icon: <MoveIcon fontSize="small" />,
            run: () => outline.toSection(step, at),
          },
        ],
  )
  return (
    <ActionMenu
      label={t('sections.actions', { name })}
      items={[
        ...moveActions(
          (way) => t(`sections.${way}`),
          (way) => neighbourOf(content.sections, step.id, way) !== null,
          (way) => outline.step(step, way),
        ),
        ...elsewhere,
        {
          id: 'remove',
          label: t('step.remove'),
          icon: <DeleteIcon fontSize="small" />,
          danger: true,
          dividerBefore: true,
          run: () => outline.remove(step),
        },
      ]}
    />
  )
}
