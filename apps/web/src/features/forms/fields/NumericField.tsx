import Box from '@mui/material/Box'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from './field-props.ts'
import { PlainInput } from './PlainInput.tsx'
import { PlainSelect } from './PlainSelect.tsx'

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
      <PlainInput
        id={id}
        value={number}
        hasError={hasError}
        width={240}
        onChange={(event) => change(event.target.value, unit)}
        onBlur={onLeave}
        aria-describedby={describedBy}
        aria-required={isRequired || undefined}
        maxLength={200}
        dir="ltr"
      />
      {field.units.length > 0 && (
        <PlainSelect
          hasError={false}
          width={160}
          value={unit}
          onChange={(event) => change(number, event.target.value)}
          aria-label={t('unit')}
          aria-describedby={labelId}
        >
          <option value="">{t('noUnit')}</option>
          {field.units.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </PlainSelect>
      )}
    </Box>
  )
}

/** The longest unit that the answer ends with; a unit that was typed into the number stays there. */
function splitUnit(answer: string, units: readonly string[]): { number: string; unit: string } {
  const unit = [...units].sort((a, b) => b.length - a.length).find((one) => answer.endsWith(` ${one}`)) ?? ''
  return unit ? { number: answer.slice(0, -unit.length - 1), unit } : { number: answer, unit: '' }
}
