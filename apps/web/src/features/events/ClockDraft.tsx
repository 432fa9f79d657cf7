import { momentsOf } from '@learnt/contract/zoned-times'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'

const wall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** The offset of a moment from what the clock shows then, `+02:00`. */
function offsetOf(clock: string, moment: Date): string {
  const minutes = Math.round((Date.parse(`${clock}:00Z`) - moment.getTime()) / 60_000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`
}

/** A time of the clock in the event's zone. Where clocks show it twice, it asks which of the two is meant. */
export function ClockDraft({
  field,
  label,
  help,
  value,
  timeZone,
  error,
  locked,
  onChange,
}: {
  field: string
  label: string
  help?: string
  /** '' for none. */
  value: string
  timeZone: string
  error?: string | undefined
  locked: boolean
  onChange: (value: string) => void
}) {
  const { t } = useTranslation(['eventEditor', 'problems'])
  const { t: problems } = useTranslation('problems')
  const clock = value.slice(0, 16)
  const moments = wall.test(clock) ? momentsIn(clock, timeZone) : null
  const words = wordsOf(error)
  function wordsOf(given: string | undefined): string {
    if (given) return fieldText(problems, given)
    return moments?.length === 0 ? t('complaints.gap') : ''
  }
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }} data-field={field}>
      <TextField
        type="datetime-local"
        fullWidth
        label={label}
        value={clock}
        onChange={({ target }) => onChange(target.value.slice(0, 16))}
        error={words !== ''}
        helperText={words || help}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { readOnly: locked } }}
      />
      {moments && moments.length > 1 && (
        <TextField
          select
          label={t('twice')}
          value={value.slice(16)}
          disabled={locked}
          onChange={({ target }) => onChange(clock + target.value)}
          sx={{ minWidth: 120 }}
        >
          {moments.map((moment, at) => (
            <MenuItem key={moment.toISOString()} value={offsetOf(clock, moment)}>
              {t(at === 0 ? 'twiceFirst' : 'twiceSecond')}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  )
}

function momentsIn(clock: string, timeZone: string): Date[] | null {
  try {
    return momentsOf(clock, timeZone)
  } catch {
    // an unknown zone has its complaint at its own field
    return null
  }
}
