import type { PathwaySection, PathwayStep, StepDue } from '@learnt/contract/pathways'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { errorAt } from '../documents/field-errors.ts'
import { NamedDocuments } from '../documents/NamedDocuments.tsx'
import { changeStep, stepField, stepKinds } from './content.ts'
import { usePathwayEditing } from './editing.ts'
import { NumberField } from './NumberField.tsx'

const dues = { pathway: 'duePathway', start: 'dueStart', previous: 'duePrevious' } as const
type Due = keyof typeof dues

/** What can be said of a step: whether it counts and for how much, until when it is due, what counts for it as well. */
export function StepFields({ step, section }: { step: PathwayStep; section: PathwaySection }) {
  const { t } = useTranslation('pathwayEditor')
  const { t: problems } = useTranslation('problems')
  const editing = usePathwayEditing()
  const { edit, errors, locked } = editing
  const set = (change: Partial<PathwayStep>) => edit((content) => changeStep(content, step.id, change))
  const { due } = step
  const chosen: Due = due.kind === 'pathway' ? 'pathway' : due.from
  const setDue = (next: Due, days: number) =>
    set({ due: (next === 'pathway' ? { kind: next } : { kind: 'days', days, from: next }) satisfies StepDue })
  const days = due.kind === 'days' ? due.days : 14
  const wrong = (field: string) => fieldText(problems, errorAt(errors, stepField(step.id, field)))
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <div>
        <FormControlLabel
          label={t(section.rule.rule === 'all' ? 'step.required' : 'step.counts')}
          control={
            <Switch
              checked={step.isRequired}
              disabled={locked}
              onChange={(event) => set({ isRequired: event.target.checked })}
            />
          }
        />
        <FormHelperText sx={{ mt: 0 }}>{t('step.requiredText')}</FormHelperText>
      </div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        {section.rule.rule === 'credits' && (
          <Box data-field={stepField(step.id, 'credits')}>
            <NumberField
              label={t('step.credits')}
              isLabelled
              value={step.credits}
              min={0}
              max={1000}
              step={0.5}
              disabled={locked}
              error={Boolean(wrong('credits'))}
              onChange={(credits) => set({ credits })}
            />
          </Box>
        )}
        <TextField
          select
          size="small"
          label={t('step.due')}
          value={chosen}
          disabled={locked}
          data-field={stepField(step.id, 'due')}
          error={Boolean(wrong('due'))}
          helperText={wrong('due')}
          onChange={(event) => setDue(event.target.value as Due, days)}
          sx={{ minWidth: 220, flex: '0 1 320px' }}
        >
          {(Object.keys(dues) as Due[]).map((one) => (
            <MenuItem key={one} value={one}>
              {t(`step.${dues[one]}`)}
            </MenuItem>
          ))}
        </TextField>
        {due.kind === 'days' && (
          <NumberField
            label={t('step.dueDays')}
            isLabelled
            value={due.days}
            min={1}
            max={3650}
            disabled={locked}
            onChange={(next) => setDue(due.from, next)}
          />
        )}
      </Box>
      <NamedDocuments
        editing={editing}
        title={t('step.equivalents')}
        text={t('step.equivalentsText')}
        add={t('step.equivalentsAdd')}
        field={stepField(step.id, 'equivalents')}
        kinds={stepKinds}
        most={20}
        ids={step.equivalents}
        without={[editing.pathwayId, step.documentId]}
        onChange={(equivalents) => set({ equivalents })}
      />
    </Box>
  )
}
