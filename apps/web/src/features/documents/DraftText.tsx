import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { useDocumentEditing } from './editing.ts'
import { errorAt } from './field-errors.ts'

export type DraftTextProps = Omit<TextFieldProps, 'value' | 'onChange' | 'error'> & {
  /** Key of the field, where complaints about it stand. */
  field: string
  value: string
  onChange: (value: string) => void
  maxLength?: number
}

/** A line or paragraph of the draft. */
export function DraftText({ field, value, onChange, maxLength, helperText, disabled, ...rest }: DraftTextProps) {
  const { errors, locked } = useDocumentEditing()
  const { t } = useTranslation('problems')
  const error = fieldText(t, errorAt(errors, field))
  return (
    <TextField
      fullWidth
      {...rest}
      data-field={field}
      disabled={disabled ?? false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={Boolean(error)}
      helperText={error || helperText}
      slotProps={{
        ...rest.slotProps,
        htmlInput: { maxLength, dir: 'auto', readOnly: locked, ...(rest.slotProps?.htmlInput as object) },
      }}
    />
  )
}
