import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { weekdayName } from './useRhythmWords.ts'

/** Days of the week; the form's value is their numbers, 1 is Monday. */
export function WeekdaysField({ name, label }: { name: string; label: string }) {
  const { t, i18n } = useTranslation('problems')
  const { field, fieldState } = useController({ name })
  const problem = fieldState.error as { message?: string; root?: { message?: string } } | undefined
  const error = fieldText(t, problem?.message ?? problem?.root?.message)
  const id = useId()
  return (
    <FormControl error={Boolean(error)}>
      <FormLabel id={id} sx={{ typography: 'subtitle2', mb: 0.75 }}>
        {label}
      </FormLabel>
      <ToggleButtonGroup
        aria-labelledby={id}
        size="small"
        value={field.value}
        onChange={(_, days: number[]) => field.onChange([...days].sort())}
        sx={{ flexWrap: 'wrap' }}
      >
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <ToggleButton key={day} value={day} aria-label={weekdayName(day, i18n.language)} onBlur={field.onBlur}>
            {weekdayName(day, i18n.language, 'short')}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error && <FormHelperText>{error}</FormHelperText>}
    </FormControl>
  )
}
