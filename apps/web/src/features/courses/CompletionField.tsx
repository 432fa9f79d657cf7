import { type Activity, type CompletionRule, completionRulesOf } from '@learnt/contract/courses'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { errorAt } from '../documents/field-errors.ts'
import { ruleOf } from './content.ts'
import { useEditing } from './editing.ts'
import { activityField } from './field-errors.ts'

/** When a step counts as done, in words; only the rules that make sense for its kind. */
export function CompletionField({ activity }: { activity: Activity }) {
  const { t } = useTranslation('courses')
  const { t: problems } = useTranslation('problems')
  const { editActivity, errors, locked } = useEditing()
  const { completion } = activity
  const key = activityField(activity.id, 'completion')
  const error = fieldText(problems, errorAt(errors, key))
  const percent = 'percent' in completion ? completion.percent : null
  return (
    <Box
      data-field={key}
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: percent === null ? '1fr' : 'minmax(0, 1fr) 110px',
        alignItems: 'start',
      }}
    >
      <TextField
        select
        label={t('completion.label')}
        value={completion.rule}
        disabled={locked}
        error={Boolean(error)}
        helperText={error || t(`completion.help.${completion.rule}`)}
        onChange={(event) =>
          editActivity(activity, { completion: ruleOf(event.target.value as CompletionRule['rule']) })
        }
      >
        {completionRulesOf[activity.kind].map((rule) => (
          <MenuItem key={rule} value={rule}>
            {t(`completion.choice.${rule}`)}
          </MenuItem>
        ))}
      </TextField>
      {percent !== null && 'percent' in completion && (
        <TextField
          type="number"
          label={t('completion.percent')}
          value={Number.isNaN(percent) ? '' : percent}
          disabled={locked}
          error={Boolean(error)}
          onChange={(event) => {
            const value = event.target.value === '' ? Number.NaN : Math.round(Number(event.target.value))
            editActivity(activity, { completion: { ...completion, percent: value } })
          }}
          slotProps={{
            htmlInput: { min: completion.rule === 'watch' ? 1 : 0, max: 100, step: 1, inputMode: 'numeric' },
            input: { endAdornment: <InputAdornment position="end">%</InputAdornment> },
          }}
        />
      )}
    </Box>
  )
}
