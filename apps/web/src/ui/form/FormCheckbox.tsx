import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../problem-text.ts'

export interface FormCheckboxProps {
  name: string
  label: ReactNode
  help?: string
  /** A switch acts like one; a checkbox belongs to a form that is sent. */
  look?: 'checkbox' | 'switch'
  disabled?: boolean
}

export function FormCheckbox({ name, label, help, look = 'checkbox', disabled = false }: FormCheckboxProps) {
  const { t } = useTranslation('problems')
  const { field, fieldState } = useController({ name })
  const id = useId()
  const error = fieldText(t, fieldState.error?.message)
  const Control = look === 'switch' ? Switch : Checkbox
  return (
    <FormControl error={Boolean(error)} disabled={disabled}>
      <FormControlLabel
        label={label}
        control={
          <Control
            name={name}
            checked={Boolean(field.value)}
            onBlur={field.onBlur}
            onChange={(_, checked) => field.onChange(checked)}
            slotProps={{ input: { ref: field.ref, ...(error || help ? { 'aria-describedby': id } : {}) } }}
          />
        }
      />
      {(error || help) && <FormHelperText id={id}>{error || help}</FormHelperText>}
    </FormControl>
  )
}
