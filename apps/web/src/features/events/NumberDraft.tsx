import TextField from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { useDocumentEditing } from '../documents/editing.ts'
import { errorAt } from '../documents/field-errors.ts'

/** A whole number of the draft; null where the field may be empty. */
export function NumberDraft({
  field,
  label,
  help,
  value,
  onChange,
}: {
  field: string
  label: string
  help?: string
  value: number | null
  onChange: (value: number | null) => void
}) {
  const { errors, locked } = useDocumentEditing()
  const { t } = useTranslation('problems')
  const error = fieldText(t, errorAt(errors, field))
  return (
    <TextField
      type="number"
      fullWidth
      data-field={field}
      label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Math.floor(Number(target.value)))}
      error={Boolean(error)}
      helperText={error || help}
      slotProps={{ htmlInput: { min: 0, inputMode: 'numeric', readOnly: locked } }}
    />
  )
}
