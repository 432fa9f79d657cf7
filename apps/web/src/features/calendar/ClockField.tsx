import TextField from '@mui/material/TextField'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useComplaintInSight } from '../../ui/form/useComplaintInSight.ts'
import { fieldText } from '../../ui/problem-text.ts'

/** A day with a time of the clock, as `2026-11-30T09:00`. `nullable`: an empty field is null. */
export function ClockField({
  name,
  label,
  help,
  required = false,
  nullable = false,
}: {
  name: string
  label: string
  help?: string
  required?: boolean
  nullable?: boolean
}) {
  const { t } = useTranslation('problems')
  const { field, fieldState } = useController({ name })
  const error = fieldText(t, fieldState.error?.message)
  const box = useComplaintInSight(error)
  return (
    <TextField
      ref={box}
      type="datetime-local"
      fullWidth
      required={required}
      name={name}
      label={label}
      value={field.value ?? ''}
      inputRef={field.ref}
      onBlur={field.onBlur}
      onChange={(event) => {
        const { value } = event.target
        field.onChange(nullable && value === '' ? null : value.slice(0, 16))
      }}
      error={Boolean(error)}
      helperText={error || help}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}
