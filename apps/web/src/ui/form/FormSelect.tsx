import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../problem-text.ts'
import { useComplaintInSight } from './useComplaintInSight.ts'

export interface Option {
  value: string
  label: string
}

export interface FormSelectProps {
  name: string
  label: string
  options: readonly Option[]
  help?: string
  required?: boolean
  disabled?: boolean
}

/** One of a few values. */
export function FormSelect({ name, label, options, help, required = false, disabled = false }: FormSelectProps) {
  const { t } = useTranslation('problems')
  const { field, fieldState } = useController({ name })
  const error = fieldText(t, fieldState.error?.message)
  const box = useComplaintInSight(error)
  // an option that stands for nothing is shown in its words too
  const hasEmpty = options.some((option) => option.value === '')
  return (
    <TextField
      ref={box}
      select
      fullWidth
      name={name}
      label={label}
      required={required}
      disabled={disabled}
      value={field.value ?? ''}
      inputRef={field.ref}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.target.value)}
      error={Boolean(error)}
      helperText={error || help}
      {...(hasEmpty ? { slotProps: { select: { displayEmpty: true }, inputLabel: { shrink: true } } } : {})}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
