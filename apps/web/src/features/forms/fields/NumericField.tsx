import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import Select from '@mui/material/Select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from './field-props.ts'

/** A number as an answer to a question, kept as it was written; the unit is chosen beside it. */
export function NumericField(props: FieldProps<'numeric'>) {
  const { field, answer = '', onChange, onLeave, isRequired, hasError, id, labelId, describedBy } = props
  const { t } = useTranslation('formFields')
  const { number, unit: written } = splitUnit(answer, field.units)
  // a unit may be chosen before its number is typed
  const [chosen, setChosen] = useState(written)
  const unit = number === '' ? chosen : written
  const change = (nextNumber: string, nextUnit: string) => {
    setChosen(nextUnit)
    const whole = [nextNumber, nextNumber.trim() === '' ? '' : nextUnit].filter(Boolean).join(' ')
    onChange(whole === '' ? null : whole)
  }
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <OutlinedInput
        id={id}
        value={number}
        error={hasError}
        onChange={(event) => change(event.target.value, unit)}
        onBlur={onLeave}
        sx={{ width: 240, maxWidth: '100%' }}
        inputProps={{
          'aria-describedby': describedBy,
          'aria-required': isRequired || undefined,
          'aria-invalid': hasError || undefined,
          autoComplete: 'off',
          maxLength: 200,
          dir: 'ltr',
        }}
      />
      {field.units.length > 0 && (
        <Select
          displayEmpty
          value={unit}
          onChange={(event) => change(number, event.target.value)}
          sx={{ minWidth: 120 }}
          SelectDisplayProps={{ 'aria-label': t('unit'), 'aria-describedby': labelId }}
          renderValue={(value) => value || t('unit')}
        >
          <MenuItem value="">{t('noUnit')}</MenuItem>
          {field.units.map((one) => (
            <MenuItem key={one} value={one}>
              {one}
            </MenuItem>
          ))}
        </Select>
      )}
    </Box>
  )
}

/** The longest unit that the answer ends with; a unit that was typed into the number stays there. */
function splitUnit(answer: string, units: readonly string[]): { number: string; unit: string } {
  const unit = [...units].sort((a, b) => b.length - a.length).find((one) => answer.endsWith(` ${one}`)) ?? ''
  return unit ? { number: answer.slice(0, -unit.length - 1), unit } : { number: answer, unit: '' }
}
